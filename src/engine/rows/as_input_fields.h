/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of inputs as a table: initializers of struct aic_field. */
#include "engine/rows/none.h"
#undef INPUT
#undef DERIVED
#undef DERIVED_CASES
#define INPUT(type, member, text, attributes)                                                      \
    { .name = #member,                                                                             \
      .help = text,                                                                                \
      .kind = AIC_##type,                                                                          \
      .offset = AIC_OFFSET(IN, MEMBER(member), TYPE_##type),                                       \
      EXPANDED(UNPACKED attributes) },
#define DERIVED(type, member, text, attributes, expression)                                        \
    { .name = #member,                                                                             \
      .help = text,                                                                                \
      .kind = AIC_##type,                                                                          \
      .offset = AIC_OFFSET(IN, MEMBER(member), TYPE_##type),                                       \
      .derived = true,                                                                             \
      .formula = #expression,                                                                      \
      EXPANDED(UNPACKED attributes) },
#define DERIVED_CASES(type, member, text, attributes, cases)                                       \
    { .name = #member,                                                                             \
      .help = text,                                                                                \
      .kind = AIC_##type,                                                                          \
      .offset = AIC_OFFSET(IN, MEMBER(member), TYPE_##type),                                       \
      .derived = true,                                                                             \
      .formula = cases,                                                                            \
      EXPANDED(UNPACKED attributes) },
#define WHEN(condition, expression) #expression " when " #condition "; "
#define OTHERWISE(expression)       #expression " otherwise; "
