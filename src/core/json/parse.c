/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reading JSON over cJSON. cJSON only builds the tree and decodes strings: it
 * is handed a copy of the checked text in which every number is 0, because it
 * reads numbers through a short buffer and with the locale's point. Tree and
 * text hold the same values in the same order, so one walk over both gives
 * each number its value, and each value its place.
 */
#include "core/json/json.h"

#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include <aicalc/text.h>

/* The values of a checked text, one after the other. */
struct cursor {
    const struct aic_json *json;
    size_t start; /* of the value, or of its key if it is a member */
    size_t value;
    size_t end; /* of a string or word; just after the opening bracket of a list */
};

static size_t skip_blank(const struct aic_json *json, size_t at)
{
    while (at < json->length && aic_json_is_blank(json->text[at])) {
        at++;
    }
    return at;
}

static size_t token_end(const struct aic_json *json, size_t at)
{
    const char *text = json->text;
    if (text[at] == '[' || text[at] == '{') {
        return at + 1;
    }
    if (text[at] != '"') {
        return aic_json_word_end(json, at);
    }
    for (at++; text[at] != '"'; at++) {
        if (text[at] == '\\') {
            at++;
        }
    }
    return at + 1;
}

/* Goes to the next value; false when there is none. */
static bool cursor_next(struct cursor *cursor)
{
    const struct aic_json *json = cursor->json;
    size_t at = skip_blank(json, cursor->end);
    while (at < json->length && strchr(",]}", json->text[at])) {
        at = skip_blank(json, at + 1);
    }
    if (at == json->length) {
        return false;
    }
    cursor->start = at;
    cursor->value = at;
    cursor->end = token_end(json, at);
    at = skip_blank(json, cursor->end);
    if (json->text[cursor->start] == '"' && at < json->length && json->text[at] == ':') {
        cursor->value = skip_blank(json, at + 1);
        cursor->end = token_end(json, cursor->value);
    }
    return true;
}

/* The tree and the text side by side, in preorder. */
struct walk {
    struct cursor cursor;
    struct cJSON *node;
    struct cJSON *above[AIC_JSON_DEPTH_MAX];
    int depth;
};

static struct walk walk_of(const struct aic_json *json)
{
    return (struct walk){ .cursor = { .json = json } };
}

static struct cJSON *node_after(struct walk *walk)
{
    struct cJSON *node = walk->node;
    if (!node) {
        return walk->cursor.json->root;
    }
    if (node->child) {
        walk->above[walk->depth++] = node;
        return node->child;
    }
    while (!node->next && walk->depth > 0) {
        node = walk->above[--walk->depth];
    }
    return node->next;
}

static bool walk_next(struct walk *walk)
{
    walk->node = node_after(walk);
    return walk->node && cursor_next(&walk->cursor);
}

static bool is_nonfinite(const struct cursor *cursor)
{
    return aic_json_is_nonfinite(cursor->json->text + cursor->value, cursor->end - cursor->value);
}

static bool is_number(const struct cursor *cursor)
{
    char first = cursor->json->text[cursor->value];
    return first == '-' || (first >= '0' && first <= '9');
}

/* What cJSON is to see instead of the word at the cursor; NULL: the word itself. */
static const char *stand_in(const struct cursor *cursor)
{
    return is_nonfinite(cursor) ? "null" : is_number(cursor) ? "0" : NULL;
}

/* Copies the text with its stand-ins; returns the length. */
static size_t copy_for_cjson(char *out, const struct aic_json *json)
{
    size_t length = 0;
    size_t copied = 0;
    struct cursor cursor = { .json = json };
    while (cursor_next(&cursor)) {
        const char *word = stand_in(&cursor);
        if (word) {
            size_t before = cursor.value - copied;
            size_t size = strlen(word);
            memcpy(out + length, json->text + copied, before);
            memcpy(out + length + before, word, size);
            length += before + size;
            copied = cursor.end;
        }
    }
    memcpy(out + length, json->text + copied, json->length - copied);
    return length + json->length - copied;
}

static bool no_memory(const struct aic_json *json, struct aic_error *error)
{
    return aic_fail(error, AIC_ERR_MEMORY, NULL, "%s: no memory for %g bytes of JSON", json->name,
                    (double)json->length);
}

static bool build_tree(struct aic_json *json, struct aic_error *error)
{
    /* null for NaN is the only stand-in that is longer, and only by one byte. */
    char *copy = malloc(json->length + json->length / 3 + 1);
    if (!copy) {
        return no_memory(json, error);
    }
    size_t length = copy_for_cjson(copy, json);
    json->root = cJSON_ParseWithLengthOpts(copy, length, NULL, false);
    free(copy);
    return json->root || no_memory(json, error);
}

static void set_numbers(struct aic_json *json)
{
    struct walk walk = walk_of(json);
    while (walk_next(&walk)) {
        if (cJSON_IsNumber(walk.node)) {
            const struct cursor *cursor = &walk.cursor;
            aic_number_read(json->text + cursor->value, cursor->end - cursor->value, 0,
                            &walk.node->valuedouble);
        }
    }
}

/* A member as it is sorted: by key, then by its place. */
struct member {
    const struct cJSON *node;
    size_t index;
};

static int compare_members(const void *left, const void *right)
{
    const struct member *a = left;
    const struct member *b = right;
    int order = strcmp(a->node->string, b->node->string);
    return order != 0 ? order : (a->index > b->index) - (a->index < b->index);
}

