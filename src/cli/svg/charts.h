/* SPDX-License-Identifier: Apache-2.0 */
/* The charts that there are: of an answer, and of a sweep. */
#ifndef AICALC_CLI_SVG_CHARTS_H
#define AICALC_CLI_SVG_CHARTS_H

#include "cli/svg/svg.h"
#include "cli/sweep/sweep.h"

/* What a result is made of, or the chosen results; there must be one of them. */
bool svg_accepts_answer(const struct cli_view *view, struct aic_error *error);
void svg_answer(const struct cli_view *view, struct aic_sink *sink);

/* The same as part of a page, which says by itself what was asked. */
void svg_answer_figure(const struct cli_view *view, struct aic_sink *sink);

/*
 * What the table of a calculator says is stacked: the parts of a result for the first values of an
 * input, or for those swept. False where there are not two such answers: nothing is drawn.
 */
bool svg_stacks_answer(const struct cli_view *view, enum svg_place place, struct aic_sink *sink);
bool svg_stacks_sweep(struct cli_sweep *sweep, enum svg_place place, struct aic_sink *sink);

/* Results over one or two parameters, of not too many cases. */
bool svg_accepts_sweep(const struct cli_sweep *sweep, struct aic_error *error);
void svg_sweep(struct cli_sweep *sweep, struct aic_sink *sink);

/* The same as part of a page: nothing where such cases cannot be drawn. */
void svg_sweep_figure(struct cli_sweep *sweep, struct aic_sink *sink);

#endif
