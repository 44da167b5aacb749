/* SPDX-License-Identifier: Apache-2.0 */
/* The same of results, which are shown in the order of the output struct. */
#include "engine/rows/none.h"
#undef GROUP
#define GROUP(title, first)                                                                        \
    SLOT_OF(first)                                                                                 \
    }                                                                                              \
    ,                                                                                              \
    {                                                                                              \
        title, &result_fields[SLOT_OF(first)], 0 - SLOT_OF(first) +
