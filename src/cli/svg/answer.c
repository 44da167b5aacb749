/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An answer as a drawing: what a result is made of, one bar behind the other, or the
 * results that were chosen, each from zero.
 */
#include <math.h>
#include <string.h>

#include "cli/svg/axis.h"
#include "cli/svg/charts.h"

#define ROW           24.0
#define BAR           16.0
#define HEAD          30.0
#define PANEL_GAP     24.0
#define BELOW         24.0
#define LABEL_SIZE    12.0
#define LABEL_MOST    230.0
#define VALUE_ROOM    150.0
#define PARTS_MAX     24
#define PANELS_MAX    12
#define LEAST_SHARE   0.1  /* percent; there is no room for a smaller one */
#define TITLED        2    /* panels of which the title names each */
#define REST_FROM     1e-6 /* a smaller share that no part covers is rounding */
#define BUDGET_WITHIN 2.5

/* A result and what adds up to it, or chosen results of one unit. */
struct parts {
    const struct cli_view *view;
    const struct aic_field *field; /* of the unit */
    bool has_whole;
    size_t whole;
    size_t at[PARTS_MAX];
    size_t count;
    double rest; /* of the whole, beyond its parts */
    struct svg_axis axis;
    double top, left, right;
    double above; /* room over the bars, for the words of budgets and of the limit */
    double
        limit; /* what a verdict compares the whole with, such as the GPU's memory; NaN: nothing */
    char limit_words[CLI_VALUE_SIZE];
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
    struct aic_value ends[2] = { { false, 0, NULL }, { false, 0, NULL } };
    if (view->spread) {
        aic_spread_ends(view->spread, index, &ends[0], &ends[1]);
    }
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
    sort_parts(parts);
    parts->rest = rest > REST_FROM * number_of(view, whole) ? rest : 0;
    return parts->count > 0;
}

