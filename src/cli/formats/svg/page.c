/* SPDX-License-Identifier: Apache-2.0 */
/* The frame of a drawing, and its limits. */
#include "cli/formats/svg/page.h"

#define TITLE_SIZE    17.0
#define SUBTITLE_SIZE 13.5
#define FOOT          30.0
#define WIDTH         (SVG_WIDTH - 2 * SVG_MARGIN)

/* The title, and below it what is given; returns where the next line may stand. */
static double write_head(const struct svg_page *page, struct aic_sink *sink)
{
    const struct svg_font title = { TITLE_SIZE, SVG_INK, SVG_START, .bold = true, .halo = false };
    const struct svg_font given = SVG_PLAIN(12.5, SVG_MUTED, SVG_START);
    double y = SVG_MARGIN + TITLE_SIZE;
    y += svg_lines(sink, SVG_MARGIN, y, WIDTH, title, 2, page->title);
    return y + svg_lines(sink, SVG_MARGIN, y, WIDTH, given, 3, page->given);
}

void svg_page_write(const struct svg_page *page, struct aic_sink *sink)
{
    const struct svg_font note = SVG_PLAIN(12, SVG_MUTED, SVG_START);
    double height = write_head(page, NULL) + FOOT;
    for (size_t i = 0; i < page->count; i++) {
        height += SVG_PANEL_GAP + page->heights[i];
    }
    height += svg_lines(NULL, 0, 0, WIDTH, note, 3, page->note);
    svg_open(sink, height, page->title, page->place);
    double y = write_head(page, sink);
    for (size_t i = 0; i < page->count; i++) {
        page->draw(page->panels, i, y + SVG_PANEL_GAP, sink);
        y += SVG_PANEL_GAP + page->heights[i];
    }
    svg_lines(sink, SVG_MARGIN, y + 20, WIDTH, note, 3, page->note);
    if (page->place == SVG_ALONE) {
        svg_text(sink, SVG_WIDTH - SVG_MARGIN, height - 12, SVG_PLAIN(10.5, SVG_MUTED, SVG_END),
                 "aicalc " AICALC_VERSION);
    }
    svg_close(sink);
}

void svg_subtitle(struct aic_sink *sink, double top, const char *title, const char *help)
{
    const struct svg_font title_font = { SUBTITLE_SIZE, SVG_INK, SVG_START, .bold = true,
                                         .halo = false };
    const struct svg_font help_font = SVG_PLAIN(12, SVG_MUTED, SVG_START);
    char cut[512];
    svg_cut(title, SUBTITLE_SIZE * SVG_BOLD, WIDTH, cut, sizeof cut);
    svg_text(sink, SVG_MARGIN, top + SUBTITLE_SIZE, title_font, cut);
    double used = svg_text_width(cut, SUBTITLE_SIZE * SVG_BOLD) + 14;
    if (help) { /* a title with one has a single name: there is room beside it */
        svg_cut(help, help_font.size, WIDTH - used, cut, sizeof cut);
        svg_text(sink, SVG_MARGIN + used, top + SUBTITLE_SIZE, help_font, cut);
    }
}

void svg_limits_add(struct svg_limits *limits, struct svg_limit limit)
{
    if (limits->count < SVG_LIMITS_MAX) {
        limits->all[limits->count++] = limit;
    }
}

void svg_limits_add_budgets(struct svg_limits *limits, const struct aic_budget *budgets,
                            size_t budget_count, const size_t *results, size_t count)
{
    for (size_t b = 0; b < budget_count; b++) {
        size_t i = 0;
        while (i < count && results[i] != budgets[b].result) {
            i++;
        }
        if (i < count) {
            svg_limits_add(limits,
                           (struct svg_limit){ budgets[b].limit, budgets[b].text, &budgets[b] });
        }
    }
}

void svg_limits_widen(const struct svg_limits *limits, double least, double most, double *low,
                      double *high)
{
    for (size_t i = 0; i < limits->count; i++) {
        double at = limits->all[i].at;
        if (at >= least && at <= most) {
            *low = at < *low ? at : *low;
            *high = at > *high ? at : *high;
        }
    }
}

/* The words of a limit: before `x`, or behind it where they would begin left of `least_x`. */
static void write_limit(const struct svg_limit *limit, double x, double y, double least_x,
                        struct aic_sink *sink)
{
    struct svg_font font = { 11.5, SVG_BUDGET, SVG_END, .bold = false, .halo = true };
    char words[CLI_VALUE_SIZE];
    cli_write_span(limit->words, words, sizeof words);
    bool fits = x - 6 - svg_text_width(words, font.size) >= least_x;
    font.anchor = fits ? SVG_END : SVG_START;
    svg_text(sink, fits ? x - 6 : x + 6, y, font, words);
}

/* The place of a limit on an axis; false where it is beyond its ends. */
static bool find_place(const struct svg_limit *limit, const struct svg_axis *axis, double *at)
{
    double low = axis->from < axis->to ? axis->from : axis->to;
    double high = axis->from < axis->to ? axis->to : axis->from;
    *at = svg_axis_at(axis, limit->at);
    return *at >= low - 0.5 && *at <= high + 0.5;
}

void svg_limits_across(const struct svg_limits *limits, const struct svg_axis *axis, double left,
                       double right, struct aic_sink *sink)
{
    double y;
    for (size_t i = 0; i < limits->count; i++) {
        if (find_place(&limits->all[i], axis, &y)) {
            svg_line(sink, left, y, right, y, SVG_BUDGET, 1.5, "6 4");
            write_limit(&limits->all[i], right, y - 5, left, sink);
        }
    }
}

void svg_limits_down(const struct svg_limits *limits, const struct svg_axis *axis, double top,
                     double bottom, struct aic_sink *sink)
{
    double x;
    for (size_t i = 0; i < limits->count; i++) {
        double above = top - SVG_LIMIT_ROOM * (double)(limits->count - i);
        if (find_place(&limits->all[i], axis, &x)) {
            svg_line(sink, x, above, x, bottom, SVG_BUDGET, 1.5, "6 4");
            write_limit(&limits->all[i], x, above + 11, SVG_MARGIN, sink);
        }
    }
}
