/* SPDX-License-Identifier: Apache-2.0 */
/* What --sensitivity shows: a bar chart ("tornado") for each result, the largest effect on top. */
#include <math.h>
#include <string.h>

#include "cli/formats/json.h"
#include "cli/views/answer/answer.h"

#define HALF       10 /* cells of a bar on each side of the middle, where there is room */
#define AROUND     7 /* columns of a row that are no cell of it: blanks and the middle of the bar */
#define ROWS       15   /* of all tornados of a table together */
#define ROWS_EACH  5    /* but so many of each at least */
#define NEGLIGIBLE 1e-9 /* an effect that is nothing but rounding */

/* The results that were asked for, as they first come in the list. */
static bool is_first(const struct aic_sensitivity *all, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        if (all->effects[i].result == all->effects[index].result) {
            return false;
        }
    }
    return true;
}

static size_t rows_of_each(const struct aic_sensitivity *all)
{
    size_t results = 0;
    for (size_t i = 0; i < all->count; i++) {
        results += is_first(all, i);
    }
    size_t share = results > 0 ? ROWS / results : ROWS;
    return share > ROWS_EACH ? share : ROWS_EACH;
}

/* Change of a result from its value in the answer; 0 where a side is not there. */
static double change_of(const struct cli_view *view, const struct aic_effect *effect, double value)
{
    return isnan(value) ? 0 : value - aic_answer_result(view->answer, effect->result).number;
}

/* What the bars of one result have in common. */
struct tornado {
    double widest; /* the largest change */
    size_t half;   /* cells on each side of the middle */
};

/* The bar from the lowest to the highest that the result becomes, its value in the middle. */
static void write_bar(const struct cli_view *view, const struct aic_effect *effect,
                      const struct tornado *tornado, struct aic_text *text)
{
    const char *cell = view->unicode ? "\u2588" : "#";
    double low = change_of(view, effect, effect->result_low);
    double high = change_of(view, effect, effect->result_high);
    double less = fmin(fmax(0, fmax(-low, -high)) / tornado->widest, 1);
    double more = fmin(fmax(0, fmax(low, high)) / tornado->widest, 1);
    size_t left = (size_t)ceil(less * (double)tornado->half - 1e-9);
    size_t right = (size_t)ceil(more * (double)tornado->half - 1e-9);
    cli_add_times(text, " ", tornado->half - left);
    cli_add_times(text, cell, left);
    aic_text_add(text, view->unicode ? "\u2502" : "|");
    cli_add_times(text, cell, right);
    cli_add_times(text, " ", tornado->half - right);
}

/* "low .. high", with what stays where a side is not there. */
static void write_ends(const struct cli_view *view, const struct aic_field *field, double low,
                       double high, double base, char *out, size_t capacity)
{
    struct aic_value ends[2] = { { true, aic_or(low, base), NULL },
                                 { true, aic_or(high, base), NULL } };
    cli_write_interval(field, ends[0], ends[1], view->units, out, capacity);
    if (!out[0]) {
        cli_write_value(field, ends[0], view->units, out, capacity);
    }
}

static void write_input(const struct cli_view *view, const struct aic_effect *effect, char *out,
                        size_t capacity)
{
    double value = aic_question_value(view->answer->question, effect->input).number;
    write_ends(view, cli_input(view, effect->input), effect->low, effect->high, value, out,
               capacity);
}

