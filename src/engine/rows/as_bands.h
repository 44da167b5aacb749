/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of bands as a table: initializers of struct aic_band. */
#include "engine/rows/none.h"
#undef BAND
#undef ENDS
#define BAND(row, condition, low, high, source)                                                    \
    { SLOT_OF(row), #condition, #low, #high, true, source },
#define ENDS(row, condition, low, high, source)                                                    \
    { SLOT_OF(row), #condition, #low, #high, false, source },
