/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Answers side by side, each as the parts of one result behind each other: what the next best loses
 * to the best. A calculator's table says which result and which input.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <aicalc/calculator_rows.h>

#include "cli/views/answer/screen.h"
#include "cli/views/plot/plots.h"

#define LEGEND      49.0 /* where its first line stands */
#define LEGEND_LINE 19.0
#define SWATCH      20.0
#define VALUE_ROOM  90.0
#define PARTS_MAX   24
#define NAMED_MAX   (SVG_COLORS - 1) /* parts of a colour of their own; the first is the rest's */
#define LEAST_SHARE 0.001            /* of the longest bar: less is not seen */

static const struct svg_bar_look look = {
    .row = 26,
    .bar = 17,
    .overhang = 4,
    .name_most = 330,
    .name_gap = 10,
    .ticks = 6,
};

struct stack {
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
    struct stack all[SVG_STACKS_MAX];
    size_t count;
    struct svg_bars bars;
};

/* The table's row for this question; NULL where there is none. */
const struct aic_stack *svg_stack(const struct aic_calculator *calculator)
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
                        struct stack *bar)
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
    if (!whole.set || stacks->count == SVG_STACKS_MAX) {
        return;
    }
    struct stack *bar = &stacks->all[stacks->count++];
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
        most = fmax(most, stacks->all[i].whole);
    }
    return most;
}

static double largest(const struct stacks *stacks, size_t part)
{
    double most = 0;
    for (size_t i = 0; i < stacks->count; i++) {
        most = fmax(most, stacks->all[i].parts[part]);
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

/* A part behind those before it; returns where it ends. */
static double draw_part(const struct stacks *stacks, size_t bar, double from, double value,
                        const char *color, const char *name, struct aic_sink *sink)
{
    char words[CLI_VALUE_SIZE], hint[2 * CLI_VALUE_SIZE];
    struct aic_text text;
    if (!(value > 0)) {
        return from;
    }
    cli_write_number(stacks->bars.axis.field, value, stacks->view->units, words, sizeof words);
    aic_text_init(&text, hint, sizeof hint);
    aic_text_format(&text, "%s: %s, ", name, words);
    cli_add_percent(&text, value / stacks->all[bar].whole, false);
    svg_bars_part(&stacks->bars, bar, from, from + value, color, hint, sink);
    return from + value;
}

/* What no part covers first, then the parts that have a colour, then the others. */
static void draw_bar(const struct stacks *stacks, size_t at, struct aic_sink *sink)
{
    const struct stack *stack = &stacks->all[at];
    char words[CLI_VALUE_SIZE];
    double others = 0, rest = stack->whole;
    for (size_t i = 0; i < stacks->part_count; i++) {
        rest -= stack->parts[i];
        others += stacks->color[i] ? 0 : stack->parts[i];
    }
    double from = draw_part(stacks, at, 0, rest, svg_color(0), stacks->row->rest, sink);
    for (size_t i = 0; i < stacks->part_count; i++) {
        if (stacks->color[i]) {
            from = draw_part(stacks, at, from, stack->parts[i], svg_color(stacks->color[i]),
                             cli_result(stacks->view, stacks->parts[i])->name, sink);
        }
    }
    draw_part(stacks, at, from, others, SVG_FRAME, "others", sink);
    svg_bars_name(&stacks->bars, at, stack->label, false, sink);
    cli_write_number(stacks->bars.axis.field, stack->whole, stacks->view->units, words,
                     sizeof words);
    svg_bars_value(&stacks->bars, at, words, "", false, sink);
}

/* A name of the legend, on the next line where it does not fit behind the one before. */
static void write_name(double *x, double *y, const char *color, const char *name,
                       struct aic_sink *sink)
{
    double width = SWATCH + 6 + svg_text_width(name, SVG_NAME_SIZE) + 18;
    if (*x + width > SVG_WIDTH - SVG_MARGIN && *x > SVG_MARGIN) {
        *x = SVG_MARGIN;
        *y += LEGEND_LINE;
    }
    if (sink) {
        svg_rect(sink, *x, *y - 8, SWATCH, 8, color, NULL);
        svg_text(sink, *x + SWATCH + 6, *y, SVG_PLAIN(SVG_NAME_SIZE, SVG_INK, SVG_START), name);
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

/* The one panel follows the head without a gap. */
static void draw_panel(const void *panel, size_t at, double top, struct aic_sink *sink)
{
    struct stacks stacks = *(const struct stacks *)panel;
    const struct aic_field *field = stacks.bars.axis.field;
    char title[128];
    (void)at;
    top -= SVG_PANEL_GAP;
    svg_axis_title(field->name, stacks.bars.axis.unit, false, title, sizeof title);
    svg_subtitle(sink, top, title, field->help);
    write_legend(&stacks, top + LEGEND, sink);
    svg_bars_begin(&stacks.bars, top, sink);
    for (size_t i = 0; i < stacks.count; i++) {
        draw_bar(&stacks, i, sink);
    }
}

/* Draws the bars; false where there are not two. */
static bool draw(struct stacks *stacks, const char *given, enum svg_place place,
                 struct aic_sink *sink)
{
    struct svg_page page = { .place = place, .count = 1, .panels = stacks, .draw = draw_panel };
    struct svg_bars *bars = &stacks->bars;
    double widest = 0;
    if (stacks->count < 2) {
        return false;
    }
    const struct aic_calculator *calculator = stacks->view->answer->question->calculator;
    const struct aic_field *field = cli_result(stacks->view, stacks->row->result);
    choose_colors(stacks);
    for (size_t i = 0; i < stacks->count; i++) {
        widest = fmax(widest, svg_text_width(stacks->all[i].label, SVG_NAME_SIZE));
    }
    *bars = (struct svg_bars){ .look = look, .group = 1, .count = stacks->count };
    bars->left = svg_bars_left(bars, widest);
    bars->right = SVG_WIDTH - SVG_MARGIN - VALUE_ROOM;
    bars->above = write_legend(stacks, LEGEND, NULL) + 14;
    svg_bars_fit(bars, field, stacks->view->units, 0, longest(stacks));
    page.heights[0] = svg_bars_height(bars) - SVG_PANEL_GAP;
    cli_print(page.given, sizeof page.given, "%s", given);
    cli_print(page.title, sizeof page.title, "%s: parts of %s by %s", calculator->name, field->name,
              aic_table_at(&calculator->inputs, stacks->row->input, NULL)->name);
    svg_page_write(&page, sink);
    return true;
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
    const struct aic_stack *row = svg_stack(view->answer->question->calculator);
    struct stacks stacks;
    if (!row || view->chosen || view->spread || cli_is_given(view->answer, row->input)) {
        return false;
    }
    init(&stacks, row, view);
    add_first(&stacks, view);
    char given[1024] = "";
    if (place == SVG_ALONE) {
        svg_given(view, &row->input, 1, given, sizeof given);
    }
    return draw(&stacks, given, place, sink);
}

bool svg_stacks_each(const struct aic_stack *row, const struct cli_view *view,
                     svg_next_answer *next, void *context, const char *given, enum svg_place place,
                     struct aic_sink *sink)
{
    struct stacks stacks = { .row = NULL };
    struct cli_view one = *view;
    double value;
    while (next(context, &one.answer, &value)) {
        if (!stacks.row) {
            init(&stacks, row, &one);
        }
        add(&stacks, &one, value);
    }
    return draw(&stacks, place == SVG_ALONE ? given : "", place, sink);
}
