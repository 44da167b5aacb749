/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The answer for a terminal: the sentence, the rows that decide, budgets, what would mend a no,
 * the inputs with the assumed ones first, and the warnings. Unless all is asked for, what matters
 * least is folded until it fits a screen.
 */
#include <string.h>

#include "cli/views/answer/answer.h"
#include "cli/views/answer/screen.h"

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

/* Of a composition, whose budgets are those of a whole design: how many of them hold. */
static void add_budgets(const struct cli_view *view, struct aic_text *text)
{
    size_t exceeded = 0;
    for (size_t i = 0; i < view->budget_count; i++) {
        exceeded += !view->verdicts[i].pass;
    }
    if (!view->answer->question->calculator->composition || view->budget_count == 0) {
        return;
    }
    if (exceeded > 0) {
        aic_text_format(text, "%g of %g budgets exceeded; ", (double)exceeded,
                        (double)view->budget_count);
    } else {
        aic_text_add(text, view->budget_count == 1 ? "its budget holds; " : "all budgets hold; ");
    }
}

/* The answer in a sentence; without one, what the calculator is for. */
static void write_sentence(const struct cli_view *view, const struct cli_screen *screen,
                           struct aic_sink *sink)
{
    char words[1024];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    add_budgets(view, &text);
    cli_add_sentence(view, screen, &text);
    write_title(view, sink, words);
}

/* The parts that were not asked, and what each needs. */
static void write_not_asked(const struct cli_view *view, struct aic_sink *sink)
{
    const struct aic_calculator *calculator = view->answer->question->calculator;
    bool any = false;
    for (size_t i = 0; i < aic_part_count(calculator); i++) {
        const struct aic_part_view part = aic_part_at(calculator, i);
        if (!aic_part_is_asked(calculator, view->answer->out, i)) {
            char words[512];
            if (!any) {
                cli_heading(sink, "Not asked", view->color);
            }
            cli_print(words, sizeof words, "%s: needs %s", part.name,
                      aic_part_wants(calculator, view->answer->out, i));
            cli_paragraph(sink, view->columns, words);
            any = true;
        }
    }
}

/* What was given, and how many things were assumed. */
static void write_short_inputs(const struct cli_view *view, struct aic_sink *sink)
{
    const struct aic_table *inputs = &view->answer->question->calculator->inputs;
    char words[128];
    size_t count = 0;
    for (size_t i = 0; i < aic_table_size(inputs); i++) {
        count += view->influence->inputs[i] > AIC_INFLUENCE_COUNTS;
    }
    cli_heading(sink, "Inputs", view->color);
    cli_given_text(view, sink);
    cli_print(words, sizeof words, "assumed: %g values that move this by more than 1 %%: --all",
              (double)count);
    cli_paragraph(sink, view->columns, words);
}

/* The warnings that change no decision, as a number. */
static void count_warnings(const struct cli_view *view, struct aic_sink *sink)
{
    const struct aic_notes *notes = &view->answer->notes;
    char words[128];
    size_t count = 0;
    for (size_t i = 0; i < notes->count; i++) {
        count += !cli_is_first_warning(view, notes->notes[i].id);
    }
    if (count > 0) {
        cli_print(words, sizeof words, "%g other warning%s: --all or --part NAME", (double)count,
                  count == 1 ? "" : "s");
        cli_paragraph(sink, view->columns, words);
    }
}

/* The parts of a composition below each other, then what changes a decision. */
static void write_composed(const struct cli_view *view, const struct cli_screen *screen,
                           struct aic_sink *sink)
{
    char words[128];
    write_sentence(view, screen, sink);
    cli_measured_table(view, sink);
    cli_solution_table(view, sink);
    cli_results_text(view, screen, sink);
    write_budgets(view, sink);
    write_short_inputs(view, sink);
    cli_heading(sink, "Warnings", view->color);
    cli_first_warnings_text(view, sink);
    count_warnings(view, sink);
    cli_sensitivity_table(view, sink);
    write_not_asked(view, sink);
    cli_print(words, sizeof words, "%g results: --part NAME for those of a part, --all for all",
              (double)view->result_count);
    aic_sink_text(sink, "\n");
    cli_paragraph(sink, view->columns, words);
}

/* The first screen of a composition, which is longer than one: nothing is folded. */
static bool is_composed(const struct cli_view *view)
{
    return view->answer->question->calculator->composition && !view->all && !view->chosen &&
           !view->explain;
}

static void write_answer(const struct cli_view *view, struct aic_sink *sink)
{
    struct cli_screen screen;
    cli_find_screen(view->answer, &screen);
    if (is_composed(view)) {
        write_composed(view, &screen, sink);
        return;
    }
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
        write_not_asked(view, sink);
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
    while (!view->all && !view->explain && !is_composed(view) && folded.fold + 1 < CLI_FOLDS &&
           !fits_screen(&folded)) {
        folded.fold++;
    }
    write_answer(&folded, sink);
}
