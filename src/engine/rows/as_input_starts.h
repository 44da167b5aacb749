/* SPDX-License-Identifier: Apache-2.0 */
/* GROUP rows of inputs as terms of a sum whose first one is the rows before the first group. */
#include "engine/rows/none.h"
#undef GROUP
#define GROUP(title) START_OF(__LINE__), JOINED(GROUP_OF_LINE_, __LINE__) = 0 +
