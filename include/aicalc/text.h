/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Text: the one number reader, the one number writer, and a bounded builder.
 *
 * Nothing here looks at the locale. A number is written in the shortest form
 * that reads back as the same bits; whole numbers up to 2^53 are plain digits.
 */
#ifndef AICALC_TEXT_H
#define AICALC_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <aicalc/error.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* A stretch of a text; not NUL-terminated. */
struct aic_span {
    const char *at;
    size_t length;
};

/* Largest count that no other reads as, 2^53 - 1: 2^53 + 1 is 2^53 as a double. */
#define AIC_MAX_INTEGER 9007199254740991.0

/* Room for any number that aic_number_write() makes, with its NUL. */
#define AIC_NUMBER_SIZE 32

/*
 * Reads the longest number at the head of text[0..length): optional sign,
 * digits with single `_` between digits, at most one `.` with a digit on one
 * side or both, optional exponent (a whole one: of "2EB" only the 2 is read).
 * The value is multiplied by 10^exp10 before it is rounded, correctly for any
 * number of digits, so that "13.37" with exp10 9 is exactly 13370000000. Zero
 * has no sign. Returns how many characters were read; 0, and leaves `value`
 * alone, if there is no number. Overflow gives an infinity, which the caller
 * refuses; `inf` and `nan` are not numbers.
 */
size_t aic_number_read(const char *text, size_t length, int exp10, double *value);

/*
 * Writes a finite number to `out` (at least AIC_NUMBER_SIZE characters) and
 * returns its length: whole numbers up to 2^53 as digits, others with the
 * fewest digits that read back as the same bits, with an exponent ("1.5e-7")
 * below 10^-5 and from 10^17 on. -0 is written as 0. A value that is not finite
 * is a mistake of the caller; it is written as "null" so that JSON stays JSON.
 */
size_t aic_number_write(char *out, double value);

/*
 * Writes with `digits` (1..17) significant digits, for tables: "1.945", "12.50";
 * below 10^15 at least all digits before the point ("131072"), from there on and
 * below 10^-5 with an exponent. What is rounded, half to even, is the shortest
 * form, which people see, and not the binary number behind it. Trailing zeros
 * are kept; zero is "0". `out` as for aic_number_write(). Returns the length.
 */
size_t aic_number_write_short(char *out, double value, int digits);

/*
 * A text that grows to the size of its buffer. It is cut where it is full, never
 * inside a UTF-8 character, and takes nothing more after that.
 */
struct aic_text {
    char *at;        /* NUL-terminated at all times */
    size_t capacity; /* bytes of the buffer, NUL included */
    size_t length;   /* bytes in it, NUL not included */
    bool cut;        /* something did not fit */
};

void aic_text_init(struct aic_text *text, char *buffer, size_t capacity);
void aic_text_add(struct aic_text *text, const char *string);
void aic_text_add_bytes(struct aic_text *text, const char *bytes, size_t length);
void aic_text_add_number(struct aic_text *text, double value);

/*
 * The formats of aic_fail(): %s, %g (a double, as aic_number_write()), %d, %c, %%.
 * Any other conversion shows as it stands and takes no argument.
 */
void aic_text_format(struct aic_text *text, const char *format, ...) AIC_PRINTF(2, 3);
void aic_text_vformat(struct aic_text *text, const char *format, va_list arguments);

/* Names to choose from: the i-th of them. Past the last it gives NULL, or it is not asked. */
typedef const char *aic_name_at(const void *context, size_t i);

/* Such names from a list of strings that ends with NULL, which is the context. */
const char *aic_word_at(const void *words, size_t i);

/* As the count of names: all that there are, up to the NULL. */
#define AIC_ALL_NAMES SIZE_MAX

/*
 * The name nearest to `wanted` among the first `count` names, the first of equals; NULL if
 * none is near. Counted are letters missing, added, replaced or swapped with
 * their neighbour, upper and lower case alike: at most a third of the letters of
 * `wanted`, but one where it has two at least.
 */
const char *aic_nearest(const char *wanted, aic_name_at *name, const void *context, size_t count);

/*
 * The names among the first `count` that have every word of `wanted` and the fewest others, in their
 * order: required_read_bw for read_bw. A word may be the head of the other (node, nodes), from three
 * letters on. Returns how many are equally near; `found` takes at most `most` of them.
 */
size_t aic_nearest_by_words(const char *wanted, aic_name_at *name, const void *context,
                            size_t count, const char **found, size_t most);

/* Those letters between two names; SIZE_MAX where one is too long to be compared. */
size_t aic_name_edits(const char *a, const char *b);

/* The order of two names, the numbers in them as numbers: "gpt-2" before "gpt-10". */
int aic_compare_names(const char *a, const char *b);

/* Adds a name with one character for another: "tp-size" as "tp_size", or the other way round. */
void aic_text_add_spelt(struct aic_text *text, struct aic_span name, char from, char to);

/* Adds all names as a list: "a, b, c". */
void aic_text_add_names(struct aic_text *text, aic_name_at *name, const void *context);

/* What follows the last '/' of a path. */
const char *aic_base_name(const char *path);
/* What messages call a file: its base name, or "standard input" for "-". */
const char *aic_file_name(const char *path);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
