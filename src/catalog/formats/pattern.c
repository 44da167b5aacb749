/* SPDX-License-Identifier: Apache-2.0 */
/* Patterns of modules: what kind a text is, and the kinds that are no regular expressions. */
#include "catalog/formats/pattern.h"

#include <string.h>

#include <aicalc/text.h>

#include "core/ascii.h"
#include "core/span.h"

/* Words that stand before the layers of a model, or before its other modules. */
static const char prefixes[] =
    "model language_model backbone transformer text_model decoder thinker llm *";
static const char layers[] = "layers.";

static size_t word_length(const char *text)
{
    return strcspn(text, ".");
}

/* The text behind such words, where "layers." follows on them or the text is a plain name. */
static const char *without_prefixes(const char *text)
{
    bool plain = text[strcspn(text, "*?[")] == '\0';
    const char *at = text;
    while (strncmp(at, layers, strlen(layers)) != 0) {
        size_t length = word_length(at);
        if (at[length] == '\0' || !aic_list_has(prefixes, at, length)) {
            return plain ? at : text;
        }
        at += length + 1;
    }
    return at;
}

static bool has_digit(const char *text)
{
    return text[strcspn(text, "0123456789[")] != '\0';
}

bool aic_pattern_read(struct pattern *pattern, const char *text)
{
    if (strncmp(text, "re:", 3) == 0) {
        return aic_pattern_read_regex(pattern, text + 3);
    }
    struct aic_text copy;
    text = without_prefixes(text);
    aic_text_init(&copy, pattern->text, sizeof pattern->text);
    aic_text_add(&copy, text);
    if (copy.cut) {
        return false;
    }
    pattern->length = copy.length;
    pattern->has_digits = has_digit(text);
    pattern->kind = text[strcspn(text, "*?[")] != '\0'           ? PATTERN_GLOB
                    : strncmp(text, layers, strlen(layers)) == 0 ? PATTERN_HEAD
                                                                 : PATTERN_WORDS;
    return true;
}

/* Passes one class of a glob; NULL where it has no end: then '[' is itself. */
static const char *class_has(const char *glob, char byte, bool *has)
{
    bool none_of = glob[1] == '!', found = false;
    const char *at = glob + 1 + none_of;
    for (bool first = true; first || *at != ']'; first = false) {
        if (*at == '\0') {
            return NULL;
        }
        bool range = at[1] == '-' && at[2] != ']' && at[2] != '\0';
        char last = range ? at[2] : *at;
        found = found || (byte >= *at && byte <= last);
        at += range ? 3 : 1;
    }
    *has = found != none_of;
    return at + 1;
}

/* What follows in the glob where its head takes this byte; NULL: it does not. */
static const char *glob_step(const char *glob, char byte)
{
    bool has;
    const char *behind = *glob == '[' ? class_has(glob, byte, &has) : NULL;
    if (behind) {
        return has ? behind : NULL;
    }
    return *glob == '?' || (*glob != '\0' && *glob == byte) ? glob + 1 : NULL;
}

static bool glob_matches(const char *glob, const char *name)
{
    const char *star = NULL, *from = NULL;
    while (*name != '\0') {
        const char *next = *glob == '*' ? NULL : glob_step(glob, *name);
        if (*glob == '*') {
            star = ++glob;
            from = name;
        } else if (next) {
            glob = next;
            name++;
        } else if (star) { /* the last star takes one byte more */
            glob = star;
            name = ++from;
        } else {
            return false;
        }
    }
    return glob[strspn(glob, "*")] == '\0';
}

/* The name, or its beginning up to a point. */
static bool is_head(const struct pattern *pattern, const char *name)
{
    return strncmp(name, pattern->text, pattern->length) == 0 &&
           (name[pattern->length] == '\0' || name[pattern->length] == '.');
}

/* An empty pattern stands in no name: none has an empty word. */
static bool has_words(const struct pattern *pattern, const char *name)
{
    while (!is_head(pattern, name)) {
        name = strchr(name, '.');
        if (!name) {
            return false;
        }
        name++;
    }
    return true;
}

bool aic_pattern_matches(const struct pattern *pattern, const char *name)
{
    switch (pattern->kind) {
    case PATTERN_REGEX:
        return aic_pattern_run(pattern, name);
    case PATTERN_GLOB:
        return glob_matches(pattern->text, name);
    case PATTERN_HEAD:
        return is_head(pattern, name);
    default:
        return has_words(pattern, name);
    }
}

bool aic_pattern_names_layer(const struct pattern *pattern, double *layer)
{
    static const char model[] = "model.";
    const char *at = pattern->text;
    if (pattern->kind == PATTERN_REGEX && strncmp(at, model, strlen(model)) == 0) {
        at += strlen(model);
    }
    if (strncmp(at, layers, strlen(layers)) != 0) {
        return false;
    }
    at += strlen(layers);
    size_t digits = strspn(at, "0123456789");
    bool ends = at[digits] == '.' || (at[digits] == '\0' && pattern->kind == PATTERN_HEAD);
    return digits > 0 && digits < 8 && ends && aic_number_read(at, digits, 0, layer) == digits;
}
