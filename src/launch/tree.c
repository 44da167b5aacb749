/* SPDX-License-Identifier: Apache-2.0 */
/* The tree that YAML, TOML and JSON become, and JSON read into it. */
#include "launch/reader.h"

#include <stdlib.h>
#include <string.h>

struct node *aic_launch_node(struct reader *reader, enum node_kind kind, int line)
{
    struct node *node = aic_launch_take(reader, sizeof *node);
    node = node ? node : &reader->spare;
    *node = (struct node){ .kind = kind, .text = "", .line = line };
    return node;
}

static bool is_one_of(const char *text, const char *a, const char *b, const char *c)
{
    return strcmp(text, a) == 0 || strcmp(text, b) == 0 || strcmp(text, c) == 0;
}

/* Only plain words are null, true or false; numbers stay texts until an input wants one. */
void aic_launch_set_scalar(struct node *node, const char *text, bool plain)
{
    node->text = text;
    node->kind = NODE_TEXT;
    if (plain && (is_one_of(text, "null", "Null", "NULL") || is_one_of(text, "~", "", ""))) {
        node->kind = NODE_NULL;
    } else if (plain && is_one_of(text, "true", "True", "TRUE")) {
        node->kind = NODE_TRUE;
    } else if (plain && is_one_of(text, "false", "False", "FALSE")) {
        node->kind = NODE_FALSE;
    }
}

/* A member as it is sorted: by key, then by its place in the text. */
struct member {
    const struct node *node;
    size_t index;
};

static int compare_members(const void *left, const void *right)
{
    const struct member *a = left, *b = right;
    int order = strcmp(a->node->key, b->node->key);
    return order != 0 ? order : (a->index > b->index) - (a->index < b->index);
}

bool aic_launch_check_keys(struct reader *reader, const struct source *source,
                           const struct node *mapping)
{
    size_t count = 0, i = 0;
    for (const struct node *child = mapping->child; child; child = child->next) {
        count++;
    }
    struct member *members = aic_launch_take(reader, (count + 1) * sizeof *members);
    for (const struct node *child = mapping->child; members && child; child = child->next, i++) {
        members[i] = (struct member){ child, i };
    }
    if (!members) {
        return false;
    }
    qsort(members, count, sizeof *members, compare_members);
    for (i = 1; i < count; i++) {
        if (strcmp(members[i].node->key, members[i - 1].node->key) == 0) {
            return aic_launch_refuse(reader, aic_launch_place(source, members[i].node->line),
                                     AIC_ERR_JSON, "key '%s' stands twice, before in line %d",
                                     aic_launch_shown(reader, members[i].node->key),
                                     members[i - 1].node->line);
        }
    }
    return true;
}

const struct node *aic_launch_member(const struct node *mapping, const char *key)
{
    if (!mapping || mapping->kind != NODE_MAPPING) {
        return NULL;
    }
    const struct node *child = mapping->child;
    while (child && strcmp(child->key, key) != 0) {
        child = child->next;
    }
    return child;
}

const struct node *aic_launch_at(const struct node *mapping, const char *path)
{
    while (mapping && *path) {
        size_t length = strcspn(path, "/");
        const struct node *child = mapping->kind == NODE_MAPPING ? mapping->child : NULL;
        while (child && (strncmp(child->key, path, length) != 0 || child->key[length])) {
            child = child->next;
        }
        mapping = child;
        path += length + (path[length] == '/');
    }
    return mapping;
}

const char *aic_launch_member_text(const struct node *mapping, const char *key)
{
    const struct node *node = aic_launch_member(mapping, key);
    bool is_scalar = node && node->kind >= NODE_TRUE && node->kind <= NODE_TEXT;
    return is_scalar && node->text[0] ? node->text : NULL;
}

static bool write_bytes(void *context, const char *bytes, size_t length)
{
    aic_launch_append(context, bytes, length);
    return true;
}

static void write_node(struct aic_json_writer *writer, const struct node *node)
{
    switch (node->kind) {
    case NODE_NULL:
        aic_json_null(writer);
        break;
    case NODE_TRUE:
    case NODE_FALSE:
        aic_json_bool(writer, node->kind == NODE_TRUE);
        break;
    case NODE_TEXT:
        aic_json_string(writer, node->text);
        break;
    case NODE_LIST:
    case NODE_MAPPING:
        aic_json_open(writer, node->kind == NODE_LIST ? '[' : '{', false);
        for (const struct node *child = node->child; child; child = child->next) {
            if (node->kind == NODE_MAPPING) {
                aic_json_key(writer, child->key);
            }
            write_node(writer, child);
        }
        aic_json_close(writer);
        break;
    }
}

const char *aic_launch_json_of(struct reader *reader, const struct node *node)
{
    if (node->kind < NODE_LIST) {
        return node->text;
    }
    struct buffer buffer = { .reader = reader };
    struct aic_sink sink = { write_bytes, &buffer, false };
    struct aic_json_writer writer;
    aic_json_writer_init(&writer, &sink);
    write_node(&writer, node);
    return aic_launch_text_of(&buffer);
}

