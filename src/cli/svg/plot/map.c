/* SPDX-License-Identifier: Apache-2.0 */
/* A panel that is a map: a result over two parameters, darker where it is more. */
#include <math.h>
#include <string.h>

#include "cli/svg/plot/plot.h"

#define HEAD       24.0
#define LABEL_SIZE 11.5
#define LABEL_MOST 150.0
#define TITLE_SIZE 12.5
#define BELOW      44.0
#define KEY_ROOM   110.0
#define KEY_WIDTH  16.0
#define AREA_LEAST 200.0
#define AREA_MOST  480.0
#define CELL       24.0
#define NAMED_CELL 17.0
#define GAP_FROM   12.0 /* cells of so many pixels stand apart, and have corners */
#define HINTS_MOST 4000 /* cells that show their values under the pointer */
/* Values over so many powers are told apart by their logarithm. */
#define LOG_FROM 100.0
/* Black words stand out on shades up to this one, white ones beyond: 4.5 to 1 on either side. */
#define PALE_UP_TO 0.665

struct map {
    const struct svg_plot *plot;
    const struct svg_panel *panel;
    struct svg_axis key;   /* from the least value to the largest */
    struct svg_axis words; /* the unit in which cells show their values */
    bool has_words;        /* they have room for them */
    bool from_top;         /* the first row is at the top */
    double top, bottom, left, right;
    double cell_width, cell_height;
};

static bool is_named(const struct svg_plot *plot)
{
    const struct aic_field *by = plot->sweep->cases.axes[plot->by].field;
    return by->kind != AIC_REAL && by->kind != AIC_INTEGER;
}

/* Rows of names are all named; of numbers a part will do. */
static double area_height(const struct svg_plot *plot)
{
    double most = is_named(plot) ? (double)plot->rows * NAMED_CELL : AREA_MOST;
    return fmax(AREA_LEAST, fmin(most, (double)plot->rows * CELL));
}

double svg_map_panel_height(const struct svg_plot *plot)
{
    return HEAD + 28 + area_height(plot) + BELOW;
}

/* From pale to dark blue, by the share of the way; "#rrggbb" into `out`. */
static void shade(double share, char *out)
{
    static const double stops[][3] = {
        { 240, 247, 253 }, { 189, 215, 238 }, { 97, 163, 212 }, { 33, 100, 171 }, { 8, 40, 94 }
    };
    static const char digits[] = "0123456789abcdef";
    double place = fmin(fmax(share, 0), 1) * 4;
    int stop = place >= 4 ? 3 : (int)place;
    out[0] = '#';
    for (int i = 0; i < 3; i++) {
        double color = stops[stop][i] + (place - stop) * (stops[stop + 1][i] - stops[stop][i]);
        int byte = (int)(color + 0.5);
        out[1 + 2 * i] = digits[byte / 16];
        out[2 + 2 * i] = digits[byte % 16];
    }
    out[7] = '\0';
}

/* How far up the key a value is, 0 to 1. */
static double share_of(const struct map *map, double value)
{
    const struct svg_axis *key = &map->key;
    return (svg_axis_at(key, value) - key->from) / (key->to - key->from);
}

static void name_value(const struct map *map, size_t axis, size_t i, char *out, size_t capacity)
{
    const struct aic_axis *values = &map->plot->sweep->cases.axes[axis];
    char name[CLI_VALUE_SIZE];
    svg_label(values->field, aic_axis_value(values, i), cli_unit_style(&map->plot->query->options),
              name, sizeof name);
    svg_cut(name, LABEL_SIZE, LABEL_MOST, out, capacity);
}

static double widest_name(const struct map *map, size_t axis)
{
    double widest = 20;
    for (size_t i = 0; i < map->plot->sweep->cases.axes[axis].count; i++) {
        char name[CLI_VALUE_SIZE];
        name_value(map, axis, i, name, sizeof name);
        widest = fmax(widest, svg_text_width(name, LABEL_SIZE));
    }
    return widest;
}

/* True where every budget on the result holds; a case without a value is none to fail. */
static bool holds(const struct map *map, size_t row, size_t column)
{
    double value = svg_plot_value(map->plot, map->panel->results[0], row, column);
    const struct aic_budget *budget;
    for (size_t i = 0; (budget = svg_panel_budget(map->plot, map->panel, i)); i++) {
        if (!isnan(value) && !aic_budget_holds(budget, value)) {
            return false;
        }
    }
    return true;
}

/* A value as a cell shows it: three digits, in the unit of the panel. */
static void word_value(const struct map *map, double value, char *out, size_t capacity)
{
    char number[AIC_NUMBER_SIZE];
    number[aic_number_write_short(number, value / map->words.unit_size, 3)] = '\0';
    svg_trim_zeros(number);
    cli_print(out, capacity, "%s%s", number, value != 0 ? map->words.suffix : "");
}