static void write_result(const struct cli_view *view, const struct aic_effect *effect, char *out,
                         size_t capacity)
{
    double value = aic_answer_result(view->answer, effect->result).number;
    write_ends(view, cli_result(view, effect->result), effect->result_low, effect->result_high,
               value, out, capacity);
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* Walks the rows to show of one result; the index of the next, or the count at the end. */
static size_t next_row(const struct aic_sensitivity *all, size_t from, size_t result)
{
    while (from < all->count &&
           (all->effects[from].result != result || all->effects[from].size < NEGLIGIBLE)) {
        from++;
    }
    return from;
}

/* Of the rows of one result: bars are as long as the widest cells beside them leave room for. */
static struct tornado measure(const struct cli_view *view, size_t result, size_t rows)
{
    const struct aic_sensitivity *all = view->sensitivity;
    struct tornado tornado = { 0, HALF };
    size_t names = 0, inputs = 0, results = 0;
    size_t i = next_row(all, 0, result);
    for (size_t row = 0; i < all->count && row < rows; row++) {
        const struct aic_effect *effect = &all->effects[i];
        char words[CLI_VALUE_SIZE * 2];
        tornado.widest = fmax(tornado.widest, fabs(change_of(view, effect, effect->result_low)));
        tornado.widest = fmax(tornado.widest, fabs(change_of(view, effect, effect->result_high)));
        names = larger(names, cli_width(cli_input(view, effect->input)->name));
        write_input(view, effect, words, sizeof words);
        inputs = larger(inputs, cli_width(words));
        write_result(view, effect, words, sizeof words);
        results = larger(results, cli_width(words));
        i = next_row(all, i + 1, result);
    }
    size_t beside = names + inputs + results + AROUND;
    size_t room = view->columns > beside ? (view->columns - beside) / 2 : 0;
    tornado.half = room < 1 ? 1 : room < HALF ? room : HALF;
    return tornado;
}

/* The effects on one result, the largest first. */
static void add_tornado(const struct cli_view *view, size_t result, size_t rows, struct doc *doc)
{
    static const struct cli_column columns[] = {
        { .title = "" }, { .gap = 2, .right = true }, { .gap = 1 }, { .gap = 1 }
    };
    const struct aic_sensitivity *all = view->sensitivity;
    const struct aic_field *field = cli_result(view, result);
    const struct tornado tornado = measure(view, result, rows);
    char words[CLI_VALUE_SIZE * 2];
    cli_write_value(field, aic_answer_result(view->answer, result), view->units, words,
                    sizeof words);
    doc_section(doc, NULL, doc_print(doc, "Sensitivity of %s (%s)", field->name, words), NULL);
    if (tornado.widest == 0) {
        doc_point(doc, "no input moves it");
    }
    doc_table(doc, 0, columns, 4, (struct doc_shape){ .untitled = true });
    size_t i = next_row(all, 0, result);
    for (size_t row = 0; i < all->count && row < rows; row++) {
        const struct aic_effect *effect = &all->effects[i];
        struct aic_text *text = doc_words(doc);
        doc_cell(doc, cli_input(view, effect->input)->name);
        write_input(view, effect, words, sizeof words);
        doc_cell(doc, words);
        write_bar(view, effect, &tornado, text);
        doc_cell(doc, text->at);
        write_result(view, effect, words, sizeof words);
        doc_cell(doc, words);
        doc_row(doc);
        i = next_row(all, i + 1, result);
    }
}

/* All effects in one table. */
static void add_table(const struct cli_view *view, struct doc *doc)
{
    static const struct cli_column columns[] = {
        { .title = "Result" },
        { .title = "Input" },
        { .title = "From .. to", .right = true },
        { .title = "Result then", .right = true },
        { .title = "Elasticity", .right = true },
    };
    const struct aic_sensitivity *all = view->sensitivity;
    doc_section(doc, "sensitivity", "Sensitivity",
                "Each input moved by a tenth, or over its range; the largest effect first.");
    doc_table(doc, 0, columns, sizeof columns / sizeof columns[0], (struct doc_shape){ 0 });
    for (size_t i = 0; i < all->count; i++) {
        const struct aic_effect *effect = &all->effects[i];
        char words[CLI_VALUE_SIZE * 2], number[AIC_NUMBER_SIZE] = "";
        if (effect->size < NEGLIGIBLE) {
            continue;
        }
        doc_cell(doc, cli_result(view, effect->result)->name);
        doc_cell(doc, cli_input(view, effect->input)->name);
        write_input(view, effect, words, sizeof words);
        doc_cell(doc, words);
        write_result(view, effect, words, sizeof words);
        doc_cell(doc, words);
        if (aic_is_set(effect->elasticity)) {
            number[aic_number_write_short(number, effect->elasticity, 3)] = '\0';
        }
        doc_cell(doc, number);
        doc_row(doc);
    }
}

/* Inputs that were not moved, a line each. */
static void add_unmoved(const struct cli_view *view, struct doc *doc)
{
    const struct aic_sensitivity *all = view->sensitivity;
    for (size_t i = 0; i < all->unmoved_count; i++) {
        const char *name = cli_input(view, all->unmoved[i].input)->name;
        const char *why = doc_print(doc, "was not moved: %s", all->unmoved[i].why);
        if (doc->form == DOC_PAGE) {
            doc_add(doc, (struct doc_block){ .kind = DOC_LINE, .name = name, .words = why });
            continue;
        }
        if (i == 0) {
            doc_add(doc, (struct doc_block){ .kind = DOC_GAP });
        }
        doc_point(doc, "%s %s", name, why);
    }
}

void cli_add_sensitivity(const struct cli_view *view, struct doc *doc)
{
    const struct aic_sensitivity *all = view->sensitivity;
    if (!all) {
        return;
    }
    size_t rows = rows_of_each(all);
    for (size_t i = 0; i < all->count && doc->form == DOC_TEXT; i++) {
        if (is_first(all, i)) {
            add_tornado(view, all->effects[i].result, rows, doc);
        }
    }
    if (doc->form != DOC_TEXT) {
        add_table(view, doc);
    }
    add_unmoved(view, doc);
}

void cli_sensitivity_json(const struct cli_view *view, struct aic_json_writer *writer)
{
    const struct aic_sensitivity *all = view->sensitivity;
    if (!all) {
        return;
    }
    cli_json_open(writer, "sensitivity", '[', true);
    for (size_t i = 0; i < all->count; i++) {
        const struct aic_effect *effect = &all->effects[i];
        aic_json_open(writer, '{', false);
        cli_json_text(writer, "parameter", cli_input(view, effect->input)->name);
        cli_json_number(writer, "low", effect->low);
        cli_json_number(writer, "high", effect->high);
        cli_json_text(writer, "result", cli_result(view, effect->result)->name);
        cli_json_number(writer, "result_low", effect->result_low);
        cli_json_number(writer, "result_high", effect->result_high);
        cli_json_number(writer, "elasticity", effect->elasticity);
        aic_json_close(writer);
    }
    aic_json_close(writer);
    if (all->unmoved_count == 0) {
        return;
    }
    cli_json_open(writer, "not_moved", '[', true);
    for (size_t i = 0; i < all->unmoved_count; i++) {
        aic_json_open(writer, '{', false);
        cli_json_text(writer, "parameter", cli_input(view, all->unmoved[i].input)->name);
        cli_json_text(writer, "reason", all->unmoved[i].why);
        aic_json_close(writer);
    }
    aic_json_close(writer);
}
