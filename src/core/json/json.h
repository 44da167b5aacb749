/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of JSON share: the scan of a text, and how its errors are worded. */
#ifndef AICALC_CORE_JSON_H
#define AICALC_CORE_JSON_H

#include <stdarg.h>
#include <stdint.h>

#include <aicalc/json.h>

#include "core/utf8.h"

/* What the scan knows of a value and cJSON does not. */
struct aic_json_scanned {
    size_t start;  /* of the value, or of its key if it is a member */
    double number; /* NaN for a word that counts as null */
};

/*
 * A scan on its way through a text; `opened` holds where each open bracket stands. It leaves
 * `values`, in the order of the text, and `copy`, in which every number is a 0: cJSON would read it
 * through a short buffer and with the locale's point.
 */
struct aic_json_scan {
    const struct aic_json *json;
    unsigned options;
    size_t at;
    int depth;
    size_t opened[AIC_JSON_DEPTH_MAX];
    char *copy;
    struct aic_json_scanned *values;
    size_t count, capacity;
    struct aic_error *error;
};

/* What the grammar asks for at one place. */
enum aic_json_want {
    AIC_JSON_WANT_VALUE,
    AIC_JSON_WANT_KEY,
    AIC_JSON_WANT_COLON,
    AIC_JSON_WANT_COMMA, /* or the closing bracket */
    AIC_JSON_WANT_END
};

/* The byte at the place of the scan, -1 at the end of the text. */
static inline int aic_json_peek(const struct aic_json_scan *scan)
{
    if (scan->at >= scan->json->length)
        return -1;
    return (unsigned char)scan->json->text[scan->at];
}

static inline bool aic_json_is_blank(int byte)
{
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

/*
 * The end of the word at `at`: a number, a literal, or what somebody typed in
 * their place (80GB, None, a/b). Equal to `at` where no word begins.
 */
size_t aic_json_word_end(const struct aic_json *json, size_t at);

/* A number of RFC 8259, section 6; true, false or null. */
bool aic_json_is_number(const char *word, size_t length);
bool aic_json_is_literal(const char *word, size_t length);

/* True for the words NaN, Infinity and -Infinity. */
bool aic_json_is_nonfinite(const char *word, size_t length);

/* Checks the grammar of the whole text, and that every number is finite. */
bool aic_json_scan(struct aic_json_scan *scan);

/* AIC_ERR_MEMORY. Returns false. */
bool aic_json_no_memory(const struct aic_json *json, struct aic_error *error);

/* Room for aic_utf8_excerpt() in a message: 40 bytes, an ellipsis and the NUL. */
#define AIC_JSON_EXCERPT_SIZE 44

/* The head of a text for a message; "..." of documents that are not to be quoted. */
void aic_json_excerpt(const struct aic_json_scan *scan, char out[AIC_JSON_EXCERPT_SIZE],
                      const char *bytes, size_t length);

/* Moves a place from the byte `at` to the byte `to`, which is not before it. */
void aic_json_advance(const struct aic_json *json, size_t *at, size_t to, struct aic_place *place);

/* Line and column, from 1, of the byte at `at`. */
void aic_json_place(const struct aic_json *json, size_t at, size_t *line, size_t *column);

/* aic_fail() with the name, and with the place unless `at` is NULL, before the message. */
bool aic_json_vfail(const struct aic_json *json, const size_t *at, struct aic_error *error,
                    enum aic_code code, const char *parameter, const char *format,
                    va_list arguments);

/* AIC_ERR_JSON at one byte of the text. All four return false. */
bool aic_json_refuse(const struct aic_json_scan *scan, size_t at, const char *format, ...)
    AIC_PRINTF(3, 4);
/* Refuses the character at the place of the scan, inside a string. */
bool aic_json_refuse_character(const struct aic_json_scan *scan);
/* Refuses what stands at the place of the scan, where something else is wanted. */
bool aic_json_refuse_other(const struct aic_json_scan *scan, enum aic_json_want want);
/* Refuses the word from the place of the scan to `end`, which is no value. */
bool aic_json_refuse_word(const struct aic_json_scan *scan, size_t end);

#endif
