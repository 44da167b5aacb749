/* SPDX-License-Identifier: Apache-2.0 */
/* Evaluators: what ranges and sensitivities compute many cases with. */
#include "analysis/evaluator.h"

#include <stdlib.h>
#include <string.h>

#include <aicalc/composition.h>

bool aic_evaluator_init(struct aic_evaluator *evaluator, const struct aic_question *question,
                        struct aic_error *error)
{
    size_t size = question->calculator->in_size;
    evaluator->calculator = question->calculator;
    evaluator->base = question->in;
    evaluator->in = malloc(size);
    evaluator->out = malloc(question->calculator->out_size);
    evaluator->notes = malloc(sizeof *evaluator->notes);
    if (!evaluator->in || !evaluator->out || !evaluator->notes) {
        return aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
    }
    aic_notes_init(evaluator->notes);
    evaluator->notes->quiet = true;
    aic_evaluate_begin(evaluator->calculator, evaluator->out, false);
    memcpy(evaluator->in, question->in, size);
    return true;
}

void aic_evaluator_clear(struct aic_evaluator *evaluator)
{
    free(evaluator->in);
    free(evaluator->out);
    free(evaluator->notes);
    evaluator->in = NULL;
    evaluator->out = NULL;
    evaluator->notes = NULL;
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
    return aic_evaluate_again(evaluator->calculator, evaluator->in, evaluator->out,
                              evaluator->notes);
}

bool aic_evaluator_run_at(struct aic_evaluator *evaluator, size_t input, double value)
{
    size_t offset;
    struct aic_value checked;
    const struct aic_field *field = aic_table_at(&evaluator->calculator->inputs, input, &offset);
    if (!aic_value_from_number(field, value, &checked, &evaluator->notes->error)) {
        return false;
    }
    aic_evaluator_reset(evaluator);
    aic_evaluator_set(evaluator, offset, value);
    if (aic_origin_get(evaluator->in, offset) < AIC_FROM_FILE) {
        *aic_origin_at(evaluator->in, offset) = AIC_FROM_FLAG;
    }
    return aic_evaluator_run(evaluator);
}
