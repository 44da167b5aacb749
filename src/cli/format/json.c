/* SPDX-License-Identifier: Apache-2.0 */
/* -o json: for programs; what other answers and checks take as input. */
#include "cli/answer/answer.h"
#include "cli/catalog/listing.h"
#include "cli/check/check.h"
#include "cli/compare/compare.h"
#include "cli/diff/diff.h"
#include "cli/explain/meaning.h"
#include "cli/format/format.h"
#include "cli/sweep/sweep.h"

const struct cli_format cli_format_json = {
    .name = "json",
    .ending = ".json",
    .json_errors = true,
    .explains_sweeps = true,
    .answer = cli_answer_json,
    .sweep = cli_sweep_json,
    .check = cli_check_json,
    .compare = cli_compare_json,
    .diff = cli_diff_json,
    .catalog = cli_catalog_json,
    .meanings = cli_meanings_json,
};
