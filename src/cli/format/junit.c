/* SPDX-License-Identifier: Apache-2.0 */
/* -o junit: checks as JUnit XML, which pipelines show beside the tests. */
#include "cli/check/check.h"
#include "cli/format/format.h"

const struct cli_format cli_format_junit = {
    .name = "junit",
    .ending = ".xml",
    .check = cli_check_junit,
};
