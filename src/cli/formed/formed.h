/* SPDX-License-Identifier: Apache-2.0 */
/* Compositions that the build formed: constants of the program. */
#ifndef AICALC_CLI_FORMED_H
#define AICALC_CLI_FORMED_H

#include <aicalc/composition.h>

/* Of each composition, in the order of aic_composition_table_at(). */
extern const struct aic_composition *const cli_formed[];

#endif
