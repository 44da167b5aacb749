/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of rules as a table: initializers of struct aic_rule. */
#include "engine/rows/none.h"
#undef NEEDS
#undef EXCLUDES
#undef GIVEN
#undef SET
#undef EQUALS
#undef ABOVE
/* What a rule may put back to its default has its row at hand; an input of a struct inside has none by
 * this name. */
#undef RULED
#define RULED(input)                AIC_MEMBER_OF(IN, input, &input_fields[INDEX_##input])
#define NEEDS(subject, why, ...)    { RULED(subject), AIC_NEEDS, { __VA_ARGS__ }, why },
#define EXCLUDES(subject, why, ...) { RULED(subject), AIC_EXCLUDES, { __VA_ARGS__ }, why },
#define GIVEN(input)                { RULED(input), AIC_TEST_GIVEN, 0 }
#define SET(input)                  AIC_IF_SET(IN, input)
#define EQUALS(input, value)        AIC_IF_EQUALS(IN, input, value)
#define ABOVE(input, value)         AIC_IF_ABOVE(IN, input, value)