/* JSON on its way into the tree: the nodes in the order of the text, for their lines. */
struct conversion {
    struct reader *reader;
    const struct source *source;
    const struct aic_json_value **values;
    struct node **nodes;
    size_t count;
};

static const char *text_of(struct conversion *conversion, const struct aic_json_value *value)
{
    char number[AIC_NUMBER_SIZE];
    const char *text = aic_json_text_of(value);
    if (text) {
        return aic_launch_keep(conversion->reader, text, strlen(text));
    }
    if (aic_json_is(value, AIC_JSON_NUMBER)) {
        return aic_launch_keep(conversion->reader, number,
                               aic_number_write(number, aic_json_number_of(value)));
    }
    return aic_json_is(value, AIC_JSON_NULL) ? "" : aic_json_is_true(value) ? "true" : "false";
}

/* Recursion ends: a document has AIC_JSON_DEPTH_MAX levels at most. */
static struct node *convert(struct conversion *conversion, const struct aic_json_value *value)
{
    struct reader *reader = conversion->reader;
    struct node *node = aic_launch_node(reader, NODE_TEXT, 0);
    size_t at = conversion->count;
    conversion->values = aic_launch_room(reader, conversion->values, at, sizeof(void *));
    conversion->nodes = aic_launch_room(reader, conversion->nodes, at, sizeof(void *));
    if (reader->failed || !conversion->values || !conversion->nodes) {
        return node;
    }
    conversion->values[at] = value;
    conversion->nodes[conversion->count++] = node;
    bool is_object = aic_json_is(value, AIC_JSON_OBJECT);
    if (!is_object && !aic_json_is(value, AIC_JSON_ARRAY)) {
        aic_launch_set_scalar(node, text_of(conversion, value),
                              !aic_json_is(value, AIC_JSON_STRING));
        return node;
    }
    node->kind = is_object ? NODE_MAPPING : NODE_LIST;
    struct node **tail = &node->child;
    AIC_JSON_EACH(child, value) {
        const char *key = aic_json_key_of(child);
        struct node *made = convert(conversion, child);
        if (reader->failed) {
            break;
        }
        made->key = key ? aic_launch_keep(reader, key, strlen(key)) : NULL;
        *tail = made;
        tail = &made->next;
    }
    return node;
}

static void set_lines(struct conversion *conversion, const struct aic_json *json)
{
    struct aic_place *places =
        aic_launch_take(conversion->reader, conversion->count * sizeof *places);
    if (!places) {
        return;
    }
    aic_json_places(json, conversion->values, places, conversion->count);
    for (size_t i = 0; i < conversion->count; i++) {
        conversion->nodes[i]->line = conversion->source->line + (int)places[i].line - 1;
    }
}

/* The message without "NAME: line L column C: ", which stands before it in another form here. */
static void refuse_json(struct reader *reader, const struct source *source,
                        const struct aic_error *error)
{
    const char *message = strstr(error->message, ": line ");
    message = message ? strstr(message + 2, ": ") : NULL;
    aic_launch_refuse(reader, aic_launch_place(source, source->line - 1 + (int)error->line),
                      error->code, "%s", message ? message + 2 : error->message);
    aic_suggest(reader->error, "%s", error->suggestion);
}

/* A script may write what it does not know: in JSON a string with the two bytes escaped. */
static const char *with_escaped_holes(struct reader *reader, const char *text)
{
    struct buffer out = { .reader = reader };
    bool is_string = false, is_escaped = false;
    if (!strchr(text, HOLE_BEGIN)) {
        return text;
    }
    for (; *text; text++) {
        bool begins = *text == HOLE_BEGIN, ends = *text == HOLE_END;
        aic_launch_append(&out, "\"", begins && !is_string);
        if (begins || ends) {
            aic_launch_append(&out, begins ? "\\u0001" : "\\u0002", 6);
        } else {
            aic_launch_append(&out, text, 1);
        }
        aic_launch_append(&out, "\"", ends && !is_string);
        is_string = is_string != (*text == '"' && !is_escaped);
        is_escaped = *text == '\\' && !is_escaped;
    }
    return aic_launch_text_of(&out);
}

struct node *aic_launch_read_json(struct reader *reader, const struct source *source)
{
    struct aic_json json;
    struct aic_error error = { .code = AIC_OK };
    struct conversion conversion = { .reader = reader, .source = source };
    const char *text = with_escaped_holes(reader, source->text);
    if (!aic_json_parse(&json, "json", text, text == source->text ? source->length : strlen(text),
                        AIC_JSON_FILE_MAX, 0, &error)) {
        refuse_json(reader, source, &error);
        return NULL;
    }
    struct node *root = convert(&conversion, json.root);
    if (!reader->failed) {
        set_lines(&conversion, &json);
    }
    aic_json_clear(&json);
    return reader->failed ? NULL : root;
}
