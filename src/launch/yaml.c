/* SPDX-License-Identifier: Apache-2.0 */
/*
 * YAML: the subset that deployments are written in. Mappings and lists by indentation, `[ ]` and
 * `{ }`, all five styles of text, comments, several documents. Anchors, aliases, merges, tags, `?`
 * keys and directives are refused: without them nothing in a text can grow.
 */
#include "launch/reader.h"

#include <string.h>

#include "core/ascii.h"
#include "launch/escapes.h"

#define DOCUMENTS_MAX 1000

struct yaml {
    struct reader *reader;
    const struct source *source;
    const char *at; /* the text ends with a NUL */
    const char *line_start;
    int line;
    int depth;
    size_t values;
};

static struct node *parse_block(struct yaml *yaml, int column);
static struct node *parse_flow(struct yaml *yaml);

static struct node *refuse(struct yaml *yaml, const char *what)
{
    aic_launch_refuse(yaml->reader, aic_launch_place(yaml->source, yaml->line), AIC_ERR_JSON, "%s",
                      what);
    return &yaml->reader->spare;
}

static struct node *refuse_beyond(struct yaml *yaml, const char *what)
{
    aic_launch_refuse(yaml->reader, aic_launch_place(yaml->source, yaml->line), AIC_ERR_JSON,
                      "%s: this YAML goes beyond what is read here; turn it into JSON (yq -o json "
                      "FILE, docker compose config --format json) and read that",
                      what);
    return &yaml->reader->spare;
}

static struct node *new_node(struct yaml *yaml, enum node_kind kind)
{
    if (++yaml->values > LAUNCH_VALUES_MAX) {
        return refuse(yaml, "more than 100000 values");
    }
    return aic_launch_node(yaml->reader, kind, yaml->line);
}

static bool is_break(char c)
{
    return c == '\n' || c == '\0';
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t';
}

static bool is_blank(char c)
{
    return is_space(c) || is_break(c);
}

static int column_of(const struct yaml *yaml)
{
    return (int)(yaml->at - yaml->line_start);
}

/* `---` or `...` at the head of a line ends a document. */
static bool is_mark(const char *at)
{
    return (strncmp(at, "---", 3) == 0 || strncmp(at, "...", 3) == 0) && is_blank(at[3]);
}

static bool at_end(const struct yaml *yaml)
{
    return yaml->reader->failed || *yaml->at == '\0' ||
           (yaml->at == yaml->line_start && is_mark(yaml->at));
}

static void next_line(struct yaml *yaml)
{
    yaml->at += strcspn(yaml->at, "\n");
    if (*yaml->at) {
        yaml->at++;
        yaml->line++;
        yaml->line_start = yaml->at;
    }
}

/* To the first character of what follows on this line; true where that is its end or a comment. */
static bool skip_spaces(struct yaml *yaml)
{
    while (is_space(*yaml->at)) {
        yaml->at++;
    }
    return is_break(*yaml->at) ||
           (*yaml->at == '#' && (yaml->at == yaml->line_start || is_space(yaml->at[-1])));
}

/* To the next line that holds something, and there to its first character. */
static void skip_lines(struct yaml *yaml)
{
    while (*yaml->at) {
        const char *start = yaml->at;
        size_t spaces = strspn(yaml->at, " ");
        if (yaml->at == yaml->line_start && is_mark(yaml->at)) {
            return;
        }
        if (!skip_spaces(yaml)) {
            if (start == yaml->line_start && yaml->at > start + spaces) {
                refuse(yaml, "a tab in the indentation");
            }
            return;
        }
        next_line(yaml);
    }
}

/* What follows a value on its line may only be a comment. */
static void end_line(struct yaml *yaml)
{
    if (!skip_spaces(yaml)) {
        refuse(yaml, "more text behind a value");
    }
    skip_lines(yaml);
}

static bool refuse_indicator(struct yaml *yaml)
{
    const char *at = yaml->at;
    if (*at == '&') {
        refuse_beyond(yaml, "an anchor");
    } else if (*at == '*') {
        refuse_beyond(yaml, "an alias");
    } else if (*at == '!') {
        refuse_beyond(yaml, "a tag");
    } else if (*at == '?' && is_blank(at[1])) {
        refuse_beyond(yaml, "a '?' key");
    } else if (*at == '%' || *at == '@' || *at == '`') {
        refuse(yaml, "a plain text cannot begin with this character");
    }
    return yaml->reader->failed;
}

