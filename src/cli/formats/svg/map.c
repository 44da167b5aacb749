/* SPDX-License-Identifier: Apache-2.0 */
/* A panel that is a map: a result over two parameters, darker where it is more. */
#include <math.h>

#include "cli/formats/svg/plot.h"

#define HEAD       52.0
#define NAME_MOST  150.0
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

/* A map under way: panel->x is the key, panel->y the unit in which cells show their values. */
struct map {
    const struct svg_panel *panel;
    const struct svg_plot *plot;
    size_t first; /* line of the result */
    double top, bottom;
    double cell_width, cell_height;
    bool has_words; /* cells have room for their values */
    bool from_top;  /* the first row is at the top */
};

/* Rows of names are all named; of numbers a part will do. */
static double area_height(const struct svg_plot *plot)
{
    double rows = (double)plot->rows;
    double most = cli_is_number(plot->by->field) ? AREA_MOST : rows * NAMED_CELL;
    return fmax(AREA_LEAST, fmin(most, rows * CELL));
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
    const struct svg_axis *key = &map->panel->x;
    return (svg_axis_at(key, value) - key->from) / (key->to - key->from);
}

static double widest_name(const struct svg_plot *plot, const struct aic_axis *axis)
{
    double widest = 20;
    for (size_t i = 0; i < axis->count; i++) {
        char name[CLI_VALUE_SIZE];
        svg_axis_value(plot, axis, i, NAME_MOST, name, sizeof name);
        widest = fmax(widest, svg_text_width(name, SVG_TICK_SIZE));
    }
    return widest;
}

static double value_at(const struct map *map, size_t row, size_t column)
{
    return svg_line_values(map->plot, map->first + row)[column];
}

/* True where every budget on the result holds; a case without a value is none to fail. */
static bool holds(const struct map *map, size_t row, size_t column)
{
    double value = value_at(map, row, column);
    const struct svg_limits *limits = &map->panel->limits;
    for (size_t i = 0; !isnan(value) && i < limits->count; i++) {
        if (!aic_budget_holds(limits->all[i].budget, value)) {
            return false;
        }
    }
    return true;
}

/* A value as a cell shows it: three digits, in the unit of the panel. */
static void word_value(const struct svg_axis *axis, double value, char *out, size_t capacity)
{
    char number[AIC_NUMBER_SIZE];
    number[aic_number_write_short(number, value / axis->unit_size, 3)] = '\0';
    svg_trim_zeros(number);
    cli_print(out, capacity, "%s%s", number, value != 0 ? axis->suffix : "");
}

/* True where every value fits into its cell: some without words would look empty. */
static bool words_fit(const struct map *map)
{
    const double *values = svg_line_values(map->plot, map->first);
    double widest = 0;
    for (size_t i = 0; i < map->plot->rows * map->plot->columns; i++) {
        char words[CLI_VALUE_SIZE] = "";
        if (!isnan(values[i])) {
            word_value(&map->panel->y, values[i], words, sizeof words);
        }
        widest = fmax(widest, svg_text_width(words, SVG_TICK_SIZE));
    }
    return widest + 4 <= map->cell_width && map->cell_height >= SVG_TICK_SIZE + 4;
}

/* Upper left corner of a cell: numbers rise from the bottom, names are read from the top. */
static double cell_y(const struct map *map, size_t row)
{
    return map->from_top ? map->top + (double)row * map->cell_height
                         : map->bottom - (double)(row + 1) * map->cell_height;
}

static double cell_x(const struct map *map, size_t column)
{
    return map->panel->left + (double)column * map->cell_width;
}

/* The value in the middle of its cell: dark words on pale cells, pale ones on dark. */
static void write_in_cell(const struct map *map, double x, double y, double value,
                          struct aic_sink *sink)
{
    const char *ink = share_of(map, value) > PALE_UP_TO ? SVG_ON_DARK : SVG_ON_PALE;
    char words[CLI_VALUE_SIZE];
    word_value(&map->panel->y, value, words, sizeof words);
    svg_text(sink, x + map->cell_width / 2, y + map->cell_height / 2 + 4,
             SVG_PLAIN(SVG_TICK_SIZE, ink, SVG_MIDDLE), words);
}

