/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of inputs as the places of those whose defaults are derived. */
#include "engine/rows/none.h"
#undef DERIVED
#undef DERIVED_CASES
#define DERIVED(kind, name, help, attributes, expression)           offsetof(IN, MEMBER(name)),
#define DERIVED_CASES(kind, name, help, attributes, cases)          offsetof(IN, MEMBER(name)),
