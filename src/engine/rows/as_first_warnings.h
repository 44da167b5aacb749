/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of a first screen as the list of warnings that change a decision. */
#include "engine/rows/none.h"
#undef WARNS_FIRST
#define WARNS_FIRST(id) id,
