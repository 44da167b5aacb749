/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An answer as a drawing: what a result is made of, one bar behind the other, or the
 * results that were chosen, each from zero.
 */
#include <math.h>
#include <string.h>

#include "cli/views/answer/contents.h"
#include "cli/views/plot/plots.h"

#define HEAD          30.0
#define VALUE_ROOM    150.0
#define PARTS_MAX     24
#define LEAST_SHARE   0.1  /* percent; there is no room for a smaller one */
#define TITLED        2    /* panels of which the title names each */
#define REST_FROM     1e-6 /* a smaller share that no part covers is rounding */
#define LIMIT_WITHIN  2.5
#define SMALL_SHARE   0.02  /* of a figure: smaller parts are one */
#define LARGEST_SHARE 0.995 /* a part that is all of it needs no figure */

static const struct svg_bar_look look = {
    .row = 24,
    .bar = 16,
    .least_part = 0.5,
    .overhang = 4,
    .name_most = 230,
    .name_gap = 10,
    .name_drop = 1,
    .ticks = 6,
};

/* A result and what adds up to it, or chosen results of one unit. */
struct parts {
    const struct cli_view *view;
    const struct aic_field *field; /* of the unit */
    bool has_whole;
    size_t whole;
    size_t at[PARTS_MAX];
    size_t count;
    double rest; /* of the whole, beyond its parts */
    char rest_name[64];
    size_t small_count; /* parts that are too small for a bar of their own */
    double small;
    char limit_words[CLI_VALUE_SIZE];
    struct svg_bars bars;
};

static double number_of(const struct cli_view *view, size_t index)
{
    struct aic_value value = aic_answer_result(view->answer, index);
    return value.set ? value.number : NAN;
}

/* A part as it stands in its whole. */
static double part_of_whole(const struct cli_view *view, size_t index)
{
    return aic_answer_part(view->answer, index).number;
}

/* The ends of a result, where inputs have ranges; false where it is one value. */
static bool find_ends(const struct cli_view *view, size_t index, double *low, double *high)
{
    struct aic_value ends[2];
    if (!view->spread) {
        return false;
    }
    aic_spread_ends(view->spread, index, &ends[0], &ends[1]);
    *low = ends[0].number;
    *high = ends[1].number;
    return ends[0].set && ends[1].set && *low < *high;
}

/* A colour for each part, none twice: those of series, then lighter and darker ones. */
static const char *part_color(size_t part)
{
    static const char *const further[PARTS_MAX - SVG_COLORS] = {
        "#80b9d9", "#eaae80", "#80cfb9", "#e6bcd3", "#f3cf80", "#abdaf4", "#b59ecc", "#a6a6a6",
        "#003959", "#6b2f00", "#00503a", "#66394f", "#735000", "#2b5a75", "#351d4d", "#1a1a1a"
    };
    return part < SVG_COLORS ? svg_color(part) : further[part - SVG_COLORS];
}

/* The largest part first. */
static void sort_parts(struct parts *parts)
{
    for (size_t i = 1; i < parts->count; i++) {
        size_t part = parts->at[i], at = i;
        double value = part_of_whole(parts->view, part);
        while (at > 0 && part_of_whole(parts->view, parts->at[at - 1]) < value) {
            parts->at[at] = parts->at[at - 1];
            at--;
        }
        parts->at[at] = part;
    }
}

/* The parts in their order, and what none of them covers, called as the table of the total says. */
static void take_rest(struct parts *parts, double rest)
{
    struct cli_contents contents;
    sort_parts(parts);
    parts->rest = rest > REST_FROM * number_of(parts->view, parts->whole) ? rest : 0;
    cli_print(parts->rest_name, sizeof parts->rest_name, "besides");
    if (parts->rest > 0 && cli_find_contents(parts->view, parts->whole, &contents)) {
        for (size_t i = 0; i < contents.contain_count; i++) {
            bool is_rest =
                contents.contains[i].has_value && contents.contains[i].result == SIZE_MAX;
            if (is_rest) {
                cli_print(parts->rest_name, sizeof parts->rest_name, "%s",
                          contents.contains[i].what);
            }
        }
    }
}

