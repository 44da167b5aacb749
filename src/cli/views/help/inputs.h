/* SPDX-License-Identifier: Apache-2.0 */
/* Inputs in words, as help and the manual show them. */
#ifndef AICALC_CLI_DOCS_INPUTS_H
#define AICALC_CLI_DOCS_INPUTS_H

#include <aicalc/aicalc.h>

/* Adds "--kv-heads N", the option of an input. */
void cli_add_input_option(const struct aic_field *field, struct aic_text *text);

/* Adds what the input is, what it may be and what it is by default. */
void cli_add_input_meaning(const struct aic_field *field, struct aic_text *text);

/*
 * Inputs that files of the model set come in rows, "stored_embedding, stored_attention ...", whose
 * helps differ by a name in quotes. At the first of a row of several: adds "--stored-PART" and what that
 * is, and returns how many there are; otherwise 1, and nothing is added.
 */
size_t cli_input_family(const struct aic_group *group, size_t first, struct aic_text *option,
                        struct aic_text *meaning);

/* Adds the other names that people type for it. */
void cli_add_input_aliases(const struct aic_calculator *calculator, const struct aic_field *field,
                           struct aic_text *text);

#endif
