/* SPDX-License-Identifier: Apache-2.0 */
/* How far reality was found from a result, and from what a verdict compares, in words. */
#include <math.h>
#include <string.h>

#include <aicalc/comparable.h>

#include "cli/views/answer/view.h"

void cli_add_percent_off(struct aic_text *text, double percent)
{
    char number[AIC_NUMBER_SIZE];
    number[aic_number_write_short(number, percent, fabs(percent) < 100 ? 2 : 3)] = '\0';
    aic_text_format(text, "%s%s", percent > 0 ? "+" : "", number);
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
    double low = 100 * (band.ends.low / value - 1);
    double high = 100 * (band.ends.high / value - 1);
    if (fabs(low + high) < 1e-9 * fabs(high)) {
        aic_text_add(&text, view->unicode ? "\u00b1" : "+-");
        char number[AIC_NUMBER_SIZE];
        number[aic_number_write_short(number, high, 2)] = '\0';
        aic_text_add(&text, number);
    } else {
        cli_add_percent_off(&text, low);
        aic_text_add(&text, "..");
        cli_add_percent_off(&text, high);
    }
    aic_text_add(&text, "%");
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
