/* SPDX-License-Identifier: Apache-2.0 */
/* Probes: what moves inputs to see what becomes of results. */
#include "analysis/probe.h"

#include <stdlib.h>
#include <string.h>

#include <aicalc/composition.h>

bool aic_probe_init(struct aic_probe *probe, const struct aic_question *question,
                    struct aic_error *error)
{
    size_t size = question->calculator->in_size;
    probe->calculator = question->calculator;
    probe->base = malloc(size);
    probe->in = malloc(size);
    probe->out = malloc(question->calculator->out_size);
    probe->notes = malloc(sizeof *probe->notes);
    if (!probe->base || !probe->in || !probe->out || !probe->notes) {
        return aic_fail_memory(error);
    }
    aic_notes_init(probe->notes);
    probe->notes->quiet = true;
    aic_evaluate_begin(probe->calculator, probe->out, false);
    memcpy(probe->in, question->in, size);
    aic_probe_keep(probe);
    return true;
}

void aic_probe_clear(struct aic_probe *probe)
{
    free(probe->base);
    free(probe->in);
    free(probe->out);
    free(probe->notes);
    memset(probe, 0, sizeof *probe);
}

bool aic_probe_move(struct aic_probe *probe, size_t input, double number)
{
    size_t offset;
    struct aic_value value = { true, number, NULL };
    const struct aic_field *field = aic_table_at(&probe->calculator->inputs, input, &offset);
    if (aic_field_is_number(field) &&
        !aic_value_from_number(field, number, &value, &probe->notes->error)) {
        return false;
    }
    aic_value_store(field, (char *)probe->in + offset, value);
    if (aic_origin_get(probe->in, offset) < AIC_FROM_LAUNCH) {
        *aic_origin_at(probe->in, offset) = AIC_FROM_FLAG;
    }
    return true;
}

bool aic_probe_run(struct aic_probe *probe)
{
    return aic_evaluate_again(probe->calculator, probe->in, probe->out, probe->notes);
}

void aic_probe_restore(struct aic_probe *probe)
{
    memcpy(probe->in, probe->base, probe->calculator->in_size);
}

void aic_probe_keep(struct aic_probe *probe)
{
    memcpy(probe->base, probe->in, probe->calculator->in_size);
}

bool aic_probe_run_at(struct aic_probe *probe, size_t input, double number)
{
    aic_probe_restore(probe);
    return aic_probe_move(probe, input, number) && aic_probe_run(probe);
}

struct aic_value aic_probe_result(const struct aic_probe *probe, size_t result)
{
    size_t offset;
    const struct aic_field *field = aic_table_at(&probe->calculator->results, result, &offset);
    return aic_value_load(field, (const char *)probe->out + offset);
}

double aic_probe_number(const struct aic_probe *probe, size_t result)
{
    struct aic_value value = aic_probe_result(probe, result);
    return value.set ? value.number : (double)NAN;
}

double aic_answer_difference(const struct aic_answer *answer, const struct aic_field *result,
                             const void *out)
{
    struct aic_value was = aic_value_load(result, (const char *)answer->out + result->offset);
    struct aic_value is = aic_value_load(result, (const char *)out + result->offset);
    if (!was.set || !is.set || !aic_field_is_number(result)) {
        return was.set != is.set || (was.set && was.number != is.number);
    }
    double largest = fmax(fabs(was.number), fabs(is.number));
    return largest > 0 ? fabs(is.number - was.number) / largest : 0;
}
