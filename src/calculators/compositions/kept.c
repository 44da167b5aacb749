/* SPDX-License-Identifier: Apache-2.0 */
/* kept: what the storage of a plan keeps where nobody says, beside all that the run writes. */
#include "calculators/compositions/compositions.h"
#include "calculators/shared/format_quantity.h"
#include "calculators/shared/shared_inputs.h"
#include "engine/rows/rows.h"

#define INPUT_ROWS  "calculators/compositions/kept.inc"
#define RESULT_ROWS "calculators/compositions/kept_results.inc"
#define NOTE_ROWS   "calculators/compositions/kept_warnings.inc"
#define SCREEN_ROWS "engine/rows/no_rows.inc"

#include "engine/rows/structs.inc"

#include "engine/rows/calculator.inc"

const struct aic_calculator aic_kept = {
    .name = "kept",
    .help = "what the storage of a plan keeps of its checkpoints",
    AIC_CALCULATOR_ROWS,
};
