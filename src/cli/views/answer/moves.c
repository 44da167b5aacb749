/* SPDX-License-Identifier: Apache-2.0 */
/* The defaults that move an answer, the strongest first, and how far each moves it. */
#include <math.h>
#include <string.h>

#include "cli/views/answer/answer.h"

/* The share by which the smaller of what a number was and is differs from the larger: +100 % and -50 % go as far.
 * NaN of an end that there is not, which fmax() leaves out. */
static double distance(double change)
{
    return change < 0 ? -change : change / (1 + change);
}

/* How far a default moves what is shown; before all others those that move the number that leads. 0 of what
 * moves it by no more than `above`, or by more than `most`. */
static double strength_of(const struct cli_view *view, double above, double most, size_t input)
{
    const struct aic_influence *influence = view->influence;
    const double moves_by = influence->inputs[input];
    const struct aic_move *move = influence->moves ? &influence->moves[input] : NULL;
    if (!(moves_by > above && moves_by <= most)) {
        return 0;
    }
    if (move && move->result == influence->leading && cli_move_counts(move)) {
        return 1 + fmax(distance(move->at_low), distance(move->at_high));
    }
    return moves_by;
}

void cli_each_default(const struct cli_view *view, double above, double most,
                      cli_default_visitor *visit, void *context)
{
    const size_t count = aic_table_size(&view->answer->question->calculator->inputs);
    double done = INFINITY;
    for (;;) {
        double next = 0;
        for (size_t i = 0; i < count; i++) {
            double strength = strength_of(view, above, most, i);
            next = strength < done && strength > next ? strength : next;
        }
        if (!(next > 0)) {
            break;
        }
        for (size_t i = 0; i < count; i++) {
            if (strength_of(view, above, most, i) == next) {
                visit(context, i);
            }
        }
        done = next;
    }
}

bool cli_move_counts(const struct aic_move *move)
{
    return aic_move_reach(move) > AIC_INFLUENCE_COUNTS;
}

bool cli_tells_default(const struct cli_view *view, size_t input)
{
    const double strength = strength_of(view, AIC_INFLUENCE_COUNTS, INFINITY, input);
    size_t before = 0;
    if (view->fold < CLI_FOLD_ASSUMED) {
        return strength > 0;
    }
    for (size_t i = 0; i < aic_table_size(&view->answer->question->calculator->inputs); i++) {
        double other = strength_of(view, AIC_INFLUENCE_COUNTS, INFINITY, i);
        before += other > strength || (other == strength && i < input);
    }
    return strength > 0 && before < CLI_STRONGEST;
}

/* A value of an input: of shares and counts no digit that says nothing. */
static void write_value(const struct cli_view *view, size_t input, double number, char *out)
{
    const struct aic_field *field = cli_input(view, input);
    if (field->kind == AIC_REAL && aic_dimension_is_plain(field->dimension)) {
        size_t length = aic_number_write_short(out, number, 4);
        while (memchr(out, '.', length) && (out[length - 1] == '0' || out[length - 1] == '.')) {
            length--;
        }
        out[length] = '\0';
    } else {
        cli_write_number(field, number, view->units, out, CLI_VALUE_SIZE);
    }
}

/* "-38 %", and where: " at 2048". */
static void add_end(const struct cli_view *view, size_t input, double change, double number,
                    struct aic_text *text)
{
    char value[CLI_VALUE_SIZE];
    write_value(view, input, number, value);
    cli_add_changes(text, change, change, " %");
    aic_text_format(text, " at %s", value);
}

/* "-38..+95 % from 2048 to 8192" of a number, "-50 % at fp8, +100 % at fp32" of a choice; the one end that there
 * is or that counts. */
static void add_ends(const struct cli_view *view, const struct aic_move *move,
                     struct aic_text *text)
{
    char low[CLI_VALUE_SIZE], high[CLI_VALUE_SIZE];
    const struct aic_field *field = cli_input(view, move->input);
    bool has_low = fabs(move->at_low) > AIC_INFLUENCE_COUNTS;
    bool has_high = fabs(move->at_high) > AIC_INFLUENCE_COUNTS && move->low != move->high;
    if (has_low && has_high && cli_is_number(field)) {
        write_value(view, move->input, move->low, low);
        write_value(view, move->input, move->high, high);
        cli_drop_same_unit(low, high);
        cli_add_changes(text, move->at_low, move->at_high, " %");
        aic_text_format(text, " from %s to %s", low, high);
        return;
    }
    if (has_low) {
        add_end(view, move->input, move->at_low, move->low, text);
    }
    if (has_high || !has_low) {
        aic_text_add(text, has_low ? ", " : "");
        add_end(view, move->input, move->at_high, move->high, text);
    }
}

void cli_add_move(const struct cli_view *view, const struct aic_move *move, bool names_result,
                  struct aic_text *text)
{
    if (names_result) {
        aic_text_format(text, "%s ", cli_name_in_part(view, move->result));
    }
    add_ends(view, move, text);
}

void cli_add_moving(const struct cli_view *view, const struct aic_move *move, bool names_result,
                    struct aic_text *text)
{
    char value[CLI_VALUE_SIZE];
    const char *name = cli_input(view, move->input)->name, *dot = strchr(name, '.');
    cli_write_input(view, move->input, value, sizeof value);
    aic_text_format(text, "%s %s", dot ? dot + 1 : name, value);
    if (cli_move_counts(move)) {
        aic_text_add(text, " (");
        cli_add_move(view, move, names_result, text);
        aic_text_add(text, ")");
    }
}
