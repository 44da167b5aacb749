/* SPDX-License-Identifier: Apache-2.0 */
/* The results as lines of a terminal: the first screen, those chosen, or all in their sections. */
#include <string.h>

#include "cli/views/answer/answer.h"
#include "cli/views/answer/screen.h"

/* The columns of a result. */
enum { NAME, VALUE, SPREAD, BASIS, BAR, MEANING, COLUMNS };

/* Less room than this for the meaning of a row, and it is left out. */
#define SHORTEST_MEANING 17

/* Terminals of so many columns have room for bars beside the parts of a result. */
#define BARS_FROM 100

/* What the marks beside values mean. */
static const struct {
    const char *mark, *words;
} marks[] = {
    { "*", "* published figure" },
    { "~", "~ estimate" },
    { "?", "? moves with a default" },
};
#define MARKS (sizeof marks / sizeof marks[0])

/* The results under way. */
struct results {
    const struct cli_view *view;
    struct cli_grid grid;
    struct cli_column columns[COLUMNS];
    const struct cli_screen *screen;
    bool used[MARKS]; /* marks that stand beside a value */
    bool has_band, has_exact, has_searched;
};

/* Notes the mark of a row that was written. */
static void use_mark(struct results *results, const char *mark)
{
    for (size_t i = 0; i < MARKS; i++) {
        results->used[i] = results->used[i] || (mark[0] && strcmp(mark, marks[i].mark) == 0);
    }
}

/* "27.1 .. 33.9" where no value lies beyond, "27.1 ..+ 33.9" where the ends were searched. */
static void write_ends(struct results *results, size_t index, const char *spread, char *out,
                       size_t capacity)
{
    const char *dots = strstr(spread, " .. ");
    const struct aic_spread *all = results->view->spread;
    out[0] = '\0';
    if (dots && all) {
        bool exact = all->results[index].exact;
        char low[CLI_VALUE_SIZE];
        cli_write_span((struct aic_span){ spread, (size_t)(dots - spread) }, low, sizeof low);
        cli_print(out, capacity, "%s %s %s", low, exact ? ".." : "..+", dots + 4);
        results->has_exact = results->has_exact || exact;
        results->has_searched = results->has_searched || !exact;
    }
}

static void add_result(struct results *results, size_t index, enum cli_style style)
{
    const struct cli_view *view = results->view;
    const struct aic_field *field = cli_result(view, index);
    struct cli_grid *grid = &results->grid;
    char value[CLI_VALUE_SIZE], spread[CLI_VALUE_SIZE], ends[CLI_VALUE_SIZE + 16] = "";
    char bar[CLI_VALUE_SIZE] = "";
    double share;
    char band[CLI_VALUE_SIZE], meaning[2 * CLI_VALUE_SIZE];
    cli_write_result(view, index, value, sizeof value);
    cli_write_band(view, index, band, sizeof band);
    cli_write_spread(view, index, spread, sizeof spread);
    cli_drop_same_unit(spread, value);
    write_ends(results, index, spread, ends, sizeof ends);
    if (results->columns[BAR].width > 0 && cli_share(view, index, &share)) {
        cli_write_bar(share, view->unicode, bar, sizeof bar);
    }
    cli_grid_cell(grid, view->chosen ? field->name : cli_name_in_part(view, index));
    cli_grid_add(grid, (struct cli_cell){ .text = value, .style = style });
    cli_grid_cell(grid, ends);
    cli_grid_cell(grid, cli_mark(view, index));
    use_mark(results, cli_mark(view, index));
    results->has_band = results->has_band || band[0];
    cli_grid_cell(grid, bar);
    cli_print(meaning, sizeof meaning, "%s%s%s", band, band[0] ? "  " : "", field->help);
    cli_grid_cell(grid, grid->measuring ? "" : meaning);
    cli_grid_end(grid);
}

/* The group that a result belongs to. */
static size_t group_of(const struct cli_view *view, size_t index)
{
    const struct aic_table *results = &view->answer->question->calculator->results;
    size_t group = 0;
    while (index >= results->groups[group].count) {
        index -= results->groups[group++].count;
    }
    return group;
}

static bool has_parts(const struct cli_view *view, size_t group)
{
    double share;
    for (size_t i = 0; i < view->result_count; i++) {
        if (group_of(view, view->results[i]) == group &&
            cli_share(view, view->results[i], &share)) {
            return true;
        }
    }
    return false;
}

