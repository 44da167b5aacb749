/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Variants of a text: one thing of it changed, always the same ones in the same order.
 *
 * All variants of a kind are edits: a stretch of the text, and what stands there instead.
 */
#ifndef AICALC_TESTS_VARIANTS_H
#define AICALC_TESTS_VARIANTS_H

#include <stdbool.h>
#include <stddef.h>

enum variant_kind {
    AS_IT_IS,
    LINES_OUT,
    LINES_TWICE,
    LINES_SWAPPED,
    TOKENS_OUT,
    NUMBERS,     /* doubled, one more, 0, 1, negative, a word */
    WORDS,       /* misspelt, in other letters, a number, yes for no */
    OTHER_KINDS, /* a value of JSON as a number, a flag, a text, a list, an object, nothing */
    MARKS,       /* punctuation left out */
    INDENTS,     /* a line deeper, a line less deep */
    CUTS,        /* the text ends here */
    BYTES,       /* of a binary: one more, the highest bit, none, all bits */
    VARIANT_KINDS
};

extern const char *const variant_kind_names[VARIANT_KINDS];

struct edit {
    size_t at, length;
    char *by;
    size_t by_length;
    bool
        is_other_kind; /* of OTHER_KINDS: a member of the outermost object, by what no list is made of */
};

struct edits {
    struct edit *at;
    size_t count, capacity;
    const char *text;
    size_t length;
};

enum variant_form { IS_TEXT, IS_JSON, IS_BINARY };

/* All edits of a kind; none where the form has none. Release with variants_clear(). */
void variants_list(struct edits *edits, enum variant_kind kind, enum variant_form form,
                   const char *text, size_t length);
void variants_clear(struct edits *edits);

/* The text with an edit made, and a NUL behind it; free() it. */
char *variant_make(const struct edits *edits, size_t number, size_t *length);

#endif
