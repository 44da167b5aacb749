/* SPDX-License-Identifier: Apache-2.0 */
/* -o svg: charts of answers and of sweeps over one or two parameters. */
#include "cli/format/format.h"
#include "cli/svg/charts.h"

const struct cli_format cli_format_svg = {
    .name = "svg",
    .ending = ".svg",
    .names_defaults = true,
    .accepts_answer = svg_accepts_answer,
    .accepts_sweep = svg_accepts_sweep,
    .answer = svg_answer,
    .sweep = svg_sweep,
};
