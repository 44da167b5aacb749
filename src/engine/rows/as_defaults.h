/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of inputs as the code that gives unset ones their derived defaults. */
#include "engine/rows/none.h"
#undef DERIVED
#undef DERIVED_CASES
#define DERIVE_REAL(name, value)    name = aic_derive_number(in, &in->MEMBER(name), value);
#define DERIVE_INTEGER(name, value) name = aic_derive_number(in, &in->MEMBER(name), value);
#define DERIVE_CHOICE(name, value)  name = aic_derive_choice(in, &in->MEMBER(name), value);
#define DERIVE_FLAG(name, value)    name = aic_derive_flag(in, &in->MEMBER(name), value);
#define DERIVED(kind, name, help, attributes, expression)           DERIVE_##kind(name, expression)
#define DERIVED_CASES(kind, name, help, attributes, cases)                                         \
    DERIVE_##kind(name, cases UNSET_##kind)
#define WHEN(condition, expression)                                 (condition) ? (expression):
#define OTHERWISE(expression)                                       true ? (expression):
