/* SPDX-License-Identifier: Apache-2.0 */
/*
 * JSON: strict reading over cJSON, and a writer that prints every number
 * with aic_number_write().
 */
#ifndef AICALC_JSON_H
#define AICALC_JSON_H

#include <stdbool.h>
#include <stddef.h>

#include <aicalc/error.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Limits of a document. Depth counts nested arrays and objects. */
#define AIC_JSON_INPUT_MAX ((size_t)1 << 20)
#define AIC_JSON_FILE_MAX  ((size_t)1 << 24)
#define AIC_JSON_DEPTH_MAX 32

/* A value of a document, which its functions below read. */
struct aic_json_value;

/*
 * A parsed document. `name` stands in messages ("budget.json"), `text` is kept
 * by the caller and must outlive the document: positions are found in it. So
 * must `name`; neither may be NULL. The text needs no NUL at its end.
 */
struct aic_json {
    const char *name;
    const char *text;
    size_t length;
    struct aic_json_value *root;
};

/* Options of aic_json_parse(). */
enum {
    AIC_JSON_NONFINITE_IS_NULL = 1, /* model files: NaN, Infinity, -Infinity count as null */
    AIC_JSON_QUOTES_NOTHING = 2     /* errors name the place and not the text: it may be secret */
};

/*
 * Checks that the text is strict JSON and parses it: RFC 8259, valid UTF-8
 * without a byte order mark, no duplicate keys, no NUL (not as \u0000 either),
 * no lone surrogates, finite numbers, at most `max_length` bytes (AIC_JSON_FILE_MAX at most)
 * and AIC_JSON_DEPTH_MAX levels, nothing after the value.
 *
 * Fails with AIC_ERR_JSON, the message "NAME: line L column C: what failed",
 * with AIC_ERR_FILE above `max_length`, or with AIC_ERR_MEMORY. Then `root` is
 * NULL and there is nothing to release; otherwise release with
 * aic_json_clear(), which may be called in both cases.
 */
bool aic_json_parse(struct aic_json *json, const char *name, const char *text, size_t length,
                    size_t max_length, unsigned options, struct aic_error *error);
void aic_json_clear(struct aic_json *json);

enum aic_json_kind {
    AIC_JSON_NULL,
    AIC_JSON_BOOL,
    AIC_JSON_NUMBER,
    AIC_JSON_STRING,
    AIC_JSON_ARRAY,
    AIC_JSON_OBJECT
};

/*
 * Values. All take NULL, a value that is not there: it is of no kind. Numbers are what
 * aic_number_read() reads, values are in the order of the text.
 */
bool aic_json_is(const struct aic_json_value *value, enum aic_json_kind kind);
double aic_json_number_of(const struct aic_json_value *value);    /* NaN: no number */
const char *aic_json_text_of(const struct aic_json_value *value); /* NULL: no string */
bool aic_json_is_true(const struct aic_json_value *value);
bool aic_json_is_text(const struct aic_json_value *value, const char *text); /* that string */

/* The first item of an array or member of an object, and the one after it; NULL: there is none. */
const struct aic_json_value *aic_json_first(const struct aic_json_value *list);
const struct aic_json_value *aic_json_next(const struct aic_json_value *item);
#define AIC_JSON_EACH(item, list)                                                                  \
    for (const struct aic_json_value *item = aic_json_first(list); item; item = aic_json_next(item))
size_t aic_json_count(const struct aic_json_value *list);
/* The key of a member; NULL for what is none. */
const char *aic_json_key_of(const struct aic_json_value *member);

/* The member of an object, its name compared exactly; NULL if there is none or it is no object. */
const struct aic_json_value *aic_json_member(const struct aic_json_value *object, const char *name);
/* Its text; NULL where it is no string. */
const char *aic_json_member_text(const struct aic_json_value *object, const char *name);

/*
 * Refuses the first member of the object whose key is not in the list, which ends with NULL:
 * AIC_ERR_UNKNOWN at its place, "WHAT has no key 'x'", with the nearest key or all of them.
 */
bool aic_json_check_keys(const struct aic_json *json, const struct aic_json_value *object,
                         const char *const *keys, const char *what, struct aic_error *error);

/*
 * Where a value, or its key if it is a member, begins in the text. Both count from 1; a column
 * is a character, whatever its bytes, and a line ends with LF. Line 0: nowhere.
 */
struct aic_place {
    size_t line, column;
};

/* The places of `count` values of the document, which are in the order of the text. */
void aic_json_places(const struct aic_json *json, const struct aic_json_value *const *values,
                     struct aic_place *places, size_t count);

/*
 * aic_fail() with "NAME: line L column C: " before the message, the place of `at`, a value of
 * the document. With "NAME: " alone where `at` is NULL. Returns false.
 */
bool aic_json_fail(const struct aic_json *json, const struct aic_json_value *at,
                   struct aic_error *error, enum aic_code code, const char *parameter,
                   const char *format, ...) AIC_PRINTF(6, 7);

/*
 * Puts the place of `at` before the message of an error that knows no place, as
 * aic_json_fail() does; code, parameter and suggestion stay. Returns false.
 */
bool aic_json_locate(const struct aic_json *json, const struct aic_json_value *at,
                     struct aic_error *error);

/* Where written text goes: `write` returns false when it could not. */
struct aic_sink {
    bool (*write)(void *context, const char *bytes, size_t length);
    void *context;
    bool failed; /* a write failed; later writes are skipped */
};

void aic_sink_bytes(struct aic_sink *sink, const char *bytes, size_t length);
void aic_sink_text(struct aic_sink *sink, const char *text);
void aic_sink_number(struct aic_sink *sink, double value);

/*
 * A writer of JSON values. Objects and arrays opened as `lines` have a member
 * a line, two spaces deeper than the nearest such list around them; the others
 * stand on one line: {"a": 1, "b": [2, 3]}. Nothing follows the last bracket:
 * the caller ends the text with a line break.
 *
 * What is written is always valid UTF-8 and safe to show on a terminal: a byte
 * that is not UTF-8 becomes U+FFFD, control characters are escaped. A call out
 * of place (a value without a key in an object, a close too many, more than
 * AIC_JSON_DEPTH_MAX levels) fails the sink, so that no broken text passes for
 * an answer.
 */
struct aic_json_writer {
    struct aic_sink *sink;
    int depth;
    bool flat; /* what is opened from now on stands on one line, whatever is asked */
    unsigned char state[AIC_JSON_DEPTH_MAX];
};

void aic_json_writer_init(struct aic_json_writer *writer, struct aic_sink *sink);
void aic_json_open(struct aic_json_writer *writer, char bracket, bool lines); /* '{' or '[' */
void aic_json_close(struct aic_json_writer *writer);
void aic_json_key(struct aic_json_writer *writer, const char *key);
void aic_json_string(struct aic_json_writer *writer, const char *text);
void aic_json_number(struct aic_json_writer *writer, double value);
void aic_json_bool(struct aic_json_writer *writer, bool value);
void aic_json_null(struct aic_json_writer *writer);
/* Before a member that is written to the sink as it stands, key and value. */
void aic_json_begin_member(struct aic_json_writer *writer);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
