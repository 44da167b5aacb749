/* SPDX-License-Identifier: Apache-2.0 */
/* Running a calculator: defaults, settling, compute(), and the check of its results. */
#include <aicalc/calculator.h>

#include <string.h>

#include <aicalc/text.h>

#include "engine/rules.h"

void aic_notes_init(struct aic_notes *notes)
{
    memset(&notes->error, 0, sizeof notes->error);
    notes->quiet = false;
    notes->count = 0;
}

void aic_warn(struct aic_notes *notes, const char *id, const char *format, ...)
{
    if (notes->quiet || notes->count == AIC_NOTES_MAX) {
        return;
    }
    struct aic_note *note = &notes->notes[notes->count++];
    note->id = id;
    struct aic_text text;
    aic_text_init(&text, note->text, sizeof note->text);
    va_list arguments;
    va_start(arguments, format);
    aic_text_vformat(&text, format, arguments);
    va_end(arguments);
}

bool aic_warned(const struct aic_notes *notes, const char *id)
{
    for (size_t i = 0; i < notes->count; i++) {
        if (strcmp(notes->notes[i].id, id) == 0) {
            return true;
        }
    }
    return false;
}

const struct aic_constant *aic_constant_find(const struct aic_calculator *calculator,
                                             struct aic_span name)
{
    for (const struct aic_constant *c = calculator->constants; c && c->name; c++) {
        if (strncmp(c->name, name.at, name.length) == 0 && c->name[name.length] == '\0') {
            return c;
        }
    }
    return NULL;
}

void aic_input_reset(const struct aic_field *field, size_t offset, void *in)
{
    struct aic_value value = { false, 0, NULL };
    enum aic_origin origin = AIC_FROM_NOWHERE;
    if (field->preset) {
        /* A default that cannot be read is found by aic_calculator_check(). */
        if (aic_value_read(field, field->preset, strlen(field->preset), &value, NULL)) {
            origin = AIC_FROM_DEFAULT;
        }
    }
    aic_value_store(field, (char *)in + offset, value);
    *aic_origin_at(in, offset) = (unsigned char)origin;
}

void aic_inputs_init(const struct aic_calculator *calculator, void *in)
{
    memset(in, 0, calculator->in_size);
    const struct aic_table *table = &calculator->inputs;
    for (size_t g = 0; g < table->count; g++) {
        const struct aic_group *group = &table->groups[g];
        for (size_t i = 0; i < group->count; i++) {
            aic_input_reset(&group->fields[i], group->base + group->fields[i].offset, in);
        }
    }
}

void aic_settle_number(void *in, double *member, double value)
{
    if (isnan(*member) && !isnan(value)) {
        *member = value;
        *aic_origin_at(in, (size_t)((char *)member - (char *)in)) = AIC_FROM_DEFAULT;
    }
}

void aic_settle_choice(void *in, int *member, int value)
{
    if (*member < 0 && value >= 0) {
        *member = value;
        *aic_origin_at(in, (size_t)((char *)member - (char *)in)) = AIC_FROM_DEFAULT;
    }
}

double aic_derive_number(void *in, double *member, double value)
{
    aic_settle_number(in, member, value);
    return *member;
}

int aic_derive_choice(void *in, int *member, int value)
{
    aic_settle_choice(in, member, value);
    return *member;
}

aic_flag aic_derive_flag(void *in, aic_flag *member, int value)
{
    if (*member < 0 && value >= 0) {
        *member = (aic_flag)value;
        *aic_origin_at(in, (size_t)((char *)member - (char *)in)) = AIC_FROM_DEFAULT;
    }
    return *member;
}

/* Derived values are made anew each time, so that a changed input changes them. */
static void unsettle(const struct aic_calculator *calculator, void *in)
{
    const struct aic_table *table = &calculator->inputs;
    for (size_t g = 0; g < table->count; g++) {
        const struct aic_group *group = &table->groups[g];
        for (size_t i = 0; i < group->count; i++) {
            const struct aic_field *field = &group->fields[i];
            size_t offset = group->base + field->offset;
            if (aic_field_is_derived(field) &&
                aic_origin_get(in, offset) == AIC_FROM_DEFAULT) {
                aic_value_store(field, (char *)in + offset, (struct aic_value){ false, 0, NULL });
                *aic_origin_at(in, offset) = AIC_FROM_NOWHERE;
            }
        }
    }
}

static bool results_are_finite(const struct aic_calculator *calculator, const void *out,
                               struct aic_error *error)
{
    const struct aic_table *table = &calculator->results;
    for (size_t g = 0; g < table->count; g++) {
        const struct aic_group *group = &table->groups[g];
        for (size_t i = 0; i < group->count; i++) {
            const struct aic_field *field = &group->fields[i];
            if (field->kind != AIC_REAL && field->kind != AIC_INTEGER) {
                continue;
            }
            double value;
            memcpy(&value, (const char *)out + group->base + field->offset, sizeof value);
            if (isinf(value)) {
                aic_fail(error, AIC_ERR_OVERFLOW, field->name,
                         "%s: the result is too large for a number", field->name);
                return aic_suggest(error, "give smaller values");
            }
        }
    }
    return true;
}

bool aic_settle(const struct aic_calculator *calculator, void *in, struct aic_error *error)
{
    unsettle(calculator, in);
    if (!aic_rules_apply(calculator, in, error)) {
        return false;
    }
    if (calculator->settle) {
        calculator->settle(in);
    }
    return true;
}

bool aic_evaluate(const struct aic_calculator *calculator, void *in, void *out,
                  struct aic_notes *notes)
{
    memset(out, 0xFF, calculator->out_size); /* everything left out */
    return aic_settle(calculator, in, &notes->error) && calculator->compute(in, out, notes) &&
           results_are_finite(calculator, out, &notes->error);
}
