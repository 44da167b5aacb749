/* SPDX-License-Identifier: Apache-2.0 */
/* The values of options, the same for every command: one of a few words, a list, one text. */
#include <string.h>

#include "cli/options.h"

const char *const cli_unit_words[] = { "auto", "si", "iec", "raw", NULL };
const char *const cli_color_words[] = { "auto", "always", "never", NULL };

static const char *word_at(const void *context, size_t i)
{
    return ((const char *const *)context)[i];
}

/* The words as a list for a message; returns how many they are. */
static size_t list_words(const char *const *words, struct aic_text *text)
{
    size_t count = 0;
    for (; words[count]; count++) {
        aic_text_format(text, "%s%s", count ? ", " : "", words[count]);
    }
    return count;
}

bool cli_read_word(const char *option, const char *value, const char *const *words, int *chosen,
                   struct aic_error *error)
{
    for (int i = 0; words[i]; i++) {
        if (strcmp(words[i], value) == 0) {
            *chosen = i;
            return true;
        }
    }
    char list[128];
    struct aic_text text;
    aic_text_init(&text, list, sizeof list);
    const char *near = aic_nearest(value, word_at, words, list_words(words, &text));
    aic_fail(error, AIC_ERR_UNKNOWN, NULL, "--%s: '%s' is not one of its values", option, value);
    return near ? aic_suggest(error, "did you mean '%s'? values: %s", near, list)
                : aic_suggest(error, "values: %s", list);
}

bool cli_add_value(struct cli_list *list, const char *option, const char *value,
                   struct aic_error *error)
{
    if (list->count == CLI_REPEAT_MAX) {
        return aic_fail(error, AIC_ERR_RANGE, NULL, "--%s is given more than %d times", option,
                        CLI_REPEAT_MAX);
    }
    list->at[list->count++] = value;
    return true;
}

bool cli_set_once(const char **text, const char *what, const char *value, struct aic_error *error)
{
    if (*text) {
        aic_fail(error, AIC_ERR_USAGE, NULL, "%s is given twice", what);
        return aic_suggest(error, "give it once");
    }
    *text = value;
    return true;
}
