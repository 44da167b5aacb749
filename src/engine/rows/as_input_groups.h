/* SPDX-License-Identifier: Apache-2.0 */
/* GROUP rows of inputs as a table: each ends the group before it, and begins its own. The size of an
 * array says how many rows a group has, so that none can have less than one. */
#include "engine/rows/none.h"
#undef GROUP
/* clang-format off */
#define GROUP(title)                                                                               \
    START_OF(__LINE__)]) },                                                                        \
    { title, &input_fields[START_OF(__LINE__)], sizeof(char[0 - START_OF(__LINE__) +
/* clang-format on */
