/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of results as the code of compute(): each a local variable and a member of *out. */
#include "engine/rows/none.h"
#undef RESULT
#undef NAMESAKE
#undef CASES
#define COMPUTED(kind, name, value)                                                                \
    const TYPE_##kind name = out->name = (TYPE_##kind)(value);                                     \
    (void)name;
#define RESULT(kind, name, help, attributes, expression)    COMPUTED(kind, name, expression)
#define NAMESAKE(kind, name, help, attributes, expression)  out->name = (TYPE_##kind)(expression);
#define CASES(kind, name, help, attributes, cases)          COMPUTED(kind, name, cases UNSET_##kind)
#define WHEN(condition, expression)                         (condition) ? (expression):
#define OTHERWISE(expression)                               true ? (expression):