/* The parts of a result that are more than nothing; false where there are none. */
static bool find_parts(const struct cli_view *view, size_t whole, struct parts *parts)
{
    const struct aic_field *field = cli_result(view, whole);
    size_t count = aic_table_size(&view->answer->question->calculator->results);
    double rest = number_of(view, whole);
    *parts = (struct parts){ .view = view, .field = field, .has_whole = true, .whole = whole };
    for (size_t i = 0; i < count && parts->count < PARTS_MAX; i++) {
        double share;
        const char *part_of = cli_result(view, i)->part_of;
        if (part_of && strcmp(part_of, field->name) == 0 && cli_share(view, i, &share) &&
            share > 0) {
            parts->at[parts->count++] = i;
            rest -= part_of_whole(view, i);
        }
    }
    take_rest(parts, rest);
    return parts->count > 0;
}

/* What is below 2 % becomes one part with the number of its terms. */
static void join_small(struct parts *parts)
{
    double least = SMALL_SHARE * number_of(parts->view, parts->whole);
    size_t kept = parts->count;
    while (kept > 0 && part_of_whole(parts->view, parts->at[kept - 1]) < least) {
        kept--;
    }
    if (parts->count - kept < 2) {
        return;
    }
    parts->small_count = parts->count - kept;
    for (size_t i = kept; i < parts->count; i++) {
        parts->small += part_of_whole(parts->view, parts->at[i]);
    }
    parts->count = kept;
}

/* The parts of a total that is a bill: those of what it contains that are results. */
static bool find_bill(const struct cli_view *view, size_t whole, struct parts *parts)
{
    struct cli_contents contents;
    const struct aic_field *field = cli_result(view, whole);
    double rest = number_of(view, whole);
    *parts = (struct parts){ .view = view, .field = field, .has_whole = true, .whole = whole };
    if (!cli_find_contents(view, whole, &contents)) {
        return false;
    }
    for (size_t i = 0; i < contents.contain_count; i++) {
        if (contents.contains[i].has_value && contents.contains[i].result != SIZE_MAX) {
            parts->at[parts->count++] = contents.contains[i].result;
            rest -= contents.contains[i].number;
        }
    }
    take_rest(parts, rest);
    return parts->count + (parts->rest > 0) > 1;
}

/* True where it is drawn of several parts, none of which is all of it. */
static bool is_divided(const struct parts *parts)
{
    double largest = fmax(parts->rest, part_of_whole(parts->view, parts->at[0]));
    return largest < LARGEST_SHARE * number_of(parts->view, parts->whole);
}

/* Of the results that decide the total of a dimension that has most parts. */
static bool find_total(const struct cli_view *view, enum aic_dimension dimension,
                       struct parts *most)
{
    const struct aic_calculator *calculator = view->answer->question->calculator;
    size_t count = aic_table_size(&calculator->results), result;
    bool found = false;
    for (size_t k = 0; (result = aic_deciding_at(calculator, k)) < count; k++) {
        struct parts parts;
        if (cli_result(view, result)->dimension == dimension &&
            aic_answer_result(view->answer, result).set &&
            (find_parts(view, result, &parts) || find_bill(view, result, &parts)) &&
            is_divided(&parts) && (!found || parts.count > most->count)) {
            *most = parts;
            found = true;
        }
    }
    if (found) {
        join_small(most);
    }
    return found;
}

/* All results that have parts in this answer. */
static size_t find_wholes(const struct cli_view *view, struct parts *panels)
{
    size_t count = aic_table_size(&view->answer->question->calculator->results);
    size_t found = 0;
    for (size_t i = 0; i < count && found < SVG_PANELS_MAX; i++) {
        found += find_parts(view, i, &panels[found]);
    }
    return found;
}

static bool share_unit(const struct aic_field *a, const struct aic_field *b)
{
    return a->dimension == b->dimension && strcmp(aic_field_unit(a), aic_field_unit(b)) == 0;
}

/* The chosen numbers, those of one unit together. */
static size_t find_chosen(const struct cli_view *view, struct parts *panels)
{
    size_t found = 0;
    for (size_t i = 0; i < view->result_count; i++) {
        const struct aic_field *field = cli_result(view, view->results[i]);
        size_t p = 0;
        if (!cli_is_number(field)) {
            continue;
        }
        while (p < found && !share_unit(field, panels[p].field)) {
            p++;
        }
        if (p == SVG_PANELS_MAX) {
            continue;
        }
        if (p == found) {
            panels[found++] = (struct parts){ .view = view, .field = field };
        }
        if (panels[p].count < PARTS_MAX) {
            panels[p].at[panels[p].count++] = view->results[i];
        }
    }
    return found;
}

