/* SPDX-License-Identifier: Apache-2.0 */
/* The calculators that the program knows: those of the library and its compositions. */
#ifndef AICALC_CLI_CALCULATORS_H
#define AICALC_CLI_CALCULATORS_H

#include <aicalc/registry.h>

/* The program's registry: a composition is formed when it is first asked for. */
struct aic_registry *cli_registry(void);

/* All calculators in the order of the help; NULL at and after the end. */
const struct aic_calculator *cli_calculator_at(size_t index);
/* The calculator of that name, or NULL. */
const struct aic_calculator *cli_calculator_find(const char *name);

/* Forms all compositions, so that lists of calculators are whole; false: one cannot be formed. */
bool cli_calculators_form(struct aic_error *error);

/* Releases the compositions: no calculator of theirs may be used afterwards. */
void cli_calculators_clear(void);

#endif
