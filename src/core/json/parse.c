/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reading JSON over cJSON, which only builds the tree and decodes strings. The scan before it met
 * the same values in the same order, so that one walk gives each node its number and its place.
 * No other file knows that the nodes are cJSON's.
 */
#include "core/json/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include <aicalc/text.h>

static const cJSON *node_of(const struct aic_json_value *value)
{
    return (const cJSON *)(const void *)value;
}

static const struct aic_json_value *value_of(const cJSON *node)
{
    return (const struct aic_json_value *)(const void *)node;
}

/* Where a value begins: kept where cJSON has a whole number, which nobody else asks for. */
static size_t start_of(const struct aic_json_value *value)
{
    return (size_t)node_of(value)->valueint;
}

/* Gives a list of nodes, and all in them, what the scan knows. Calls itself at most
 * AIC_JSON_DEPTH_MAX deep. */
static const struct aic_json_scanned *finish(cJSON *node, const struct aic_json_scanned *scanned)
{
    for (; node; node = node->next) {
        node->valueint = (int)scanned->start;
        if (cJSON_IsNumber(node)) {
            node->valuedouble = scanned->number;
            node->type = isnan(scanned->number) ? cJSON_NULL : cJSON_Number;
        }
        scanned = finish(node->child, scanned + 1);
    }
    return scanned;
}

static int compare_keys(const void *left, const void *right)
{
    const cJSON *const *a = left;
    const cJSON *const *b = right;
    int order = strcmp((*a)->string, (*b)->string);
    return order != 0 ? order : (*a)->valueint - (*b)->valueint;
}

static bool refuse_repeated(const struct aic_json *json, const cJSON *first, const cJSON *again,
                            struct aic_error *error)
{
    char key[AIC_JSON_EXCERPT_SIZE];
    size_t line, column;
    aic_utf8_excerpt(key, sizeof key, again->string, strlen(again->string));
    aic_json_place(json, start_of(value_of(first)), &line, &column);
    aic_json_fail(json, value_of(again), error, AIC_ERR_JSON, NULL,
                  "key '%s' is there twice, first on line %g column %g", key, (double)line,
                  (double)column);
    return aic_suggest(error, "keep one of the two");
}

/* The key that repeats an earlier one and stands first in the text. */
static bool refuse_first_repeated(const struct aic_json *json, const cJSON *const *members,
                                  size_t count, struct aic_error *error)
{
    size_t found = count;
    for (size_t i = 1; i < count; i++) {
        if (strcmp(members[i - 1]->string, members[i]->string) == 0 &&
            (found == count || members[i]->valueint < members[found]->valueint)) {
            found = i;
        }
    }
    return found == count || refuse_repeated(json, members[found - 1], members[found], error);
}

/* Sorted, because comparing each key with each would take hours for a large object. */
static bool check_members(const struct aic_json *json, const cJSON *object, struct aic_error *error)
{
    size_t count = (size_t)cJSON_GetArraySize(object), i = 0;
    const cJSON **members = malloc(count * sizeof members[0]);
    if (!members) {
        return aic_json_no_memory(json, error);
    }
    for (const cJSON *member = object->child; member; member = member->next) {
        members[i++] = member;
    }
    qsort(members, count, sizeof members[0], compare_keys);
    bool fine = refuse_first_repeated(json, members, count, error);
    free(members);
    return fine;
}

/* No object of a list of nodes, and of all in them, has a key twice. As deep as finish(). */
static bool check_keys(const struct aic_json *json, const cJSON *node, struct aic_error *error)
{
    for (; node; node = node->next) {
        bool has_several = cJSON_IsObject(node) && node->child && node->child->next;
        if ((has_several && !check_members(json, node, error)) ||
            !check_keys(json, node->child, error)) {
            return false;
        }
    }
    return true;
}

