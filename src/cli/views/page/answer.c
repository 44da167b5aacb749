/* SPDX-License-Identifier: Apache-2.0 */
/* The page of an answer. */
#include "cli/views/page/answer.h"

#include <math.h>
#include <string.h>

#include "cli/formats/document.h"
#include "cli/views/plot/plots.h"

/* A number stays on a line with its unit. */
static void keep_together(const char *words, struct aic_text *text)
{
    for (char before = ' '; *words; before = *words++) {
        bool follows = *words == ' ' && before >= '0' && before <= '9';
        aic_text_add_bytes(text, follows ? "\u00a0" : words, follows ? 2 : 1);
    }
}

static void write_sentence(const struct cli_view *view, const struct cli_screen *screen, char *out,
                           size_t capacity)
{
    struct aic_text text;
    aic_text_init(&text, out, capacity);
    cli_add_sentence(view, screen, &text);
}

/* "2 of 3 budgets hold". */
static void write_budgets_pill(const struct cli_view *view, struct aic_sink *sink)
{
    enum cli_style worst = CLI_GOOD;
    char words[CLI_VALUE_SIZE];
    size_t held = 0;
    for (size_t i = 0; i < view->budget_count; i++) {
        enum cli_style style = cli_verdict_style(&view->budgets[i], &view->verdicts[i]);
        worst = style > worst ? style : worst;
        held += view->verdicts[i].pass;
    }
    if (view->budget_count > 0) {
        cli_print(words, sizeof words, "%g of %g budget%s hold%s", (double)held,
                  (double)view->budget_count, view->budget_count == 1 ? "" : "s",
                  view->budget_count == 1 ? "s" : "");
        html_pill(sink, worst, words);
    }
}

/* The flags that compare something: "fits: yes". */
static void write_flags(const struct cli_view *view, struct aic_sink *sink)
{
    size_t count = aic_table_size(&view->answer->question->calculator->results);
    for (size_t i = 0; i < count; i++) {
        struct aic_comparison comparison;
        char value[CLI_VALUE_SIZE], words[2 * CLI_VALUE_SIZE];
        if (!html_has_row(view, i) || !aic_answer_comparison(view->answer, i, &comparison)) {
            continue;
        }
        bool holds = aic_answer_result(view->answer, i).number != 0;
        cli_write_result(view, i, value, sizeof value);
        cli_print(words, sizeof words, "%s: %s", cli_result(view, i)->name, value);
        html_pill(sink, comparison.tight ? CLI_WARNING : holds ? CLI_GOOD : CLI_BAD, words);
    }
}

static void write_verdict(const struct cli_view *view, struct aic_sink *sink)
{
    aic_sink_text(sink, "<p class=\"verdict\">");
    write_flags(view, sink);
    write_budgets_pill(view, sink);
    if (view->answer->notes.count > 0) {
        html_put(sink, "<a class=\"pill warn\" href=\"#warnings\">%g warning%s</a>",
                 (double)view->answer->notes.count, view->answer->notes.count == 1 ? "" : "s");
    }
    aic_sink_text(sink, "</p>\n");
}

static void write_head(const struct cli_view *view, const struct cli_screen *screen,
                       struct aic_sink *sink)
{
    const struct aic_calculator *calculator = view->answer->question->calculator;
    char words[1024], title[1200], together[2 * sizeof words];
    struct aic_text text;
    write_sentence(view, screen, words, sizeof words);
    cli_print(title, sizeof title, "%s: %s", calculator->name, words);
    html_open(sink, title);
    aic_text_init(&text, together, sizeof together);
    keep_together(words, &text);
    html_head(sink, calculator->name, together);
    write_verdict(view, sink);
    html_put(sink, "<p class=\"asked\">Asked: %s; for ", calculator->help);
    html_asked(view, NULL, sink);
    aic_sink_text(sink, "</p>\n");
    html_command(sink, &view->asked);
    html_contents(view, sink);
    aic_sink_text(sink, "</header>\n");
}

static void write_warnings(const struct cli_view *view, struct aic_sink *sink)
{
    const struct aic_notes *notes = &view->answer->notes;
    if (notes->count == 0) {
        return;
    }
    html_section(sink, "warnings", "Warnings", NULL);
    aic_sink_text(sink, "<ul class=\"plain\">\n");
    for (int light = 0; light < 2; light++) {
        for (size_t i = 0; i < notes->count; i++) {
            if (cli_is_first_warning(view, notes->notes[i].id) == !light) {
                html_warning(sink, !light, notes->notes[i].id, notes->notes[i].text);
            }
        }
    }
    aic_sink_text(sink, "</ul>\n");
    html_section_end(sink);
}

