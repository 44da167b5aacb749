/* SPDX-License-Identifier: Apache-2.0 */
/* The values of a plot, and what its panels have alike: titles, names of lines, hints. */
#include "cli/formats/svg/plot.h"

#include <math.h>
#include <stdlib.h>

#define LEGEND_LINE 19.0
#define SWATCH      20.0
#define WIDEST      190.0
#define GAP         18.0
#define BOLD_SIZE   (SVG_NAME_SIZE * SVG_BOLD)

struct place {
    double at;
    size_t column;
};

static int compare_places(const void *left, const void *right)
{
    const struct place *a = left, *b = right;
    int order = (a->at > b->at) - (a->at < b->at);
    return order != 0 ? order : (a->column > b->column) - (a->column < b->column);
}

/* The columns from left to right: a list may be in any order. */
static bool order_columns(struct svg_plot *plot)
{
    struct place *places = malloc(plot->columns * sizeof places[0]);
    for (size_t i = 0; places && i < plot->columns; i++) {
        plot->at[i] = aic_axis_value(plot->x, i).number;
        places[i] = (struct place){ plot->at[i], i };
    }
    if (places) {
        qsort(places, plot->columns, sizeof places[0], compare_places);
    }
    for (size_t i = 0; places && i < plot->columns; i++) {
        if (i == 0 || places[i].at > places[i - 1].at) {
            plot->order[plot->order_count++] = places[i].column;
        }
    }
    free(places);
    return places != NULL;
}

bool svg_plot_init(struct svg_plot *plot)
{
    const size_t size = plot->rows * plot->columns;
    plot->values = malloc((plot->result_count + 1) * size * sizeof plot->values[0]);
    plot->cases = calloc(size, sizeof plot->cases[0]);
    plot->at = malloc(plot->columns * sizeof plot->at[0]);
    plot->order = malloc(plot->columns * sizeof plot->order[0]);
    for (size_t i = 0; plot->values && i < plot->result_count * size; i++) {
        plot->values[i] = NAN;
    }
    return plot->values && plot->cases && plot->at && plot->order && order_columns(plot);
}

void svg_plot_clear(struct svg_plot *plot)
{
    free(plot->values);
    free(plot->cases);
    free(plot->at);
    free(plot->order);
}

double *svg_line_values(const struct svg_plot *plot, size_t line)
{
    return plot->values + line * plot->columns;
}

size_t svg_plot_line(const struct svg_panel *panel, size_t i)
{
    return panel->plot->by ? panel->results[0] * panel->plot->rows + i : panel->results[i];
}

const struct aic_field *svg_line_result(const struct svg_plot *plot, size_t line)
{
    return plot->results[line / plot->rows];
}

enum svg_case svg_line_case(const struct svg_plot *plot, size_t line, size_t column)
{
    return plot->cases[line % plot->rows * plot->columns + column];
}

const char *svg_line_lack(const struct svg_plot *plot, size_t line, size_t column)
{
    static const char *const words[] = { [SVG_LEFT_OUT] = "not chosen",
                                         [SVG_IMPOSSIBLE] = "impossible",
                                         [SVG_POSSIBLE] = "does not apply" };
    return words[svg_line_case(plot, line, column)];
}

void svg_axis_value(const struct svg_plot *plot, const struct aic_axis *axis, size_t i,
                    double width, char *out, size_t capacity)
{
    char words[CLI_VALUE_SIZE];
    svg_label(axis->field, aic_axis_value(axis, i), plot->units, words, sizeof words);
    svg_cut(words, SVG_TICK_SIZE, width, out, capacity);
}

void svg_line_hint(const struct svg_plot *plot, size_t line, size_t column, char *out,
                   size_t capacity)
{
    const struct aic_field *field = svg_line_result(plot, line);
    double value = svg_line_values(plot, line)[column];
    char words[CLI_VALUE_SIZE];
    struct aic_text text;
    aic_text_init(&text, out, capacity);
    svg_axis_value(plot, plot->x, column, INFINITY, words, sizeof words);
    aic_text_format(&text, "%s %s", plot->x->field->name, words);
    if (plot->by) {
        svg_axis_value(plot, plot->by, line % plot->rows, INFINITY, words, sizeof words);
        aic_text_format(&text, ", %s %s", plot->by->field->name, words);
    }
    if (!isnan(value)) {
        cli_write_number(field, value, plot->units, words, sizeof words);
    }
    aic_text_format(&text, ": %s %s", field->name,
                    isnan(value) ? svg_line_lack(plot, line, column) : words);
}