static bool build_tree(struct aic_json *json, unsigned options, struct aic_error *error)
{
    struct aic_json_scan scan = { .json = json, .options = options, .error = error };
    cJSON *root = NULL;
    scan.copy = malloc(json->length + 1);
    bool fine = scan.copy != NULL || aic_json_no_memory(json, error);
    if (fine) {
        memcpy(scan.copy, json->text, json->length);
        fine = aic_json_scan(&scan);
    }
    if (fine) {
        root = cJSON_ParseWithLengthOpts(scan.copy, json->length, NULL, false);
        fine = root != NULL || aic_json_no_memory(json, error);
    }
    if (fine) {
        finish(root, scan.values);
    }
    free(scan.copy);
    free(scan.values);
    json->root = (struct aic_json_value *)(void *)root;
    return fine && check_keys(json, root, error);
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
    if (!build_tree(json, options, error)) {
        aic_json_clear(json);
        return false;
    }
    return true;
}

void aic_json_clear(struct aic_json *json)
{
    cJSON_Delete((cJSON *)(void *)json->root);
    json->root = NULL;
}

bool aic_json_is(const struct aic_json_value *value, enum aic_json_kind kind)
{
    static const int types[] = {
        [AIC_JSON_NULL] = cJSON_NULL,     [AIC_JSON_BOOL] = cJSON_True | cJSON_False,
        [AIC_JSON_NUMBER] = cJSON_Number, [AIC_JSON_STRING] = cJSON_String,
        [AIC_JSON_ARRAY] = cJSON_Array,   [AIC_JSON_OBJECT] = cJSON_Object,
    };
    return value && (node_of(value)->type & types[kind]) != 0;
}

double aic_json_number_of(const struct aic_json_value *value)
{
    return aic_json_is(value, AIC_JSON_NUMBER) ? node_of(value)->valuedouble : (double)NAN;
}

const char *aic_json_text_of(const struct aic_json_value *value)
{
    return cJSON_GetStringValue(node_of(value));
}

bool aic_json_is_text(const struct aic_json_value *value, const char *text)
{
    const char *is = aic_json_text_of(value);
    return is && strcmp(is, text) == 0;
}

bool aic_json_is_true(const struct aic_json_value *value)
{
    return cJSON_IsTrue(node_of(value));
}

const struct aic_json_value *aic_json_first(const struct aic_json_value *list)
{
    return list ? value_of(node_of(list)->child) : NULL;
}

const struct aic_json_value *aic_json_next(const struct aic_json_value *item)
{
    return value_of(node_of(item)->next);
}

size_t aic_json_count(const struct aic_json_value *list)
{
    return (size_t)cJSON_GetArraySize(node_of(list));
}

const char *aic_json_key_of(const struct aic_json_value *member)
{
    return node_of(member)->string;
}

const struct aic_json_value *aic_json_member(const struct aic_json_value *object, const char *name)
{
    if (!aic_json_is(object, AIC_JSON_OBJECT)) {
        return NULL;
    }
    const cJSON *node = node_of(object)->child;
    while (node && strcmp(node->string, name) != 0) {
        node = node->next;
    }
    return value_of(node);
}

const char *aic_json_member_text(const struct aic_json_value *object, const char *name)
{
    return aic_json_text_of(aic_json_member(object, name));
}

void aic_json_places(const struct aic_json *json, const struct aic_json_value *const *values,
                     struct aic_place *places, size_t count)
{
    struct aic_place place = { 1, 1 };
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        aic_json_advance(json, &at, start_of(values[i]), &place);
        places[i] = place;
    }
}

bool aic_json_fail(const struct aic_json *json, const struct aic_json_value *at,
                   struct aic_error *error, enum aic_code code, const char *parameter,
                   const char *format, ...)
{
    size_t start = at ? start_of(at) : 0;
    va_list arguments;
    va_start(arguments, format);
    aic_json_vfail(json, at ? &start : NULL, error, code, parameter, format, arguments);
    va_end(arguments);
    return false;
}

bool aic_json_locate(const struct aic_json *json, const struct aic_json_value *at,
                     struct aic_error *error)
{
    const struct aic_error inner = *error;
    aic_json_fail(json, at, error, inner.code, inner.parameter, "%s", inner.message);
    return aic_suggest(error, "%s", inner.suggestion);
}