/* All results that have parts in this answer. */
static size_t find_wholes(const struct cli_view *view, struct parts *panels)
{
    size_t count = aic_table_size(&view->answer->question->calculator->results);
    size_t found = 0;
    for (size_t i = 0; i < count && found < PANELS_MAX; i++) {
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
        if (p == PANELS_MAX) {
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
    struct parts panels[PANELS_MAX];
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

static size_t row_count(const struct parts *parts)
{
    return parts->count + (parts->has_whole ? 1 : 0) + (parts->rest > 0 ? 1 : 0);
}

/* The i-th budget on a result that the panel draws from zero. */
static const struct aic_budget *panel_budget(const struct parts *parts, size_t i)
{
    for (size_t b = 0; b < parts->view->budget_count; b++) {
        const struct aic_budget *budget = &parts->view->budgets[b];
        bool drawn = parts->has_whole && budget->result == parts->whole;
        for (size_t p = 0; p < parts->count && !parts->has_whole; p++) {
            drawn = drawn || budget->result == parts->at[p];
        }
        if (drawn && i-- == 0) {
            return budget;
        }
    }
    return NULL;
}

/* The limit of the verdict on the whole, where it is not far beyond it. */
static void find_limit(struct parts *parts)
{
    const struct aic_answer *answer = parts->view->answer;
    const struct aic_bands *bands = &answer->question->calculator->bands;
    parts->limit = NAN;
    for (size_t i = 0; parts->has_whole && i < bands->judgement_count; i++) {
        const struct aic_judgement *judgement = &bands->judgements[i];
        struct aic_comparison comparison;
        char number[CLI_VALUE_SIZE];
        if (judgement->result == parts->whole &&
            aic_answer_comparison(answer, judgement->flag, &comparison) &&
            comparison.limit <= BUDGET_WITHIN * number_of(parts->view, parts->whole)) {
            parts->limit = comparison.limit;
            cli_write_number(parts->field, parts->limit, parts->view->units, number, sizeof number);
            cli_print(parts->limit_words, sizeof parts->limit_words, "%s: %s", judgement->limit,
                      number);
        }
    }
}

static double panel_height(const struct parts *parts)
{
    return parts->above + (double)row_count(parts) * ROW + BELOW;
}

/* The title of a panel says which part of a composition it is of. */
static const char *row_name(const struct parts *parts, size_t result)
{
    return parts->has_whole ? cli_name_in_part(parts->view, result)
                            : cli_result(parts->view, result)->name;
}

static double widest_name(const struct parts *parts)
{
    double widest =
        parts->has_whole ? svg_text_width(row_name(parts, parts->whole), LABEL_SIZE * SVG_BOLD) : 0;
    for (size_t i = 0; i < parts->count; i++) {
        double width = svg_text_width(row_name(parts, parts->at[i]), LABEL_SIZE);
        widest = fmax(widest, width);
    }
    return fmin(widest, LABEL_MOST);
}

/* From zero to the largest value, and to budgets that are not far beyond it. */
static void fit(struct parts *parts)
{
    double low = 0;
    double high = 0;
    for (size_t i = 0; i < (parts->has_whole ? 1 : parts->count); i++) {
        size_t index = parts->has_whole ? parts->whole : parts->at[i];
        double least, most;
        if (!find_ends(parts->view, index, &least, &most)) {
            least = most = number_of(parts->view, index);
        }
        low = fmin(low, least);
        high = fmax(high, most);
    }
    const struct aic_budget *budget;
    double most = high * BUDGET_WITHIN;
    parts->above = HEAD;
    for (size_t i = 0; (budget = panel_budget(parts, i)); i++) {
        high = budget->limit <= most ? fmax(high, budget->limit) : high;
        parts->above += SVG_BUDGET_ROOM;
    }
    find_limit(parts);
    if (isfinite(parts->limit)) {
        high = fmax(high, parts->limit);
        parts->above += SVG_BUDGET_ROOM;
    }
    parts->right = SVG_WIDTH - SVG_MARGIN - VALUE_ROOM;
    parts->axis = (struct svg_axis){
        .field = parts->field, .style = parts->view->units, .from = parts->left, .to = parts->right
    };
    svg_axis_fit(&parts->axis, low, high, true, 6);
}

/* Fits all panels, their bars below each other. */
static void fit_all(struct parts *panels, size_t count)
{
    double widest = 0;
    for (size_t i = 0; i < count; i++) {
        widest = fmax(widest, widest_name(&panels[i]));
    }
    for (size_t i = 0; i < count; i++) {
        panels[i].left = SVG_MARGIN + widest + 10;
        fit(&panels[i]);
    }
}

static void draw_head(const struct parts *parts, struct aic_sink *sink)
{
    char title[128];
    if (parts->has_whole) {
        svg_axis_title(parts->field, parts->axis.unit, false, title, sizeof title);
        svg_subtitle(sink, parts->top, title, parts->field->help);
        return;
    }
    const char *dimension = aic_dimension_name(parts->field->dimension);
    const char *unit = parts->axis.unit;
    bool says_it = strncmp(dimension, unit, strlen(unit)) == 0; /* "tokens, token" */
    cli_print(title, sizeof title, "%s%s%s", dimension, says_it ? "" : ", ", says_it ? "" : unit);
    svg_subtitle(sink, parts->top, title, NULL);
}

/* The words of a row: its name before it, value and share behind it. */
static void write_row(const struct parts *parts, size_t row, const char *name, double value,
                      bool strong, struct aic_sink *sink)
{
    const struct svg_font name_font = { LABEL_SIZE, SVG_INK, SVG_END, strong, false };
    const struct svg_font value_font = { LABEL_SIZE, SVG_INK, SVG_END, strong, false };
    double y = parts->top + parts->above + (double)row * ROW + BAR - 3;
    char words[CLI_VALUE_SIZE];
    svg_cut(name, LABEL_SIZE * (strong ? SVG_BOLD : 1), LABEL_MOST + 1, words, sizeof words);
    svg_text(sink, parts->left - 10, y, &name_font, words);
    cli_write_number(parts->field, value, parts->view->units, words, sizeof words);
    svg_text(sink, parts->right + VALUE_ROOM - (parts->has_whole ? 52 : 0), y, &value_font, words);
    if (parts->has_whole) {
        char number[AIC_NUMBER_SIZE];
        double percent = 100 * value / number_of(parts->view, parts->whole);
        number[aic_number_write_short(number, percent, percent >= 9.95 ? 3 : 2)] = '\0';
        cli_print(words, sizeof words, "%s %%",
                  strong                  ? "100"
                  : percent < LEAST_SHARE ? "<0.1"
                                          : number);
        svg_text(sink, parts->right + VALUE_ROOM, y, &value_font, words);
    }
}

static void draw_bar(const struct parts *parts, size_t row, double from, double to,
                     const char *color, const char *name, struct aic_sink *sink)
{
    double y = parts->top + parts->above + (double)row * ROW;
    double start = svg_axis_at(&parts->axis, from);
    double end = svg_axis_at(&parts->axis, to);
    svg_rect(sink, fmin(start, end), y, fmax(fabs(end - start), 0.5), BAR, color, name);
}

/* From the low to the high end of a result, across its bar. */
static void draw_ends(const struct parts *parts, size_t row, size_t index, struct aic_sink *sink)
{
    double low, high;
    double y = parts->top + parts->above + (double)row * ROW + BAR / 2;
    if (find_ends(parts->view, index, &low, &high)) {
        double ends[] = { svg_axis_at(&parts->axis, low), svg_axis_at(&parts->axis, high) };
        svg_line(sink, ends[0], y, ends[1], y, SVG_INK, 1.5, NULL);
        for (size_t i = 0; i < 2; i++) {
            svg_line(sink, ends[i], y - 5, ends[i], y + 5, SVG_INK, 1.5, NULL);
        }
    }
}

/* The whole first, in the colours of its parts; below it each part where it stands in it. */
static void draw_whole(const struct parts *parts, struct aic_sink *sink)
{
    double from = 0;
    size_t row = 1;
    write_row(parts, 0, row_name(parts, parts->whole), number_of(parts->view, parts->whole), true,
              sink);
    for (size_t i = 0; i < parts->count + (parts->rest > 0 ? 1 : 0); i++, row++) {
        bool is_rest = i == parts->count;
        const struct aic_field *field = is_rest ? NULL : cli_result(parts->view, parts->at[i]);
        const char *name = field ? row_name(parts, parts->at[i]) : "other";
        const char *color = field ? part_color(i) : SVG_FRAME;
        double value = field ? part_of_whole(parts->view, parts->at[i]) : parts->rest;
        draw_bar(parts, 0, from, from + value, color, name, sink);
        draw_bar(parts, row, from, from + value, color, field ? field->help : name, sink);
        write_row(parts, row, name, value, false, sink);
        from += value;
    }
    draw_ends(parts, 0, parts->whole, sink);
}

static void draw_chosen(const struct parts *parts, struct aic_sink *sink)
{
    for (size_t i = 0; i < parts->count; i++) {
        const struct aic_field *field = cli_result(parts->view, parts->at[i]);
        double value = number_of(parts->view, parts->at[i]);
        draw_bar(parts, i, 0, value, svg_color(0), field->help, sink);
        draw_ends(parts, i, parts->at[i], sink);
        write_row(parts, i, field->name, value, false, sink);
    }
}

static void draw_panel(struct parts *parts, double top, struct aic_sink *sink)
{
    const struct aic_budget *budget;
    double first = top + parts->above;
    double last = first + (double)row_count(parts) * ROW;
    parts->top = top;
    draw_head(parts, sink);
    svg_axis_below(&parts->axis, top + parts->above - 4, last, sink);
    if (parts->has_whole) {
        draw_whole(parts, sink);
    } else {
        draw_chosen(parts, sink);
    }
    double above = top + HEAD - 4;
    for (size_t i = 0; (budget = panel_budget(parts, i)); i++, above += SVG_BUDGET_ROOM) {
        double x = svg_axis_at(&parts->axis, budget->limit);
        if (x <= parts->right + 0.5) {
            svg_budget_down(sink, budget, x, above, last);
        }
    }
    if (isfinite(parts->limit)) {
        svg_limit_down(sink, parts->limit_words, svg_axis_at(&parts->axis, parts->limit), above,
                       last);
    }
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

static void draw(const struct cli_view *view, enum svg_place place, struct aic_sink *sink)
{
    struct parts panels[PANELS_MAX];
    size_t count = find_panels(view, panels);
    char given[1024] = "";
    char title[1024];
    write_title(view, panels, count, title, sizeof title);
    if (place == SVG_ALONE) {
        svg_given(view, NULL, 0, given, sizeof given);
    }
    fit_all(panels, count);
    double height = svg_head(NULL, title, given) + SVG_FOOT;
    for (size_t i = 0; i < count; i++) {
        height += PANEL_GAP + panel_height(&panels[i]);
    }
    svg_open(sink, height, title, place);
    double y = svg_head(sink, title, given);
    for (size_t i = 0; i < count; i++) {
        draw_panel(&panels[i], y + PANEL_GAP, sink);
        y += PANEL_GAP + panel_height(&panels[i]);
    }
    svg_foot(sink, height, place);
    svg_close(sink);
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
