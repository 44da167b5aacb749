/* SPDX-License-Identifier: Apache-2.0 */
/* What searches choose, as a table: initializers of struct aic_choice. */
#include "engine/rows/none.h"
#undef CHOOSES
#define CHOOSES(input, value) { INDEX_##input, value },
