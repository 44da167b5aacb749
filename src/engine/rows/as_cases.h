/* SPDX-License-Identifier: Apache-2.0 */
/* Rows with cases as the number of the case that holds; those of no case as their values. */
#include "engine/rows/none.h"
#undef DERIVED_CASES
#undef RESULT
#undef CASES
#define LOADED(kind, name)                                                                         \
    const TYPE_##kind name = out->name;                                                            \
    (void)name;
#define DERIVED_CASES(kind, name, help, attributes, cases)                                         \
    n = 0;                                                                                         \
    input_cases[INDEX_##name] = (unsigned char)(cases(n + 1));
#define RESULT(kind, name, help, attributes, expression)    LOADED(kind, name)
#define CASES(kind, name, help, attributes, cases)                                                 \
    LOADED(kind, name) n = 0;                                                                      \
    result_cases[SLOT_OF(name)] = (unsigned char)(cases(n + 1));
#define WHEN(condition, expression)                         (condition) ? n : (n++, false) ? n:
#define OTHERWISE(expression)                               true ? n:
