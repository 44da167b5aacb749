/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of results that were computed before, as local variables: read from `computed`. */
#include "engine/rows/none.h"
#undef RESULT
#undef CASES
#define FROM_COMPUTED(kind, name)                                                                  \
    const TYPE_##kind name = computed->name;                                                       \
    (void)name;
#define RESULT(kind, name, help, attributes, expression)    FROM_COMPUTED(kind, name)
#define CASES(kind, name, help, attributes, cases)          FROM_COMPUTED(kind, name)
