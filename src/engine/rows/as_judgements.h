/* SPDX-License-Identifier: Apache-2.0 */
/* What flags compare, as a table: initializers of struct aic_judgement. */
#include "engine/rows/none.h"
#undef JUDGES
#define JUDGES(flag, row, relation, limit) { SLOT_OF(flag), SLOT_OF(row), #relation, #limit },
