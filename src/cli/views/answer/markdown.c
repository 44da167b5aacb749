/* SPDX-License-Identifier: Apache-2.0 */
/* The answer as Markdown, to be pasted into a review. */
#include "cli/views/answer/answer.h"
#include "cli/views/answer/screen.h"

/* The results to show: the chosen ones, all, or those of the first screen. */
struct shown {
    const size_t *results;
    size_t count;
};

static bool has_bands(const struct cli_view *view, const struct shown *shown)
{
    struct aic_error_band band;
    for (size_t i = 0; i < shown->count; i++) {
        if (aic_answer_band(view->answer, shown->results[i], &band)) {
            return true;
        }
    }
    return false;
}

static void write_results(const struct cli_view *view, const struct shown *results,
                          struct aic_sink *sink)
{
    struct cli_column columns[] = {
        { .title = "Result" },
        { .title = "Value", .right = true },
        { .title = "Low", .right = true },
        { .title = "High", .right = true },
        { .title = "Ends" },
        { .title = "Basis" },
        { .title = "Error", .right = true },
        { .title = "Meaning" },
    };
    struct cli_column shown[sizeof columns / sizeof columns[0]];
    size_t values = view->spread ? 3 : 1;
    bool bands = has_bands(view, results);
    size_t count = 0;
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        bool is_end = i >= 2 && i <= 4;
        if ((!is_end || view->spread) && (i != 6 || bands)) {
            shown[count++] = columns[i];
        }
    }
    struct cli_grid grid;
    cli_grid_init(&grid, sink, &cli_layout_markdown, shown, count);
    cli_grid_head(&grid);
    for (size_t i = 0; i < results->count; i++) {
        size_t index = results->results[i];
        char name[CLI_VALUE_SIZE];
        const struct aic_field *field = cli_result(view, index);
        struct aic_value value[3] = { aic_answer_result(view->answer, index) };
        if (view->spread) {
            aic_spread_ends(view->spread, index, &value[1], &value[2]);
        }
        cli_grid_add(&grid, cli_markdown_code(field->name, name, sizeof name));
        for (size_t k = 0; k < values; k++) {
            char words[CLI_VALUE_SIZE];
            if (k == 0) {
                cli_write_result(view, index, words, sizeof words);
            } else {
                cli_write_value(field, value[k], view->units, words, sizeof words);
            }
            cli_grid_cell(&grid, words);
        }
        if (view->spread) {
            char words[CLI_VALUE_SIZE];
            cli_write_interval_method(view, index, words, sizeof words);
            cli_grid_cell(&grid, words);
        }
        cli_grid_cell(&grid, aic_basis_name(cli_basis(view, index)));
        if (bands) {
            char words[CLI_VALUE_SIZE];
            cli_write_band(view, index, words, sizeof words);
            cli_grid_cell(&grid, words);
        }
        cli_grid_cell(&grid, field->help);
        cli_grid_end(&grid);
    }
}

/* Given, or a default that moves what is shown, as far as that is known; with --all those of catalogs
 * and answers too. */
static bool is_told(const struct cli_view *view, size_t input)
{
    enum aic_origin origin = aic_question_origin(view->answer->question, input);
    bool is_given = cli_is_given(view->answer, input);
    bool moves = view->influence ? origin == AIC_FROM_DEFAULT && view->influence->inputs[input] > 0
                                 : cli_is_assumed(view->answer, input);
    return view->all || is_given || moves;
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
        if (!is_used || (picked && !picked[i]) || !is_told(view, i)) {
            continue;
        }
        char value[CLI_VALUE_SIZE];
        bool has_source = origin == AIC_FROM_CATALOG || origin == AIC_FROM_ANSWER;
        char name[CLI_VALUE_SIZE];
        cli_write_input(view, i, value, sizeof value);
        cli_grid_add(&grid, cli_markdown_code(cli_input(view, i)->name, name, sizeof name));
        cli_grid_cell(&grid, value);
        cli_grid_cell(&grid, has_source ? question->sources[i].name : aic_origin_name(origin));
        cli_grid_cell(&grid, cli_input(view, i)->help);
        cli_grid_end(&grid);
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
        char code[CLI_VALUE_SIZE + 2];
        cli_grid_add(&grid, cli_markdown_code(words, code, sizeof code));
        cli_grid_cell(&grid, value);
        cli_grid_cell(&grid, cli_verdict(budget, verdict));
        cli_grid_end(&grid);
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

static void write_title(const struct cli_view *view, const struct cli_screen *screen,
                        struct aic_sink *sink)
{
    char words[1024];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    cli_add_sentence(view, screen, &text);
    aic_sink_text(sink, "**");
    cli_sink_markdown(sink, view->answer->question->calculator->name);
    aic_sink_text(sink, "**: ");
    cli_sink_markdown(sink, words);
    aic_sink_text(sink, "\n\n");
}

void cli_answer_markdown(const struct cli_view *view, struct aic_sink *sink)
{
    struct cli_screen screen;
    cli_find_screen(view->answer, &screen);
    bool everything = view->chosen || view->all;
    const struct shown shown = { everything ? view->results : screen.rows,
                                 everything ? view->result_count : screen.count };
    write_title(view, &screen, sink);
    write_results(view, &shown, sink);
    write_budgets(view, sink);
    cli_steps_markdown(view, sink);
    cli_measured_markdown(view, sink);
    cli_solution_markdown(view, sink);
    cli_sensitivity_markdown(view, sink);
    cli_inputs_markdown(view, NULL, sink);
    if (view->explanation) {
        cli_explanation_markdown(view, sink);
    }
    write_warnings(view, sink);
    cli_asked_markdown(&view->asked, sink);
}
