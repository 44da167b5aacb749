/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of constants as a table: initializers of struct aic_constant. */
#include "engine/rows/none.h"
#undef CONSTANT
#define CONSTANT(name, value, unit, meaning) { #name, value, unit, meaning },