static void draw_cell(const struct map *map, size_t row, size_t column, struct aic_sink *sink)
{
    const struct svg_plot *plot = map->plot;
    const size_t line = map->first + row;
    double value = value_at(map, row, column);
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
    bool has_hint = plot->rows * plot->columns <= HINTS_MOST;
    if (has_hint) {
        svg_line_hint(plot, line, column, hint, sizeof hint);
    }
    svg_rect(sink, x, y, width, height, color, has_hint ? hint : NULL);
    if (svg_line_case(plot, line, column) == SVG_IMPOSSIBLE && large) {
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
static void draw_edges(const struct map *map, size_t row, size_t column, struct aic_sink *sink)
{
    bool here = holds(map, row, column);
    double x = cell_x(map, column + 1);
    double y = cell_y(map, row);
    double edge = map->from_top ? y + map->cell_height : y;
    if (column + 1 < map->plot->columns && holds(map, row, column + 1) != here) {
        svg_line(sink, x, y, x, y + map->cell_height, SVG_BUDGET, 2, NULL);
    }
    if (row + 1 < map->plot->rows && holds(map, row + 1, column) != here) {
        svg_line(sink, x - map->cell_width, edge, x, edge, SVG_BUDGET, 2, NULL);
    }
}

static void draw_cells(const struct map *map, struct aic_sink *sink,
                       void (*draw)(const struct map *, size_t row, size_t column,
                                    struct aic_sink *))
{
    for (size_t row = 0; row < map->plot->rows; row++) {
        for (size_t column = 0; column < map->plot->columns; column++) {
            draw(map, row, column, sink);
        }
    }
}

/* Names of the values beside the rows and below the columns, as many as there is room for. */
static void draw_names(const struct map *map, struct aic_sink *sink)
{
    const struct svg_font row_font = SVG_PLAIN(SVG_TICK_SIZE, SVG_MUTED, SVG_END);
    const struct svg_font column_font = SVG_PLAIN(SVG_TICK_SIZE, SVG_MUTED, SVG_MIDDLE);
    const struct svg_plot *plot = map->plot;
    size_t every_row = (size_t)ceil((SVG_TICK_SIZE + 4) / map->cell_height);
    size_t every_column = (size_t)ceil((widest_name(plot, plot->x) + 10) / map->cell_width);
    char name[CLI_VALUE_SIZE];
    for (size_t i = 0; i < plot->rows; i += every_row) {
        svg_axis_value(plot, plot->by, i, NAME_MOST, name, sizeof name);
        svg_text(sink, map->panel->left - 8, cell_y(map, i) + map->cell_height / 2 + 4, row_font,
                 name);
    }
    for (size_t i = 0; i < plot->columns; i += every_column) {
        svg_axis_value(plot, plot->x, i, NAME_MOST, name, sizeof name);
        svg_text(sink, cell_x(map, i) + map->cell_width / 2, map->bottom + 17, column_font, name);
    }
    svg_text(sink, (map->panel->left + map->panel->right) / 2, map->bottom + 36,
             SVG_PLAIN(SVG_AXIS_SIZE, SVG_INK, SVG_MIDDLE), plot->x->field->name);
    svg_text(sink, SVG_MARGIN, map->top - 8, SVG_PLAIN(SVG_AXIS_SIZE, SVG_INK, SVG_START),
             plot->by->field->name);
}

/* The key: which colour is which value. */
static void draw_key(const struct map *map, struct aic_sink *sink)
{
    const struct svg_font font = SVG_PLAIN(SVG_TICK_SIZE, SVG_MUTED, SVG_START);
    const struct svg_axis *key = &map->panel->x;
    const int steps = 48;
    double x = map->panel->right + 18;
    double height = (key->from - key->to) / steps;
    for (int i = 0; i < steps; i++) {
        char color[8];
        shade((i + 0.5) / steps, color);
        svg_rect(sink, x, map->bottom - (i + 1) * height, KEY_WIDTH, height + 0.5, color, NULL);
    }
    for (size_t i = 0; i < key->tick_count; i++) {
        double y = svg_axis_at(key, key->ticks[i].value) - key->from + map->bottom;
        svg_line(sink, x + KEY_WIDTH, y, x + KEY_WIDTH + 4, y, SVG_FRAME, 1, NULL);
        svg_text(sink, x + KEY_WIDTH + 8, y + 4, font, key->ticks[i].label);
    }
}

/* What red says: the budgets, and how many cases do not hold them. */
static void write_budgets(const struct map *map, struct aic_sink *sink)
{
    const struct svg_limits *limits = &map->panel->limits;
    int failed = 0;
    char words[CLI_VALUE_SIZE];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    for (size_t i = 0; i < limits->count; i++) {
        aic_text_add(&text, i > 0 ? " and " : "red: not ");
        aic_text_add_bytes(&text, limits->all[i].words.at, limits->all[i].words.length);
    }
    for (size_t i = 0; i < map->plot->rows * map->plot->columns; i++) {
        failed += !holds(map, i / map->plot->columns, i % map->plot->columns);
    }
    aic_text_format(&text, ", in %d of %d cases", failed,
                    (int)(map->plot->rows * map->plot->columns));
    if (limits->count > 0) {
        svg_text(sink, map->panel->right, map->top - 8,
                 SVG_PLAIN(SVG_TICK_SIZE, SVG_BUDGET, SVG_END), words);
    }
}

double svg_map_fit(struct svg_panel *panel)
{
    const struct svg_plot *plot = panel->plot;
    const struct aic_field *field = plot->results[panel->results[0]];
    double low, high;
    svg_panel_extent(panel, &low, &high);
    panel->left = SVG_MARGIN + widest_name(plot, plot->by) + 8;
    panel->right = SVG_WIDTH - SVG_MARGIN - KEY_ROOM;
    panel->top = HEAD;
    panel->bottom = HEAD + area_height(plot);
    panel->x =
        (struct svg_axis){ .field = field,
                           .style = plot->units,
                           .log = svg_has_powers(field, plot->units, low) && high / low >= LOG_FROM,
                           .from = panel->bottom,
                           .to = panel->top };
    panel->y = (struct svg_axis){ .field = field, .style = plot->units };
    svg_axis_fit(&panel->x, low, high, false, 6);
    svg_axis_fit(&panel->y, low, high, false, 6);
    return panel->bottom + BELOW;
}

void svg_map_draw(const struct svg_panel *panel, double top, struct aic_sink *sink)
{
    const struct svg_plot *plot = panel->plot;
    struct map map = {
        .panel = panel,
        .plot = plot,
        .first = svg_plot_line(panel, 0),
        .top = top + panel->top,
        .bottom = top + panel->bottom,
        .cell_width = (panel->right - panel->left) / (double)plot->columns,
        .cell_height = (panel->bottom - panel->top) / (double)plot->rows,
        .from_top = !cli_is_number(plot->by->field),
    };
    char title[512];
    map.has_words = words_fit(&map);
    svg_panel_title(panel, map.has_words ? panel->y.unit : panel->x.unit, false, title,
                    sizeof title);
    svg_subtitle(sink, top, title, svg_panel_help(panel));
    draw_cells(&map, sink, draw_cell);
    draw_cells(&map, sink, draw_edges);
    write_budgets(&map, sink);
    draw_names(&map, sink);
    draw_key(&map, sink);
}
