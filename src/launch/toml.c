/* SPDX-License-Identifier: Apache-2.0 */
/*
 * TOML: the subset that training configurations are written in. Tables, bare, quoted and dotted
 * keys, texts of one line, numbers, booleans, arrays of these, comments.
 */
#include "launch/reader.h"

#include <string.h>

#include "core/ascii.h"
#include "launch/escapes.h"

/* Keys are compared with all of their table. */
#define VALUES_MAX 10000

struct toml {
    struct reader *reader;
    const struct source *source;
    const char *at; /* the text ends with a NUL */
    int line;
    int depth;
    size_t values;
};

static struct node *refuse(struct toml *toml, const char *what)
{
    aic_launch_refuse(toml->reader, aic_launch_place(toml->source, toml->line), AIC_ERR_JSON, "%s",
                      what);
    return &toml->reader->spare;
}

static struct node *refuse_beyond(struct toml *toml, const char *what)
{
    aic_launch_refuse(toml->reader, aic_launch_place(toml->source, toml->line), AIC_ERR_JSON,
                      "%s: this TOML goes beyond what is read here; turn the file into JSON", what);
    return &toml->reader->spare;
}

static struct node *new_node(struct toml *toml, enum node_kind kind)
{
    if (++toml->values > VALUES_MAX) {
        return refuse(toml, "more than 10000 values");
    }
    return aic_launch_node(toml->reader, kind, toml->line);
}

static void skip_spaces(struct toml *toml)
{
    toml->at += strspn(toml->at, " \t");
}

/* Blanks, line ends and comments. */
static void skip_lines(struct toml *toml)
{
    for (;;) {
        skip_spaces(toml);
        if (*toml->at == '#') {
            toml->at += strcspn(toml->at, "\n");
        }
        if (*toml->at != '\n') {
            return;
        }
        toml->at++;
        toml->line++;
    }
}

static const char *read_quoted(struct toml *toml)
{
    struct buffer text = { .reader = toml->reader };
    char quote = *toml->at;
    if (toml->at[1] == quote && toml->at[2] == quote) {
        refuse_beyond(toml, "a text over several lines");
        return "";
    }
    toml->at++;
    while (*toml->at != quote) {
        size_t size = *toml->at == '\\' && quote == '"' ? aic_launch_escape(toml->at, &text) : 0;
        if (*toml->at == '\0' || *toml->at == '\n' ||
            (*toml->at == '\\' && quote == '"' && size == 0)) {
            refuse(toml, *toml->at == '\\' ? "an escape that is not known"
                                           : "a quote that is not closed");
            return "";
        }
        if (size == 0) {
            aic_launch_append(&text, toml->at, 1);
            size = 1;
        }
        toml->at += size;
    }
    toml->at++;
    return aic_launch_text_of(&text);
}

static bool is_bare(char c)
{
    return aic_is_name(c) || c == '-';
}

static const char *read_key(struct toml *toml)
{
    skip_spaces(toml);
    if (*toml->at == '"' || *toml->at == '\'') {
        return read_quoted(toml);
    }
    const char *start = toml->at;
    while (is_bare(*toml->at)) {
        toml->at++;
    }
    if (toml->at == start) {
        refuse(toml, "a key is missing");
    }
    return aic_launch_keep(toml->reader, start, (size_t)(toml->at - start));
}

/* The member of that key, made where there is none. */
static struct node *member_of(struct toml *toml, struct node *table, const char *key, bool *made)
{
    struct node **tail = &table->child;
    while (*tail && strcmp((*tail)->key, key) != 0) {
        tail = &(*tail)->next;
    }
    *made = *tail == NULL;
    if (*made) {
        struct node *member = new_node(toml, NODE_MAPPING);
        if (!toml->reader->failed) {
            member->key = key;
            *tail = member;
        }
        return member;
    }
    return *tail;
}

/* Follows a dotted key to its last table; the last part of the key is left in `key`. */
static struct node *follow(struct toml *toml, struct node *table, const char **key)
{
    bool made;
    int depth = 0;
    *key = read_key(toml);
    skip_spaces(toml);
    while (*toml->at == '.' && !toml->reader->failed) {
        toml->at++;
        table = member_of(toml, table, *key, &made);
        if (table->kind != NODE_MAPPING || ++depth > LAUNCH_DEPTH_MAX) {
            return refuse(toml, "a key that is a value already, or nested deeper than 32 levels");
        }
        *key = read_key(toml);
        skip_spaces(toml);
    }
    return table;
}

