/* SPDX-License-Identifier: Apache-2.0 */
/* The same of results. */
#include "engine/rows/none.h"
#undef GROUP
#define GROUP(title, first) SLOT_OF(first), GROUP_OF_##first = 0 +
