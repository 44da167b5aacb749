/* SPDX-License-Identifier: Apache-2.0 */
/* What --sensitivity shows: a tornado for each result, the largest effect on top. */
#include <math.h>
#include <string.h>

#include "cli/docs/lines.h"
#include "cli/render/json.h"

#define INDENT     2
#define HALF       10   /* cells of a bar on each side of the middle */
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

/* Change of a result as a share of its value in the answer, or of the largest one. */
static double share_of(const struct cli_view *view, const struct aic_effect *effect, double value)
{
    double base = aic_answer_result(view->answer, effect->result).number;
    double scale =
        base != 0 ? fabs(base) : fmax(fabs(effect->result_low), fabs(effect->result_high));
    return isnan(value) || scale == 0 ? 0 : (value - base) / scale;
}

/* One half of a bar: what moving the input down or up does, as cells; `left` fills to the right. */
static void write_half(const struct cli_view *view, struct aic_sink *sink, double share, bool left)
{
    size_t cells = (size_t)ceil(fmin(share, 1) * HALF - 1e-9);
    cli_repeat(sink, ' ', left ? HALF - cells : 0);
    for (size_t i = 0; i < cells; i++) {
        aic_sink_text(sink, view->unicode ? "\u2588" : "#");
    }
    cli_repeat(sink, ' ', left ? 0 : HALF - cells);
}

