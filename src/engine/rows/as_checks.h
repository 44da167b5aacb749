/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CHECK rows as code, inside a function that knows `in` and `error`: where the condition holds the
 * question is refused. They are judged in their order; the formats are those of aic_fail(). Rows of
 * results keep their meaning, so that a check may stand among those that it rests on.
 */
#undef CHECK
#undef CHECKED
#define CHECK(code, parameter, condition, message, advice)                                         \
    if (condition) {                                                                               \
        aic_fail(error, AIC_ERR_##code, parameter, UNPACKED message);                              \
        return aic_suggest(error, UNPACKED advice);                                                \
    }
#define CHECKED(holds)                                                                             \
    if (!(holds)) {                                                                                \
        return false;                                                                              \
    }
