/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Answers side by side, each as the parts of one result behind each other: what the next best loses
 * to the best. A calculator's table says which result and which input.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/svg/axis.h"
#include "cli/svg/charts.h"
#include "cli/views/answer/screen.h"

#define ROW         26.0
#define BAR         17.0
#define HEAD        30.0
#define BELOW       24.0
#define LEGEND_LINE 19.0
#define SWATCH      20.0
#define LABEL_SIZE  12.0
#define LABEL_MOST  330.0
#define VALUE_ROOM  90.0
#define BARS_MAX    40
#define PARTS_MAX   24
#define NAMED_MAX   (SVG_COLORS - 1) /* parts of a colour of their own; the first is the rest's */
#define LEAST_SHARE 0.001            /* of the longest bar: less is not seen */

struct bar {
    char label[CLI_VALUE_SIZE];
    double whole;
    double parts[PARTS_MAX];
};

struct stacks {
    const struct aic_stack *row;
    const struct cli_view *view; /* of any of the answers */
    size_t parts[PARTS_MAX];
    size_t color[PARTS_MAX]; /* from 1; 0: too small or one too many, among the others */
    size_t part_count, named_count;
    bool has_others;
    struct bar bars[BARS_MAX];
    size_t count;
    double left;
    struct svg_axis axis;
};

/* The table's row for this question; NULL where there is none. */
static const struct aic_stack *find_row(const struct aic_calculator *calculator)
{
    const struct aic_stack *row = calculator->stacks;
    return row && row->rest ? row : NULL;
}

static void init(struct stacks *stacks, const struct aic_stack *row, const struct cli_view *view)
{
    const struct aic_table *results = &view->answer->question->calculator->results;
    const char *whole = aic_table_at(results, row->result, NULL)->name;
    memset(stacks, 0, sizeof *stacks);
    stacks->row = row;
    stacks->view = view;
    for (size_t i = 0; i < aic_table_size(results) && stacks->part_count < PARTS_MAX; i++) {
        const char *part_of = aic_table_at(results, i, NULL)->part_of;
        if (part_of && strcmp(part_of, whole) == 0) {
            stacks->parts[stacks->part_count++] = i;
        }
    }
}

/* Whether the name in a clause of the label has a value: experts alone have an ep. */
static bool has_value(const struct cli_view *view, const char *clause)
{
    size_t index;
    const char *name = strchr(clause, '{');
    struct aic_span span = { name ? name + 1 : "", name ? strcspn(name + 1, "}") : 0 };
    return aic_answer_lookup(view->answer, NULL, span, &index) != AIC_NAME_RESULT ||
           aic_answer_result(view->answer, index).set;
}

/* "1: tp 4, pp 8": the clauses of the label that have a value. */
static void write_label(const struct stacks *stacks, const struct cli_view *view, double number,
                        struct bar *bar)
{
    const char *at = stacks->row->label;
    const char *before = ": ";
    struct aic_text text;
    aic_text_init(&text, bar->label, sizeof bar->label);
    aic_text_add_number(&text, number);
    while (*at) {
        char clause[CLI_VALUE_SIZE];
        size_t length = strcspn(at, ",");
        cli_write_span((struct aic_span){ at, length }, clause, sizeof clause);
        if (has_value(view, clause)) {
            aic_text_add(&text, before);
            cli_add_words(view, NULL, clause, &text);
            before = ", ";
        }
        at += length;
        at += strspn(at, ", ");
    }
}

/* Adds an answer; one without the result is left out. */
static void add(struct stacks *stacks, const struct cli_view *view, double number)
{
    struct aic_value whole = aic_answer_result(view->answer, stacks->row->result);
    if (!whole.set || stacks->count == BARS_MAX) {
        return;
    }
    struct bar *bar = &stacks->bars[stacks->count++];
    write_label(stacks, view, number, bar);
    bar->whole = whole.number;
    for (size_t i = 0; i < stacks->part_count; i++) {
        struct aic_value part = aic_answer_part(view->answer, stacks->parts[i]);
        bar->parts[i] = part.set && part.number > 0 ? part.number : 0;
    }
}

static double longest(const struct stacks *stacks)
{
    double most = 0;
    for (size_t i = 0; i < stacks->count; i++) {
        most = fmax(most, stacks->bars[i].whole);
    }
    return most;
}

static double largest(const struct stacks *stacks, size_t part)
{
    double most = 0;
    for (size_t i = 0; i < stacks->count; i++) {
        most = fmax(most, stacks->bars[i].parts[part]);
    }
    return most;
}