/* Bars where a section has parts; where they would leave no room for the meanings, neither. */
static void begin_section(struct results *rows, size_t group)
{
    const struct cli_view *view = rows->view;
    bool bars = view->columns >= BARS_FROM && has_parts(view, group);
    size_t used = CLI_INDENT;
    rows->columns[BAR].width = bars ? CLI_BAR_WIDTH + 1 : 0;
    for (size_t i = 0; i < MEANING; i++) {
        const struct cli_column *column = &rows->columns[i];
        used += column->optional && column->width == 0 ? 0 : column->gap + column->width;
    }
    used += rows->columns[MEANING].gap;
    bool has_room = used + SHORTEST_MEANING <= view->columns;
    rows->columns[BAR].dropped = rows->columns[MEANING].dropped = !has_room;
    cli_heading(rows->grid.sink, view->answer->question->calculator->results.groups[group].title,
                view->color);
}

/* Calls for each part that was asked and is shown with the rows that decide in it. */
static void each_part(struct results *rows, void (*visit)(struct results *rows, size_t part,
                                                          const struct cli_screen *screen))
{
    const struct cli_view *view = rows->view;
    const struct aic_calculator *calculator = view->answer->question->calculator;
    for (size_t i = 0; i < aic_part_count(calculator); i++) {
        if (aic_part_is_asked(calculator, view->answer->out, i)) {
            struct cli_screen screen;
            cli_find_part_screen(view->answer, i, &screen);
            visit(rows, i, &screen);
        }
    }
}

static void add_part(struct results *rows, size_t part, const struct cli_screen *screen)
{
    (void)part;
    for (size_t i = 0; i < screen->count; i++) {
        add_result(rows, screen->rows[i], i == 0 ? CLI_STRONG : CLI_PLAIN);
    }
}

static void write_part_title(struct results *rows, const struct aic_part_view *part)
{
    struct aic_sink *sink = rows->grid.sink;
    aic_sink_text(sink, "\n");
    cli_styled_text(sink, rows->view->color ? CLI_STRONG : CLI_PLAIN, part->name);
    aic_sink_text(sink, ": ");
    bool dots;
    size_t used = strlen(part->name) + 2, columns = rows->view->columns;
    size_t length = cli_fitting_phrase(part->help, columns > used + 2 ? columns - used : 2, &dots);
    if (dots) {
        cli_wrapped(sink, columns, part->help, used, 2 * CLI_INDENT);
    } else {
        aic_sink_bytes(sink, part->help, length);
        aic_sink_text(sink, "\n");
    }
}

/* The title where a result is the first of another part; returns the part that it is of. */
static size_t begin_part(struct results *rows, size_t result, size_t part)
{
    const struct aic_calculator *calculator = rows->view->answer->question->calculator;
    size_t of = aic_part_of_result(calculator, result);
    if (of != part) {
        const struct aic_part_view view = aic_part_at(calculator, of);
        write_part_title(rows, &view);
    }
    return of;
}

/* Its line, then its rows. */
static void write_part(struct results *rows, size_t part, const struct cli_screen *screen)
{
    const struct cli_view *view = rows->view;
    const struct aic_part_view of = aic_part_at(view->answer->question->calculator, part);
    write_part_title(rows, &of);
    add_part(rows, part, screen);
}

static void add_parts(struct cli_grid *grid, void *context)
{
    (void)grid;
    each_part(context, add_part);
}

/* A composition: its parts one below the other. */
static bool has_asked_parts(const struct cli_view *view)
{
    return aic_part_count(view->answer->question->calculator) > 0 && !view->chosen && !view->all;
}

static void write_sections(struct results *rows)
{
    const struct cli_view *view = rows->view;
    const struct aic_table *results = &view->answer->question->calculator->results;
    size_t last = results->count;
    const struct aic_calculator *calculator = view->answer->question->calculator;
    bool has_keys = false;
    size_t part = view->part;
    bool by_parts = calculator->composition && part == aic_part_count(calculator);
    for (size_t i = 0; i < view->result_count; i++) {
        if (!by_parts && cli_result(view, view->results[i])->flags & AIC_KEY) {
            aic_sink_text(rows->grid.sink, has_keys ? "" : "\n");
            add_result(rows, view->results[i], CLI_STRONG);
            has_keys = true;
        }
    }
    for (size_t i = 0; i < view->result_count; i++) {
        if (!by_parts && cli_result(view, view->results[i])->flags & AIC_KEY) {
            continue;
        }
        size_t group = group_of(view, view->results[i]);
        part = begin_part(rows, view->results[i], part);
        if (group != last) {
            begin_section(rows, group);
            last = group;
        }
        add_result(rows, view->results[i], CLI_PLAIN);
    }
}

static void add_all(struct cli_grid *grid, void *context)
{
    struct results *results = context;
    (void)grid;
    for (size_t i = 0; i < results->view->result_count; i++) {
        add_result(results, results->view->results[i], CLI_PLAIN);
    }
}

