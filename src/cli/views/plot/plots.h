/* SPDX-License-Identifier: Apache-2.0 */
/* The plots of an answer. */
#ifndef AICALC_CLI_VIEWS_PLOT_PLOTS_H
#define AICALC_CLI_VIEWS_PLOT_PLOTS_H

#include "cli/formats/svg/plot.h"
#include "cli/views/answer/view.h"

/* What a result is made of, or the chosen results; there must be one of them. */
bool svg_accepts_answer(const struct cli_view *view, struct aic_error *error);
void svg_answer(const struct cli_view *view, struct aic_sink *sink);

/* The same as part of a page, which says by itself what was asked: nothing where such cases cannot be drawn. */
void svg_answer_figure(const struct cli_view *view, struct aic_sink *sink);

/* Of a composition: what makes up a step or a start, the memory of the fullest GPU, and the bill; each where it has
 * more than one part. */
void svg_totals_figure(const struct cli_view *view, struct aic_sink *sink);

/* What the table of a calculator says is stacked; NULL: nothing. */
const struct aic_stack *svg_stack(const struct aic_calculator *calculator);

/*
 * That: the parts of a result for the first values of an input. False where there are not two such
 * answers: nothing is drawn.
 */
bool svg_stacks_answer(const struct cli_view *view, enum svg_place place, struct aic_sink *sink);

/* The same for the answers that `next` gives, each with the value of the input, until it returns false. */
#define SVG_STACKS_MAX 40
typedef bool svg_next_answer(void *context, const struct aic_answer **answer, double *value);
bool svg_stacks_each(const struct aic_stack *row, const struct cli_view *view,
                     svg_next_answer *next, void *context, const char *given, enum svg_place place,
                     struct aic_sink *sink);

/*
 * "model llama-3.1-8b, context 8Ki; assumed: kv_dtype bf16": the inputs that the user gave,
 * but those skipped, and the defaults that results rest on.
 */
void svg_given(const struct cli_view *view, const size_t *skipped, size_t skipped_count, char *out,
               size_t capacity);

#endif
