/* SPDX-License-Identifier: Apache-2.0 */
/* The same of results, which are shown in the order of the output struct. */
#include "engine/rows/none.h"
#undef GROUP
/* clang-format off */
#define GROUP(title, first)                                                                        \
    SLOT_OF(first)]) },                                                                            \
    { title, &result_fields[SLOT_OF(first)], sizeof(char[0 - SLOT_OF(first) +
/* clang-format on */