void svg_panel_extent(const struct svg_panel *panel, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t line = 0; line < panel->lines; line++) {
        const double *values = svg_line_values(panel->plot, svg_plot_line(panel, line));
        for (size_t i = 0; i < panel->plot->columns; i++) {
            *low = fmin(*low, values[i]);
            *high = fmax(*high, values[i]);
        }
    }
}

void svg_panel_title(const struct svg_panel *panel, const char *unit, bool log, char *out,
                     size_t capacity)
{
    char names[512];
    struct aic_text text;
    aic_text_init(&text, names, sizeof names);
    for (size_t i = 0; i < panel->result_count; i++) {
        aic_text_format(&text, "%s%s", i > 0 ? ", " : "",
                        panel->plot->results[panel->results[i]]->name);
    }
    svg_axis_title(names, unit, log, out, capacity);
}

const char *svg_panel_help(const struct svg_panel *panel)
{
    return panel->result_count == 1 ? panel->plot->results[panel->results[0]]->help : NULL;
}

static bool has_legend(const struct svg_panel *panel)
{
    return panel->plot->by || panel->result_count > 1;
}

static void name_line(const struct svg_panel *panel, size_t i, char *out, size_t capacity)
{
    const struct svg_plot *plot = panel->plot;
    if (plot->by) {
        svg_axis_value(plot, plot->by, i, INFINITY, out, capacity);
    } else {
        cli_print(out, capacity, "%s", plot->results[panel->results[i]]->name);
    }
}

double svg_legend_width(const struct svg_panel *panel)
{
    const struct svg_plot *plot = panel->plot;
    double widest = plot->by ? svg_text_width(plot->by->field->name, BOLD_SIZE) : 0;
    for (size_t i = 0; has_legend(panel) && i < panel->lines; i++) {
        char name[CLI_VALUE_SIZE];
        name_line(panel, i, name, sizeof name);
        widest = fmax(widest, SWATCH + 6 + svg_text_width(name, SVG_NAME_SIZE));
    }
    return fmin(widest, WIDEST);
}

double svg_legend_height(const struct svg_panel *panel)
{
    size_t lines = panel->lines + (panel->plot->by ? 1 : 0);
    return has_legend(panel) ? (double)lines * LEGEND_LINE : 0;
}

double svg_panel_right(const struct svg_plot *plot)
{
    double legend = plot->legend_room > 0 ? plot->legend_room + GAP : 0;
    return SVG_WIDTH - SVG_MARGIN - legend;
}

void svg_legend(const struct svg_panel *panel, double top, struct aic_sink *sink)
{
    const struct svg_font title = { SVG_NAME_SIZE, SVG_INK, SVG_START, .bold = true,
                                    .halo = false };
    const struct svg_font font = SVG_PLAIN(SVG_NAME_SIZE, SVG_INK, SVG_START);
    const struct svg_plot *plot = panel->plot;
    double x = svg_panel_right(plot) + GAP;
    double y = top + SVG_NAME_SIZE;
    double width = plot->legend_room + 1; /* what was measured fits */
    char cut[CLI_VALUE_SIZE];
    if (plot->by) {
        svg_cut(plot->by->field->name, BOLD_SIZE, width, cut, sizeof cut);
        svg_text(sink, x, y, title, cut);
        y += LEGEND_LINE;
    }
    for (size_t i = 0; has_legend(panel) && i < panel->lines; i++) {
        char name[CLI_VALUE_SIZE];
        name_line(panel, i, name, sizeof name);
        svg_cut(name, SVG_NAME_SIZE, width - SWATCH - 6, cut, sizeof cut);
        svg_rect(sink, x, y - 8, SWATCH, 6, svg_color(i), NULL);
        svg_text(sink, x + SWATCH + 6, y, font, cut);
        y += LEGEND_LINE;
    }
}
