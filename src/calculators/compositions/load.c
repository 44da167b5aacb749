/* SPDX-License-Identifier: Apache-2.0 */
/* load: the inputs of a service of its own: how long it runs. */
#include <aicalc/model.h>

#include "calculators/compositions/compositions.h"
#include "calculators/shared/shared_inputs.h"
#include "engine/rows/rows.h"

#define INPUT_ROWS  "calculators/compositions/load.inc"
#define RESULT_ROWS "calculators/compositions/load_results.inc"
#define NOTE_ROWS   "calculators/compositions/load_warnings.inc"
#define SCREEN_ROWS "engine/rows/no_rows.inc"

struct load_in {
    struct aic_origins origins; /* always first: where each value came from */
    struct aic_model model;
    AIC_SLOT struct aic_name node, gpu;
    double duration;
};

struct load_out {
    double month;
};

#define IN  struct load_in
#define OUT struct load_out

#include "engine/rows/calculator.inc"

/* Warnings that change a decision. */
static const char *const first_warnings[] = { "node-assumed", NULL };

const struct aic_calculator aic_load = {
    .name = "load",
    .help = "what a service assumes of its time",
    AIC_CALCULATOR_ROWS,
    .first_warnings = first_warnings,
};
