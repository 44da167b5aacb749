/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of inputs as their places in the table, for an enum. */
#include "engine/rows/none.h"
#undef INPUT
#undef DERIVED
#undef DERIVED_CASES
#undef DERIVED_FOUND
#define INPUT(kind, name, help, attributes)                         INDEX_##name,
#define DERIVED(kind, name, help, attributes, expression)           INDEX_##name,
#define DERIVED_CASES(kind, name, help, attributes, cases)          INDEX_##name,
#define DERIVED_FOUND(kind, name, help, attributes, call, sentence) INDEX_##name,