static void write_budgets(const struct cli_view *view, struct aic_sink *sink)
{
    if (view->budget_count == 0) {
        return;
    }
    html_section(sink, "budgets", "Budgets", NULL);
    aic_sink_text(sink, "<ul class=\"plain\">\n");
    for (size_t i = 0; i < view->budget_count; i++) {
        const struct aic_budget *budget = &view->budgets[i];
        const struct aic_field *field = cli_result(view, budget->result);
        char words[CLI_VALUE_SIZE], actual[CLI_VALUE_SIZE];
        double value = view->verdicts[i].actual;
        cli_write_span(budget->text, words, sizeof words);
        cli_write_number(field, value, view->units, actual, sizeof actual);
        html_budget(sink, &(struct doc_budget){
                              cli_verdict_style(budget, &view->verdicts[i]),
                              cli_verdict(budget, &view->verdicts[i]), words, actual, "", value,
                              budget->limit,
                              cli_is_number(field) ? aic_budget_margin(budget, value) : NAN,
                              cli_is_number(field) });
    }
    aic_sink_text(sink, "</ul>\n");
    html_section_end(sink);
}

static void write_steps(const struct cli_view *view, struct aic_sink *sink)
{
    const struct aic_steps *steps = view->steps;
    char words[CLI_VALUE_SIZE], gives[CLI_VALUE_SIZE];
    if (!steps || steps->tried == 0) {
        return;
    }
    html_section(sink, "steps", "Next step",
                 steps->count > 0
                     ? "Any of these mends it, added to the command or in place of what it has."
                     : NULL);
    if (steps->count == 0) {
        cli_write_no_step(view, words, sizeof words);
        html_put(sink, "<p>%s</p>\n", words);
    } else {
        aic_sink_text(sink, "<ul class=\"plain\">\n");
    }
    for (size_t i = 0; i < steps->count; i++) {
        cli_write_step(view, &steps->steps[i], words, gives, sizeof words);
        html_put(sink, "<li class=\"step\"><code class=\"copy\">%s</code><span>%s</span></li>\n",
                 words, gives);
    }
    aic_sink_text(sink, steps->count > 0 ? "</ul>\n" : "");
    html_section_end(sink);
}

static void write_line(const struct cli_view *view, struct aic_sink *sink, const char *words)
{
    (void)view;
    html_put(sink, "<p>%s</p>\n", words);
}

static void write_unmoved(const struct cli_view *view, struct aic_sink *sink)
{
    const struct aic_sensitivity *all = view->sensitivity;
    for (size_t i = 0; i < all->unmoved_count; i++) {
        html_put(sink, "<p class=\"note\"><code>%s</code> was not moved: %s</p>\n",
                 cli_input(view, all->unmoved[i].input)->name, all->unmoved[i].why);
    }
}

/* What else was asked of the answer. */
static void write_analyses(const struct cli_view *view, struct aic_sink *sink)
{
    if (view->solution) {
        html_section(sink, "solve", "Solved", NULL);
        cli_solution_each(view, sink, write_line);
        html_section_end(sink);
    }
    if (view->measured_count > 0) {
        html_section(sink, "measured", "Measured", NULL);
        cli_measured_rows(view, &html_layout, sink);
        html_table_end(sink);
        html_section_end(sink);
    }
    if (view->sensitivity) {
        html_section(sink, "sensitivity", "Sensitivity",
                     "Each input moved by a tenth, or over its range; the largest effect first.");
        cli_sensitivity_rows(view, &html_layout, sink);
        html_table_end(sink);
        write_unmoved(view, sink);
        html_section_end(sink);
    }
}

static void write_chart(const struct cli_view *view, struct aic_sink *sink)
{
    struct aic_error error = { .code = AIC_OK };
    if (svg_accepts_answer(view, &error)) {
        aic_sink_text(sink, "<figure class=\"scroll\" tabindex=\"0\">\n");
        svg_answer_figure(view, sink);
        aic_sink_text(sink, "</figure>\n");
    }
}

/* The same bytes on every terminal: a page knows all characters and its own colours. */
void html_answer(const struct cli_view *shown, struct aic_sink *sink)
{
    struct cli_view view = *shown;
    struct cli_screen screen;
    struct html_sources sources;
    view.unicode = true;
    view.color = false;
    cli_find_screen(view.answer, &screen);
    html_find_sources(&view, &sources);
    write_head(&view, &screen, sink);
    html_cards(&view, &screen, sink);
    write_warnings(&view, sink);
    write_budgets(&view, sink);
    write_steps(&view, sink);
    write_analyses(&view, sink);
    write_chart(&view, sink);
    html_results(&view, &sources, sink);
    html_inputs(&view, &sources, NULL, sink);
    html_list_sources(&view, &sources, sink);
    html_close(sink);
}
