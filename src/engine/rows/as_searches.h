/* SPDX-License-Identifier: Apache-2.0 */
/* What searches look for, as a table: initializers of struct aic_searched. */
#include "engine/rows/none.h"
#undef SEARCHES
#define SEARCHES(result, input, step, row, relation, limit)                                        \
    { SLOT_OF(result), INDEX_##input, SLOT_OF(row), #relation, #limit },