/* A colour for each of the parts that are largest anywhere; no colour stands for two. */
static void choose_colors(struct stacks *stacks)
{
    double least = LEAST_SHARE * longest(stacks);
    for (size_t i = 0; i < stacks->part_count; i++) {
        size_t before = 0;
        for (size_t j = 0; j < stacks->part_count; j++) {
            double more = largest(stacks, j) - largest(stacks, i);
            before += more > 0 || (more == 0 && j < i);
        }
        bool named = before < NAMED_MAX && largest(stacks, i) > least;
        stacks->color[i] = named ? ++stacks->named_count : 0;
        stacks->has_others = stacks->has_others || (!named && largest(stacks, i) > least);
    }
}

static void fit(struct stacks *stacks)
{
    double widest = 0;
    for (size_t i = 0; i < stacks->count; i++) {
        widest = fmax(widest, svg_text_width(stacks->bars[i].label, LABEL_SIZE));
    }
    stacks->left = SVG_MARGIN + fmin(widest, LABEL_MOST) + 10;
    stacks->axis = (struct svg_axis){
        .field = cli_result(stacks->view, stacks->row->result),
        .style = stacks->view->units,
        .from = stacks->left,
        .to = SVG_WIDTH - SVG_MARGIN - VALUE_ROOM,
    };
    svg_axis_fit(&stacks->axis, 0, longest(stacks), true, 6);
}

static void draw_part(const struct stacks *stacks, double from, double value, double whole,
                      double y, const char *color, const char *name, struct aic_sink *sink)
{
    char words[CLI_VALUE_SIZE], hint[2 * CLI_VALUE_SIZE];
    struct aic_text text;
    if (!(value > 0)) {
        return;
    }
    double start = svg_axis_at(&stacks->axis, from);
    double end = svg_axis_at(&stacks->axis, from + value);
    cli_write_number(stacks->axis.field, value, stacks->view->units, words, sizeof words);
    aic_text_init(&text, hint, sizeof hint);
    aic_text_format(&text, "%s: %s, ", name, words);
    cli_add_percent(&text, value / whole, false);
    svg_rect(sink, start, y, end - start, BAR, color, hint);
}

static void draw_bar(const struct stacks *stacks, const struct bar *bar, double y,
                     struct aic_sink *sink)
{
    static const struct svg_font font = { LABEL_SIZE, SVG_INK, SVG_END, false, false };
    char words[CLI_VALUE_SIZE];
    double others = 0, rest = bar->whole;
    for (size_t i = 0; i < stacks->part_count; i++) {
        rest -= bar->parts[i];
        others += stacks->color[i] ? 0 : bar->parts[i];
    }
    rest = fmax(rest, 0);
    draw_part(stacks, 0, rest, bar->whole, y, svg_color(0), stacks->row->rest, sink);
    double from = rest;
    for (size_t i = 0; i < stacks->part_count; i++) {
        if (stacks->color[i]) {
            draw_part(stacks, from, bar->parts[i], bar->whole, y, svg_color(stacks->color[i]),
                      cli_result(stacks->view, stacks->parts[i])->name, sink);
            from += bar->parts[i];
        }
    }
    draw_part(stacks, from, others, bar->whole, y, SVG_FRAME, "others", sink);
    svg_cut(bar->label, LABEL_SIZE, LABEL_MOST + 1, words, sizeof words);
    svg_text(sink, stacks->left - 10, y + BAR - 4, &font, words);
    cli_write_number(stacks->axis.field, bar->whole, stacks->view->units, words, sizeof words);
    svg_text(sink, SVG_WIDTH - SVG_MARGIN, y + BAR - 4, &font, words);
}

/* A name of the legend, on the next line where it does not fit behind the one before. */
static void write_name(double *x, double *y, const char *color, const char *name,
                       struct aic_sink *sink)
{
    static const struct svg_font font = { LABEL_SIZE, SVG_INK, SVG_START, false, false };
    double width = SWATCH + 6 + svg_text_width(name, LABEL_SIZE) + 18;
    if (*x + width > SVG_WIDTH - SVG_MARGIN && *x > SVG_MARGIN) {
        *x = SVG_MARGIN;
        *y += LEGEND_LINE;
    }
    if (sink) {
        svg_rect(sink, *x, *y - 8, SWATCH, 8, color, NULL);
        svg_text(sink, *x + SWATCH + 6, *y, &font, name);
    }
    *x += width;
}

/* Writes the legend, or measures it without a sink; returns where its last line stands. */
static double write_legend(const struct stacks *stacks, double top, struct aic_sink *sink)
{
    double x = SVG_MARGIN, y = top;
    write_name(&x, &y, svg_color(0), stacks->row->rest, sink);
    for (size_t i = 0; i < stacks->part_count; i++) {
        if (stacks->color[i]) {
            write_name(&x, &y, svg_color(stacks->color[i]),
                       cli_result(stacks->view, stacks->parts[i])->name, sink);
        }
    }
    if (stacks->has_others) {
        write_name(&x, &y, SVG_FRAME, "others", sink);
    }
    return y;
}

