/* SPDX-License-Identifier: Apache-2.0 */
/* The pages of the manual, made from the tables. */
#ifndef AICALC_CLI_DOCS_MANUAL_H
#define AICALC_CLI_DOCS_MANUAL_H

#include "cli/views/help/page.h"

#include <aicalc/calculator.h>

/* Prints the page on a calculator, or on the program (NULL), in roff or Markdown. */
int cli_manual(const struct aic_calculator *calculator, bool roff);

/* Writes the page on a calculator. */
void cli_manual_calculator(struct cli_page *page, const struct aic_calculator *calculator);

#endif