static struct node *parse_value(struct toml *toml);

static struct node *parse_array(struct toml *toml)
{
    struct node *list = new_node(toml, NODE_LIST), **tail = &list->child;
    int line = toml->line;
    if (++toml->depth > LAUNCH_DEPTH_MAX) {
        return refuse(toml, "nested deeper than 32 levels");
    }
    toml->at++;
    skip_lines(toml);
    while (*toml->at != ']' && !toml->reader->failed) {
        struct node *item = parse_value(toml);
        if (toml->reader->failed) {
            break;
        }
        *tail = item;
        tail = &item->next;
        skip_lines(toml);
        if (*toml->at == ',') {
            toml->at++;
            skip_lines(toml);
        } else if (*toml->at != ']') {
            toml->line = line;
            refuse(toml, "a bracket that is not closed");
        }
    }
    toml->at += !toml->reader->failed;
    toml->depth--;
    return list;
}

/* A number or a boolean. */
static struct node *parse_word(struct toml *toml)
{
    struct node *node = new_node(toml, NODE_TEXT);
    size_t length = strcspn(toml->at, " \t\n,]#");
    const char *word = aic_launch_keep(toml->reader, toml->at, length);
    double value;
    bool is_number = aic_number_read(word, length, 0, &value) == length && length > 0;
    bool is_word = strcmp(word, "true") == 0 || strcmp(word, "false") == 0;
    if (!is_number && !is_word) {
        return aic_is_digit(word[0]) ? refuse_beyond(toml, "a date")
                                     : refuse(toml, "a value that is no text, number or array");
    }
    aic_launch_set_scalar(node, word, true);
    toml->at += length;
    return node;
}

static struct node *parse_value(struct toml *toml)
{
    skip_spaces(toml);
    if (*toml->at == '"' || *toml->at == '\'') {
        struct node *node = new_node(toml, NODE_TEXT);
        aic_launch_set_scalar(node, read_quoted(toml), false);
        return node;
    }
    if (*toml->at == '{') {
        return refuse_beyond(toml, "a table in braces");
    }
    return *toml->at == '[' ? parse_array(toml) : parse_word(toml);
}

static struct node *parse_table(struct toml *toml, struct node *root)
{
    const char *key;
    bool made;
    if (toml->at[1] == '[') {
        return refuse_beyond(toml, "an array of tables");
    }
    toml->at++;
    struct node *parent = follow(toml, root, &key);
    if (*toml->at != ']') {
        return refuse(toml, "a bracket that is not closed");
    }
    toml->at++;
    struct node *table = member_of(toml, parent, key, &made);
    if (table->kind != NODE_MAPPING || (table->keeps_lines && !made)) {
        return refuse(toml, "a table that stands twice");
    }
    table->keeps_lines = true; /* it has a head of its own */
    return table;
}

static void parse_pair(struct toml *toml, struct node *table)
{
    const char *key;
    bool made;
    struct node *parent = follow(toml, table, &key);
    if (*toml->at != '=') {
        refuse(toml, "'=' is missing behind a key");
        return;
    }
    toml->at++;
    struct node *member = member_of(toml, parent, key, &made);
    if (!made) {
        refuse(toml, "a key that stands twice");
        return;
    }
    struct node *next = member->next, *value = parse_value(toml);
    if (!toml->reader->failed) {
        *member = *value;
        member->key = key;
        member->next = next;
    }
}

struct node *aic_launch_read_toml(struct reader *reader, const struct source *source)
{
    struct toml toml = {
        .reader = reader, .source = source, .at = source->text, .line = source->line
    };
    struct node *root = new_node(&toml, NODE_MAPPING), *table = root;
    for (skip_lines(&toml); *toml.at && !reader->failed; skip_lines(&toml)) {
        if (*toml.at == '[') {
            table = parse_table(&toml, root);
        } else {
            parse_pair(&toml, table);
        }
        skip_spaces(&toml);
        if (*toml.at && *toml.at != '\n' && *toml.at != '#') {
            refuse(&toml, "more text behind a value");
        }
    }
    return reader->failed ? NULL : root;
}
