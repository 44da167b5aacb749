/* SPDX-License-Identifier: Apache-2.0 */
/* Evaluators: what ranges and sensitivities compute many cases with. */
#include "analysis/evaluator.h"

#include <stdlib.h>
#include <string.h>

bool aic_evaluator_init(struct aic_evaluator *evaluator, const struct aic_question *question,
                        struct aic_error *error)
{
    size_t size = question->calculator->in_size;
    evaluator->calculator = question->calculator;
    evaluator->base = malloc(size);
    evaluator->in = malloc(size);
    evaluator->out = malloc(question->calculator->out_size);
    aic_notes_init(&evaluator->notes);
    evaluator->notes.quiet = true;
    if (!evaluator->base || !evaluator->in || !evaluator->out) {
        return aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
    }
    memcpy(evaluator->base, question->in, size);
    memcpy(evaluator->in, question->in, size);
    return true;
}

void aic_evaluator_clear(struct aic_evaluator *evaluator)
{
    free(evaluator->base);
    free(evaluator->in);
    free(evaluator->out);
    evaluator->base = NULL;
    evaluator->in = NULL;
    evaluator->out = NULL;
}

void aic_evaluator_reset(struct aic_evaluator *evaluator)
{
    memcpy(evaluator->in, evaluator->base, evaluator->calculator->in_size);
}

void aic_evaluator_set(struct aic_evaluator *evaluator, size_t offset, double number)
{
    memcpy((char *)evaluator->in + offset, &number, sizeof number);
}

bool aic_evaluator_run(struct aic_evaluator *evaluator)
{
    return aic_evaluate(evaluator->calculator, evaluator->in, evaluator->out, &evaluator->notes);
}
