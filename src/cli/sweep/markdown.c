/* SPDX-License-Identifier: Apache-2.0 */
/* A sweep as Markdown: a row a case, and below what all cases share. */
#include "cli/sweep/survey.h"

#include <string.h>

static void write_cell(struct aic_sink *sink, const char *text)
{
    aic_sink_text(sink, "| ");
    cli_sink_markdown(sink, text);
    aic_sink_text(sink, " ");
}

static void write_rule(struct aic_sink *sink, const struct aic_field *field)
{
    bool is_number = field && (field->kind == AIC_REAL || field->kind == AIC_INTEGER);
    aic_sink_text(sink, is_number ? "|---:" : "|---");
}

static void write_budget(struct aic_sink *sink, const struct aic_budget *budget)
{
    char words[CLI_VALUE_SIZE];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    aic_text_add_bytes(&text, budget->text.at, budget->text.length);
    write_cell(sink, words);
}

/* The head; the last column is there where a case is impossible. */
static void write_head(const struct cli_sweep *sweep, const struct cli_survey *survey,
                       struct aic_sink *sink)
{
    const struct cli_query *query = sweep->query;
    size_t budgets = query->options.budgets.count;
    bool errors = survey->possible < sweep->cases.case_count;
    for (size_t i = 0; i < sweep->cases.axis_count; i++) {
        write_cell(sink, sweep->cases.axes[i].field->name);
    }
    for (size_t i = 0; i < survey->column_count; i++) {
        write_cell(sink, survey->columns[i].field->name);
    }
    for (size_t i = 0; i < budgets; i++) {
        write_budget(sink, &query->budgets[i]);
    }
    aic_sink_text(sink, errors ? "| Impossible because |\n" : "|\n");
    for (size_t i = 0; i < sweep->cases.axis_count; i++) {
        write_rule(sink, sweep->cases.axes[i].field);
    }
    for (size_t i = 0; i < survey->column_count; i++) {
        write_rule(sink, survey->columns[i].field);
    }
    for (size_t i = 0; i < budgets + errors; i++) {
        write_rule(sink, NULL);
    }
    aic_sink_text(sink, "|\n");
}

static void write_result(const struct cli_sweep *sweep, const struct cli_survey *survey,
                         struct aic_sink *sink, const struct cli_column *column)
{
    struct aic_value value = aic_variation_result(&sweep->variation, column->result);
    char text[CLI_VALUE_SIZE] = "";
    if (!sweep->is_possible || !value.set) {
        write_cell(sink, text);
        return;
    }
    cli_write_value(column->field, value, sweep->query->options.units, text, sizeof text);
    bool least = cli_survey_is_least(survey, column, value);
    aic_sink_text(sink, least ? "| **" : "| ");
    cli_sink_markdown(sink, text);
    aic_sink_text(sink, least ? "** " : " ");
}

static void write_case(const struct cli_sweep *sweep, const struct cli_survey *survey,
                       struct aic_sink *sink)
{
    const struct cli_query *query = sweep->query;
    for (size_t i = 0; i < sweep->cases.axis_count; i++) {
        char text[CLI_VALUE_SIZE];
        cli_write_value(sweep->cases.axes[i].field, sweep->values[i], query->options.units, text,
                        sizeof text);
        write_cell(sink, text);
    }
    for (size_t i = 0; i < survey->column_count; i++) {
        write_result(sweep, survey, sink, &survey->columns[i]);
    }
    for (size_t i = 0; i < query->options.budgets.count; i++) {
        write_cell(sink, sweep->is_possible ? cli_sweep_verdict(sweep, i) : "");
    }
    if (survey->possible < sweep->cases.case_count) {
        char reason[CLI_REASON_SIZE] = "";
        if (!sweep->is_possible) {
            cli_sweep_reason(sweep, reason);
        }
        write_cell(sink, reason);
    }
    aic_sink_text(sink, "|\n");
}