/* The bar from the lowest to the highest that the result becomes, its value in the middle. */
static void write_bar(const struct cli_view *view, struct aic_sink *sink,
                      const struct aic_effect *effect, double widest)
{
    double low = share_of(view, effect, effect->result_low);
    double high = share_of(view, effect, effect->result_high);
    double less = fmax(0, fmax(-low, -high));
    double more = fmax(0, fmax(low, high));
    write_half(view, sink, less / widest, true);
    aic_sink_text(sink, view->unicode ? "\u2502" : "|");
    write_half(view, sink, more / widest, false);
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

/* Walks the rows to show of one result; the index of the next, or the count at the end. */
static size_t next_row(const struct aic_sensitivity *all, size_t from, size_t result)
{
    while (from < all->count &&
           (all->effects[from].result != result || all->effects[from].size < NEGLIGIBLE)) {
        from++;
    }
    return from;
}

/* Widths of the columns of names and of the inputs' values, and the largest change. */
struct columns {
    size_t name, value;
    double widest;
};

static struct columns measure(const struct cli_view *view, size_t result, size_t rows)
{
    const struct aic_sensitivity *all = view->sensitivity;
    struct columns columns = { 0, 0, 0 };
    for (size_t i = next_row(all, 0, result); i < all->count && rows > 0;
         i = next_row(all, i + 1, result), rows--) {
        const struct aic_effect *effect = &all->effects[i];
        char words[CLI_VALUE_SIZE * 2];
        write_input(view, effect, words, sizeof words);
        size_t name = strlen(cli_input(view, effect->input)->name);
        columns.name = name > columns.name ? name : columns.name;
        columns.value = strlen(words) > columns.value ? strlen(words) : columns.value;
        columns.widest = fmax(columns.widest, fabs(share_of(view, effect, effect->result_low)));
        columns.widest = fmax(columns.widest, fabs(share_of(view, effect, effect->result_high)));
    }
    return columns;
}

static void write_tornado(const struct cli_view *view, struct aic_sink *sink, size_t result,
                          size_t rows)
{
    const struct aic_sensitivity *all = view->sensitivity;
    struct columns columns = measure(view, result, rows);
    const struct aic_field *field = cli_result(view, result);
    char words[CLI_VALUE_SIZE * 2];
    cli_write_value(field, aic_answer_result(view->answer, result), view->units, words,
                    sizeof words);
    char title[CLI_VALUE_SIZE * 2 + 128];
    struct aic_text text;
    aic_text_init(&text, title, sizeof title);
    aic_text_format(&text, "Sensitivity of %s (%s)", field->name, words);
    cli_heading(sink, title, view->color);
    if (columns.widest == 0) {
        aic_sink_text(sink, "  no input moves it\n");
    }
    for (size_t i = next_row(all, 0, result); i < all->count && rows > 0;
         i = next_row(all, i + 1, result), rows--) {
        const struct aic_effect *effect = &all->effects[i];
        cli_repeat(sink, ' ', INDENT);
        cli_padded(sink, cli_input(view, effect->input)->name, columns.name + 2, false);
        write_input(view, effect, words, sizeof words);
        cli_padded(sink, words, columns.value, true);
        aic_sink_text(sink, " ");
        write_bar(view, sink, effect, columns.widest);
        write_result(view, effect, words, sizeof words);
        aic_sink_text(sink, " ");
        aic_sink_text(sink, words);
        aic_sink_text(sink, "\n");
    }
}

static void write_unmoved(const struct cli_view *view, struct aic_sink *sink, const char *before,
                          bool markdown)
{
    const struct aic_sensitivity *all = view->sensitivity;
    for (size_t i = 0; i < all->unmoved_count; i++) {
        char words[400];
        struct aic_text text;
        aic_text_init(&text, words, sizeof words);
        aic_text_format(&text, "%s was not moved: %s", cli_input(view, all->unmoved[i].input)->name,
                        all->unmoved[i].why);
        aic_sink_text(sink, before);
        if (markdown) {
            cli_sink_markdown(sink, words);
            aic_sink_text(sink, "\n");
        } else {
            cli_wrapped(sink, (size_t)view->columns, words, INDENT, 4);
        }
    }
}

void cli_sensitivity_table(const struct cli_view *view, struct aic_sink *sink)
{
    const struct aic_sensitivity *all = view->sensitivity;
    size_t rows = all ? rows_of_each(all) : 0;
    for (size_t i = 0; all && i < all->count; i++) {
        if (is_first(all, i)) {
            write_tornado(view, sink, all->effects[i].result, rows);
        }
    }
    if (all && all->unmoved_count > 0) {
        aic_sink_text(sink, "\n");
        write_unmoved(view, sink, "  ", false);
    }
}

static void write_cell(struct aic_sink *sink, const char *text)
{
    aic_sink_text(sink, " ");
    cli_sink_markdown(sink, text);
    aic_sink_text(sink, " |");
}

void cli_sensitivity_markdown(const struct cli_view *view, struct aic_sink *sink)
{
    const struct aic_sensitivity *all = view->sensitivity;
    if (!all) {
        return;
    }
    aic_sink_text(sink, "\n| Result | Input | From .. to | Result then | Elasticity |\n"
                        "|---|---|---:|---:|---:|\n");
    for (size_t i = 0; i < all->count; i++) {
        const struct aic_effect *effect = &all->effects[i];
        char words[CLI_VALUE_SIZE * 2];
        char number[AIC_NUMBER_SIZE] = "";
        if (effect->size < NEGLIGIBLE) {
            continue;
        }
        aic_sink_text(sink, "|");
        write_cell(sink, cli_result(view, effect->result)->name);
        write_cell(sink, cli_input(view, effect->input)->name);
        write_input(view, effect, words, sizeof words);
        write_cell(sink, words);
        write_result(view, effect, words, sizeof words);
        write_cell(sink, words);
        if (aic_is_set(effect->elasticity)) {
            aic_number_write_short(number, effect->elasticity, 3);
        }
        write_cell(sink, number);
        aic_sink_text(sink, "\n");
    }
    if (all->unmoved_count > 0) {
        aic_sink_text(sink, "\n");
        write_unmoved(view, sink, "- ", true);
    }
}

static void write_number(struct aic_json_writer *writer, const char *key, double value)
{
    if (aic_is_set(value)) {
        aic_json_key(writer, key);
        aic_json_number(writer, value);
    }
}

void cli_json_sensitivity(const struct cli_view *view, struct aic_json_writer *writer)
{
    const struct aic_sensitivity *all = view->sensitivity;
    if (!all) {
        return;
    }
    aic_json_key(writer, "sensitivity");
    aic_json_open(writer, '[', true);
    for (size_t i = 0; i < all->count; i++) {
        const struct aic_effect *effect = &all->effects[i];
        aic_json_open(writer, '{', false);
        cli_json_text(writer, "parameter", cli_input(view, effect->input)->name);
        write_number(writer, "low", effect->low);
        write_number(writer, "high", effect->high);
        cli_json_text(writer, "result", cli_result(view, effect->result)->name);
        write_number(writer, "result_low", effect->result_low);
        write_number(writer, "result_high", effect->result_high);
        write_number(writer, "elasticity", effect->elasticity);
        aic_json_close(writer);
    }
    aic_json_close(writer);
    if (all->unmoved_count == 0) {
        return;
    }
    aic_json_key(writer, "not_moved");
    aic_json_open(writer, '[', true);
    for (size_t i = 0; i < all->unmoved_count; i++) {
        aic_json_open(writer, '{', false);
        cli_json_text(writer, "parameter", cli_input(view, all->unmoved[i].input)->name);
        cli_json_text(writer, "reason", all->unmoved[i].why);
        aic_json_close(writer);
    }
    aic_json_close(writer);
}
