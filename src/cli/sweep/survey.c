/* SPDX-License-Identifier: Apache-2.0 */
/* The first walk through a sweep, for the renderers that must know all cases before the first. */
#include "cli/sweep/survey.h"

#include <stdlib.h>
#include <string.h>

#include "cli/docs/lines.h"

static bool fail_memory(struct cli_sweep *sweep)
{
    return aic_fail(&sweep->query->error, AIC_ERR_MEMORY, NULL, "out of memory");
}

/* Asks the first possible case, which the others are compared with. */
static bool begin(struct cli_sweep *sweep, struct cli_survey *survey)
{
    const struct aic_table *inputs = &sweep->query->calculator->inputs;
    size_t results = aic_table_size(&sweep->query->calculator->results);
    survey->fixed = calloc(aic_table_size(inputs), sizeof survey->fixed[0]);
    survey->columns = calloc(results, sizeof survey->columns[0]);
    if (!survey->fixed || !survey->columns) {
        return fail_memory(sweep);
    }
    struct aic_value values[AIC_VARIED_MAX];
    aic_sweep_case(&sweep->cases, sweep->first, values);
    if (!aic_variation_answer(&sweep->variation, values, &survey->question, &survey->answer,
                              &sweep->query->error)) {
        return false;
    }
    for (size_t i = 0; i < aic_table_size(inputs); i++) {
        survey->fixed[i] = true;
    }
    for (size_t i = 0; i < sweep->cases.axis_count; i++) {
        survey->fixed[sweep->cases.inputs[i]] = false;
    }
    return true;
}

static bool is_same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool is_same_value(struct aic_value a, struct aic_value b)
{
    return a.set == b.set && (!a.set || a.number == b.number) && is_same_text(a.name, b.name);
}

/* Unmarks the inputs that have another value, origin or source than in the first case. */
static void compare_inputs(const struct cli_sweep *sweep, struct cli_survey *survey)
{
    const struct aic_table *inputs = &sweep->query->calculator->inputs;
    const struct aic_question *question = aic_variation_question(&sweep->variation);
    const char *first = survey->question.in;
    const char *now = sweep->variation.in;
    size_t index = 0;
    for (size_t g = 0; g < inputs->count; g++) {
        const struct aic_group *group = &inputs->groups[g];
        for (size_t i = 0; i < group->count; i++, index++) {
            const struct aic_field *field = &group->fields[i];
            size_t at = group->base + field->offset;
            survey->fixed[index] =
                survey->fixed[index] && aic_origin_get(first, at) == aic_origin_get(now, at) &&
                is_same_value(aic_value_load(field, first + at), aic_value_load(field, now + at)) &&
                is_same_text(survey->question.sources[index].name, question->sources[index].name);
        }
    }
}

static void add_column(struct cli_survey *survey, const struct aic_calculator *calculator,
                       size_t result)
{
    const struct aic_field *field = aic_table_at(&calculator->results, result, NULL);
    survey->columns[survey->column_count++] =
        (struct cli_column){ .result = result, .field = field, .least = INFINITY };
}

/* The columns of --fields, or all keys. */
static void choose_columns(const struct cli_query *query, struct cli_survey *survey)
{
    size_t count = aic_table_size(&query->calculator->results);
    for (size_t i = 0; query->options.fields && i < query->result_count; i++) {
        add_column(survey, query->calculator, query->results[i]);
    }
    for (size_t i = 0; !query->options.fields && i < count; i++) {
        unsigned flags = aic_table_at(&query->calculator->results, i, NULL)->flags;
        if (flags & (AIC_KEY | AIC_LEAST)) {
            add_column(survey, query->calculator, i);
        }
    }
}

/* Drops the keys that do not apply to any case. */
static void drop_absent(struct cli_survey *survey)
{
    size_t kept = 0;
    for (size_t i = 0; i < survey->column_count; i++) {
        if (survey->columns[i].appears) {
            survey->columns[kept++] = survey->columns[i];
        }
    }
    survey->column_count = kept;
}

static void widen(size_t *width, const char *text)
{
    size_t length = cli_width(text);
    *width = length > *width ? length : *width;
}

static void measure_axes(const struct cli_sweep *sweep, struct cli_survey *survey)
{
    for (size_t i = 0; i < sweep->cases.axis_count; i++) {
        char text[CLI_VALUE_SIZE];
        cli_write_value(sweep->cases.axes[i].field, sweep->values[i], sweep->query->options.units,
                        text, sizeof text);
        widen(&survey->axis_widths[i], text);
    }
}

static void measure_results(const struct cli_query *query, struct cli_survey *survey)
{
    for (size_t i = 0; i < survey->column_count; i++) {
        struct cli_column *column = &survey->columns[i];
        struct aic_value value = aic_answer_result(&query->answer, column->result);
        if (!value.set) {
            continue;
        }
        char text[CLI_VALUE_SIZE];
        enum aic_basis basis = query->answer.basis[column->result];
        cli_write_value(column->field, value, query->options.units, text, sizeof text);
        widen(&column->width, text);
        column->appears = true;
        column->basis = basis > column->basis ? basis : column->basis;
        column->least = value.number < column->least ? value.number : column->least;
    }
}

/* Counts the warnings of a case, each once. */
static void count_warnings(const struct aic_notes *notes, struct cli_survey *survey)
{
    for (size_t n = 0; n < notes->count; n++) {
        const struct aic_note *note = &notes->notes[n];
        size_t i = 0;
        while (i < survey->warning_count && strcmp(survey->warnings[i].note.id, note->id) != 0) {
            i++;
        }
        bool again = false;
        for (size_t before = 0; before < n; before++) {
            again = again || strcmp(notes->notes[before].id, note->id) == 0;
        }
        if (again || i == AIC_NOTES_MAX) {
            continue;
        }
        if (i == survey->warning_count) {
            survey->warnings[survey->warning_count++] = (struct cli_occurrence){ *note, 0 };
        }
        survey->warnings[i].cases++;
    }
}

static bool walk(struct cli_sweep *sweep, bool whole, struct cli_survey *survey)
{
    struct cli_query *query = sweep->query;
    cli_sweep_rewind(sweep);
    while (cli_sweep_next(sweep)) {
        if (whole) {
            measure_axes(sweep, survey);
        }
        if (!sweep->is_possible) {
            continue;
        }
        survey->possible++;
        compare_inputs(sweep, survey);
        if (whole) {
            if (!cli_sweep_answer(sweep)) {
                return false;
            }
            measure_results(query, survey);
            count_warnings(&query->answer.notes, survey);
        }
    }
    return !aic_code_is_internal(query->error.code);
}

bool cli_survey_make(struct cli_sweep *sweep, bool whole, struct cli_survey **survey)
{
    *survey = calloc(1, sizeof **survey);
    if (!*survey) {
        return fail_memory(sweep);
    }
    if (!begin(sweep, *survey)) {
        return false;
    }
    choose_columns(sweep->query, *survey);
    if (!walk(sweep, whole, *survey)) {
        return false;
    }
    if (!sweep->query->options.fields) {
        drop_absent(*survey);
    }
    return true;
}

void cli_survey_free(struct cli_survey *survey)
{
    if (survey) {
        aic_answer_clear(&survey->answer);
        aic_question_clear(&survey->question);
        free(survey->fixed);
        free(survey->columns);
        free(survey);
    }
}

bool cli_survey_is_least(const struct cli_survey *survey, const struct cli_column *column,
                         struct aic_value value)
{
    return column->field->flags & AIC_LEAST && survey->possible > 1 && value.set &&
           value.number == column->least;
}
