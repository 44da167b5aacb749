/* SPDX-License-Identifier: Apache-2.0 */
/* Drawing bars: what an answer is made of, answers side by side, results of names and choices. */
#include "cli/formats/svg/bars.h"

#include <math.h>

#define SHARE_ROOM   52.0
#define BELOW        24.0
#define LIMIT_WITHIN 2.5

double svg_bars_left(const struct svg_bars *bars, double widest)
{
    double room = fmax(bars->look.name_least, fmin(widest, bars->look.name_most));
    return SVG_MARGIN + room + bars->look.name_gap;
}

void svg_bars_fit(struct svg_bars *bars, const struct aic_field *field, enum aic_unit_style units,
                  double low, double high)
{
    svg_limits_widen(&bars->limits, 0, high * LIMIT_WITHIN, &low, &high);
    bars->axis =
        (struct svg_axis){ .field = field, .style = units, .from = bars->left, .to = bars->right };
    svg_axis_fit(&bars->axis, low, high, true, bars->look.ticks);
}

/* The upper edge of a bar, below that of the panel's first group; behind the last one, all that they take. */
static double place_of(const struct svg_bars *bars, size_t bar)
{
    return (double)bar * bars->look.row + (double)(bar / bars->group + 1) * bars->look.gap;
}

double svg_bars_height(const struct svg_bars *bars)
{
    return bars->above + place_of(bars, bars->count) + BELOW;
}

void svg_bars_begin(struct svg_bars *bars, double top, struct aic_sink *sink)
{
    bars->first = top + bars->above;
    bars->last = bars->first + place_of(bars, bars->count);
    svg_axis_below(&bars->axis, bars->first - bars->look.overhang, bars->last, sink);
}

double svg_bars_place(const struct svg_bars *bars, size_t bar)
{
    return bars->first + place_of(bars, bar);
}

void svg_bars_part(const struct svg_bars *bars, size_t bar, double from, double to,
                   const char *color, const char *hint, struct aic_sink *sink)
{
    double start = svg_axis_at(&bars->axis, from);
    double end = svg_axis_at(&bars->axis, to);
    svg_rect(sink, fmin(start, end), svg_bars_place(bars, bar),
             fmax(fabs(end - start), bars->look.least_part), bars->look.bar, color, hint);
}

void svg_bars_ends(const struct svg_bars *bars, size_t bar, double low, double high,
                   struct aic_sink *sink)
{
    const double y = svg_bars_place(bars, bar) + bars->look.bar / 2;
    const double ends[] = { svg_axis_at(&bars->axis, low), svg_axis_at(&bars->axis, high) };
    svg_line(sink, ends[0], y, ends[1], y, SVG_INK, 1.5, NULL);
    for (size_t i = 0; i < 2; i++) {
        svg_line(sink, ends[i], y - 5, ends[i], y + 5, SVG_INK, 1.5, NULL);
    }
}

/* Where words stand beside the middle of a group. */
static double words_y(const struct svg_bars *bars, size_t bar)
{
    const struct svg_bar_look *look = &bars->look;
    return svg_bars_place(bars, bar) + (double)bars->group * look->row / 2 + look->name_drop;
}

void svg_bars_name(const struct svg_bars *bars, size_t bar, const char *name, bool strong,
                   struct aic_sink *sink)
{
    const struct svg_font font = { SVG_NAME_SIZE, SVG_INK, SVG_END, strong, .halo = false };
    char cut[CLI_VALUE_SIZE];
    svg_cut(name, SVG_NAME_SIZE * (strong ? SVG_BOLD : 1), bars->look.name_most + 1, cut,
            sizeof cut); /* what was measured fits */
    svg_text(sink, bars->left - bars->look.name_gap, words_y(bars, bar), font, cut);
}

void svg_bars_value(const struct svg_bars *bars, size_t bar, const char *value, const char *share,
                    bool strong, struct aic_sink *sink)
{
    const struct svg_font font = { SVG_NAME_SIZE, SVG_INK, SVG_END, strong, .halo = false };
    const double right = SVG_WIDTH - SVG_MARGIN;
    svg_text(sink, right - (share[0] ? SHARE_ROOM : 0), words_y(bars, bar), font, value);
    if (share[0]) {
        svg_text(sink, right, words_y(bars, bar), font, share);
    }
}

void svg_bars_limits(const struct svg_bars *bars, struct aic_sink *sink)
{
    svg_limits_down(&bars->limits, &bars->axis, bars->first - bars->look.overhang, bars->last,
                    sink);
}
