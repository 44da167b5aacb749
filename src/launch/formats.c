/* SPDX-License-Identifier: Apache-2.0 */
/* What kind of text it is, by its content alone; documents as trees; the lists of this folder. */
#include "launch/logs.h"

#include <string.h>

#include "core/ascii.h"
#include "launch/data.h"

/* The first line that is neither blank nor a comment. */
static const char *first_line(const char *text)
{
    while (*text) {
        const char *at = text + strspn(text, " \t");
        if (*at != '\n' && *at != '#' && *at != '\0') {
            return at;
        }
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    return text;
}

static size_t key_end(const char *at)
{
    size_t length = 0;
    while (at[length] && (aic_is_letter(at[length]) || aic_is_digit(at[length]) ||
                          strchr("_-./\"'", at[length]))) {
        length++;
    }
    return length;
}

/* `[table]`, `[[table]]` or `key = value`. */
static bool is_toml(const char *line)
{
    size_t brackets = strspn(line, "[");
    if (brackets > 0 && brackets <= 2) {
        const char *name = line + brackets;
        size_t length = key_end(name);
        const char *behind = name + length + brackets;
        return length > 0 && strspn(name + length, "]") == brackets &&
               (*behind == '\n' || *behind == '\0' || *behind == ' ' || *behind == '#');
    }
    size_t length = key_end(line);
    return length > 0 && strncmp(line + length, " = ", 3) == 0;
}

/* `---`, `%YAML`, `key:` with a blank or nothing behind it; `{{` of a template, refused later. */
static bool is_yaml(const char *line)
{
    if (strncmp(line, "---", 3) == 0 || strncmp(line, "%YAML", 5) == 0 ||
        strncmp(line, "{{", 2) == 0) {
        return true;
    }
    while (strncmp(line, "- ", 2) == 0) {
        line += 2 + strspn(line + 2, " ");
    }
    size_t length = key_end(line);
    return length > 0 && line[length] == ':' &&
           (line[length + 1] == '\0' || strchr(" \t\n", line[length + 1]));
}

/* `[ -f x ]`, `[[ $X ]]`, `{ command; }`: behind a blank a word that begins no JSON, nor is a key. */
static bool is_command(const char *start)
{
    const char *behind = start + (start[0] == '[' && start[1] == '[' ? 2 : 1);
    const char *word = behind + strspn(behind, " \t");
    size_t length = strcspn(word, " \t\n");
    bool is_word = aic_is_letter(word[0]) || strncmp(word, "\"$", 2) == 0 ||
                   (length > 0 && strchr("$-./!", word[0]));
    return word > behind && is_word && word[length - 1] != ':';
}

enum format aic_launch_format_of(const struct source *source)
{
    const char *start = source->text + strspn(source->text, " \t\n");
    const char *line = first_line(source->text);
    if (aic_launch_log_kind(source) != NO_LOG) {
        return FORMAT_LOG;
    }
    if (*start == '{' || (*start == '[' && !is_toml(start))) {
        return is_command(start) ? FORMAT_SHELL : FORMAT_JSON;
    }
    return is_toml(line) ? FORMAT_TOML : is_yaml(line) ? FORMAT_YAML : FORMAT_SHELL;
}

/* A line that begins with {{ is a template's. */
static bool refuse_template(struct reader *reader, const struct source *source)
{
    int line = source->line;
    for (const char *at = source->text; *at; line++) {
        if (strncmp(at + strspn(at, " "), "{{", 2) == 0) {
            return !aic_launch_refuse(reader, aic_launch_place(source, line), AIC_ERR_USAGE,
                                      "a template; render it first: helm template ... | aicalc "
                                      "read -");
        }
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    return false;
}

static struct node *parse(struct reader *reader, const struct source *source, enum format format)
{
    if (format == FORMAT_SHELL || format == FORMAT_LOG || refuse_template(reader, source)) {
        return NULL;
    }
    return format == FORMAT_JSON   ? aic_launch_read_json(reader, source)
           : format == FORMAT_TOML ? aic_launch_read_toml(reader, source)
                                   : aic_launch_read_yaml(reader, source);
}

const struct node *aic_launch_config(struct reader *reader, const struct source *source)
{
    return parse(reader, source, aic_launch_format_of(source));
}

static struct node *data_tree(struct reader *reader, const char *name, const char *text,
                              size_t length)
{
    struct source source = { .name = name, .text = text, .length = length };
    return reader->failed ? NULL : aic_launch_read_json(reader, &source);
}

/* The object of that name in the list of programs: the others are not read. No text in the list
 * holds a brace. */
static const char *program_text(const char *name, size_t *length)
{
    const char *at = (const char *)aic_launch_programs_json;
    size_t size = strlen(name), depth = 0;
    while ((at = strstr(at, name)) && (at[-1] != '"' || strncmp(at + size, "\": {", 4) != 0)) {
        at++;
    }
    at = at ? at + size + 3 : NULL;
    for (*length = 0; at && (*length == 0 || depth > 0); ++*length) {
        depth += at[*length] == '{';
        depth -= at[*length] == '}';
    }
    return at;
}

const struct node *aic_launch_program(struct reader *reader, const char *name)
{
    struct node *node = reader->programs;
    size_t length;
    while (node && strcmp(node->key, name) != 0) {
        node = node->next;
    }
    const char *text = node ? NULL : program_text(name, &length);
    if (text && (node = data_tree(reader, "programs.json", text, length))) {
        node->key = name;
        node->next = reader->programs;
        reader->programs = node;
    }
    return node;
}

const struct node *aic_launch_machines(struct reader *reader)
{
    if (!reader->machines) {
        reader->machines =
            data_tree(reader, "machines.json", (const char *)aic_launch_machines_json,
                      aic_launch_machines_size);
    }
    return reader->machines;
}
