/* SPDX-License-Identifier: Apache-2.0 */
/* The answer as Markdown, to be pasted into a review. */
#include "cli/answer/answer.h"

static void write_results(const struct cli_view *view, struct aic_sink *sink)
{
    struct cli_column columns[] = {
        { .title = "Result" },
        { .title = "Value", .right = true },
        { .title = "Low", .right = true },
        { .title = "High", .right = true },
        { .title = "Basis" },
        { .title = "Meaning" },
    };
    struct cli_column plain[] = { columns[0], columns[1], columns[4], columns[5] };
    size_t values = view->spread ? 3 : 1;
    struct cli_grid grid;
    cli_grid_init(&grid, sink, &cli_layout_markdown, view->spread ? columns : plain, values + 3);
    cli_grid_head(&grid);
    for (size_t i = 0; i < view->result_count; i++) {
        size_t index = view->results[i];
        const struct aic_field *field = cli_result(view, index);
        struct aic_value value[3] = { aic_answer_result(view->answer, index) };
        if (view->spread) {
            aic_spread_ends(view->spread, index, &value[1], &value[2]);
        }
        cli_grid_cell(&grid, field->name);
        for (size_t k = 0; k < values; k++) {
            char words[CLI_VALUE_SIZE];
            cli_write_value(field, value[k], view->units, words, sizeof words);
            cli_grid_cell(&grid, words);
        }
        cli_grid_cell(&grid, aic_basis_name(view->answer->basis[index]));
        cli_grid_cell(&grid, field->help);
        cli_grid_end(&grid);
    }
}

void cli_inputs_markdown(const struct cli_view *view, const bool *picked, struct aic_sink *sink)
{
    const struct aic_question *question = view->answer->question;
    struct cli_column columns[] = {
        { .title = "Input" },
        { .title = "Value", .right = true },
        { .title = "Origin" },
        { .title = "Meaning" },
    };
    struct cli_grid grid;
    aic_sink_text(sink, "\n");
    cli_grid_init(&grid, sink, &cli_layout_markdown, columns, 4);
    cli_grid_head(&grid);
    for (size_t i = 0; i < aic_table_size(&question->calculator->inputs); i++) {
        enum aic_origin origin = aic_question_origin(question, i);
        bool is_used =
            origin > AIC_FROM_DEFAULT || (origin == AIC_FROM_DEFAULT && view->answer->used[i]);
        if (!is_used || (picked && !picked[i])) {
            continue;
        }
        char value[CLI_VALUE_SIZE];
        bool has_source = origin == AIC_FROM_CATALOG || origin == AIC_FROM_ANSWER;
        cli_write_input(view, i, value, sizeof value);
        cli_grid_row(&grid, (const char *[]){ cli_input(view, i)->name, value,
                                              has_source ? question->sources[i].name
                                                         : aic_origin_name(origin),
                                              cli_input(view, i)->help });
    }
}

static void write_budgets(const struct cli_view *view, struct aic_sink *sink)
{
    struct cli_column columns[] = {
        { .title = "Budget" },
        { .title = "Actual", .right = true },
        { .title = "Verdict" },
        { .title = "" },
    };
    struct cli_grid grid;
    if (view->budget_count == 0) {
        return;
    }
    aic_sink_text(sink, "\n");
    cli_grid_init(&grid, sink, &cli_layout_markdown, columns, 4);
    cli_grid_head(&grid);
    for (size_t i = 0; i < view->budget_count; i++) {
        const struct aic_budget *budget = &view->budgets[i];
        const struct aic_verdict *verdict = &view->verdicts[i];
        char words[CLI_VALUE_SIZE], value[CLI_VALUE_SIZE];
        cli_write_span(budget->text, words, sizeof words);
        cli_write_number(cli_result(view, budget->result), verdict->actual, view->units, value,
                         sizeof value);
        cli_grid_row(&grid, (const char *[]){ words, value, cli_verdict(budget, verdict), "" });
    }
}

static void write_warnings(const struct cli_view *view, struct aic_sink *sink)
{
    const struct aic_notes *notes = &view->answer->notes;
    for (size_t i = 0; i < notes->count; i++) {
        aic_sink_text(sink, i == 0 ? "\n" : "");
        cli_markdown_item(sink, notes->notes[i].id, notes->notes[i].text);
    }
}

static void write_formulas(const struct cli_view *view, struct aic_sink *sink)
{
    aic_sink_text(sink, "\n");
    for (size_t i = 0; i < view->result_count; i++) {
        const struct aic_field *field = cli_result(view, view->results[i]);
        char words[2304];
        struct aic_text text;
        if (!aic_field_words(field)) {
            continue;
        }
        aic_text_init(&text, words, sizeof words);
        aic_text_format(&text, "%s = ", field->name);
        aic_explain_formula(view->answer, field, &text);
        if (!aic_field_is_sentence(field)) {
            aic_text_add(&text, " = ");
            aic_explain_numbers(view->answer, field, &text);
        }
        cli_markdown_item(sink, NULL, words);
    }
}

void cli_answer_markdown(const struct cli_view *view, struct aic_sink *sink)
{
    write_results(view, sink);
    write_budgets(view, sink);
    cli_solution_markdown(view, sink);
    cli_sensitivity_markdown(view, sink);
    cli_inputs_markdown(view, NULL, sink);
    if (view->explain) {
        write_formulas(view, sink);
    }
    write_warnings(view, sink);
}
