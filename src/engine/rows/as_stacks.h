/* SPDX-License-Identifier: Apache-2.0 */
/* What a drawing stacks, as a table: initializers of struct aic_stack. */
#include "engine/rows/none.h"
#undef STACKS
#define STACKS(result, input, last, rest, label)                                                   \
    { SLOT_OF(result), INDEX_##input, last, rest, label },
