/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of inputs as their places in the table, for an enum: GROUP_ is that of its first row. */
#include "engine/rows/none.h"
#undef GROUP
#undef INPUT
#undef DERIVED
#undef DERIVED_CASES
/* clang-format off */
#define GROUP(title) START_OF(__LINE__), JOINED(BEFORE_GROUP_, __LINE__) = START_OF(__LINE__) - 1,
/* clang-format on */
#define INPUT(kind, name, help, attributes)                         INDEX_##name,
#define DERIVED(kind, name, help, attributes, expression)           INDEX_##name,
#define DERIVED_CASES(kind, name, help, attributes, cases)          INDEX_##name,
