/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A look at an evaluation: its answer, with basis and warnings, made from what was evaluated. The
 * walk over formulas is made again only where it would go another way.
 */
#ifndef AICALC_ANALYSIS_SWEEP_LOOK_H
#define AICALC_ANALYSIS_SWEEP_LOOK_H

#include <aicalc/answer.h>

struct aic_look;

/* A look at evaluations of this question: `in` holds their inputs. NULL without memory. */
struct aic_look *aic_look_new(const struct aic_question *question, void *in,
                              struct aic_error *error);
void aic_look_free(struct aic_look *look);

/* The answer of an evaluation that gave these results and notes; it stands until the next. NULL
 * without memory. */
struct aic_answer *aic_look_at(struct aic_look *look, const void *out,
                               const struct aic_notes *notes, struct aic_error *error);

#endif