/* A result of --fields that has no value says why. */
static void write_missing(struct results *results)
{
    const struct cli_view *view = results->view;
    for (size_t i = 0; i < view->missing_count; i++) {
        char why[CLI_VALUE_SIZE];
        struct aic_text text;
        aic_text_init(&text, why, sizeof why);
        aic_explain_missing(view->answer, view->missing[i], &text);
        cli_grid_cell(&results->grid, cli_result(view, view->missing[i])->name);
        cli_grid_cell(&results->grid, "-");
        for (size_t column = SPREAD; column < MEANING; column++) {
            cli_grid_cell(&results->grid, "");
        }
        cli_grid_cell(&results->grid, results->grid.measuring ? "" : why);
        cli_grid_end(&results->grid);
    }
}

static void add_chosen(struct cli_grid *grid, void *context)
{
    add_all(grid, context);
    write_missing(context);
}

static void add_shown(struct cli_grid *grid, void *context)
{
    struct results *results = context;
    (void)grid;
    if (results->view->all) {
        add_all(grid, context);
        return;
    }
    for (size_t i = 0; i < results->screen->count; i++) {
        add_result(results, results->screen->rows[i], i == 0 ? CLI_STRONG : CLI_PLAIN);
    }
}

#define LINE_GAP "   "

/* Items in a line, the next line where there is no room for one. */
struct line {
    const struct results *results;
    size_t used;
};

static bool has_room(const struct line *line, const char *words)
{
    return line->used > 0 &&
           line->used + strlen(LINE_GAP) + cli_width(words) <= line->results->view->columns;
}

static void add_words(struct line *line, const char *words)
{
    struct aic_sink *sink = line->results->grid.sink;
    if (has_room(line, words)) {
        aic_sink_text(sink, LINE_GAP);
        line->used += strlen(LINE_GAP);
    } else {
        aic_sink_text(sink, "\n");
        cli_repeat(sink, ' ', CLI_INDENT);
        line->used = CLI_INDENT;
    }
    aic_sink_text(sink, words);
    line->used += cli_width(words);
}

/* What the marks mean, those that were used, and what the first screen leaves out. */
static void write_legend(const struct results *results)
{
    const struct cli_view *view = results->view;
    static const char explain[] = "formulas: --explain";
    struct line line = { results, 0 };
    for (size_t i = 0; i < MARKS; i++) {
        if (results->used[i]) {
            add_words(&line, marks[i].words);
        }
    }
    if (results->has_exact) {
        add_words(&line, ".. exact interval");
    }
    if (results->has_searched) {
        char words[64];
        cli_print(words, sizeof words, "..+ searched interval, %g samples",
                  (double)view->spread->samples);
        add_words(&line, words);
    }
    if (results->has_band) {
        add_words(&line, "-x..+y% measured error");
    }
    if (!view->chosen && !view->all && view->result_count > results->screen->count) {
        char words[64];
        cli_print(words, sizeof words, "%g more: --all",
                  (double)(view->result_count - results->screen->count));
        add_words(&line, words);
    }
    if (has_room(&line, explain) && !view->explain) {
        add_words(&line, explain);
    }
    aic_sink_text(results->grid.sink, line.used > 0 ? "\n" : "");
}

void cli_results_text(const struct cli_view *view, const struct cli_screen *screen,
                      struct aic_sink *sink)
{
    struct results results = {
        .view = view,
        .screen = screen,
        .columns = {
            [VALUE] = { .gap = 2, .right = true },
            [SPREAD] = { .gap = 2, .right = true, .optional = true },
            [BASIS] = { .gap = 1, .width = 1 },
            [BAR] = { .gap = 1, .optional = true },
            [MEANING] = { .gap = 1, .overflow = CLI_OVERFLOW_WRAPPED },
        },
    };
    cli_grid_init(&results.grid, sink, &cli_layout_text, results.columns, COLUMNS);
    results.grid.indent = CLI_INDENT;
    results.grid.terminal = view->columns;
    results.grid.color = view->color;
    if (has_asked_parts(view)) {
        results.columns[MEANING].overflow = CLI_OVERFLOW_PHRASE;
    }
    cli_grid_measure(&results.grid,
                     view->chosen            ? add_chosen
                     : has_asked_parts(view) ? add_parts
                                             : add_shown,
                     &results);
    if (view->chosen) {
        aic_sink_text(sink, "\n");
        add_chosen(&results.grid, &results);
    } else if (view->all) {
        write_sections(&results);
    } else if (has_asked_parts(view)) {
        each_part(&results, write_part);
    } else {
        aic_sink_text(sink, "\n");
        add_shown(&results.grid, &results);
    }
    write_legend(&results);
}
