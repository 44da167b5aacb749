/* SPDX-License-Identifier: Apache-2.0 */
/* A sweep as a drawing: head, panels below each other, foot. */
#include <math.h>
#include <string.h>

#include <aicalc/composition.h>

#include "cli/svg/charts.h"
#include "cli/svg/plot/plot.h"

#define PANEL_GAP 24.0
#define NAMES_MAX 4 /* results that a title names: each panel has its own */

static const struct svg_font note_font = { 12, SVG_MUTED, SVG_START, false, false };

/* Results of one unit have one scale, unless they are those of different parts: a run's time beside that
 * of a step. */
static bool share_panel(const struct svg_plot *plot, size_t a, size_t b)
{
    const struct aic_calculator *calculator = plot->query->calculator;
    const struct aic_field *one = svg_plot_result(plot, a), *other = svg_plot_result(plot, b);
    return one->dimension == other->dimension &&
           strcmp(aic_field_unit(one), aic_field_unit(other)) == 0 &&
           aic_part_of_result(calculator, plot->results[a]) ==
               aic_part_of_result(calculator, plot->results[b]);
}

/* Panels of a plot: results of one unit together, or each alone. Returns how many. */
static size_t make_panels(const struct svg_plot *plot, struct svg_panel *panels)
{
    size_t count = 0;
    for (size_t i = 0; i < plot->result_count; i++) {
        size_t p = svg_plot_has_by(plot) ? count : 0;
        while (p < count && !share_panel(plot, i, panels[p].results[0])) {
            p++;
        }
        if (p == count) {
            panels[count++].count = 0;
        }
        panels[p].results[panels[p].count++] = i;
    }
    return count;
}

static void write_title(const struct svg_plot *plot, char *out, size_t capacity)
{
    const struct aic_sweep *cases = &plot->sweep->cases;
    struct aic_text text;
    aic_text_init(&text, out, capacity);
    aic_text_format(&text, "%s: ", plot->query->calculator->name);
    for (size_t i = 0; i < plot->result_count && plot->result_count <= NAMES_MAX; i++) {
        aic_text_format(&text, "%s%s", i > 0 ? ", " : "", svg_plot_result(plot, i)->name);
    }
    if (plot->result_count > NAMES_MAX) {
        aic_text_format(&text, "%g results", (double)plot->result_count);
    }
    aic_text_format(&text, " over %s", cases->axes[plot->x].field->name);
    if (svg_plot_has_by(plot)) {
        aic_text_format(&text, " and %s", cases->axes[plot->by].field->name);
    }
}

static bool is_lines(const struct svg_plot *plot)
{
    return !svg_plot_is_map(plot) && !svg_plot_is_named(plot);
}

static double panel_height(const struct svg_plot *plot, const struct svg_panel *panel)
{
    return svg_plot_is_map(plot)     ? svg_map_panel_height(plot)
           : svg_plot_is_named(plot) ? svg_bars_panel_height(plot, panel)
                                     : svg_lines_panel_height(plot, panel);
}

static void draw_panel(const struct svg_plot *plot, const struct svg_panel *panel, double top,
                       struct aic_sink *sink)
{
    if (svg_plot_is_map(plot)) {
        svg_map_panel(plot, panel, top, sink);
    } else if (svg_plot_is_named(plot)) {
        svg_bars_panel(plot, panel, top, sink);
    } else {
        svg_lines_panel(plot, panel, top, sink);
    }
}

/* "3 of 24 cases are impossible, the first: ...", and how many were not chosen; else empty. */
static void write_note(const struct svg_plot *plot, char *out, size_t capacity)
{
    struct aic_text text;
    aic_text_init(&text, out, capacity);
    if (plot->impossible > 0) {
        aic_text_format(&text, "x: %d of %d cases are impossible, the first: %s",
                        (int)plot->impossible, (int)(plot->rows * plot->columns), plot->why);
    }
    if (plot->left_out > 0) {
        aic_text_format(&text, "%s%d of %d cases are not chosen by --where or --top",
                        plot->impossible > 0 ? "; " : "", (int)plot->left_out,
                        (int)(plot->rows * plot->columns));
    }
    if (svg_plot_is_named(plot) && !svg_plot_is_map(plot) && plot->columns > SVG_BARS_MAX) {
        aic_text_format(&text, "%severy panel shows %d of %d, the best or largest first",
                        text.length > 0 ? "; " : "", SVG_BARS_MAX, (int)plot->columns);
    }
}

/* What all panels have alike: room for names at the right, then for labels at the left. */
static void measure(struct svg_plot *plot, const struct svg_panel *panels, size_t count)
{
    for (size_t i = 0; i < count && !svg_plot_is_map(plot); i++) {
        plot->legend_room = fmax(plot->legend_room, svg_legend_width(plot, &panels[i]));
    }
    for (size_t i = 0; i < count && is_lines(plot); i++) {
        plot->label_room = fmax(plot->label_room, svg_lines_label_room(plot, &panels[i]));
    }
}

static void draw(struct svg_plot *plot, enum svg_place place, struct aic_sink *sink)
{
    struct svg_panel panels[SVG_RESULTS_MAX];
    size_t count = make_panels(plot, panels);
    char title[1024];
    char note[CLI_REASON_SIZE + 128];
    double width = SVG_WIDTH - 2 * SVG_MARGIN;
    const char *given = place == SVG_ALONE ? plot->given : "";
    write_title(plot, title, sizeof title);
    write_note(plot, note, sizeof note);
    double height = svg_head(NULL, title, given);
    measure(plot, panels, count);
    for (size_t i = 0; i < count; i++) {
        height += PANEL_GAP + panel_height(plot, &panels[i]);
    }
    height += SVG_FOOT + svg_lines_height(width, &note_font, 3, note);
    svg_open(sink, height, title, place);
    double y = svg_head(sink, title, given);
    for (size_t i = 0; i < count; i++) {
        draw_panel(plot, &panels[i], y + PANEL_GAP, sink);
        y += PANEL_GAP + panel_height(plot, &panels[i]);
    }
    svg_lines(sink, SVG_MARGIN, y + 20, width, &note_font, 3, note);
    svg_foot(sink, height, place);
    svg_close(sink);
}

void svg_sweep(struct cli_sweep *sweep, struct aic_sink *sink)
{
    struct svg_plot plot;
    if (svg_stacks_sweep(sweep, SVG_ALONE, sink)) {
        return;
    }
    if (svg_plot_init(&plot, sweep, &sweep->query->error)) {
        draw(&plot, SVG_ALONE, sink);
    }
    svg_plot_clear(&plot);
}

void svg_sweep_figure(struct cli_sweep *sweep, struct aic_sink *sink)
{
    struct aic_error error = { .code = AIC_OK };
    struct svg_plot plot;
    if (svg_stacks_sweep(sweep, SVG_FIGURE, sink)) {
        return;
    }
    if (svg_accepts_sweep(sweep, &error)) {
        if (svg_plot_init(&plot, sweep, &error)) {
            draw(&plot, SVG_FIGURE, sink);
        }
        svg_plot_clear(&plot);
    }
    if (aic_code_is_internal(error.code)) {
        sweep->query->error = error;
    }
}