/* True where every value fits into its cell: some without words would look empty. */
static bool words_fit(const struct map *map)
{
    const struct svg_plot *plot = map->plot;
    for (size_t row = 0; row < plot->rows; row++) {
        for (size_t column = 0; column < plot->columns; column++) {
            double value = svg_plot_value(plot, map->panel->results[0], row, column);
            char words[CLI_VALUE_SIZE] = "";
            if (!isnan(value)) {
                word_value(map, value, words, sizeof words);
            }
            if (svg_text_width(words, LABEL_SIZE) + 4 > map->cell_width) {
                return false;
            }
        }
    }
    return map->cell_height >= LABEL_SIZE + 4;
}

/* Dark words on pale cells, pale ones on dark. */
static void write_in_cell(const struct map *map, double x, double y, double value,
                          struct aic_sink *sink)
{
    const struct svg_font font = { LABEL_SIZE,
                                   share_of(map, value) > PALE_UP_TO ? SVG_ON_DARK : SVG_ON_PALE,
                                   SVG_MIDDLE, false, false };
    char words[CLI_VALUE_SIZE];
    word_value(map, value, words, sizeof words);
    svg_text(sink, x + map->cell_width / 2, y + map->cell_height / 2 + 4, &font, words);
}

/* Upper left corner of a cell: numbers rise from the bottom, names are read from the top. */
static double cell_y(const struct map *map, size_t row)
{
    return map->from_top ? map->top + (double)row * map->cell_height
                         : map->bottom - (double)(row + 1) * map->cell_height;
}

static double cell_x(const struct map *map, size_t column)
{
    return map->left + (double)column * map->cell_width;
}

static void draw_cell(const struct map *map, size_t row, size_t column, struct aic_sink *sink)
{
    const struct svg_plot *plot = map->plot;
    size_t result = map->panel->results[0];
    double value = svg_plot_value(plot, result, row, column);
    double x = cell_x(map, column);
    double y = cell_y(map, row);
    bool large = fmin(map->cell_width, map->cell_height) >= GAP_FROM;
    double gap = large ? 1 : -0.6; /* small cells overlap, lest the paper shine through */
    double width = map->cell_width - gap;
    double height = map->cell_height - gap;
    char color[8] = SVG_GRID;
    char hint[512];
    if (!isnan(value)) {
        shade(share_of(map, value), color);
    }
    svg_plot_hint(plot, result, row, column, hint, sizeof hint);
    svg_rect(sink, x, y, width, height, color,
             plot->rows * plot->columns <= HINTS_MOST ? hint : NULL);
    if (svg_plot_case(plot, row, column) == SVG_IMPOSSIBLE && large) {
        svg_cross(sink, x + width / 2, y + height / 2, SVG_FRAME);
    }
    if (large && !holds(map, row, column)) {
        svg_corner(sink, x + width, y, 9, SVG_BUDGET);
    }
    if (!isnan(value) && map->has_words) {
        write_in_cell(map, x, y, value, sink);
    }
}

/* A line where a budget begins to fail: between neighbours of which one holds. */
static void draw_edges(const struct map *map, struct aic_sink *sink)
{
    const struct svg_plot *plot = map->plot;
    for (size_t row = 0; row < plot->rows; row++) {
        for (size_t column = 0; column < plot->columns; column++) {
            bool here = holds(map, row, column);
            double x = cell_x(map, column + 1);
            double y = cell_y(map, row);
            double edge = map->from_top ? y + map->cell_height : y;
            if (column + 1 < plot->columns && holds(map, row, column + 1) != here) {
                svg_line(sink, x, y, x, y + map->cell_height, SVG_BUDGET, 2, NULL);
            }
            if (row + 1 < plot->rows && holds(map, row + 1, column) != here) {
                svg_line(sink, x - map->cell_width, edge, x, edge, SVG_BUDGET, 2, NULL);
            }
        }
    }
}

/* Names of the values beside the rows and below the columns, as many as there is room for. */
static void draw_names(const struct map *map, struct aic_sink *sink)
{
    static const struct svg_font row_font = { LABEL_SIZE, SVG_MUTED, SVG_END, false, false };
    static const struct svg_font column_font = { LABEL_SIZE, SVG_MUTED, SVG_MIDDLE, false, false };
    const struct svg_plot *plot = map->plot;
    size_t every_row = (size_t)ceil((LABEL_SIZE + 4) / map->cell_height);
    size_t every_column = (size_t)ceil((widest_name(map, plot->x) + 10) / map->cell_width);
    char name[CLI_VALUE_SIZE];
    for (size_t i = 0; i < plot->rows; i += every_row) {
        name_value(map, plot->by, i, name, sizeof name);
        svg_text(sink, map->left - 8, cell_y(map, i) + map->cell_height / 2 + 4, &row_font, name);
    }
    for (size_t i = 0; i < plot->columns; i += every_column) {
        name_value(map, plot->x, i, name, sizeof name);
        svg_text(sink, map->left + ((double)i + 0.5) * map->cell_width, map->bottom + 17,
                 &column_font, name);
    }
}

