/* SPDX-License-Identifier: Apache-2.0 */
/* Input structs: defaults from the table, and defaults that are derived from other inputs. */
#include "engine/inputs.h"

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
    bool readable = !field->preset ||
                    aic_value_read(field, field->preset, strlen(field->preset), &value, error);
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
    aic_value_read(field, field->preset, strlen(field->preset), &value, &why);
    aic_fail(error, AIC_ERR_TABLE, field->name, "%s: the default '%s' of %s cannot be read: %s",
             calculator->name, field->preset, field->name, why.message);
    return aic_suggest(error, "correct it in the calculator's table of inputs");
}

bool aic_inputs_init(const struct aic_calculator *calculator, void *in, struct aic_error *error)
{
    memset(in, 0, calculator->in_size);
    const struct aic_table *table = &calculator->inputs;
    for (size_t g = 0; g < table->count; g++) {
        const struct aic_group *group = &table->groups[g];
        for (size_t i = 0; i < group->count; i++) {
            const struct aic_field *field = &group->fields[i];
            if (!set_default(field, group->base + field->offset, in, NULL)) {
                return fail_default(calculator, field, error);
            }
        }
    }
    return true;
}

/* Marks a member that was just derived, by its type. */
static void mark(void *in, const void *member, unsigned type)
{
    size_t offset = (size_t)((const char *)member - (const char *)in);
    *aic_origin_at(in, offset) = (unsigned char)(AIC_FROM_DEFAULT | type);
}

double aic_derive_number(void *in, double *member, double value)
{
    if (isnan(*member) && !isnan(value)) {
        *member = value;
        mark(in, member, AIC_DERIVED_NUMBER);
    }
    return *member;
}

int aic_derive_choice(void *in, int *member, int value)
{
    if (*member < 0 && value >= 0) {
        *member = value;
        mark(in, member, AIC_DERIVED_CHOICE);
    }
    return *member;
}

aic_flag aic_derive_flag(void *in, aic_flag *member, int value)
{
    if (*member < 0 && value >= 0) {
        *member = (aic_flag)value;
        mark(in, member, AIC_DERIVED_FLAG);
    }
    return *member;
}

void aic_settle_number(void *in, double *member, double value)
{
    aic_derive_number(in, member, value);
}

void aic_settle_choice(void *in, int *member, int value)
{
    aic_derive_choice(in, member, value);
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

/* Before each evaluation, hence by the marks, eight at a time, and not by the table. */
void aic_inputs_forget_derived(const struct aic_calculator *calculator, void *in)
{
    const uint64_t eight_marks = UINT64_C(0x0101010101010101) * AIC_DERIVED;
    unsigned char *origins = ((struct aic_origins *)in)->at;
    size_t size = calculator->in_size - sizeof(struct aic_origins);
    for (size_t start = 0; start < size; start += sizeof eight_marks) {
        uint64_t eight;
        memcpy(&eight, origins + start, sizeof eight);
        if ((eight & eight_marks) == 0) {
            continue;
        }
        for (size_t i = start; i < start + sizeof eight; i++) {
            if (origins[i] & AIC_DERIVED) {
                unset((char *)in + sizeof(struct aic_origins) + i, origins[i] & AIC_DERIVED);
                origins[i] = AIC_FROM_NOWHERE;
            }
        }
    }
}
