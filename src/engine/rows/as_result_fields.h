/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of results as a table, in the order of the output struct. */
#include "engine/rows/none.h"
#undef exp
#undef exp2
#undef expm1
#undef log
#undef log2
#undef log10
#undef log1p
#undef pow
#undef erfc
#undef RESULT
#undef NAMESAKE
#undef CASES
#define RESULT(type, member, text, attributes, expression)                                         \
    [SLOT_OF(member)] = { .name = #member,                                                         \
                          .help = text,                                                            \
                          .kind = AIC_##type,                                                      \
                          .offset = AIC_OFFSET(OUT, member, TYPE_##type),                          \
                          .formula = #expression,                                                  \
                          EXPANDED(UNPACKED attributes) },
#define NAMESAKE RESULT
#define CASES(type, member, text, attributes, cases)                                               \
    [SLOT_OF(member)] = { .name = #member,                                                         \
                          .help = text,                                                            \
                          .kind = AIC_##type,                                                      \
                          .offset = AIC_OFFSET(OUT, member, TYPE_##type),                          \
                          .formula = cases,                                                        \
                          EXPANDED(UNPACKED attributes) },
#define WHEN(condition, expression) #expression " when " #condition "; "
#define OTHERWISE(expression)       #expression " otherwise; "
