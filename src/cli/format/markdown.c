/* SPDX-License-Identifier: Apache-2.0 */
/* -o markdown: tables and lists, to be pasted into a review. */
#include "cli/answer/answer.h"
#include "cli/catalog/listing.h"
#include "cli/check/check.h"
#include "cli/compare/compare.h"
#include "cli/diff/diff.h"
#include "cli/format/format.h"
#include "cli/sweep/sweep.h"

static bool show_catalog(const struct cli_listing *listing, struct aic_sink *sink,
                         struct aic_error *error)
{
    return cli_catalog_values(listing, &cli_layout_markdown, sink, error);
}

const struct cli_format cli_format_markdown = {
    .name = "markdown",
    .for_people = true,
    .ending = ".md",
    .answer = cli_answer_markdown,
    .sweep = cli_sweep_markdown,
    .check = cli_check_markdown,
    .compare = cli_compare_markdown,
    .diff = cli_diff_markdown,
    .catalog = show_catalog,
};
