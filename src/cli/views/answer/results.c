/* SPDX-License-Identifier: Apache-2.0 */
/* The results as rows: the first screen, those chosen, or all in their sections. */
#include <string.h>

#include "cli/views/answer/answer.h"
#include "cli/views/answer/screen.h"

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
    { "?", "? rests on a default" },
};
#define MARKS (sizeof marks / sizeof marks[0])

/* The results under way. */
struct results {
    const struct cli_view *view;
    struct doc *doc;
    const struct cli_screen *screen;
    bool bars;        /* parts have bars */
    bool used[MARKS]; /* marks that stand beside a value */
    bool all_assumed; /* every row rests on a default */
    bool has_band, has_exact, has_searched;
    bool titled; /* a part has its title */
};

/* What rows have beside their values: columns of text, and others of Markdown. */
struct row_shape {
    bool bars, bands;
    size_t least;
    enum cli_overflow overflow;
};

static void open_table(struct results *results, struct row_shape shape)
{
    const unsigned text = DOC_TEXT, markdown = DOC_MARKDOWN, never = DOC_VALUES;
    const unsigned ends = results->view->spread ? markdown : never;
    const struct cli_column columns[] = {
        { .title = "Result", .code = true },
        { .title = "Value", .gap = 2, .right = true },
        { .title = "", .in = text, .gap = 2, .right = true, .optional = true },
        { .title = "Low", .in = ends, .right = true },
        { .title = "High", .in = ends, .right = true },
        { .title = "Ends", .in = ends },
        { .title = "", .in = text, .gap = 1, .width = 1, .optional = true },
        { .title = "Basis", .in = markdown },
        { .title = "",
          .in = text,
          .gap = 1,
          .width = shape.bars ? CLI_BAR_WIDTH + 1 : 0,
          .optional = true,
          .apart = true },
        { .title = "Error", .in = shape.bands ? markdown : never, .right = true },
        { .title = "Meaning", .gap = 1, .overflow = shape.overflow, .least = shape.least },
    };
    results->bars = shape.bars;
    doc_table(results->doc, 0, columns, sizeof columns / sizeof columns[0],
              (struct doc_shape){ .untitled = true, .aligned = true });
}

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

/* The ends of the interval, for a terminal in one cell, and each in its own. */
static void add_ends(struct results *results, size_t index, const char *value)
{
    const struct cli_view *view = results->view;
    const struct aic_field *field = cli_result(view, index);
    struct aic_value low = { false, 0, NULL }, high = low;
    char spread[CLI_VALUE_SIZE], words[CLI_VALUE_SIZE + 16];
    if (view->spread) {
        aic_spread_ends(view->spread, index, &low, &high);
    }
    cli_write_spread(view, index, spread, sizeof spread);
    cli_drop_same_unit(spread, value);
    write_ends(results, index, spread, words, sizeof words);
    doc_cell(results->doc, words);
    cli_write_value(field, low, view->units, words, CLI_VALUE_SIZE);
    doc_cell(results->doc, words);
    cli_write_value(field, high, view->units, words, CLI_VALUE_SIZE);
    doc_cell(results->doc, words);
    cli_write_interval_method(view, index, words, CLI_VALUE_SIZE);
    doc_cell(results->doc, words);
}

/* Whether a screen is that of a composition's parts. */
static bool is_composed(const struct results *results)
{
    const struct cli_view *view = results->view;
    return view->answer->question->calculator->composition && !view->all && !view->chosen;
}

/* True for a row that rests on a default which is not named below. */
static bool rests_on_others(const struct cli_view *view, size_t result)
{
    const struct aic_influence *influence = view->influence;
    const bool *rests = influence->rests + result;
    for (size_t i = 0; i < aic_table_size(&view->answer->question->calculator->inputs); i++) {
        if (rests[i * influence->result_count] && !cli_tells_default(view, i)) {
            return true;
        }
    }
    return false;
}

/* The mark of a row. Where every row rests on a default it says nothing, and what is assumed says it: only rows
 * that rest on a default which is not named there have it. */
static const char *mark_of(const struct results *results, size_t index)
{
    const struct cli_view *view = results->view;
    bool is_text = results->doc->form == DOC_TEXT;
    bool is_quiet = is_text && (is_composed(results) ||
                                (results->all_assumed && !rests_on_others(view, index)));
    return is_quiet ? "" : cli_mark(view, index);
}

