/* SPDX-License-Identifier: Apache-2.0 */
/* -o html: a page of its own, to be put in front of a review. */
#include "cli/html/html.h"
#include "cli/format/format.h"

const struct cli_format cli_format_html = {
    .name = "html",
    .ending = ".html",
    .for_people = true,
    .cites = true,
    .shows_all = true,
    .accepts_sweep = html_accepts_sweep,
    .answer = html_answer,
    .sweep = html_sweep,
    .check = html_check,
    .compare = html_compare,
    .diff = html_diff,
};
