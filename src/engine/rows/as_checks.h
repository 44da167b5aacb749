/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rows of checks and of warnings as code, inside a function that knows `in`, for warnings also
 * `out` and `notes`, for checks `error`. The names of inputs (and results) are in sight.
 *
 *   CHECK(CODE, "parameter", condition, ("message", VALUE...), ("what would do", VALUE...))
 *       where the condition holds the question is refused: AIC_ERR_CODE. Checks are judged in
 *       their order.
 *   WARNING("id", condition, "text", VALUE...)
 *       where the condition holds the answer carries the warning.
 *   RAISED("id", "when", "text")
 *       a warning of a function: nothing here, the row is for those who ask what it means.
 *
 * Formats are those of aic_fail(). A comparison with an unset number does not hold.
 */
#undef CHECK
#undef WARNING
#define CHECK(code, parameter, condition, message, advice)                                         \
    if (condition) {                                                                               \
        aic_fail(error, AIC_ERR_##code, parameter, UNPACKED message);                              \
        return aic_suggest(error, UNPACKED advice);                                                \
    }
#define WARNING(id, condition, ...)                                                                \
    if (condition) {                                                                               \
        aic_warn(notes, id, __VA_ARGS__);                                                          \
    }
