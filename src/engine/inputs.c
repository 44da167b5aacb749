/* SPDX-License-Identifier: Apache-2.0 */
/* Input structs: defaults from the table, and defaults that are derived from other inputs. */
#include "engine/inputs.h"
#include "engine/composition/composition.h"

#include <stdint.h>
#include <string.h>

/* The mark of a field whose default is derived, by the type of its member; 0 of any other. */
static unsigned mark_of(const struct aic_field *field)
{
    if (!aic_field_is_derived(field)) {
        return 0;
    }
    return field->kind == AIC_CHOICE ? AIC_DERIVED_CHOICE
           : field->kind == AIC_FLAG ? AIC_DERIVED_FLAG
                                     : AIC_DERIVED_NUMBER;
}

/*
 * False: the table's default cannot be read, and the input is unset. A derived default may have a
 * text too, for what is shown before anything is derived: it is forgotten like a derived one.
 */
static bool set_default(const struct aic_field *field, size_t offset, void *in,
                        struct aic_error *error)
{
    struct aic_value value = { false, 0, NULL };
    bool readable =
        !field->default_text ||
        aic_value_read(field, field->default_text, strlen(field->default_text), &value, error);
    aic_value_store(field, (char *)in + offset, value);
    unsigned origin = value.set ? AIC_FROM_DEFAULT | mark_of(field) : AIC_FROM_NOWHERE;
    *aic_origin_at(in, offset) = (unsigned char)origin;
    return readable;
}

void aic_input_reset(const struct aic_field *field, size_t offset, void *in)
{
    set_default(field, offset, in, NULL); /* it was readable when the inputs were initialized */
}

/* Nobody could ask better: the mistake is in the calculator. */
static bool fail_default(const struct aic_calculator *calculator, const struct aic_field *field,
                         struct aic_error *error)
{
    struct aic_error why = { .code = AIC_OK };
    struct aic_value value;
    aic_value_read(field, field->default_text, strlen(field->default_text), &value, &why);
    aic_fail(error, AIC_ERR_TABLE, field->name, "%s: the default '%s' of %s cannot be read: %s",
             calculator->name, field->default_text, field->name, why.message);
    return aic_suggest(error, "correct it in the calculator's table of inputs");
}

bool aic_inputs_init(const struct aic_calculator *calculator, void *in, struct aic_error *error)
{
    if (calculator->composition) {
        memcpy(in, calculator->composition->pristine, calculator->in_size);
        return true;
    }
    memset(in, 0, calculator->in_size);
    const struct aic_table *table = &calculator->inputs;
    for (size_t g = 0; g < table->count; g++) {
        const struct aic_group *group = &table->groups[g];
        for (size_t i = 0; i < group->count; i++) {
            const struct aic_field *field = &group->fields[i];
            if (!set_default(field, field->offset, in, NULL)) {
                return fail_default(calculator, field, error);
            }
        }
    }
    return true;
}

static void unset(void *member, unsigned type)
{
    const double no_number = NAN;
    const int no_choice = -1;
    const aic_flag no_flag = -1;
    if (type == AIC_DERIVED_NUMBER) {
        memcpy(member, &no_number, sizeof no_number);
    } else if (type == AIC_DERIVED_CHOICE) {
        memcpy(member, &no_choice, sizeof no_choice);
    } else {
        memcpy(member, &no_flag, sizeof no_flag);
    }
}

/* Origins that are looked at together: a compiler makes a few instructions of them. */
#define ORIGINS_AT_ONCE 64
_Static_assert(AIC_INPUT_MAX % ORIGINS_AT_ONCE == 0,
               "the last of them are inside struct aic_origins");

static bool has_derived(const unsigned char *origins, uint64_t marks)
{
    uint64_t any = 0, slot;
    for (size_t i = 0; i < ORIGINS_AT_ONCE; i += sizeof slot) {
        memcpy(&slot, origins + i, sizeof slot);
        any |= slot;
    }
    return any & marks;
}

/* The origins of one slot of eight bytes: a number, or members that are smaller. */
static void forget_slot(unsigned char *origins, char *members)
{
    if (origins[0] & AIC_DERIVED_NUMBER) {
        unset(members, AIC_DERIVED_NUMBER);
        origins[0] = AIC_FROM_NOWHERE;
        return;
    }
    for (size_t i = 0; i < sizeof(double); i++) {
        if (origins[i] & AIC_DERIVED) {
            unset(members + i, origins[i] & AIC_DERIVED);
            origins[i] = AIC_FROM_NOWHERE;
        }
    }
}

/* Before each evaluation, hence by the marks and not by the table. */
void aic_inputs_forget_derived(const struct aic_calculator *calculator, void *in)
{
    const uint64_t marks = UINT64_C(0x0101010101010101) * AIC_DERIVED;
    unsigned char *origins = ((struct aic_origins *)in)->at;
    char *members = (char *)in + sizeof(struct aic_origins);
    size_t size = calculator->in_size - sizeof(struct aic_origins);
    for (size_t start = 0; start < size; start += ORIGINS_AT_ONCE) {
        if (!has_derived(origins + start, marks)) {
            continue;
        }
        for (size_t i = start; i < start + ORIGINS_AT_ONCE; i += sizeof marks) {
            uint64_t slot;
            memcpy(&slot, origins + i, sizeof slot);
            if (slot & marks) {
                forget_slot(origins + i, members + i);
            }
        }
    }
}
