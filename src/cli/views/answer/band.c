/* SPDX-License-Identifier: Apache-2.0 */
/* How far reality was found from a result, and from what a verdict compares, in words. */
#include <math.h>

#include "cli/views/answer/view.h"

/* "-10" or "+30", of percent. */
static void add_percent_off(struct aic_text *text, double percent)
{
    char number[AIC_NUMBER_SIZE];
    number[aic_number_write_short(number, percent, fabs(percent) < 100 ? 2 : 3)] = '\0';
    aic_text_format(text, "%s%s", percent > 0 ? "+" : "", number);
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
        add_percent_off(&text, low);
        aic_text_add(&text, "..");
        add_percent_off(&text, high);
    }
    aic_text_add(&text, "%");
}

void cli_write_result(const struct cli_view *view, size_t result, char *out, size_t capacity)
{
    const struct aic_field *field = cli_result(view, result);
    struct aic_value value = aic_answer_result(view->answer, result);
    struct aic_comparison comparison;
    struct aic_text text;
    if (!aic_answer_comparison(view->answer, result, &comparison) || !comparison.tight) {
        cli_write_value(field, value, view->units, out, capacity);
        return;
    }
    aic_text_init(&text, out, capacity);
    aic_text_add(&text, value.number != 0 ? "tight" : "no, tight");
}
