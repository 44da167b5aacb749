/* SPDX-License-Identifier: Apache-2.0 */
/* Evaluators: one question computed many times with other numbers in some of its inputs. */
#ifndef AICALC_ANALYSIS_EVALUATOR_H
#define AICALC_ANALYSIS_EVALUATOR_H

#include <aicalc/question.h>

struct aic_evaluator {
    const struct aic_calculator *calculator;
    const void *base; /* the question's inputs */
    void *in;         /* those of the next evaluation */
    void *out;
    struct aic_notes *notes; /* quiet; `error` says why the last evaluation failed */
};

/* Begins with the inputs of a question, which must live as long and stay as it is. Release with
 * aic_evaluator_clear() either way. */
bool aic_evaluator_init(struct aic_evaluator *evaluator, const struct aic_question *question,
                        struct aic_error *error);
void aic_evaluator_clear(struct aic_evaluator *evaluator);

/* Back to the question's own values; then single numbers can be set. */
void aic_evaluator_reset(struct aic_evaluator *evaluator);
void aic_evaluator_set(struct aic_evaluator *evaluator, size_t offset, double number);

/* Evaluates; results are in `out`. False: impossible, `notes.error` says why. */
bool aic_evaluator_run(struct aic_evaluator *evaluator);

/* Evaluates the question with one input moved, as if that value were given. */
bool aic_evaluator_run_at(struct aic_evaluator *evaluator, size_t input, double value);

#endif
