/* SPDX-License-Identifier: Apache-2.0 */
/* -o csv: values in base units, for spreadsheets (RFC 4180). */
#include "cli/answer/answer.h"
#include "cli/catalog/listing.h"
#include "cli/diff/diff.h"
#include "cli/format/format.h"
#include "cli/sweep/sweep.h"

static void show_answer(const struct cli_view *view, struct aic_sink *sink)
{
    cli_answer_values(view, &cli_layout_csv, sink);
}

static void show_sweep(struct cli_sweep *sweep, struct aic_sink *sink)
{
    cli_sweep_values(sweep, &cli_layout_csv, sink);
}

static void show_diff(const struct cli_diff_view *view, struct aic_sink *sink)
{
    cli_diff_values(view, &cli_layout_csv, sink);
}

static bool show_catalog(const struct cli_listing *listing, struct aic_sink *sink,
                         struct aic_error *error)
{
    return cli_catalog_values(listing, &cli_layout_csv, sink, error);
}

const struct cli_format cli_format_csv = {
    .name = "csv",
    .ending = ".csv",
    .answer = show_answer,
    .sweep = show_sweep,
    .diff = show_diff,
    .catalog = show_catalog,
};
