/* SPDX-License-Identifier: Apache-2.0 */
/* What explains a measurement, as a table: initializers of struct aic_cause. */
#include "engine/rows/none.h"
#undef EXPLAINED_BY
#define EXPLAINED_BY(row, ...) { SLOT_OF(row), #__VA_ARGS__ },
