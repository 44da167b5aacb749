/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of results as local variables with the values that *out has. */
#include "engine/rows/none.h"
#undef RESULT
#undef CASES
#undef FOUND
#define LOADED(kind, name)                                                                         \
    const TYPE_##kind name = out->name;                                                            \
    (void)name;
#define RESULT(kind, name, help, attributes, expression)    LOADED(kind, name)
#define CASES(kind, name, help, attributes, cases)          LOADED(kind, name)
#define FOUND(kind, name, help, attributes, call, sentence) LOADED(kind, name)
