/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of rules as a table: initializers of struct aic_rule. */
#include "engine/rows/none.h"
#undef NEEDS
#undef EXCLUDES
#define NEEDS(subject, why, ...)    { AIC_RULE(IN, subject), AIC_NEEDS, { __VA_ARGS__ }, why },
#define EXCLUDES(subject, why, ...) { AIC_RULE(IN, subject), AIC_EXCLUDES, { __VA_ARGS__ }, why },
#undef GIVEN
#undef SET
#undef EQUALS
#undef ABOVE
#define GIVEN(input)         AIC_IF_GIVEN(IN, input)
#define SET(input)           AIC_IF_SET(IN, input)
#define EQUALS(input, value) AIC_IF_EQUALS(IN, input, value)
#define ABOVE(input, value)  AIC_IF_ABOVE(IN, input, value)
