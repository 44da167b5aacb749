/* SPDX-License-Identifier: Apache-2.0 */
/* The results of the cases of a sweep as members of JSON, each of which keeps its text. */
#ifndef AICALC_CLI_SWEEP_MEMBERS_H
#define AICALC_CLI_SWEEP_MEMBERS_H

#include "cli/sweep/sweep.h"

struct cli_members;

/* Those of --fields, or all but the terms. NULL without memory. */
struct cli_members *cli_members_new(const struct cli_query *query);
void cli_members_free(struct cli_members *members);

/* Writes "results" of the answer that the view shows. */
void cli_members_write(struct cli_members *members, const struct cli_view *view,
                       struct aic_json_writer *writer);

#endif
