/* SPDX-License-Identifier: Apache-2.0 */
/* keep: which checkpoints of a plan stay where, and until when, where nobody says. */
#include "calculators/compositions/compositions.h"
#include "calculators/shared/shared_inputs.h"
#include "engine/rows/rows.h"

#define INPUT_ROWS  "calculators/compositions/keep.inc"
#define RESULT_ROWS "calculators/compositions/keep_results.inc"
#define NOTE_ROWS   "engine/rows/no_rows.inc"
#define SCREEN_ROWS "engine/rows/no_rows.inc"

#include "engine/rows/structs.inc"

#include "engine/rows/calculator.inc"

const struct aic_calculator aic_keep = {
    .name = "keep",
    .help = "which checkpoints of a plan stay, and until when",
    AIC_CALCULATOR_ROWS,
};
