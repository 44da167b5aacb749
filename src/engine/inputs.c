/* SPDX-License-Identifier: Apache-2.0 */
/* Input structs: defaults from the table, and defaults that are derived from other inputs. */
#include "engine/inputs.h"
#include "engine/composition/composition.h"

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
    struct aic_value value = { .set = false };
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
        memcpy(in, calculator->composition->defaults, calculator->in_size);
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

static void forget(void *in, size_t offset)
{
    unsigned char *origin = aic_origin_at(in, offset);
    if (*origin & AIC_DERIVED) {
        unset((char *)in + offset, *origin & AIC_DERIVED);
        *origin = AIC_FROM_NOWHERE;
    }
}

/* Before each evaluation, hence by a list where there is one, as calculators of rows have. */
void aic_inputs_forget_derived(const struct aic_calculator *calculator, void *in)
{
    if (calculator->derived) {
        for (size_t i = 0; i < calculator->derived_count; i++) {
            forget(in, calculator->derived[i]);
        }
        return;
    }
    const struct aic_table *table = &calculator->inputs;
    for (size_t i = 0; i < aic_table_size(table); i++) {
        forget(in, aic_table_at(table, i, NULL)->offset);
    }
}
