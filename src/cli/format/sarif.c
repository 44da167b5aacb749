/* SPDX-License-Identifier: Apache-2.0 */
/* -o sarif: checks as SARIF, which code hosts show at the lines of a change. */
#include "cli/check/check.h"
#include "cli/format/format.h"

const struct cli_format cli_format_sarif = {
    .name = "sarif",
    .ending = ".sarif",
    .check = cli_check_sarif,
};