/* Where a text goes over lines: a blank, or a line feed for each empty line between. */
static void fold(struct yaml *yaml, struct buffer *text)
{
    size_t empty = 0;
    while (*yaml->at == '\n') {
        next_line(yaml);
        const char *rest = yaml->at + strspn(yaml->at, " \t");
        if (*rest != '\n') {
            break;
        }
        empty++;
        yaml->at = rest;
    }
    aic_launch_append(text, " ", empty == 0);
    for (; empty > 0; empty--) {
        aic_launch_append(text, "\n", 1);
    }
}

/* Blanks at the end of a line inside a quoted text do not count. */
static void fold_quoted(struct yaml *yaml, struct buffer *text)
{
    while (text->length > 0 && is_space(text->at[text->length - 1])) {
        text->length--;
    }
    fold(yaml, text);
    yaml->at += strspn(yaml->at, " \t");
}

/* A backslash in `"..."`: JSON's escapes, some of YAML's own, and a line that is joined. */
static void read_escape(struct yaml *yaml, struct buffer *text)
{
    size_t size = aic_launch_escape(yaml->at, text);
    if (size > 0) {
        yaml->at += size;
    } else if (yaml->at[1] == '\n') {
        next_line(yaml);
        yaml->at += strspn(yaml->at, " \t");
    } else {
        refuse(yaml, "an escape that is not known");
    }
}

static const char *read_quoted(struct yaml *yaml)
{
    struct buffer text = { .reader = yaml->reader };
    char quote = *yaml->at++;
    int line = yaml->line;
    while (!yaml->reader->failed) {
        if (*yaml->at == '\0' || (yaml->at == yaml->line_start && is_mark(yaml->at))) {
            yaml->line = line;
            refuse(yaml, "a quote that is not closed");
        } else if (*yaml->at == '\n') {
            fold_quoted(yaml, &text);
        } else if (*yaml->at == '\\' && quote == '"') {
            read_escape(yaml, &text);
        } else if (*yaml->at != quote) {
            aic_launch_append(&text, yaml->at++, 1);
        } else if (quote == '\'' && yaml->at[1] == quote) {
            aic_launch_append(&text, quote == '\'' ? "'" : "\"", 1);
            yaml->at += 2;
        } else {
            yaml->at++;
            break;
        }
    }
    return aic_launch_text_of(&text);
}

/* The length of a plain text on one line: up to ` #`, `: `, and inside brackets to one of ,[]{} */
static size_t plain_length(const char *at, bool in_flow)
{
    size_t length = 0, end = 0;
    while (!is_break(at[length])) {
        char c = at[length];
        if ((c == '#' && length > 0 && is_space(at[length - 1])) ||
            (in_flow && strchr(",[]{}", c)) ||
            (c == ':' && (is_blank(at[length + 1]) ||
                          (in_flow && at[length + 1] && strchr(",[]{}", at[length + 1]))))) {
            break;
        }
        length++;
        end = is_space(c) ? end : length;
    }
    return end;
}

/* A plain text: lines that are indented deeper than `indent` belong to it. */
static struct node *parse_plain(struct yaml *yaml, int indent)
{
    struct node *node = new_node(yaml, NODE_TEXT);
    struct buffer text = { .reader = yaml->reader };
    for (;;) {
        size_t length = plain_length(yaml->at, false);
        aic_launch_append(&text, yaml->at, length);
        yaml->at += length;
        if (*yaml->at == ':') {
            refuse(yaml, "a key inside a text: 'key: ' needs a line of its own, or quotes");
        }
        if (skip_spaces(yaml) && *yaml->at == '#') {
            next_line(yaml); /* a comment ends the text */
            break;
        }
        const char *next = yaml->at;
        int below = 0;
        while (*next == '\n') { /* to the next line that is not empty */
            next++;
            below = (int)strspn(next, " ");
            const char *rest = next + strspn(next, " \t");
            next = *rest == '\n' ? rest : next;
        }
        if (yaml->reader->failed || *yaml->at != '\n' || below <= indent || next[below] == '#' ||
            next[below] == '\0' || next[below] == '\t' || is_mark(next)) {
            break;
        }
        fold(yaml, &text);
        yaml->at += below;
    }
    aic_launch_set_scalar(node, aic_launch_text_of(&text), true);
    skip_lines(yaml);
    return node;
}

/* The head of a `|` or `>` text. */
struct block_style {
    bool folded;
    char chomp;
    int indent; /* of the text below its key; 0: that of its first line */
};

