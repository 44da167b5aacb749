/* SPDX-License-Identifier: Apache-2.0 */
/* load: the inputs of a service of its own: how long it runs, and where its weights lie. */
#include <aicalc/model.h>

#include "calculators/compositions/compositions.h"
#include "calculators/shared/shared_inputs.h"
#include "engine/rows/rows.h"

#define INPUT_ROWS "calculators/compositions/load.inc"

struct load_in {
    struct aic_origins origins; /* always first: where each value came from */
    struct aic_model model;
    double duration;
    int path;
    double source_bw, node_read_bw, local_read_bw, connections;
};

struct load_out {
    double hours;
};

static const char *const paths[] = { "stream", "download", "local", "host", NULL };
enum { local = 2 };

#define IN  struct load_in
#define OUT struct load_out

#include "engine/rows/tables.inc"

static const struct aic_group inputs[] = {
    INPUT_GROUP("Model", model, released_dtype),
    INPUT_GROUP("Time and weights", duration, connections),
};

static const struct aic_group results[] = { RESULT_GROUP("Time and weights", hours, hours) };

static bool compute(const void *input, void *output, struct aic_notes *notes)
{
    const IN *in = input;
    OUT *out = output;
    (void)notes;
#include "engine/rows/compute.inc"
    return true;
}

const struct aic_calculator aic_load = {
    .name = "load",
    .help = "what a service assumes of its time and its weights",
    AIC_CALCULATOR_ROWS,
    .compute = compute,
};
