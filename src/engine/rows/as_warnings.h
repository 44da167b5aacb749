/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of warnings as a table: initializers of struct aic_warning. */
#include "engine/rows/none.h"
#undef WARNING
#define FIRST_OF(first, ...)        first
#define WARNING(id, condition, ...) { id, #condition, FIRST_OF(__VA_ARGS__, ), #__VA_ARGS__ },
