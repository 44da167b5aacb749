/* SPDX-License-Identifier: Apache-2.0 */
/* Reads cases in short lines into the objects that they are in JSON. */
#include "case_text.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* What a line of the word adds to its case: a text of a list, a text, or a value in JSON. */
enum form { LISTED, TEXT, VALUE };

static const struct line_word {
    const char *word, *key;
    enum form form;
} line_words[] = {
    { "warns", "warnings", LISTED }, { "quiet", "quiet", LISTED },
    { "lacks", "absent", LISTED },   { "stdout", "stdout", LISTED },
    { "stderr", "stderr", LISTED },  { "env", "env", LISTED },
    { "kind", "kind", TEXT },        { "source", "source", TEXT },
    { "note", "note", TEXT },        { "stdin", "stdin", VALUE },
    { "exit", "exit", VALUE },       { "stdin_bytes", "stdin_bytes", VALUE },
    { "plain", "plain", VALUE },
};

#define LINE_WORDS (sizeof line_words / sizeof line_words[0])

/* A line that begins with two blanks goes on with the one before it, after one blank. */
static void join_lines(char *text)
{
    char *out = text;
    for (const char *c = text; *c; c++) {
        if (strncmp(c, "\n  ", 3) == 0) {
            *out++ = ' ';
            c += 2;
        } else {
            *out++ = *c;
        }
    }
    *out = '\0';
}

/* The first word of a line, and what follows after blanks. */
static char *next_word(char **line)
{
    char *word = *line;
    char *end = word + strcspn(word, " ");
    *line = end + strspn(end, " ");
    *end = '\0';
    return word;
}

static cJSON *read_value(const char *text)
{
    return cJSON_ParseWithOpts(text, NULL, true);
}

/* Text as it stands; in JSON where it has blanks at its ends or other than printed characters. */
static cJSON *read_text(const char *text)
{
    cJSON *value = text[0] == '"' ? read_value(text) : NULL;
    return value ? value : cJSON_CreateString(text);
}

/* The list or object of a key, which is made where there is none yet. */
static cJSON *need(cJSON *item, const char *key, cJSON *(*create)(void))
{
    cJSON *found = cJSON_GetObjectItemCaseSensitive(item, key);
    if (!found) {
        found = create();
        cJSON_AddItemToObject(item, key, found);
    }
    return found;
}

/* The words of a command; one with blanks stands in quotes, as in JSON. */
static bool add_command(cJSON *item, char *line)
{
    cJSON *args = need(item, "args", cJSON_CreateArray);
    while (*line) {
        const char *end;
        if (line[0] != '"') {
            cJSON_AddItemToArray(args, cJSON_CreateString(next_word(&line)));
            continue;
        }
        cJSON *word = cJSON_ParseWithOpts(line, &end, false);
        if (!word || (*end != '\0' && *end != ' ')) {
            cJSON_Delete(word);
            return false;
        }
        cJSON_AddItemToArray(args, word);
        line += end - line;
        line += strspn(line, " ");
    }
    return true;
}

/* "= 8", "= 1.07e9 within 1e-3" or "absent". */
static bool add_result(cJSON *item, const char *name, char *line)
{
    cJSON *wanted = cJSON_CreateObject();
    cJSON_AddItemToObject(need(item, "expect", cJSON_CreateObject), name, wanted);
    if (strcmp(line, "absent") == 0) {
        return cJSON_AddTrueToObject(wanted, "absent");
    }
    if (strncmp(line, "= ", 2) != 0) {
        return false;
    }
    const char *end;
    cJSON *value = cJSON_ParseWithOpts(line + 2, &end, false);
    bool is_near = value && strncmp(end, " within ", 8) == 0;
    cJSON *tolerance = is_near ? read_value(end + 8) : NULL;
    if (value) {
        cJSON_AddItemToObject(wanted, "value", value);
    }
    if (tolerance) {
        cJSON_AddItemToObject(wanted, "rel", tolerance);
    }
    return value && (is_near ? tolerance != NULL : *end == '\0');
}

static bool add_input(cJSON *item, char *line)
{
    const char *name = next_word(&line);
    cJSON *value = strncmp(line, "= ", 2) == 0 ? read_value(line + 2) : NULL;
    return value && cJSON_AddItemToObject(need(item, "fields", cJSON_CreateObject), name, value);
}

static bool add_line(cJSON *item, char *line)
{
    const char *word = next_word(&line);
    if (strcmp(word, "aicalc") == 0) {
        return add_command(item, line);
    }
    if (strcmp(word, "input") == 0) {
        return add_input(item, line);
    }
    size_t i = 0;
    while (i < LINE_WORDS && strcmp(word, line_words[i].word) != 0) {
        i++;
    }
    if (i == LINE_WORDS) {
        return add_result(item, word, line);
    }
    cJSON *value = line_words[i].form == VALUE ? read_value(line) : read_text(line);
    return value &&
           (line_words[i].form == LISTED
                ? cJSON_AddItemToArray(need(item, line_words[i].key, cJSON_CreateArray), value)
                : cJSON_AddItemToObject(item, line_words[i].key, value));
}

cJSON *case_text_read(char *text, char *mistake, size_t size)
{
    cJSON *cases = cJSON_CreateArray(), *item = NULL;
    join_lines(text);
    for (char *line = text, *end; *line; line = end) {
        char shown[100];
        end = line + strcspn(line, "\n");
        end += *end ? (*end = '\0', 1) : 0;
        snprintf(shown, sizeof shown, "%s", line);
        if (strncmp(line, "case ", 5) == 0) {
            item = cJSON_CreateObject();
            cJSON_AddStringToObject(item, "name", line + 5);
            cJSON_AddItemToArray(cases, item);
        } else if (line[0] != '\0' && line[0] != '#' && !(item && add_line(item, line))) {
            snprintf(mistake, size, "no line of a case: %s", shown);
            cJSON_Delete(cases);
            return NULL;
        }
    }
    return cases;
}
