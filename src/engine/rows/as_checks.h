/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CHECK rows as code, inside a function that knows `in` and `error`: where the condition holds, or where a call
 * says no, the question is refused. They are judged in their order; the formats are those of aic_fail(). Rows of
 * results keep their meaning, so that a check may stand among those that it rests on.
 */
#undef CHECK
#undef CHECK_CALL
#undef CHECK_ROW
#define CHECK(...)                         CHECK_OF(__VA_ARGS__, CHECK_ROW, , , , CHECK_CALL, )(__VA_ARGS__)
#define CHECK_OF(a, b, c, d, e, name, ...) name
#define CHECK_ROW(code, parameter, condition, message, advice)                                     \
    if (condition) {                                                                               \
        aic_fail(error, AIC_ERR_##code, parameter, UNPACKED message);                              \
        return aic_suggest(error, UNPACKED advice);                                                \
    }
#define CHECK_CALL(holds)                                                                          \
    if (!(holds)) {                                                                                \
        return false;                                                                              \
    }
