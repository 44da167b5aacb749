/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The answer for a terminal: the sentence, the rows that decide, budgets, what would mend a no,
 * the inputs with the assumed ones first, and the warnings. Unless all is asked for, what matters
 * least is folded until it fits a screen.
 */
#include <string.h>

#include "cli/answer/answer.h"
#include "cli/answer/screen.h"

/* Lines of a first screen: half of a window, so that the answer and the question are both seen. */
#define CLI_SCREEN_LINES 30

static void write_budgets(const struct cli_view *view, struct aic_sink *sink)
{
    struct cli_column columns[] = { { .width = 8 }, { .gap = 2 } };
    struct cli_grid grid;
    if (view->budget_count == 0) {
        return;
    }
    cli_heading(sink, view->all ? "Budgets" : NULL, view->color);
    cli_grid_init(&grid, sink, &cli_layout_text, columns, 2);
    grid.indent = CLI_INDENT;
    grid.color = view->color;
    for (size_t i = 0; i < view->budget_count; i++) {
        const struct aic_budget *budget = &view->budgets[i];
        const struct aic_verdict *verdict = &view->verdicts[i];
        char value[CLI_VALUE_SIZE], words[2 * CLI_VALUE_SIZE];
        struct aic_text text;
        cli_write_number(cli_result(view, budget->result), verdict->actual, view->units, value,
                         sizeof value);
        aic_text_init(&text, words, sizeof words);
        aic_text_add_bytes(&text, budget->text.at, budget->text.length);
        aic_text_format(&text, "   (is %s)", value);
        cli_grid_add(&grid, (struct cli_cell){ .text = cli_verdict(budget, verdict),
                                               .style = cli_verdict_style(budget, verdict) });
        cli_grid_cell(&grid, words);
        cli_grid_end(&grid);
    }
}

static void write_assumptions(const struct cli_view *view, struct aic_sink *sink)
{
    const struct aic_assumption *assumption = view->answer->question->calculator->assumptions;
    cli_heading(sink, "Assumptions and sources", view->color);
    for (; assumption && assumption->id; assumption++) {
        if (!aic_explanation_rests_on(view->explanation, assumption)) {
            continue;
        }
        char words[1024];
        cli_print(words, sizeof words, "%s: %s [%s]", assumption->id, assumption->text,
                  assumption->source);
        cli_paragraph(sink, view->columns, words);
    }
}

static void write_title(const struct cli_view *view, struct aic_sink *sink, const char *words)
{
    const char *name = view->answer->question->calculator->name;
    cli_styled_text(sink, view->color ? CLI_STRONG : CLI_PLAIN, name);
    aic_sink_text(sink, ": ");
    cli_wrapped(sink, view->columns, words, strlen(name) + 2, CLI_INDENT);
}

void cli_title(const struct cli_view *view, struct aic_sink *sink)
{
    write_title(view, sink, view->answer->question->calculator->help);
}

/* The answer in a sentence; without one, what the calculator is for. */
static void write_sentence(const struct cli_view *view, const struct cli_screen *screen,
                           struct aic_sink *sink)
{
    char words[1024];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    cli_add_sentence(view, screen, &text);
    write_title(view, sink, words);
}

static void write_answer(const struct cli_view *view, struct aic_sink *sink)
{
    struct cli_screen screen;
    cli_find_screen(view->answer, &screen);
    write_sentence(view, &screen, sink);
    cli_measured_table(view, sink);
    cli_solution_table(view, sink);
    cli_first_warnings_text(view, sink);
    cli_results_text(view, &screen, sink);
    write_budgets(view, sink);
    cli_steps_text(view, sink);
    cli_sensitivity_table(view, sink);
    cli_inputs_text(view, sink);
    cli_warnings_text(view, sink);
    if (view->explanation) {
        cli_explanation_text(view, sink);
        write_assumptions(view, sink);
    }
}

/* Counts the lines that are written. */
static bool count_lines(void *lines, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        *(size_t *)lines += bytes[i] == '\n';
    }
    return true;
}

static bool fits_screen(const struct cli_view *view)
{
    size_t lines = 0;
    struct aic_sink counter = { .write = count_lines, .context = &lines };
    write_answer(view, &counter);
    return lines <= CLI_SCREEN_LINES;
}

void cli_answer_table(const struct cli_view *view, struct aic_sink *sink)
{
    struct cli_view folded = *view;
    while (!view->all && !view->explain && folded.fold + 1 < CLI_FOLDS && !fits_screen(&folded)) {
        folded.fold++;
    }
    write_answer(&folded, sink);
}
