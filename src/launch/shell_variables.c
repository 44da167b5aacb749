/* SPDX-License-Identifier: Apache-2.0 */
/* Variables of the shell: what a text assigns, and what its starting environment has. */
#include "launch/shell.h"

#include <string.h>

/* Where a variable hangs in its chain; the end of it where there is none of that name. */
static struct variable **link_of(struct shell *shell, const char *name)
{
    struct variable **link = &shell->variables[aic_launch_chain(name)];
    while (*link && strcmp((*link)->name, name) != 0) {
        link = &(*link)->next;
    }
    return link;
}

const struct variable *aic_launch_variable(const struct shell *shell, const char *name)
{
    const struct variable *variable = shell->variables[aic_launch_chain(name)];
    while (variable && strcmp(variable->name, name) != 0) {
        variable = variable->next;
    }
    return variable;
}

void aic_launch_unset_variable(struct shell *shell, const char *name)
{
    struct variable **link = link_of(shell, name);
    if (*link) {
        *link = (*link)->next;
    }
}

/* The value of --set, which is what the text's starting environment has. */
const char *aic_launch_environment(struct shell *shell, const char *name)
{
    const struct aic_launch_request *request = shell->reader->request;
    for (size_t i = 0; i < request->variable_count; i++) {
        if (strcmp(request->variables[i].name, name) == 0) {
            shell->reader->variable_read[i] = true;
            return request->variables[i].value;
        }
    }
    return NULL;
}

static struct variable *variable_for(struct shell *shell, const char *name)
{
    struct variable **first = &shell->variables[aic_launch_chain(name)];
    struct variable *variable = *link_of(shell, name);
    if (!variable && (variable = aic_launch_take(shell->reader, sizeof *variable))) {
        variable->name = name;
        variable->next = *first;
        *first = variable;
    }
    return variable;
}

/* A hole without a name gets that of the variable: then it can be asked for. Not one among flags, of an array
 * or in a text: a value of the variable would not be that of the flag. */
static const char *named_holes(struct shell *shell, const char *text, const char *name)
{
    const char nameless[] = { HOLE_BEGIN, HOLE_END, 0 };
    const char *hole = strstr(text, nameless);
    if (!hole) {
        return text;
    }
    struct buffer buffer = { .reader = shell->reader };
    for (; hole; hole = strstr(text, nameless)) {
        aic_launch_append(&buffer, text, (size_t)(hole - text) + 1);
        aic_launch_append(&buffer, name, strlen(name));
        text = hole + 1;
    }
    aic_launch_append(&buffer, text, strlen(text));
    return aic_launch_text_of(&buffer);
}

/* The words of a scalar and of what is appended to it, as one. */
static struct words joined(struct shell *shell, const struct variable *variable, struct words more)
{
    struct buffer text = { .reader = shell->reader };
    struct words words = { NULL, 0 };
    const char *before = variable->words.count > 0 ? variable->words.at[0].text : "";
    const char *after = more.count > 0 ? more.at[0].text : "";
    aic_launch_append(&text, before, strlen(before));
    aic_launch_append(&text, after, strlen(after));
    aic_launch_add_word(shell->reader, &words, aic_launch_text_of(&text),
                        more.count > 0 ? more.at[0].at : variable->words.at[0].at);
    if (text.length > VARIABLE_MAX) {
        aic_launch_refuse(shell->reader, words.at[0].at, AIC_ERR_FILE,
                          "variable '%s' grows above 4 MiB", variable->name);
    }
    return words;
}

void aic_launch_assign(struct shell *shell, const char *name, struct words words, bool is_array,
                       bool appends)
{
    const char *before = appends ? aic_launch_environment(shell, name) : NULL;
    bool is_new = !aic_launch_variable(shell, name);
    struct variable *variable = variable_for(shell, name);
    if (!variable) {
        return;
    }
    if (is_new && before) {
        aic_launch_add_word(shell->reader, &variable->words, before,
                            words.count > 0 ? words.at[0].at : aic_launch_place(shell->source, 0));
    }
    for (size_t i = 0; i < words.count && !is_array; i++) {
        if (!strpbrk(words.at[i].text, " \t\n")) {
            words.at[i].text = named_holes(shell, words.at[i].text, name);
        }
    }
    if (appends && (is_array || variable->is_array)) {
        struct words all = { NULL, 0 };
        aic_launch_add_words(shell->reader, &all, variable->words);
        aic_launch_add_words(shell->reader, &all, words);
        variable->words = all;
    } else if (appends && variable->words.count > 0) {
        variable->words = joined(shell, variable, words);
    } else {
        variable->words = words;
    }
    variable->is_array = is_array || (appends && variable->is_array);
}

const char *aic_launch_hole_of(struct shell *shell, const char *name)
{
    return aic_launch_format(shell->reader, "%c%s%c", HOLE_BEGIN, name, HOLE_END);
}

void aic_launch_set_variable(struct shell *shell, const char *name, const char *text,
                             struct aic_launch_place at)
{
    struct words words = { NULL, 0 };
    aic_launch_add_word(shell->reader, &words, text ? text : aic_launch_hole_of(shell, name), at);
    aic_launch_assign(shell, name, words, false, false);
}
