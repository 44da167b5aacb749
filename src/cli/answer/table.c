/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The answer for a terminal: the sentence, the rows that decide, budgets, what would mend a no,
 * the inputs with the assumed ones first, and the warnings.
 */
#include <string.h>

#include "cli/answer/answer.h"
#include "cli/answer/screen.h"

static void write_budgets(const struct cli_view *view, struct aic_sink *sink)
{
    struct cli_column columns[] = { { .width = 8 }, { .gap = 2 } };
    struct cli_grid grid;
    if (view->budget_count == 0) {
        return;
    }
    cli_heading(sink, "Budgets", view->color);
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

bool cli_is_first_warning(const struct cli_view *view, const char *id)
{
    const char *const *first = view->answer->question->calculator->first_warnings;
    for (; first && *first; first++) {
        if (strcmp(*first, id) == 0) {
            return true;
        }
    }
    return false;
}

/* A warning that changes a decision stands under the sentence, the others at the end. */
static void write_warnings(const struct cli_view *view, struct aic_sink *sink, bool first)
{
    const struct aic_notes *notes = &view->answer->notes;
    bool has_heading = first;
    for (size_t i = 0; i < notes->count; i++) {
        const char *id = notes->notes[i].id;
        if (cli_is_first_warning(view, id) != first) {
            continue;
        }
        if (!has_heading) {
            cli_heading(sink, "Warnings", view->color);
            has_heading = true;
        }
        cli_repeat(sink, ' ', CLI_INDENT);
        cli_styled_text(sink, view->color ? CLI_WARNING : CLI_PLAIN, id);
        aic_sink_text(sink, ": ");
        cli_wrapped(sink, view->columns, notes->notes[i].text, CLI_INDENT + strlen(id) + 2,
                    2 * CLI_INDENT);
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

/* What the first screen leaves out, and how to see it. */
static void write_more(const struct cli_view *view, const struct cli_screen *screen,
                       struct aic_sink *sink)
{
    if (!view->chosen && !view->all && view->result_count > screen->count) {
        char words[128];
        cli_print(words, sizeof words, "%g more results with --all%s",
                  (double)(view->result_count - screen->count),
                  view->explain ? "" : "; formulas with --explain");
        aic_sink_text(sink, "\n");
        cli_paragraph(sink, view->columns, words);
    }
}

void cli_answer_table(const struct cli_view *view, struct aic_sink *sink)
{
    struct cli_screen screen;
    cli_find_screen(view->answer, &screen);
    write_sentence(view, &screen, sink);
    cli_measured_table(view, sink);
    cli_solution_table(view, sink);
    write_warnings(view, sink, true);
    cli_results_text(view, &screen, sink);
    write_budgets(view, sink);
    cli_steps_text(view, sink);
    cli_sensitivity_table(view, sink);
    cli_inputs_text(view, sink);
    write_warnings(view, sink, false);
    if (view->explanation) {
        cli_explanation_text(view, sink);
        write_assumptions(view, sink);
    }
    write_more(view, &screen, sink);
}
