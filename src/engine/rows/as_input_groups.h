/* SPDX-License-Identifier: Apache-2.0 */
/* GROUP rows of inputs as a table: each ends the group before it, and begins its own. */
#include "engine/rows/none.h"
#undef GROUP
#define GROUP(title)                                                                               \
    START_OF(__LINE__)                                                                             \
    }                                                                                              \
    ,                                                                                              \
    {                                                                                              \
        title, &input_fields[START_OF(__LINE__)], 0 - START_OF(__LINE__) +
