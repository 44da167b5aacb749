/* SPDX-License-Identifier: Apache-2.0 */
/* What GPU hours without a price would cost at the usual price of the GPU: words, no result of the answer. */
#ifndef AICALC_CLI_VIEWS_ANSWER_USUAL_BILL_H
#define AICALC_CLI_VIEWS_ANSWER_USUAL_BILL_H

#include <aicalc/catalog.h>

#include "cli/formats/grid.h"
#include "cli/formats/value.h"

struct cli_usual_bill {
    bool known;                                         /* else nothing is to be told */
    char price[CLI_VALUE_SIZE], prices[CLI_VALUE_SIZE]; /* "5.07 USD/h"; "3.20..12.29" or nothing */
    char bill[CLI_VALUE_SIZE];                          /* "$23.13M" */
    const char *input;                                  /* that has the price, "gpu_price" */
};

/* Of an evaluated question. False without memory. */
bool cli_usual_bill_find(const struct aic_calculator *calculator, const void *in, const void *out,
                         const struct aic_catalog *catalog, struct cli_usual_bill *found,
                         struct aic_error *error);

/* "at the usual 5.07 USD/h (3.20..12.29): $23.13M, --gpu-price" */
void cli_usual_bill_add(const struct cli_usual_bill *bill, struct aic_text *text);

#endif