/* A line of names behind a label, none where nothing is picked. */
static void write_names(struct aic_sink *sink, const char *label, const struct cli_survey *survey,
                        bool (*picks)(const struct cli_survey *, const struct cli_column *, int),
                        int what)
{
    bool any = false;
    for (size_t i = 0; i < survey->column_count; i++) {
        if (picks(survey, &survey->columns[i], what)) {
            aic_sink_text(sink, any ? ", " : label);
            cli_sink_markdown(sink, survey->columns[i].field->name);
            any = true;
        }
    }
    aic_sink_text(sink, any ? "\n" : "");
}

static bool is_least(const struct cli_survey *survey, const struct cli_column *column, int what)
{
    (void)what;
    return column->field->flags & AIC_LEAST && survey->possible > 1;
}

static bool has_basis(const struct cli_survey *survey, const struct cli_column *column, int what)
{
    (void)survey;
    return column->appears && (int)column->basis == what;
}

static void write_inputs(const struct cli_sweep *sweep, const struct cli_survey *survey,
                         struct aic_sink *sink)
{
    aic_sink_text(sink, "\n| Input | Value | Origin | Meaning |\n|---|---:|---|---|\n");
    for (size_t i = 0; i < aic_table_size(&sweep->query->calculator->inputs); i++) {
        enum aic_origin origin = aic_question_origin(&survey->question, i);
        const struct aic_field *field = aic_table_at(&sweep->query->calculator->inputs, i, NULL);
        bool is_shown =
            origin > AIC_FROM_DEFAULT || (origin == AIC_FROM_DEFAULT && survey->answer.used[i]);
        if (!survey->fixed[i] || !is_shown) {
            continue;
        }
        char value[CLI_VALUE_SIZE];
        cli_write_value(field, aic_question_value(&survey->question, i),
                        sweep->query->options.units, value, sizeof value);
        bool has_source = origin == AIC_FROM_CATALOG || origin == AIC_FROM_ANSWER;
        write_cell(sink, field->name);
        write_cell(sink, value);
        write_cell(sink, has_source ? survey->question.sources[i].name : aic_origin_name(origin));
        write_cell(sink, field->help);
        aic_sink_text(sink, "|\n");
    }
}

static void write_warnings(const struct cli_sweep *sweep, const struct cli_survey *survey,
                           struct aic_sink *sink)
{
    for (size_t i = 0; i < survey->warning_count; i++) {
        const struct cli_occurrence *warning = &survey->warnings[i];
        aic_sink_text(sink, i == 0 ? "\n- **" : "- **");
        cli_sink_markdown(sink, warning->note.id);
        aic_sink_text(sink, "** in ");
        aic_sink_number(sink, (double)warning->cases);
        aic_sink_text(sink, " of ");
        aic_sink_number(sink, (double)sweep->cases.case_count);
        aic_sink_text(sink, " cases, the first: ");
        cli_sink_markdown(sink, warning->note.text);
        aic_sink_text(sink, "\n");
    }
}

void cli_sweep_markdown(struct cli_sweep *sweep, struct aic_sink *sink)
{
    static const char *const labels[] = {
        [AIC_EXACT] = "- Exact: ",
        [AIC_PUBLISHED] = "- Rests on a published figure: ",
        [AIC_ESTIMATE] = "- Estimate: ",
        [AIC_ASSUMED] = "- Rests on an assumed default: ",
    };
    struct cli_survey *survey = NULL;
    if (cli_survey_make(sweep, true, &survey)) {
        write_head(sweep, survey, sink);
        cli_sweep_rewind(sweep);
        while (!sink->failed && cli_sweep_next(sweep)) {
            write_case(sweep, survey, sink);
        }
        aic_sink_text(sink, "\n");
        write_names(sink, "- Bold: least ", survey, is_least, 0);
        for (int basis = AIC_EXACT; basis <= AIC_ASSUMED; basis++) {
            write_names(sink, labels[basis], survey, has_basis, basis);
        }
        write_inputs(sweep, survey, sink);
        write_warnings(sweep, survey, sink);
    }
    cli_survey_free(survey);
}
