/* SPDX-License-Identifier: Apache-2.0 */
/* What tables say of fields and rules, in words: for help, the manual and 'explain'. */
#ifndef AICALC_CLI_DOCS_WORDS_H
#define AICALC_CLI_DOCS_WORDS_H

#include <aicalc/aicalc.h>

/* What a field takes or is: its unit, its choices, the catalog that names it. */
void cli_add_field_value(const struct aic_field *field, struct aic_text *text);

/* The bounds of a number, in base units: "0 < x <= 1", "x >= 1"; nothing for all from 0 on. */
void cli_add_field_range(const struct aic_field *field, struct aic_text *text);

/* "needs engine vllm or gpus above 1". */
void cli_add_rule(const struct aic_calculator *calculator, const struct aic_rule *rule,
                  struct aic_text *text);

/* What a warning says, with the names of its values: "{gpus} GPUs are not enough". */
void cli_add_warning(const struct aic_warning *warning, struct aic_text *text);

#endif
