/* SPDX-License-Identifier: Apache-2.0 */
/* The plots that there are: of an answer, and of a sweep. */
#ifndef AICALC_CLI_VIEWS_PLOT_PLOTS_H
#define AICALC_CLI_VIEWS_PLOT_PLOTS_H

#include "cli/formats/svg/plot.h"
#include "cli/sweep/sweep.h"

/* What a result is made of, or the chosen results; there must be one of them. */
bool svg_accepts_answer(const struct cli_view *view, struct aic_error *error);
void svg_answer(const struct cli_view *view, struct aic_sink *sink);

/* Results over one or two parameters, of not too many cases. */
bool svg_accepts_sweep(const struct cli_sweep *sweep, struct aic_error *error);
void svg_sweep(struct cli_sweep *sweep, struct aic_sink *sink);

/* The same as part of a page, which says by itself what was asked: nothing where such cases cannot be drawn. */
void svg_answer_figure(const struct cli_view *view, struct aic_sink *sink);
void svg_sweep_figure(struct cli_sweep *sweep, struct aic_sink *sink);

/*
 * What the table of a calculator says is stacked: the parts of a result for the first values of an
 * input, or for those swept. False where there are not two such answers: nothing is drawn.
 */
bool svg_stacks_answer(const struct cli_view *view, enum svg_place place, struct aic_sink *sink);
bool svg_stacks_sweep(struct cli_sweep *sweep, enum svg_place place, struct aic_sink *sink);

/*
 * "model llama-3.1-8b, context 8Ki; assumed: kv_dtype bf16": the inputs that the user gave,
 * but those skipped, and the defaults that results rest on.
 */
void svg_given(const struct cli_view *view, const size_t *skipped, size_t skipped_count, char *out,
               size_t capacity);

/*
 * The same for the case of a sweep under way, of which the `shown` results are drawn, without what is
 * swept. False without memory: then the query's error says so.
 */
bool svg_given_case(const struct cli_sweep *sweep, const size_t *shown, size_t count, char *out,
                    size_t capacity);

#endif
