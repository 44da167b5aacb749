/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of results as local variables alone: for searches, which evaluate them many times. */
#include "engine/rows/none.h"
#undef RESULT
#undef CASES
#define LOCAL(kind, name, value)                                                                   \
    const TYPE_##kind name = (TYPE_##kind)(value);                                                 \
    (void)name;
#define RESULT(kind, name, help, attributes, expression)    LOCAL(kind, name, expression)
#define CASES(kind, name, help, attributes, cases)          LOCAL(kind, name, cases UNSET_##kind)
#define WHEN(condition, expression)                         (condition) ? (expression):
#define OTHERWISE(expression)                               true ? (expression):
