/* SPDX-License-Identifier: Apache-2.0 */
/* What every drawing has: a head that says what was asked, a foot, and lines for budgets. */
#include <math.h>

#include "cli/svg/axis.h"
#include "cli/sweep/sweep.h"
#include "cli/views/answer/answer.h"

#define TITLE_SIZE    17.0
#define SUBTITLE_SIZE 13.5
#define SHORTEST_HELP 120.0 /* less room than this beside a subtitle, and it is left out */
#define TEXT_SIZE     12.5
#define DEFAULTS      6 /* that move the answer most and are named in the head */

double svg_head(struct aic_sink *sink, const char *title, const char *given)
{
    static const struct svg_font title_font = { TITLE_SIZE, SVG_INK, SVG_START, true, false };
    static const struct svg_font given_font = { TEXT_SIZE, SVG_MUTED, SVG_START, false, false };
    double width = SVG_WIDTH - 2 * SVG_MARGIN;
    double y = SVG_MARGIN + TITLE_SIZE;
    y += svg_lines(sink, SVG_MARGIN, y, width, &title_font, 2, title);
    return y + svg_lines(sink, SVG_MARGIN, y, width, &given_font, 3, given);
}

void svg_subtitle(struct aic_sink *sink, double top, const char *title, const char *help)
{
    static const struct svg_font title_font = { SUBTITLE_SIZE, SVG_INK, SVG_START, true, false };
    static const struct svg_font help_font = { 12, SVG_MUTED, SVG_START, false, false };
    const double width = SVG_WIDTH - 2 * SVG_MARGIN;
    char cut[512];
    svg_cut(title, SUBTITLE_SIZE * SVG_BOLD, width, cut, sizeof cut);
    svg_text(sink, SVG_MARGIN, top + SUBTITLE_SIZE, &title_font, cut);
    double used = svg_text_width(cut, SUBTITLE_SIZE * SVG_BOLD) + 14;
    if (help && width - used > SHORTEST_HELP) {
        svg_cut(help, help_font.size, width - used, cut, sizeof cut);
        svg_text(sink, SVG_MARGIN + used, top + SUBTITLE_SIZE, &help_font, cut);
    }
}

static bool is_skipped(const size_t *skipped, size_t count, size_t input)
{
    for (size_t i = 0; i < count; i++) {
        if (skipped[i] == input) {
            return true;
        }
    }
    return false;
}

/* Inputs under way to a line of words. */
struct inputs {
    const struct cli_view *view;
    const size_t *skipped;
    size_t skipped_count;
    const char *label; /* before the next one */
    size_t left;       /* how many more may be named */
    struct aic_text text;
};

static void add_input(void *context, size_t input, double influence)
{
    struct inputs *inputs = context;
    (void)influence;
    if (inputs->left > 0 && !is_skipped(inputs->skipped, inputs->skipped_count, input)) {
        char words[CLI_VALUE_SIZE];
        cli_write_input(inputs->view, input, words, sizeof words);
        aic_text_format(&inputs->text, "%s%s %s", inputs->label,
                        cli_input(inputs->view, input)->name, words);
        inputs->label = ", ";
        inputs->left--;
    }
}

/* What was given, then the defaults that move the answer most, where that is known. */
void svg_given(const struct cli_view *view, const size_t *skipped, size_t skipped_count, char *out,
               size_t capacity)
{
    struct inputs inputs = { view, skipped, skipped_count, .label = "", .left = SIZE_MAX };
    aic_text_init(&inputs.text, out, capacity);
    for (size_t i = 0; i < aic_table_size(&view->answer->question->calculator->inputs); i++) {
        if (cli_is_given(view->answer, i)) {
            add_input(&inputs, i, 0);
        }
    }
    inputs.label = inputs.text.length > 0 ? "; assumed: " : "assumed: ";
    inputs.left = DEFAULTS;
    if (view->influence) {
        cli_each_default(view, AIC_INFLUENCE_COUNTS, INFINITY, add_input, &inputs);
    }
}

bool svg_given_case(const struct cli_sweep *sweep, const size_t *shown, size_t count, char *out,
                    size_t capacity)
{
    struct aic_influence influence;
    struct cli_view view = cli_query_view(sweep->query);
    bool ok =
        aic_influence_init(&influence, sweep->answer, shown, count, NULL, &sweep->query->error);
    view.answer = sweep->answer;
    view.influence = ok ? &influence : NULL;
    svg_given(&view, sweep->cases.inputs, sweep->cases.axis_count, out, capacity);
    aic_influence_clear(&influence);
    return ok;
}

void svg_foot(struct aic_sink *sink, double height, enum svg_place place)
{
    static const struct svg_font font = { 10.5, SVG_MUTED, SVG_END, false, false };
    if (place == SVG_ALONE) {
        svg_text(sink, SVG_WIDTH - SVG_MARGIN, height - 12, &font, "aicalc " AICALC_VERSION);
    }
}

static void write_limit(struct aic_sink *sink, const char *words, double x, double y,
                        double least_x)
{
    struct svg_font font = { 11.5, SVG_BUDGET, SVG_END, false, true };
    bool fits = x - 6 - svg_text_width(words, font.size) >= least_x;
    font.anchor = fits ? SVG_END : SVG_START;
    svg_text(sink, fits ? x - 6 : x + 6, y, &font, words);
}

void svg_budget_across(struct aic_sink *sink, const struct aic_budget *budget, double left,
                       double right, double y)
{
    char words[CLI_VALUE_SIZE];
    cli_write_span(budget->text, words, sizeof words);
    svg_line(sink, left, y, right, y, SVG_BUDGET, 1.5, "6 4");
    write_limit(sink, words, right, y - 5, left);
}

void svg_limit_down(struct aic_sink *sink, const char *words, double x, double top, double bottom)
{
    svg_line(sink, x, top, x, bottom, SVG_BUDGET, 1.5, "6 4");
    write_limit(sink, words, x, top + 11, SVG_MARGIN);
}

void svg_budget_down(struct aic_sink *sink, const struct aic_budget *budget, double x, double top,
                     double bottom)
{
    char words[CLI_VALUE_SIZE];
    cli_write_span(budget->text, words, sizeof words);
    svg_limit_down(sink, words, x, top, bottom);
}