static size_t find_panels(const struct cli_view *view, struct parts *panels)
{
    return view->chosen ? find_chosen(view, panels) : find_wholes(view, panels);
}

bool svg_accepts_answer(const struct cli_view *view, struct aic_error *error)
{
    struct parts panels[SVG_PANELS_MAX];
    if (find_panels(view, panels) > 0) {
        return true;
    }
    const char *name = view->answer->question->calculator->name;
    if (view->chosen) {
        aic_fail(error, AIC_ERR_VALUE, NULL,
                 "-o svg draws numbers, and --fields names none that "
                 "applies");
        return aic_suggest(error, "'aicalc help %s' lists the results", name);
    }
    aic_fail(error, AIC_ERR_MISSING, NULL, "-o svg: this answer of %s has no parts to draw", name);
    return aic_suggest(error, "draw a sweep: --sweep P=A..B*FACTOR, or name results: --fields A,B");
}

/* The limit of the verdict on the whole, such as the GPU's memory, where it is not far beyond it. */
static void add_limit(struct parts *parts)
{
    const struct aic_answer *answer = parts->view->answer;
    const struct aic_bands *bands = &answer->question->calculator->bands;
    struct svg_limit found = { .at = NAN };
    for (size_t i = 0; parts->has_whole && i < bands->judgement_count; i++) {
        const struct aic_judgement *judgement = &bands->judgements[i];
        struct aic_comparison comparison;
        char number[CLI_VALUE_SIZE];
        if (judgement->result == parts->whole &&
            aic_answer_comparison(answer, judgement->flag, &comparison) &&
            comparison.limit <= LIMIT_WITHIN * number_of(parts->view, parts->whole)) {
            cli_write_number(parts->field, comparison.limit, parts->view->units, number,
                             sizeof number);
            cli_print(parts->limit_words, sizeof parts->limit_words, "%s: %s", judgement->limit,
                      number);
            found.at = comparison.limit;
            found.words = (struct aic_span){ parts->limit_words, strlen(parts->limit_words) };
        }
    }
    if (isfinite(found.at)) {
        svg_limits_add(&parts->bars.limits, found);
    }
}

/* The title of a panel says which part of a composition it is of. */
static const char *row_name(const struct parts *parts, size_t result)
{
    return parts->has_whole ? cli_name_in_part(parts->view, result)
                            : cli_result(parts->view, result)->name;
}

/* The words of a row: its name before it, value and share behind it. */
static void write_row(const struct parts *parts, size_t row, const char *name, double value,
                      struct aic_sink *sink)
{
    bool strong = parts->has_whole && row == 0;
    char words[CLI_VALUE_SIZE], share[AIC_NUMBER_SIZE + 3] = "";
    cli_write_number(parts->field, value, parts->view->units, words, sizeof words);
    if (parts->has_whole) {
        char number[AIC_NUMBER_SIZE];
        double percent = 100 * value / number_of(parts->view, parts->whole);
        number[aic_number_write_short(number, percent, percent >= 9.95 ? 3 : 2)] = '\0';
        cli_print(share, sizeof share, "%s %%",
                  strong                  ? "100"
                  : percent < LEAST_SHARE ? "<0.1"
                                          : number);
    }
    svg_bars_name(&parts->bars, row, name, strong, sink);
    svg_bars_value(&parts->bars, row, words, share, strong, sink);
}

/* From the low to the high end of a result, across its bar. */
static void draw_ends(const struct parts *parts, size_t row, size_t result, struct aic_sink *sink)
{
    double low, high;
    if (find_ends(parts->view, result, &low, &high)) {
        svg_bars_ends(&parts->bars, row, low, high, sink);
    }
}

/* The parts that are one behind all others. */
static void draw_small(const struct parts *parts, double from, struct aic_sink *sink)
{
    char name[64];
    size_t row = parts->count + (parts->rest > 0 ? 2 : 1);
    if (parts->small_count > 0) {
        cli_print(name, sizeof name, "%g smaller parts", (double)parts->small_count);
        svg_bars_part(&parts->bars, 0, from, from + parts->small, SVG_MUTED, name, sink);
        svg_bars_part(&parts->bars, row, from, from + parts->small, SVG_MUTED, name, sink);
        write_row(parts, row, name, parts->small, sink);
    }
}

