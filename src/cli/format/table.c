/* SPDX-License-Identifier: Apache-2.0 */
/* -o table: text in columns, for a terminal. */
#include "cli/answer/answer.h"
#include "cli/catalog/listing.h"
#include "cli/check/check.h"
#include "cli/compare/compare.h"
#include "cli/diff/diff.h"
#include "cli/explain/meaning.h"
#include "cli/format/format.h"
#include "cli/sweep/sweep.h"

const struct cli_format cli_format_table = {
    .name = "table",
    .for_people = true,
    .ending = ".txt",
    .answer = cli_answer_table,
    .sweep = cli_sweep_table,
    .check = cli_check_table,
    .compare = cli_compare_table,
    .diff = cli_diff_table,
    .catalog = cli_catalog_table,
    .meanings = cli_meanings_table,
};