static struct block_style read_style(struct yaml *yaml)
{
    struct block_style style = { .folded = *yaml->at++ == '>' };
    for (; *yaml->at && strchr("+-123456789", *yaml->at); yaml->at++) {
        if (aic_is_digit(*yaml->at)) {
            style.indent = *yaml->at - '0';
        } else {
            style.chomp = *yaml->at;
        }
    }
    if (!skip_spaces(yaml)) {
        refuse(yaml, "more text behind '|' or '>'");
    }
    next_line(yaml);
    return style;
}

/* The indentation of the first line that holds something. */
static int first_indent(const char *at)
{
    size_t spaces = strspn(at, " ");
    while (at[spaces] == '\n') {
        at += spaces + 1;
        spaces = strspn(at, " ");
    }
    return at[spaces] ? (int)spaces : 0;
}

/* Line feeds between two lines of a folded text: one is a blank, unless a line begins with blanks. */
static void join_folded(struct buffer *text, size_t feeds, bool is_deeper)
{
    if (feeds == 1 && !is_deeper) {
        aic_launch_append(text, " ", 1);
        return;
    }
    for (size_t i = is_deeper ? 0 : 1; i < feeds; i++) {
        aic_launch_append(text, "\n", 1);
    }
}

static struct node *parse_block_text(struct yaml *yaml, int indent)
{
    struct node *node = new_node(yaml, NODE_TEXT);
    struct block_style style = read_style(yaml);
    struct buffer text = { .reader = yaml->reader };
    int inside = style.indent > 0 ? indent + style.indent : first_indent(yaml->at);
    size_t feeds = 0;
    bool was_deeper = false;
    inside = inside > indent ? inside : indent + 1;
    inside = inside > 0 ? inside : 1;
    if (!style.folded) {
        node->keeps_lines = true;
        node->line = yaml->line;
    }
    while (*yaml->at) {
        int spaces = (int)strspn(yaml->at, " ");
        if (yaml->at[spaces] != '\n' && yaml->at[spaces] != '\0' && spaces < inside) {
            break;
        }
        if (spaces > inside) {
            spaces = inside;
        }
        const char *line = yaml->at + spaces;
        size_t length = strcspn(line, "\n");
        if (length > 0) {
            bool is_deeper = is_space(*line);
            if (style.folded && text.length > 0) {
                join_folded(&text, feeds, is_deeper || was_deeper);
            } else {
                for (; feeds > 0; feeds--) {
                    aic_launch_append(&text, "\n", 1);
                }
            }
            aic_launch_append(&text, line, length);
            was_deeper = is_deeper;
            feeds = 0;
        }
        feeds += line[length] == '\n';
        next_line(yaml);
    }
    for (size_t i = 0; i < (style.chomp == '+' ? feeds : (size_t)(feeds > 0 && text.length > 0));
         i++) {
        aic_launch_append(&text, "\n", style.chomp != '-');
    }
    aic_launch_set_scalar(node, aic_launch_text_of(&text), false);
    skip_lines(yaml);
    return node;
}

/* The length of a key at the place, its colon not counted; 0 where none stands here. */
static size_t key_length(const struct yaml *yaml)
{
    const char *at = yaml->at;
    if (*at == '"' || *at == '\'') {
        const char *end = at + 1;
        while (!is_break(*end) && (*end != *at || (*at == '\'' && end[1] == '\''))) {
            end +=
                (*end == '\\' && *at == '"' && !is_break(end[1])) || (*end == '\'' && *at == '\'')
                    ? 2
                    : 1;
        }
        size_t length = (size_t)(end - at) + 1;
        if (is_break(*end)) {
            return 0;
        }
        length += strspn(at + length, " ");
        return at[length] == ':' && is_blank(at[length + 1]) ? length : 0;
    }
    size_t length = *at && strchr("[{|>", *at) ? 0 : plain_length(at, false);
    size_t blanks = strspn(at + length, " ");
    return length > 0 && at[length + blanks] == ':' ? length + blanks : 0;
}

static bool begins_item(const char *at)
{
    return at[0] == '-' && is_blank(at[1]);
}

