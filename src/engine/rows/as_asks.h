/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of a first screen as the list of the parameters that matter most. */
#include "engine/rows/none.h"
#undef ASKS
#define ASKS(input) INDEX_##input,
