/* SPDX-License-Identifier: Apache-2.0 */
/* --from: texts that are deployed, as inputs of a query. */
#ifndef AICALC_CLI_QUERY_LAUNCHED_H
#define AICALC_CLI_QUERY_LAUNCHED_H

#include <aicalc/recipe.h>

#include "cli/options/options.h"

struct cli_query;

/* The texts of a launch, and what was read from them. */
struct cli_launched {
    struct aic_launch_text texts[CLI_REPEAT_MAX];
    struct aic_launch_pair variables[CLI_REPEAT_MAX];
    struct aic_launch_pair *flags;
    char names[CLI_REPEAT_MAX][64]; /* of the variables */
    char figures[16][128];          /* of a log, as --measured has them */
    struct aic_launch launch;
    struct aic_launch_case chosen;    /* with what --implied replaces */
    struct aic_launch_input *implied; /* its inputs then */
};

/* Reads texts (a file, `-`, or a command) with these flags and variables. */
bool cli_launched_read(struct cli_launched *launched, const struct aic_loader *loader,
                       const struct cli_list *from, const struct cli_list *set,
                       const struct aic_setting *settings, size_t setting_count,
                       const struct aic_catalog *catalog, struct aic_error *error);

/* True for the case of that name; where none is called so, for each whose name has all words; NULL: for all. */
bool cli_launched_is_asked(const struct aic_launch *launch, size_t index, const char *words);

/* Refuses, with --strict, a note that says that something was not understood. */
bool cli_launched_check_strict(const struct aic_launch_note *notes, size_t count,
                               struct aic_error *error);

/* The case of a query's --from, its figures as measured ones. */
bool cli_launched_bind(struct cli_query *query);

void cli_launched_clear(struct cli_launched *launched);

#endif