/* Reads a key and its colon. */
static const char *read_key(struct yaml *yaml)
{
    const char *key;
    if (refuse_indicator(yaml)) {
        return "";
    }
    if (*yaml->at == '"' || *yaml->at == '\'') {
        key = read_quoted(yaml);
    } else {
        size_t length = plain_length(yaml->at, false);
        key = aic_launch_keep(yaml->reader, yaml->at, length);
        yaml->at += length;
        if (strcmp(key, "<<") == 0) {
            refuse_beyond(yaml, "a merge key");
        }
    }
    yaml->at += strspn(yaml->at, " ");
    yaml->at++; /* the colon, which key_length() saw */
    return key;
}

/* A value that begins on this line, its indicator or its text; `indent` is that of what it is in. */
static struct node *parse_inline(struct yaml *yaml, int indent)
{
    struct node *node;
    if (refuse_indicator(yaml)) {
        return &yaml->reader->spare;
    }
    switch (*yaml->at) {
    case '|':
    case '>':
        return parse_block_text(yaml, indent);
    case '[':
    case '{':
        node = parse_flow(yaml);
        end_line(yaml);
        return node;
    case '"':
    case '\'':
        node = new_node(yaml, NODE_TEXT);
        aic_launch_set_scalar(node, read_quoted(yaml), false);
        end_line(yaml);
        return node;
    default:
        return parse_plain(yaml, indent);
    }
}

/* The value behind `key:`; a list may stand at the key's own column. */
static struct node *parse_member_value(struct yaml *yaml, int column)
{
    if (!skip_spaces(yaml)) {
        return parse_inline(yaml, column);
    }
    struct node *nothing = new_node(yaml, NODE_NULL);
    skip_lines(yaml);
    bool is_list = column_of(yaml) == column && begins_item(yaml->at);
    if (at_end(yaml) || (column_of(yaml) <= column && !is_list)) {
        return nothing;
    }
    return parse_block(yaml, column_of(yaml));
}

static void check_column(struct yaml *yaml, int column)
{
    if (!at_end(yaml) && column_of(yaml) > column) {
        refuse(yaml, "a line that is indented otherwise than those around it");
    }
}

static struct node *parse_mapping(struct yaml *yaml, int column)
{
    struct node *mapping = new_node(yaml, NODE_MAPPING);
    struct node **tail = &mapping->child;
    while (!at_end(yaml) && column_of(yaml) == column) {
        int line = yaml->line;
        if (key_length(yaml) == 0) {
            if (!refuse_indicator(yaml)) {
                refuse(yaml, "a key without ':', or a text that is not closed");
            }
            break;
        }
        const char *key = read_key(yaml);
        struct node *value = parse_member_value(yaml, column);
        if (yaml->reader->failed) {
            break;
        }
        value->key = key;
        value->line = value->kind >= NODE_LIST ? line : value->line;
        *tail = value;
        tail = &value->next;
        check_column(yaml, column);
    }
    if (!yaml->reader->failed) {
        aic_launch_check_keys(yaml->reader, yaml->source, mapping);
    }
    return mapping;
}

/* What stands behind `- `, which may itself be a list or a mapping from that column on. */
static struct node *parse_item(struct yaml *yaml, int column)
{
    yaml->at++;
    if (skip_spaces(yaml)) {
        struct node *nothing = new_node(yaml, NODE_NULL);
        skip_lines(yaml);
        return at_end(yaml) || column_of(yaml) <= column ? nothing
                                                         : parse_block(yaml, column_of(yaml));
    }
    if (begins_item(yaml->at) || key_length(yaml) > 0) {
        return parse_block(yaml, column_of(yaml));
    }
    return parse_inline(yaml, column);
}

static struct node *parse_list(struct yaml *yaml, int column)
{
    struct node *list = new_node(yaml, NODE_LIST);
    struct node **tail = &list->child;
    while (!at_end(yaml) && column_of(yaml) == column && begins_item(yaml->at)) {
        struct node *item = parse_item(yaml, column);
        if (yaml->reader->failed) {
            break;
        }
        *tail = item;
        tail = &item->next;
        check_column(yaml, column);
    }
    return list;
}

static struct node *parse_block(struct yaml *yaml, int column)
{
    struct node *node;
    if (++yaml->depth > LAUNCH_DEPTH_MAX) {
        return refuse(yaml, "nested deeper than 32 levels");
    }
    if (begins_item(yaml->at)) {
        node = parse_list(yaml, column);
    } else if (key_length(yaml) > 0) {
        node = parse_mapping(yaml, column);
    } else {
        node = parse_inline(yaml, column - 1);
    }
    yaml->depth--;
    return node;
}

