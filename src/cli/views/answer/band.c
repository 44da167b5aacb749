/* SPDX-License-Identifier: Apache-2.0 */
/* How far reality was found from a result, and from what a verdict compares, in words. */
#include <math.h>
#include <string.h>

#include <aicalc/comparable.h>

#include "cli/views/answer/view.h"

/* A change from here on is told as a factor: "+27075 %" is no number that anybody sees. */
#define FACTOR_FROM 10.0

static void add_off(struct aic_text *text, double change, bool is_factor)
{
    char number[AIC_NUMBER_SIZE];
    double shown = is_factor ? 1 + change : 100 * change;
    bool is_long = !is_factor && fabs(shown) >= 100;
    number[aic_number_write_short(number, shown, is_long ? 3 : 2)] = '\0';
    aic_text_format(text, "%s%s", !is_factor && change > 0 ? "+" : "", number);
}

void cli_add_changes(struct aic_text *text, double low, double high, const char *percent)
{
    bool is_factor = fmax(low, high) >= FACTOR_FROM;
    add_off(text, low, is_factor);
    if (low != high) {
        aic_text_add(text, "..");
        add_off(text, high, is_factor);
    }
    aic_text_add(text, is_factor ? " times" : percent);
}

bool cli_is_unjudged(const struct cli_view *view, size_t result)
{
    const struct aic_answer *answer = view->answer;
    return aic_answer_result(answer, result).set &&
           aic_result_settled_by(answer->question->calculator, answer->out,
                                 cli_result(view, result));
}

void cli_add_settling(const struct cli_view *view, size_t result, struct aic_text *text)
{
    const struct aic_question *question = view->answer->question;
    const struct aic_calculator *calculator = question->calculator;
    const char *at = aic_result_settled_by(calculator, view->answer->out, cli_result(view, result));
    size_t named = 0;
    for (struct aic_span name; at && *at; at += name.length + (at[name.length] == ' ')) {
        name = (struct aic_span){ at, strcspn(at, " ") };
        size_t input = aic_table_find(&calculator->inputs, name.at, name.length);
        bool is_there = input < aic_table_size(&calculator->inputs);
        if (!is_there || !cli_is_given(view->answer, input)) { /* what is given is not asked for */
            aic_text_add(text, named++ == 0 ? "give " : " and ");
            aic_text_add_bytes(text, name.at, name.length);
        }
    }
}

void cli_write_band(const struct cli_view *view, size_t result, char *out, size_t capacity)
{
    struct aic_error_band band;
    struct aic_text text;
    aic_text_init(&text, out, capacity);
    double value = aic_answer_result(view->answer, result).number;
    if (!aic_answer_band(view->answer, result, &band) || value == 0) {
        return;
    }
    double low = band.ends.low / value - 1, high = band.ends.high / value - 1;
    if (low == 0 && high == 0) {
        return;
    }
    if (fabs(low + high) < 1e-9 * fabs(high)) {
        aic_text_add(&text, view->unicode ? "\u00b1" : "+-");
        char number[AIC_NUMBER_SIZE];
        number[aic_number_write_short(number, 100 * high, 2)] = '\0';
        aic_text_format(&text, "%s%%", number);
        return;
    }
    cli_add_changes(&text, low, high, "%");
}

void cli_write_result(const struct cli_view *view, size_t result, char *out, size_t capacity)
{
    const struct aic_field *field = cli_result(view, result);
    struct aic_value value = aic_answer_result(view->answer, result);
    struct aic_comparison comparison;
    struct aic_text text;
    if (cli_is_unjudged(view, result)) {
        cli_print(out, capacity, "cannot be told");
        return;
    }
    if (!aic_answer_comparison(view->answer, result, &comparison) || !comparison.tight) {
        cli_write_value(field, value, view->units, out, capacity);
        return;
    }
    aic_text_init(&text, out, capacity);
    aic_text_add(&text, value.number != 0 ? "tight" : "no, tight");
}
