/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of results as numbers of an enum, which counts them. */
#include "engine/rows/none.h"
#undef RESULT
#undef NAMESAKE
#undef CASES
#define RESULT(kind, name, help, attributes, expression)    ROW_##name,
#define NAMESAKE(kind, name, help, attributes, expression)  ROW_##name,
#define CASES(kind, name, help, attributes, cases)          ROW_##name,
