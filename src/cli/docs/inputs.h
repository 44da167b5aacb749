/* SPDX-License-Identifier: Apache-2.0 */
/* Inputs in words, as help and the manual show them. */
#ifndef AICALC_CLI_DOCS_INPUTS_H
#define AICALC_CLI_DOCS_INPUTS_H

#include <aicalc/aicalc.h>

/* Adds "--kv-heads N", the option of an input. */
void cli_add_input_option(const struct aic_field *field, struct aic_text *text);

/* Adds what the input is, what it may be and what it is by default. */
void cli_add_input_meaning(const struct aic_field *field, struct aic_text *text);

#endif
