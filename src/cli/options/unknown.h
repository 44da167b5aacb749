/* SPDX-License-Identifier: Apache-2.0 */
/* What to say to an option that is none. */
#ifndef AICALC_CLI_OPTIONS_UNKNOWN_H
#define AICALC_CLI_OPTIONS_UNKNOWN_H

#include "cli/options/options.h"

/*
 * Fails with an option as it was `typed`, `name` without its dashes, and suggests what was meant: a
 * name of today, a value, a format, a name with the same words or letters, or whose option it is.
 * `calculator` may be NULL, and so may `value`, the word that follows. Returns false.
 */
bool cli_fail_unknown_option(enum cli_subject subject, const struct aic_calculator *calculator,
                             const char *typed, const char *name, const char *value,
                             struct aic_error *error);

#endif
