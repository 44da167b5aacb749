/* SPDX-License-Identifier: Apache-2.0 */
/* Heads of panels, and the names of their lines. */
#include <string.h>

#include "cli/svg/plot/plot.h"

#define LEGEND_SIZE 12.0
#define LEGEND_LINE 19.0
#define SWATCH      20.0
#define WIDEST      190.0
#define GAP         18.0

void svg_panel_head(const struct svg_plot *plot, const struct svg_panel *panel, const char *unit,
                    bool log, double top, struct aic_sink *sink)
{
    const struct aic_field *field = svg_plot_result(plot, panel->results[0]);
    char words[512];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    for (size_t i = 0; i < panel->count; i++) {
        aic_text_format(&text, "%s%s", i > 0 ? ", " : "",
                        svg_plot_result(plot, panel->results[i])->name);
    }
    aic_text_format(&text, "%s%s%s", unit[0] ? ", " : "", unit, log ? ", logarithmic" : "");
    svg_subtitle(sink, top, words, panel->count == 1 ? field->help : NULL);
}

static bool has_legend(const struct svg_plot *plot, const struct svg_panel *panel)
{
    return svg_plot_has_by(plot) || panel->count > 1;
}

double svg_legend_width(const struct svg_plot *plot, const struct svg_panel *panel)
{
    double widest = 0;
    for (size_t i = 0; has_legend(plot, panel) && i < svg_series_count(plot, panel); i++) {
        char name[CLI_VALUE_SIZE];
        svg_series_name(plot, panel, i, name, sizeof name);
        double width = SWATCH + 6 + svg_text_width(name, LEGEND_SIZE);
        widest = width > widest ? width : widest;
    }
    if (svg_plot_has_by(plot)) {
        double title =
            svg_text_width(plot->sweep->cases.axes[plot->by].field->name, LEGEND_SIZE * SVG_BOLD);
        widest = title > widest ? title : widest;
    }
    return widest < WIDEST ? widest : WIDEST;
}

double svg_legend_height(const struct svg_plot *plot, const struct svg_panel *panel)
{
    size_t lines = svg_series_count(plot, panel) + (svg_plot_has_by(plot) ? 1 : 0);
    return has_legend(plot, panel) ? (double)lines * LEGEND_LINE : 0;
}

double svg_panel_right(const struct svg_plot *plot)
{
    double legend = plot->legend_room > 0 ? plot->legend_room + GAP : 0;
    return SVG_WIDTH - SVG_MARGIN - legend;
}

void svg_legend(const struct svg_plot *plot, const struct svg_panel *panel, double top,
                struct aic_sink *sink)
{
    static const struct svg_font title_font = { LEGEND_SIZE, SVG_INK, SVG_START, true, false };
    static const struct svg_font name_font = { LEGEND_SIZE, SVG_INK, SVG_START, false, false };
    double x = svg_panel_right(plot) + GAP;
    double y = top + LEGEND_SIZE;
    double width = plot->legend_room + 1; /* what was measured fits */
    char cut[CLI_VALUE_SIZE];
    if (svg_plot_has_by(plot)) {
        svg_cut(plot->sweep->cases.axes[plot->by].field->name, LEGEND_SIZE * SVG_BOLD, width, cut,
                sizeof cut);
        svg_text(sink, x, y, &title_font, cut);
        y += LEGEND_LINE;
    }
    for (size_t i = 0; has_legend(plot, panel) && i < svg_series_count(plot, panel); i++) {
        char name[CLI_VALUE_SIZE];
        svg_series_name(plot, panel, i, name, sizeof name);
        svg_cut(name, LEGEND_SIZE, width - SWATCH - 6, cut, sizeof cut);
        svg_rect(sink, x, y - 8, SWATCH, 6, svg_color(i), NULL);
        svg_text(sink, x + SWATCH + 6, y, &name_font, cut);
        y += LEGEND_LINE;
    }
}
