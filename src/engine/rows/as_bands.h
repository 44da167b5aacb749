/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of bands as a table: initializers of struct aic_band. */
#include "engine/rows/none.h"
#undef BAND
#define ARE_FACTORS true
#define ARE_VALUES  false
#define BAND(form, row, condition, low, high, source)                                              \
    { SLOT_OF(row), #condition, #low, #high, ARE_##form, source },