/* The whole first, in the colours of its parts; below it each part where it stands in it. */
static void draw_whole(const struct parts *parts, struct aic_sink *sink)
{
    const struct cli_view *view = parts->view;
    double from = 0;
    write_row(parts, 0, row_name(parts, parts->whole), number_of(view, parts->whole), sink);
    const bool rest_first =
        parts->rest > 0 && (parts->count == 0 || parts->rest > part_of_whole(view, parts->at[0]));
    for (size_t i = 0; i < parts->count + (parts->rest > 0 ? 1 : 0); i++) {
        bool is_rest = parts->rest > 0 && i == (rest_first ? 0 : parts->count);
        size_t at = i - (rest_first && !is_rest);
        const char *name = is_rest ? parts->rest_name : row_name(parts, parts->at[at]);
        const char *help = is_rest ? name : cli_result(view, parts->at[at])->help;
        const char *color = is_rest ? SVG_FRAME : part_color(at);
        double value = is_rest ? parts->rest : part_of_whole(view, parts->at[at]);
        svg_bars_part(&parts->bars, 0, from, from + value, color, name, sink);
        svg_bars_part(&parts->bars, i + 1, from, from + value, color, help, sink);
        write_row(parts, i + 1, name, value, sink);
        from += value;
    }
    draw_small(parts, from, sink);
    draw_ends(parts, 0, parts->whole, sink);
}

static void draw_chosen(const struct parts *parts, struct aic_sink *sink)
{
    for (size_t i = 0; i < parts->count; i++) {
        const struct aic_field *field = cli_result(parts->view, parts->at[i]);
        double value = number_of(parts->view, parts->at[i]);
        svg_bars_part(&parts->bars, i, 0, value, svg_color(0), field->help, sink);
        draw_ends(parts, i, parts->at[i], sink);
        write_row(parts, i, field->name, value, sink);
    }
}

static void draw_panel(const void *panels, size_t at, double top, struct aic_sink *sink)
{
    struct parts parts = ((const struct parts *)panels)[at];
    const char *unit = parts.bars.axis.unit;
    char title[128];
    if (parts.has_whole) {
        svg_axis_title(parts.field->name, unit, false, title, sizeof title);
        svg_subtitle(sink, top, title, parts.field->help);
        svg_bars_begin(&parts.bars, top, sink);
        draw_whole(&parts, sink);
    } else {
        const char *dimension = aic_dimension_name(parts.field->dimension);
        bool says_it = strncmp(dimension, unit, strlen(unit)) == 0; /* "tokens, token" */
        svg_axis_title(dimension, says_it ? "" : unit, false, title, sizeof title);
        svg_subtitle(sink, top, title, NULL);
        svg_bars_begin(&parts.bars, top, sink);
        draw_chosen(&parts, sink);
    }
    svg_bars_limits(&parts.bars, sink);
}

static double widest_name(const struct parts *parts)
{
    double widest = 0;
    if (parts->has_whole) {
        widest = svg_text_width(row_name(parts, parts->whole), SVG_NAME_SIZE * SVG_BOLD);
    }
    for (size_t i = 0; i < parts->count; i++) {
        widest = fmax(widest, svg_text_width(row_name(parts, parts->at[i]), SVG_NAME_SIZE));
    }
    return widest;
}

/* Fits a panel from zero to its largest value, and to what limits it. */
static void fit(struct parts *parts, double left)
{
    const struct cli_view *view = parts->view;
    const size_t *drawn = parts->has_whole ? &parts->whole : parts->at;
    const size_t drawn_count = parts->has_whole ? 1 : parts->count;
    struct svg_bars *bars = &parts->bars;
    double low = 0, high = 0;
    for (size_t i = 0; i < drawn_count; i++) {
        double least, most;
        if (!find_ends(view, drawn[i], &least, &most)) {
            least = most = number_of(view, drawn[i]);
        }
        low = fmin(low, least);
        high = fmax(high, most);
    }
    svg_limits_add_budgets(&bars->limits, view->budgets, view->budget_count, drawn, drawn_count);
    add_limit(parts);
    bars->count = parts->count + (parts->has_whole ? 1 : 0) + (parts->rest > 0 ? 1 : 0) +
                  (parts->small_count > 0 ? 1 : 0);
    bars->left = left;
    bars->right = SVG_WIDTH - SVG_MARGIN - VALUE_ROOM;
    bars->above = HEAD + (double)bars->limits.count * SVG_LIMIT_ROOM;
    svg_bars_fit(bars, parts->field, view->units, low, high);
}