static void draw_titles(const struct map *map, struct aic_sink *sink)
{
    static const struct svg_font x_font = { TITLE_SIZE, SVG_INK, SVG_MIDDLE, false, false };
    static const struct svg_font y_font = { TITLE_SIZE, SVG_INK, SVG_START, false, false };
    const struct aic_sweep *cases = &map->plot->sweep->cases;
    char title[128];
    svg_axis_title(cases->axes[map->plot->x].field, "", false, title, sizeof title);
    svg_text(sink, (map->left + map->right) / 2, map->bottom + 36, &x_font, title);
    svg_axis_title(cases->axes[map->plot->by].field, "", false, title, sizeof title);
    svg_text(sink, SVG_MARGIN, map->top - 8, &y_font, title);
}

/* The key: which colour is which value. */
static void draw_key(const struct map *map, struct aic_sink *sink)
{
    static const struct svg_font font = { LABEL_SIZE, SVG_MUTED, SVG_START, false, false };
    const struct svg_axis *key = &map->key;
    const int steps = 48;
    double x = map->right + 18;
    double height = (key->from - key->to) / steps;
    for (int i = 0; i < steps; i++) {
        char color[8];
        shade((i + 0.5) / steps, color);
        svg_rect(sink, x, key->from - (i + 1) * height, KEY_WIDTH, height + 0.5, color, NULL);
    }
    for (size_t i = 0; i < key->tick_count; i++) {
        double y = svg_axis_at(key, key->ticks[i].value);
        svg_line(sink, x + KEY_WIDTH, y, x + KEY_WIDTH + 4, y, SVG_FRAME, 1, NULL);
        svg_text(sink, x + KEY_WIDTH + 8, y + 4, &font, key->ticks[i].label);
    }
}

/* What red says: the budgets, and how many cases do not hold them. */
static void draw_budgets(const struct map *map, struct aic_sink *sink)
{
    static const struct svg_font font = { LABEL_SIZE, SVG_BUDGET, SVG_END, false, false };
    const struct aic_budget *budget;
    int failed = 0;
    char words[CLI_VALUE_SIZE];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    for (size_t i = 0; (budget = svg_panel_budget(map->plot, map->panel, i)); i++) {
        aic_text_add(&text, i > 0 ? " and " : "red: not ");
        aic_text_add_bytes(&text, budget->text.at, budget->text.length);
    }
    for (size_t i = 0; i < map->plot->rows * map->plot->columns; i++) {
        failed += !holds(map, i / map->plot->columns, i % map->plot->columns);
    }
    aic_text_format(&text, ", in %d of %d cases", failed,
                    (int)(map->plot->rows * map->plot->columns));
    if (svg_panel_budget(map->plot, map->panel, 0)) {
        svg_text(sink, map->right, map->top - 8, &font, words);
    }
}

void svg_map_panel(const struct svg_plot *plot, const struct svg_panel *panel, double top,
                   struct aic_sink *sink)
{
    struct map map = { .plot = plot, .panel = panel };
    double low, high;
    svg_panel_extent(plot, panel, &low, &high);
    map.from_top = is_named(plot);
    map.top = top + HEAD + 28;
    map.bottom = map.top + area_height(plot);
    map.left = SVG_MARGIN + widest_name(&map, plot->by) + 8;
    map.right = SVG_WIDTH - SVG_MARGIN - KEY_ROOM;
    map.cell_width = (map.right - map.left) / (double)plot->columns;
    map.cell_height = (map.bottom - map.top) / (double)plot->rows;
    map.key = (struct svg_axis){ .field = svg_plot_result(plot, panel->results[0]),
                                 .style = cli_unit_style(&plot->query->options),
                                 .log = low > 0 && high / low >= LOG_FROM,
                                 .from = map.bottom,
                                 .to = map.top };
    svg_axis_fit(&map.key, low, high, false, 6);
    map.words = (struct svg_axis){ .field = map.key.field, .style = map.key.style };
    svg_axis_fit(&map.words, low, high, false, 6);
    map.has_words = words_fit(&map);
    svg_panel_head(plot, panel, map.has_words ? map.words.unit : map.key.unit, false, top, sink);
    for (size_t row = 0; row < plot->rows; row++) {
        for (size_t column = 0; column < plot->columns; column++) {
            draw_cell(&map, row, column, sink);
        }
    }
    draw_edges(&map, sink);
    draw_budgets(&map, sink);
    draw_names(&map, sink);
    draw_titles(&map, sink);
    draw_key(&map, sink);
}
