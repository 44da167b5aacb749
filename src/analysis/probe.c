/* SPDX-License-Identifier: Apache-2.0 */
/* Probes: what ranges and sensitivities evaluate with. */
#include "analysis/probe.h"

#include <stdlib.h>
#include <string.h>

bool aic_probe_init(struct aic_probe *probe, const struct aic_question *question,
                    struct aic_error *error)
{
    size_t size = question->calculator->in_size;
    probe->calculator = question->calculator;
    probe->base = malloc(size);
    probe->in = malloc(size);
    probe->out = malloc(question->calculator->out_size);
    aic_notes_init(&probe->notes);
    probe->notes.quiet = true;
    if (!probe->base || !probe->in || !probe->out) {
        return aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
    }
    memcpy(probe->base, question->in, size);
    memcpy(probe->in, question->in, size);
    return true;
}

void aic_probe_clear(struct aic_probe *probe)
{
    free(probe->base);
    free(probe->in);
    free(probe->out);
    probe->base = NULL;
    probe->in = NULL;
    probe->out = NULL;
}

void aic_probe_reset(struct aic_probe *probe)
{
    memcpy(probe->in, probe->base, probe->calculator->in_size);
}

void aic_probe_set(struct aic_probe *probe, size_t offset, double number)
{
    memcpy((char *)probe->in + offset, &number, sizeof number);
}

bool aic_probe_run(struct aic_probe *probe)
{
    return aic_evaluate(probe->calculator, probe->in, probe->out, &probe->notes);
}
