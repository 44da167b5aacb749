/* SPDX-License-Identifier: Apache-2.0 */
/* Filling an error: the message, the parameter it is about, what to type instead. */
#include <aicalc/error.h>

#include <string.h>

#include <aicalc/text.h>

const char *aic_code_name(enum aic_code code)
{
    static const char *const names[] = {
        [AIC_OK] = "ok",
        [AIC_ERR_USAGE] = "usage",
        [AIC_ERR_UNKNOWN] = "unknown-name",
        [AIC_ERR_VALUE] = "bad-value",
        [AIC_ERR_UNIT] = "bad-unit",
        [AIC_ERR_RANGE] = "out-of-range",
        [AIC_ERR_CONFLICT] = "conflict",
        [AIC_ERR_MISSING] = "missing",
        [AIC_ERR_JSON] = "bad-json",
        [AIC_ERR_FILE] = "bad-file",
        [AIC_ERR_OVERFLOW] = "overflow",
        [AIC_ERR_UNSOLVED] = "no-solution",
        [AIC_ERR_MEMORY] = "no-memory",
        [AIC_ERR_WRITE] = "write-failed",
        [AIC_ERR_TABLE] = "bad-table",
        [AIC_ERR_STOPPED] = "stopped",
    };
    bool known = (size_t)code < sizeof names / sizeof names[0];
    return known ? names[code] : "unknown";
}

bool aic_code_is_internal(enum aic_code code)
{
    return code == AIC_ERR_MEMORY || code == AIC_ERR_WRITE || code == AIC_ERR_TABLE ||
           code == AIC_ERR_STOPPED;
}

/* Formats aside first, because an argument may be a part of the error that is being replaced. */
static void fill(char *out, size_t size, const char *format, va_list arguments)
{
    char buffer[sizeof((struct aic_error *)0)->message];
    struct aic_text text;
    aic_text_init(&text, buffer, size < sizeof buffer ? size : sizeof buffer);
    aic_text_vformat(&text, format, arguments);
    memcpy(out, buffer, text.length + 1);
}

bool aic_fail(struct aic_error *error, enum aic_code code, const char *parameter,
              const char *format, ...)
{
    if (!error) {
        return false;
    }
    va_list arguments;
    va_start(arguments, format);
    fill(error->message, sizeof error->message, format, arguments);
    va_end(arguments);

    error->code = code;
    error->suggestion[0] = '\0';
    error->line = 0;
    error->column = 0;
    if (parameter != error->parameter) {
        struct aic_text text;
        aic_text_init(&text, error->parameter, sizeof error->parameter);
        aic_text_add(&text, parameter ? parameter : "");
    }
    return false;
}

static bool suggest(struct aic_error *error, const char *format, va_list arguments)
{
    if (error) {
        fill(error->suggestion, sizeof error->suggestion, format, arguments);
    }
    return false;
}

bool aic_fail_stopped(struct aic_error *error)
{
    aic_fail(error, AIC_ERR_STOPPED, NULL, "stopped: the question took too long");
    return aic_suggest(error, "ask for fewer cases, or one case at a time");
}

bool aic_fail_memory(struct aic_error *error)
{
    return aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
}

bool aic_suggest(struct aic_error *error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    suggest(error, format, arguments);
    va_end(arguments);
    return false;
}

bool aic_suggest_name(struct aic_error *error, const char *near, const char *format, ...)
{
    if (near) {
        return aic_suggest(error, "did you mean '%s'?", near);
    }
    va_list arguments;
    va_start(arguments, format);
    suggest(error, format, arguments);
    va_end(arguments);
    return false;
}