static void draw(struct stacks *stacks, const char *given, enum svg_place place,
                 struct aic_sink *sink)
{
    const struct aic_calculator *calculator = stacks->view->answer->question->calculator;
    const char *input = aic_table_at(&calculator->inputs, stacks->row->input, NULL)->name;
    char title[256], subtitle[128];
    choose_colors(stacks);
    fit(stacks);
    cli_print(title, sizeof title, "%s: parts of %s by %s", calculator->name,
              stacks->axis.field->name, input);
    double rows = (double)stacks->count * ROW;
    double head = svg_head(NULL, title, given);
    double height = write_legend(stacks, head + HEAD + LEGEND_LINE, NULL) + 14 + rows + BELOW;
    svg_open(sink, height + SVG_FOOT, title, place);
    svg_head(sink, title, given);
    svg_axis_title(stacks->axis.field, stacks->axis.unit, false, subtitle, sizeof subtitle);
    svg_subtitle(sink, head, subtitle, stacks->axis.field->help);
    double top = write_legend(stacks, head + HEAD + LEGEND_LINE, sink) + 14;
    svg_axis_below(&stacks->axis, top - 4, top + rows, sink);
    for (size_t i = 0; i < stacks->count; i++) {
        draw_bar(stacks, &stacks->bars[i], top + (double)i * ROW, sink);
    }
    svg_foot(sink, height + SVG_FOOT, place);
    svg_close(sink);
}

/* The question with another value of the input, evaluated into `in` and `out`. */
static bool ask(const struct cli_view *view, const struct aic_stack *row, double number, void *in,
                void *out, struct aic_notes *notes)
{
    size_t offset;
    const struct aic_question *question = view->answer->question;
    const struct aic_calculator *calculator = question->calculator;
    const struct aic_field *field = aic_table_at(&calculator->inputs, row->input, &offset);
    memcpy(in, question->in, calculator->in_size);
    aic_value_store(field, (char *)in + offset, (struct aic_value){ true, number, NULL });
    aic_notes_init(notes);
    notes->quiet = true;
    return aic_evaluate(calculator, in, out, notes);
}

/* Adds the answers of the first values, until there is none. */
static void add_first(struct stacks *stacks, const struct cli_view *view)
{
    const struct aic_calculator *calculator = view->answer->question->calculator;
    struct aic_question *question = malloc(sizeof *question);
    struct aic_answer *answer = malloc(sizeof *answer);
    void *in = malloc(calculator->in_size);
    void *out = malloc(calculator->out_size);
    if (question && answer && in && out) {
        struct cli_view one = *view;
        *question = *view->answer->question;
        *answer = *view->answer;
        question->in = in;
        answer->question = question;
        answer->out = out;
        one.answer = answer;
        size_t last = stacks->row->last;
        for (size_t i = 1; i <= last && ask(view, stacks->row, (double)i, in, out, &answer->notes);
             i++) {
            add(stacks, &one, (double)i);
        }
    }
    free(question);
    free(answer);
    free(in);
    free(out);
}

bool svg_stacks_answer(const struct cli_view *view, enum svg_place place, struct aic_sink *sink)
{
    const struct aic_stack *row = find_row(view->answer->question->calculator);
    struct stacks stacks;
    if (!row || view->chosen || view->spread || cli_is_given(view->answer, row->input)) {
        return false;
    }
    init(&stacks, row, view);
    add_first(&stacks, view);
    if (stacks.count < 2) {
        return false;
    }
    char given[1024] = "";
    if (place == SVG_ALONE) {
        svg_given(view, &row->input, 1, given, sizeof given);
    }
    draw(&stacks, given, place, sink);
    return true;
}

bool svg_stacks_sweep(struct cli_sweep *sweep, enum svg_place place, struct aic_sink *sink)
{
    const struct cli_query *query = sweep->query;
    const struct aic_stack *row = find_row(query->calculator);
    struct stacks stacks = { .row = NULL };
    struct cli_screen screen;
    struct cli_view view = cli_query_view(query);
    char given[1024] = "";
    if (!row || query->options.fields || sweep->cases.axis_count != 1 ||
        sweep->cases.inputs[0] != row->input || sweep->cases.case_count > BARS_MAX) {
        return false;
    }
    cli_sweep_rewind(sweep);
    while (cli_sweep_next(sweep)) {
        if (!sweep->is_possible || !cli_sweep_answer(sweep)) {
            continue;
        }
        view.answer = sweep->answer;
        if (!stacks.row) {
            init(&stacks, row, &view);
            cli_find_screen(sweep->answer, &screen);
            if (!svg_given_case(sweep, screen.rows, screen.count, given, sizeof given)) {
                return false;
            }
        }
        add(&stacks, &view, sweep->values[0].number);
    }
    if (stacks.count < 2) {
        return false;
    }
    draw(&stacks, place == SVG_ALONE ? given : "", place, sink);
    return true;
}