/* Inside brackets, line ends and comments are blanks. */
static void skip_flow(struct yaml *yaml)
{
    while (skip_spaces(yaml) && *yaml->at) {
        next_line(yaml);
    }
}

static struct node *parse_flow_value(struct yaml *yaml)
{
    if (refuse_indicator(yaml)) {
        return &yaml->reader->spare;
    }
    if (*yaml->at == '[' || *yaml->at == '{') {
        return parse_flow(yaml);
    }
    struct node *node = new_node(yaml, NODE_TEXT);
    if (*yaml->at == '"' || *yaml->at == '\'') {
        aic_launch_set_scalar(node, read_quoted(yaml), false);
        return node;
    }
    size_t length = plain_length(yaml->at, true);
    aic_launch_set_scalar(node, aic_launch_keep(yaml->reader, yaml->at, length), true);
    yaml->at += length;
    return node;
}

/* `key: value` in braces; the value may be missing. */
static struct node *parse_flow_member(struct yaml *yaml)
{
    struct node *key = parse_flow_value(yaml);
    int line = key->line;
    if (key->kind >= NODE_LIST || yaml->line != line) {
        return refuse(yaml, "a key that is no text of one line");
    }
    skip_flow(yaml);
    if (*yaml->at != ':') {
        key->key = key->text;
        key->kind = NODE_NULL;
        return key;
    }
    yaml->at++;
    skip_flow(yaml);
    struct node *value =
        *yaml->at && strchr(",}", *yaml->at) ? new_node(yaml, NODE_NULL) : parse_flow_value(yaml);
    value->key = key->text;
    return value;
}

static struct node *parse_flow(struct yaml *yaml)
{
    bool is_list = *yaml->at == '[';
    struct node *node = new_node(yaml, is_list ? NODE_LIST : NODE_MAPPING);
    struct node **tail = &node->child;
    int line = yaml->line;
    if (++yaml->depth > LAUNCH_DEPTH_MAX) {
        return refuse(yaml, "nested deeper than 32 levels");
    }
    yaml->at++;
    skip_flow(yaml);
    while (!yaml->reader->failed && *yaml->at != (is_list ? ']' : '}')) {
        const char *before = yaml->at;
        struct node *child = is_list ? parse_flow_value(yaml) : parse_flow_member(yaml);
        if (yaml->reader->failed) {
            break;
        }
        *tail = child;
        tail = &child->next;
        skip_flow(yaml);
        if (*yaml->at == ',') {
            yaml->at++;
            skip_flow(yaml);
        } else if (*yaml->at == '\0' || *yaml->at != (is_list ? ']' : '}')) {
            bool is_open = *yaml->at == '\0';
            yaml->line = is_open ? line : yaml->line;
            refuse(yaml, is_open ? "a bracket that is not closed" : "',' or a bracket is missing");
        } else if (yaml->at == before) {
            break;
        }
    }
    yaml->at += !yaml->reader->failed;
    yaml->depth--;
    if (!is_list && !yaml->reader->failed) {
        aic_launch_check_keys(yaml->reader, yaml->source, node);
    }
    return node;
}

/* Marks between documents; what stands behind `---` on its line is refused. */
static void skip_marks(struct yaml *yaml)
{
    skip_lines(yaml);
    while (!yaml->reader->failed && yaml->at == yaml->line_start && is_mark(yaml->at)) {
        yaml->at += 3;
        if (!skip_spaces(yaml)) {
            refuse_beyond(yaml, "text behind '---'");
        }
        next_line(yaml);
        skip_lines(yaml);
    }
    if (!yaml->reader->failed && yaml->at == yaml->line_start && *yaml->at == '%') {
        refuse_beyond(yaml, "a directive");
    }
}

struct node *aic_launch_read_yaml(struct reader *reader, const struct source *source)
{
    struct yaml yaml = { .reader = reader,
                         .source = source,
                         .at = source->text,
                         .line_start = source->text,
                         .line = source->line };
    struct node *first = NULL, **tail = &first;
    int documents = 0;
    skip_marks(&yaml);
    while (*yaml.at && !reader->failed) {
        struct node *document = parse_block(&yaml, column_of(&yaml));
        if (!at_end(&yaml)) {
            refuse(&yaml, "a line that is indented otherwise than those around it");
        }
        if (++documents > DOCUMENTS_MAX) {
            refuse(&yaml, "more than 1000 documents");
        }
        *tail = document;
        tail = &document->next;
        skip_marks(&yaml);
    }
    return reader->failed ? NULL : first;
}
