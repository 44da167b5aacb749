/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of inputs and of constants as local variables of their names. */
#include "engine/rows/none.h"
#undef INPUT
#undef DERIVED
#undef DERIVED_CASES
#undef CONSTANT
#undef VALUE
#define VALUE(kind, name)                                                                          \
    VALUE_##kind(name);                                                                            \
    (void)name;
#define VALUE_REAL(name)      double name = in->MEMBER(name)
#define VALUE_INTEGER(name)   double name = in->MEMBER(name)
#define VALUE_CHOICE(name)    int name = in->MEMBER(name)
#define VALUE_FLAG(name)      aic_flag name = in->MEMBER(name)
#define VALUE_REFERENCE(name) const char *name = in->MEMBER(name).text

#define INPUT(kind, name, help, attributes)                         VALUE(kind, name)
#define DERIVED(kind, name, help, attributes, expression)           VALUE(kind, name)
#define DERIVED_CASES(kind, name, help, attributes, cases)          VALUE(kind, name)
#define CONSTANT(name, value, unit, meaning)                                                       \
    const double name = value;                                                                     \
    (void)name;