/* What a result is; of a flag that cannot be told, what would settle it. */
static const char *meaning_of(struct results *results, size_t index)
{
    if (!cli_is_unjudged(results->view, index)) {
        return cli_result(results->view, index)->help;
    }
    struct aic_text *text = doc_words(results->doc);
    cli_add_settling(results->view, index, text);
    return doc_keep(results->doc, text->at);
}

static void add_result(struct results *results, size_t index, enum cli_style style)
{
    const struct cli_view *view = results->view;
    const struct aic_field *field = cli_result(view, index);
    struct doc *doc = results->doc;
    const bool is_text = doc->form == DOC_TEXT;
    char value[CLI_VALUE_SIZE], bar[CLI_VALUE_SIZE] = "", band[CLI_VALUE_SIZE];
    double share;
    cli_write_result(view, index, value, sizeof value);
    cli_write_band(view, index, band, sizeof band);
    if (results->bars && cli_share(view, index, &share)) {
        cli_write_bar(share, view->unicode, bar, sizeof bar);
    }
    const char *mark = mark_of(results, index);
    use_mark(results, mark);
    results->has_band = results->has_band || band[0];
    doc_cell(doc, view->chosen || !is_text ? field->name : cli_name_in_part(view, index));
    doc_cell_as(doc, (struct cli_cell){ .text = value, .style = style });
    add_ends(results, index, value);
    doc_cell(doc, mark);
    doc_cell(doc, aic_basis_name(cli_basis(view, index)));
    doc_cell(doc, bar);
    doc_cell(doc, band);
    const char *meaning = meaning_of(results, index);
    doc_cell(doc, is_text && band[0] ? doc_print(doc, "%s  %s", band, meaning) : meaning);
    doc_row(doc);
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

static void begin_section(struct results *results, size_t group)
{
    const struct cli_view *view = results->view;
    doc_section(results->doc, NULL, view->answer->question->calculator->results.groups[group].title,
                NULL);
    open_table(results,
               (struct row_shape){ .bars = view->columns >= BARS_FROM && has_parts(view, group),
                                   .least = SHORTEST_MEANING,
                                   .overflow = CLI_OVERFLOW_WRAPPED });
}

static void add_part_title(struct results *results, const struct aic_part_view *part)
{
    doc_add(results->doc, (struct doc_block){ .kind = DOC_SECTION,
                                              .name = part->name,
                                              .note = part->help,
                                              .wrapped = true,
                                              .depth = is_composed(results) && results->titled });
    results->titled = true;
}

/* The title where a result is the first of another part; returns the part that it is of. */
static size_t begin_part(struct results *results, size_t result, size_t part)
{
    const struct aic_calculator *calculator = results->view->answer->question->calculator;
    size_t of = aic_part_of_result(calculator, result);
    if (of != part) {
        const struct aic_part_view view = aic_part_at(calculator, of);
        add_part_title(results, &view);
    }
    return of;
}

/* The parts of a composition that were asked, each with the rows that decide in it. Nearly all rest on some
 * default, which the line of what is assumed tells: no row has a mark. */
static void add_parts(struct results *results)
{
    const struct cli_view *view = results->view;
    const struct aic_calculator *calculator = view->answer->question->calculator;
    for (size_t i = 0; i < aic_part_count(calculator); i++) {
        if (aic_part_is_asked(calculator, view->answer->out, i)) {
            const struct aic_part_view part = aic_part_at(calculator, i);
            struct cli_screen screen;
            cli_find_part_screen(view->answer, i, &screen);
            if (screen.count == 0) {
                continue;
            }
            add_part_title(results, &part);
            open_table(results, (struct row_shape){ .overflow = CLI_OVERFLOW_PHRASE });
            for (size_t k = 0; k < screen.count && k < view->part_rows; k++) {
                add_result(results, screen.rows[k], k == 0 ? CLI_STRONG : CLI_PLAIN);
            }
        }
    }
}

/* All results: those that matter most, then the others in their sections. */
static void add_sections(struct results *results)
{
    const struct cli_view *view = results->view;
    const struct aic_calculator *calculator = view->answer->question->calculator;
    size_t last = calculator->results.count;
    size_t part = view->part;
    bool by_parts = calculator->composition && part == aic_part_count(calculator);
    bool has_keys = false;
    for (size_t i = 0; i < view->result_count; i++) {
        if (!by_parts && cli_result(view, view->results[i])->flags & AIC_KEY) {
            if (!has_keys) {
                doc_add(results->doc, (struct doc_block){ .kind = DOC_GAP });
                open_table(results, (struct row_shape){ .overflow = CLI_OVERFLOW_WRAPPED });
            }
            add_result(results, view->results[i], CLI_STRONG);
            has_keys = true;
        }
    }
    for (size_t i = 0; i < view->result_count; i++) {
        if (!by_parts && cli_result(view, view->results[i])->flags & AIC_KEY) {
            continue;
        }
        size_t group = group_of(view, view->results[i]);
        part = begin_part(results, view->results[i], part);
        if (group != last) {
            begin_section(results, group);
            last = group;
        }
        add_result(results, view->results[i], CLI_PLAIN);
    }
}

/* A result of --fields that has no value says why. */
static void add_missing(struct results *results)
{
    const struct cli_view *view = results->view;
    struct doc *doc = results->doc;
    for (size_t i = 0; i < view->missing_count; i++) {
        struct aic_text *why = doc_words(doc);
        aic_explain_missing(view->answer, view->missing[i], why);
        doc_cell(doc, cli_result(view, view->missing[i])->name);
        doc_cell(doc, "-");
        for (size_t left = doc->table ? doc->table->count - 3 : 0; left > 0; left--) {
            doc_cell(doc, "");
        }
        doc_cell(doc, why->at);
        doc_row(doc);
    }
}

static void add_legend_words(const struct results *results, const char *words)
{
    doc_add(results->doc, (struct doc_block){ .kind = DOC_LEGEND, .words = words });
}

/* What the marks mean, those that were used, and what the first screen leaves out. */
static void add_legend(const struct results *results)
{
    const struct cli_view *view = results->view;
    struct doc *doc = results->doc;
    for (size_t i = 0; i < MARKS; i++) {
        if (results->used[i]) {
            add_legend_words(results, results->all_assumed
                                          ? "? rests on other defaults too"
                                          : marks[i].words);
        }
    }
    if (results->has_exact) {
        add_legend_words(results, ".. exact interval");
    }
    if (results->has_searched) {
        add_legend_words(results, doc_print(doc, "..+ searched interval, %g samples",
                                            (double)view->spread->samples));
    }
    if (results->has_band) {
        add_legend_words(results, "-x..+y% measured error");
    }
    if (is_composed(results)) {
        return;
    }
    if (!view->chosen && !view->all && view->result_count > results->screen->count) {
        add_legend_words(results, doc_print(doc, "%g more: --all",
                                            (double)(view->result_count - results->screen->count)));
    }
    if (!view->explain) { /* where there is room for it */
        doc_add(doc, (struct doc_block){
                         .kind = DOC_LEGEND, .words = "formulas: --explain", .wrapped = true });
    }
}

void cli_add_results(const struct cli_view *view, const struct cli_screen *screen, struct doc *doc)
{
    struct results results = { .view = view, .doc = doc, .screen = screen };
    results.all_assumed =
        !view->all && (view->chosen ? cli_are_all_assumed(view, view->results, view->result_count)
                                    : cli_are_all_assumed(view, screen->rows, screen->count));
    bool has_parts = aic_part_count(view->answer->question->calculator) > 0;
    if (view->all && !view->chosen) {
        add_sections(&results);
    } else if (has_parts && !view->chosen) {
        add_parts(&results);
    } else {
        doc_add(doc, (struct doc_block){ .kind = DOC_GAP });
        open_table(&results, (struct row_shape){ .overflow = CLI_OVERFLOW_WRAPPED });
        for (size_t i = 0; view->chosen && i < view->result_count; i++) {
            add_result(&results, view->results[i], CLI_PLAIN);
        }
        for (size_t i = 0; !view->chosen && i < screen->count; i++) {
            add_result(&results, screen->rows[i], i == 0 ? CLI_STRONG : CLI_PLAIN);
        }
        if (view->chosen) {
            add_missing(&results);
        }
    }
    add_legend(&results);
}

void cli_add_result_table(const struct cli_view *view, const struct cli_screen *screen,
                          struct doc *doc)
{
    struct results results = { .view = view, .doc = doc, .screen = screen };
    bool everything = view->chosen || view->all;
    const size_t *rows = everything ? view->results : screen->rows;
    size_t count = everything ? view->result_count : screen->count;
    struct row_shape shape = { .bands = false };
    struct aic_error_band band;
    for (size_t i = 0; i < count; i++) {
        shape.bands = shape.bands || aic_answer_band(view->answer, rows[i], &band);
    }
    open_table(&results, shape);
    for (size_t i = 0; i < count; i++) {
        add_result(&results, rows[i], CLI_PLAIN);
    }
}