/* Of the totals of a composition, one a dimension: "where time, memory and money go". */
static void write_totals_title(const struct parts *panels, size_t count, char *out, size_t capacity)
{
    struct aic_text text;
    aic_text_init(&text, out, capacity);
    for (size_t i = 0; i < count; i++) {
        enum aic_dimension dimension = panels[i].field->dimension;
        aic_text_add(&text, i == 0 ? "where " : i + 1 < count ? ", " : " and ");
        aic_text_add(&text, dimension == AIC_TIME    ? "time"
                            : dimension == AIC_BYTES ? "memory"
                                                     : "money");
    }
    aic_text_add(&text, count == 1 ? " goes" : " go");
}

static void write_title(const struct cli_view *view, const struct parts *panels, size_t count,
                        char *out, size_t capacity)
{
    struct aic_text text;
    aic_text_init(&text, out, capacity);
    aic_text_format(&text, "%s: ", view->answer->question->calculator->name);
    if (count > TITLED && panels[0].has_whole) {
        aic_text_format(&text, "what makes up %s and %g more", panels[0].field->help,
                        (double)count - 1);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        if (panels[i].has_whole) {
            aic_text_format(&text, "%s%s", i > 0 ? ", " : "what makes up ", panels[i].field->help);
        }
        for (size_t p = 0; p < panels[i].count && !panels[i].has_whole; p++) {
            aic_text_format(&text, "%s%s", i + p > 0 ? ", " : "",
                            cli_result(view, panels[i].at[p])->name);
        }
    }
}

/* Draws the panels of a page that has its title. */
static void draw_panels(struct svg_page *page, struct parts *panels, struct aic_sink *sink)
{
    double left = 0;
    page->panels = panels;
    page->draw = draw_panel;
    for (size_t i = 0; i < page->count; i++) {
        panels[i].bars = (struct svg_bars){ .look = look, .group = 1 };
        left = fmax(left, svg_bars_left(&panels[i].bars, widest_name(&panels[i])));
    }
    for (size_t i = 0; i < page->count; i++) {
        fit(&panels[i], left);
        page->heights[i] = svg_bars_height(&panels[i].bars);
    }
    svg_page_write(page, sink);
}

static void draw(const struct cli_view *view, enum svg_place place, struct aic_sink *sink)
{
    struct parts panels[SVG_PANELS_MAX];
    struct svg_page page = { .place = place, .count = find_panels(view, panels) };
    write_title(view, panels, page.count, page.title, sizeof page.title);
    if (place == SVG_ALONE) {
        svg_given(view, NULL, 0, page.given, sizeof page.given);
    }
    draw_panels(&page, panels, sink);
}

void svg_totals_figure(const struct cli_view *view, struct aic_sink *sink)
{
    static const enum aic_dimension dimensions[] = { AIC_TIME, AIC_BYTES, AIC_MONEY };
    struct parts panels[3];
    struct svg_page page = { .place = SVG_FIGURE };
    for (size_t i = 0; i < 3; i++) {
        page.count += find_total(view, dimensions[i], &panels[page.count]);
    }
    if (page.count > 0) {
        write_totals_title(panels, page.count, page.title, sizeof page.title);
        aic_sink_text(sink, "<figure class=\"scroll\" tabindex=\"0\">\n");
        draw_panels(&page, panels, sink);
        aic_sink_text(sink, "</figure>\n");
    }
}

void svg_answer(const struct cli_view *view, struct aic_sink *sink)
{
    if (!svg_stacks_answer(view, SVG_ALONE, sink)) {
        draw(view, SVG_ALONE, sink);
    }
}

void svg_answer_figure(const struct cli_view *view, struct aic_sink *sink)
{
    if (!svg_stacks_answer(view, SVG_FIGURE, sink)) {
        draw(view, SVG_FIGURE, sink);
    }
}
