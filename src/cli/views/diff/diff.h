/* SPDX-License-Identifier: Apache-2.0 */
/* What differs between two answers, as it is shown. */
#ifndef AICALC_CLI_VIEWS_DIFF_DIFF_H
#define AICALC_CLI_VIEWS_DIFF_DIFF_H

#include <aicalc/diff.h>

#include "cli/formats/document.h"
#include "cli/views/answer/view.h"

struct cli_diff_view {
    const struct aic_diff *diff;
    struct cli_asked asked;
    enum aic_unit_style units;
};

void cli_diff_document(const struct cli_diff_view *view, struct doc *doc);
void cli_diff_json(const struct cli_diff_view *view, struct aic_sink *sink);

/* What a warning says. */
const char *cli_diff_warning(const struct aic_difference *row);

#endif
