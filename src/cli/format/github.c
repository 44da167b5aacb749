/* SPDX-License-Identifier: Apache-2.0 */
/* -o github: checks as workflow commands of GitHub Actions. */
#include "cli/check/check.h"
#include "cli/format/format.h"

const struct cli_format cli_format_github = {
    .name = "github",
    .check = cli_check_github,
    .check_error = cli_check_github_error,
};
