/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What went wrong, and what to do instead.
 *
 * Every function of the library that can refuse takes a `struct aic_error *`
 * from its caller, fills it and returns false. A message is one lower-case
 * sentence without a full stop that says what failed first and puts the
 * subject in single quotes; `suggestion` says what to type instead.
 */
#ifndef AICALC_ERROR_H
#define AICALC_ERROR_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

#if defined(__GNUC__)
#define AIC_PRINTF(text_at, values_at) __attribute__((format(printf, text_at, values_at)))
#else
#define AIC_PRINTF(text_at, values_at)
#endif

/* The class of an error; aic_code_name() gives the word that JSON shows. */
enum aic_code {
    AIC_OK = 0,
    AIC_ERR_USAGE,    /* the command line is not of the right form: "--tp" without a value */
    AIC_ERR_UNKNOWN,  /* a name that does not exist: "--contxt", model 'llama-9' */
    AIC_ERR_VALUE,    /* text that is no value of its field: "abc", "2.5" for a whole number */
    AIC_ERR_UNIT,     /* a unit that is missing, unknown or of another dimension: "80G" */
    AIC_ERR_RANGE,    /* a number outside the range of its field: "--mfu 3" */
    AIC_ERR_CONFLICT, /* values that exclude each other: tp that does not divide heads */
    AIC_ERR_MISSING,  /* a value that the question needs and does not have */
    AIC_ERR_JSON,     /* text that is not strict JSON, or JSON of another shape */
    AIC_ERR_FILE,     /* a file that cannot be read: not there, a directory, too large */
    AIC_ERR_OVERFLOW, /* an answer too large for a number */
    AIC_ERR_UNSOLVED, /* no value meets the budgets: an answer to --solve, not a wrong question */
    AIC_ERR_MEMORY,   /* no memory: the tool failed, not the question */
    AIC_ERR_WRITE,    /* the answer could not be written: the tool failed */
    AIC_ERR_TABLE,    /* a calculator's own table is wrong: the tool failed */
    AIC_ERR_STOPPED   /* the host did not let it go on, after too long a time: no answer */
};

struct aic_error {
    enum aic_code code;
    char parameter[64];   /* the field the error is about, as JSON names it; may be empty */
    char message[512];    /* what failed; bound by its size, never overrun */
    char suggestion[320]; /* what to type instead; may be empty */
    size_t line, column;  /* where in a document, both from 1; 0: nowhere, or not known */
};

/* The word for a code, such as "unknown-name"; never NULL. */
const char *aic_code_name(enum aic_code code);

/* True where the tool failed (memory, writing, a wrong table, no time left) and not the question. */
bool aic_code_is_internal(enum aic_code code);

/*
 * Fills `error` and returns false, so that a check reads
 * `return aic_fail(error, AIC_ERR_RANGE, "tp", "tp ('%g') is above heads", tp);`
 * The format knows %s, %g (a double, shortest exact form), %d, %c and %%; what it
 * makes is cut to the size of the message. An earlier suggestion is dropped.
 * `parameter` may be NULL; it and the arguments may be parts of `error` itself.
 * `error` may be NULL: then nothing is kept.
 */
bool aic_fail(struct aic_error *error, enum aic_code code, const char *parameter,
              const char *format, ...) AIC_PRINTF(4, 5);

/* Fail as what a host stopped by its `tick` does, and as what found no memory; return false. */
bool aic_fail_stopped(struct aic_error *error);
bool aic_fail_memory(struct aic_error *error);

/* Sets what to type instead; returns false like aic_fail(). Same formats. */
bool aic_suggest(struct aic_error *error, const char *format, ...) AIC_PRINTF(2, 3);

/*
 * What to type instead of a name that is not known: "did you mean 'NEAR'?", or where `near` is
 * NULL what the format says. Returns false.
 */
bool aic_suggest_name(struct aic_error *error, const char *near, const char *format, ...)
    AIC_PRINTF(3, 4);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
