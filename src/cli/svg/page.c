/* SPDX-License-Identifier: Apache-2.0 */
/* What every drawing has: a head that says what was asked, a foot, and lines for budgets. */
#include "cli/svg/axis.h"

#define TITLE_SIZE    17.0
#define SUBTITLE_SIZE 13.5
#define SHORTEST_HELP 120.0 /* less room than this beside a subtitle, and it is left out */
#define TEXT_SIZE     12.5

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

/* Adds those that `wanted` picks, with `label` before the first of them. */
static void add_inputs(const struct aic_answer *answer, const size_t *skipped, size_t skipped_count,
                       enum aic_unit_style units, const char *label,
                       bool (*wanted)(const struct aic_answer *, size_t), struct aic_text *text)
{
    const struct aic_table *inputs = &answer->question->calculator->inputs;
    bool first = true;
    for (size_t i = 0; i < aic_table_size(inputs); i++) {
        if (!wanted(answer, i) || is_skipped(skipped, skipped_count, i)) {
            continue;
        }
        const struct aic_field *field = aic_table_at(inputs, i, NULL);
        char words[CLI_VALUE_SIZE];
        aic_text_format(text, "%s%s ", first ? label : ", ", field->name);
        const struct aic_range *range = aic_question_range(answer->question, i);
        if (range) {
            svg_label(field, (struct aic_value){ true, range->low, NULL }, units, words,
                      sizeof words);
            aic_text_format(text, "%s..", words);
            svg_label(field, (struct aic_value){ true, range->high, NULL }, units, words,
                      sizeof words);
        } else {
            svg_label(field, aic_question_value(answer->question, i), units, words, sizeof words);
        }
        aic_text_add(text, words);
        first = false;
    }
}

void svg_given(const struct aic_answer *answer, const size_t *skipped, size_t skipped_count,
               enum aic_unit_style units, char *out, size_t capacity)
{
    struct aic_text text;
    aic_text_init(&text, out, capacity);
    add_inputs(answer, skipped, skipped_count, units, "", cli_is_given, &text);
    add_inputs(answer, skipped, skipped_count, units,
               text.length > 0 ? "; assumed: " : "assumed: ", cli_is_assumed, &text);
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
