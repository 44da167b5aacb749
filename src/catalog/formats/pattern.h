/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Patterns by which a release names the modules that it packs otherwise: regular expressions
 * (compressed-tensors, GPTQModel), globs (ModelOpt), names and beginnings of names (Transformers).
 *
 * A pattern is a stranger's: a regular expression becomes a small automaton, whose time is linear in the
 * name, and there is neither backtracking nor allocation.
 */
#ifndef AICALC_CATALOG_FORMATS_PATTERN_H
#define AICALC_CATALOG_FORMATS_PATTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PATTERN_SIZE = 512, /* bytes of a pattern; what is longer is not known */
    PATTERN_STATES = 512,
    PATTERN_CLASSES = 16
};

/* How the text is held against a name. */
enum pattern_kind {
    PATTERN_REGEX, /* from the start of the name */
    PATTERN_GLOB,  /* the whole name */
    PATTERN_HEAD,  /* the name, or a beginning of it up to a point */
    PATTERN_WORDS  /* words in a row, anywhere in the name */
};

/* A state of the automaton: a byte that leads to the next one, or a fork; distances to other states. */
struct pattern_state {
    uint8_t what, operand;
    int16_t first, second;
};

struct pattern {
    enum pattern_kind kind;
    char text[PATTERN_SIZE]; /* of a regular expression the literal head */
    size_t length;
    bool has_digits; /* else all layers whose numbers have as many digits are the same to it */
    struct pattern_state states[PATTERN_STATES];
    size_t state_count;
    unsigned char classes[PATTERN_CLASSES][32]; /* a bit for each byte */
    size_t class_count;
};

/* Reads a pattern as a release writes it: "re:" is before a regular expression. Words that stand before the
 * layers of every model are left out. False: it has what is not known here. */
bool aic_pattern_read(struct pattern *pattern, const char *text);
/* The same of a regular expression without "re:". */
bool aic_pattern_read_regex(struct pattern *pattern, const char *text);
/* Whether the name matches from its start, or from that of "model." before it (regex.c). */
bool aic_pattern_run(const struct pattern *pattern, const char *name);

/* Whether the name matches: "layers.0.mlp.up_proj", "lm_head". */
bool aic_pattern_matches(const struct pattern *pattern, const char *name);

/* Whether names of this layer alone can match; its number in `layer`. */
bool aic_pattern_names_layer(const struct pattern *pattern, double *layer);

#endif
