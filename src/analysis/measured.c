/* SPDX-License-Identifier: Apache-2.0 */
/* Measurements: reading, binding, comparing. What explains them is found in cause.c. */
#include <aicalc/measured.h>

#include <math.h>
#include <string.h>

#include <aicalc/explain.h>
#include <aicalc/text.h>

#include "analysis/cause.h"

static const struct aic_field *result_at(const struct aic_calculator *calculator, size_t index)
{
    return aic_table_at(&calculator->results, index, NULL);
}

static bool fail_form(const struct aic_calculator *calculator, const char *text,
                      struct aic_error *error)
{
    aic_fail(error, AIC_ERR_VALUE, NULL, "measured: '%s' is not of the form RESULT=VALUE", text);
    for (size_t i = 0; i < aic_table_size(&calculator->results); i++) {
        const struct aic_field *field = result_at(calculator, i);
        if (aic_field_is_number(field) && field->flags & AIC_KEY &&
            !aic_dimension_is_plain(field->dimension)) {
            return aic_suggest(error, "for example '%s=%s'", field->name,
                               aic_dimension_example(field->dimension));
        }
    }
    return aic_suggest(error, "a result of 'aicalc help %s' and what was measured of it",
                       calculator->name);
}

/* What can be measured instead of a flag or a choice. */
static bool fail_kind(const struct aic_calculator *calculator, size_t index,
                      struct aic_error *error)
{
    const struct aic_field *field = result_at(calculator, index);
    const struct aic_bands *all = &calculator->bands;
    aic_fail(error, AIC_ERR_VALUE, field->name, "measured: %s is no number", field->name);
    for (size_t i = 0; i < all->judgement_count; i++) {
        if (all->judgements[i].flag == index) {
            return aic_suggest(error, "give what it judges: '%s=VALUE'",
                               result_at(calculator, all->judgements[i].result)->name);
        }
    }
    return aic_suggest(error, "give a result that is one");
}

bool aic_measured_bind(struct aic_measured *measured, const struct aic_calculator *calculator,
                       struct aic_span name, struct aic_span value, struct aic_error *error)
{
    memset(measured, 0, sizeof *measured);
    if (!aic_result_find(calculator, name, "measured: ", &measured->result, error)) {
        return false;
    }
    const struct aic_field *field = result_at(calculator, measured->result);
    return aic_field_is_number(field) ? aic_quantity_read(value.at, value.length, field->dimension,
                                                          field->name, &measured->value, error)
                                      : fail_kind(calculator, measured->result, error);
}

bool aic_measured_read(struct aic_measured *measured, const struct aic_calculator *calculator,
                       const char *text, struct aic_error *error)
{
    const char *equals = strchr(text, '=');
    if (!equals || equals == text || !equals[1]) {
        return fail_form(calculator, text, error);
    }
    return aic_measured_bind(measured, calculator,
                             (struct aic_span){ text, (size_t)(equals - text) },
                             (struct aic_span){ equals + 1, strlen(equals + 1) }, error);
}

static void write_number(const struct aic_field *field, double number, char *out, size_t capacity)
{
    bool is_memory = field->dimension == AIC_BYTES && !(field->flags & AIC_DISK);
    aic_quantity_write(out, capacity, number, field->dimension, field->unit,
                       is_memory ? AIC_UNITS_IEC : AIC_UNITS_AUTO);
}

/* A stated band that does not hold is news: of the job, or of the model. */
static void warn_outside(const struct aic_measured *measured, struct aic_answer *answer)
{
    const struct aic_calculator *calculator = answer->question->calculator;
    const struct aic_field *field = result_at(calculator, measured->result);
    char value[AIC_QUANTITY_SIZE + 64], computed[AIC_QUANTITY_SIZE + 64];
    char low[AIC_QUANTITY_SIZE + 64], high[AIC_QUANTITY_SIZE + 64], cause[192] = "";
    struct aic_text text;
    write_number(field, measured->value, value, sizeof value);
    write_number(field, measured->computed, computed, sizeof computed);
    write_number(field, measured->band.ends.low, low, sizeof low);
    write_number(field, measured->band.ends.high, high, sizeof high);
    if (measured->explained == AIC_EXPLAINED) {
        char number[AIC_QUANTITY_SIZE + 64];
        const struct aic_field *input = aic_table_at(&calculator->inputs, measured->input, NULL);
        write_number(input, measured->input_value, number, sizeof number);
        aic_text_init(&text, cause, sizeof cause);
        aic_text_format(&text, "; %s %s would explain it", input->name, number);
    }
    aic_warn(&answer->notes, AIC_MEASURED_OUTSIDE,
             "%s: measured %s, computed %s, and measurements were found between %s and %s%s",
             field->name, value, computed, low, high, cause);
}

static bool check_ranges(const struct aic_question *question, const struct aic_field *field,
                         struct aic_error *error)
{
    if (question->range_count == 0) {
        return true;
    }
    const char *name =
        aic_table_at(&question->calculator->inputs, question->ranges[0].input, NULL)->name;
    aic_fail(error, AIC_ERR_USAGE, field->name, "measured: %s together with a range of %s",
             field->name, name);
    return aic_suggest(error, "a measurement is of one job: give the %s that it ran with", name);
}

bool aic_measured_explain(struct aic_measured *measured, struct aic_answer *answer,
                          struct aic_error *error)
{
    const struct aic_calculator *calculator = answer->question->calculator;
    const struct aic_field *field = result_at(calculator, measured->result);
    struct aic_value computed = aic_answer_result(answer, measured->result);
    if (!check_ranges(answer->question, field, error)) {
        return false;
    }
    if (!computed.set) {
        aic_fail(error, AIC_ERR_MISSING, field->name,
                 "measured: %s does not apply to this question, so there is nothing to compare "
                 "with",
                 field->name);
        char why[sizeof error->suggestion];
        struct aic_text text;
        aic_text_init(&text, why, sizeof why);
        return aic_explain_missing(answer, measured->result, &text)
                   ? aic_suggest(error, "it %s", why)
                   : aic_suggest(error, "'aicalc help %s' shows the inputs", calculator->name);
    }
    measured->computed = computed.number;
    measured->ratio = measured->value / computed.number;
    if (!isfinite(measured->ratio)) {
        measured->ratio = NAN;
    }
    measured->has_band = aic_answer_band(answer, measured->result, &measured->band);
    measured->inside = measured->has_band && measured->band.ends.low <= measured->value &&
                       measured->value <= measured->band.ends.high;
    if (!aic_find_cause(measured, answer, error)) {
        return false;
    }
    if (measured->has_band && !measured->inside) {
        warn_outside(measured, answer);
    }
    return true;
}