/* The index, in the sorted members, of the first member in the text whose key was there before. */
static size_t find_repeated(const struct member *members, size_t count)
{
    size_t found = count;
    for (size_t i = 1; i < count; i++) {
        if (strcmp(members[i].node->string, members[i - 1].node->string) == 0 &&
            (found == count || members[i].index < members[found].index)) {
            found = i;
        }
    }
    return found;
}

static bool refuse_repeated(const struct aic_json *json, const struct cJSON *first,
                            const struct cJSON *again, struct aic_error *error)
{
    size_t line = 0;
    size_t column = 0;
    char key[AIC_JSON_EXCERPT_SIZE];
    aic_utf8_excerpt(key, sizeof key, again->string, strlen(again->string));
    aic_json_position(json, first, &line, &column);
    aic_json_fail(json, again, error, AIC_ERR_JSON, NULL,
                  "key '%s' is there twice, first on line %g column %g", key, (double)line,
                  (double)column);
    return aic_suggest(error, "keep one of the two");
}

/* Sorted, because comparing each key with each would take hours for a large object. */
static bool check_keys_of(const struct aic_json *json, const struct cJSON *object,
                          struct aic_error *error)
{
    size_t count = 0;
    for (const struct cJSON *node = object->child; node; node = node->next) {
        count++;
    }
    if (count < 2) {
        return true;
    }
    struct member *members = malloc(count * sizeof *members);
    if (!members) {
        return no_memory(json, error);
    }
    size_t index = 0;
    for (const struct cJSON *node = object->child; node; node = node->next, index++) {
        members[index] = (struct member){ node, index };
    }
    qsort(members, count, sizeof *members, compare_members);
    size_t found = find_repeated(members, count);
    bool fine = found == count;
    if (!fine) {
        refuse_repeated(json, members[found - 1].node, members[found].node, error);
    }
    free(members);
    return fine;
}

static bool check_keys(const struct aic_json *json, struct aic_error *error)
{
    struct walk walk = walk_of(json);
    while (walk_next(&walk)) {
        if (cJSON_IsObject(walk.node) && !check_keys_of(json, walk.node, error)) {
            return false;
        }
    }
    return true;
}

bool aic_json_parse(struct aic_json *json, const char *name, const char *text, size_t length,
                    size_t max_length, unsigned options, struct aic_error *error)
{
    *json = (struct aic_json){ name, text, length, NULL };
    if (length > max_length) {
        aic_fail(error, AIC_ERR_FILE, NULL, "%s: %g bytes, above the limit of %g bytes", name,
                 (double)length, (double)max_length);
        return aic_suggest(error, "keep it within %g bytes", (double)max_length);
    }
    bool is_checked = options & AIC_JSON_IS_CHECKED;
    if ((!is_checked && !aic_json_check(json, options, error)) || !build_tree(json, error)) {
        return false;
    }
    set_numbers(json);
    if (!is_checked && !check_keys(json, error)) {
        aic_json_clear(json);
        return false;
    }
    return true;
}

void aic_json_clear(struct aic_json *json)
{
    cJSON_Delete(json->root);
    json->root = NULL;
}

const struct cJSON *aic_json_member(const struct cJSON *object, const char *name)
{
    if (!cJSON_IsObject(object)) {
        return NULL;
    }
    const struct cJSON *node = object->child;
    while (node && strcmp(node->string, name) != 0) {
        node = node->next;
    }
    return node;
}

/* The byte where a value of the tree, or its key, begins in the text. */
static bool find_start(const struct aic_json *json, const struct cJSON *value, size_t *at)
{
    struct walk walk = walk_of(json);
    while (value && walk_next(&walk)) {
        if (walk.node == value) {
            *at = walk.cursor.start;
            return true;
        }
    }
    return false;
}

bool aic_json_position(const struct aic_json *json, const struct cJSON *value, size_t *line,
                       size_t *column)
{
    size_t at;
    if (!find_start(json, value, &at)) {
        return false;
    }
    aic_json_place(json, at, line, column);
    return true;
}

void aic_json_places(const struct aic_json *json, const struct cJSON *const *values,
                     struct aic_place *places, size_t count)
{
    struct walk walk = walk_of(json);
    struct aic_place place = { 1, 1 };
    size_t at = 0;
    size_t found = 0;
    memset(places, 0, count * sizeof places[0]);
    while (found < count && walk_next(&walk)) {
        if (walk.node == values[found]) {
            aic_json_advance(json, &at, walk.cursor.start, &place);
            places[found++] = place;
        }
    }
}

bool aic_json_fail(const struct aic_json *json, const struct cJSON *at, struct aic_error *error,
                   enum aic_code code, const char *parameter, const char *format, ...)
{
    size_t start;
    bool found = find_start(json, at, &start);
    va_list arguments;
    va_start(arguments, format);
    aic_json_vfail(json, found ? &start : NULL, error, code, parameter, format, arguments);
    va_end(arguments);
    return false;
}

bool aic_json_locate(const struct aic_json *json, const struct cJSON *at, struct aic_error *error)
{
    const struct aic_error inner = *error;
    aic_json_fail(json, at, error, inner.code, inner.parameter, "%s", inner.message);
    return aic_suggest(error, "%s", inner.suggestion);
}
