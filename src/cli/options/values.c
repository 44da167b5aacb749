/* SPDX-License-Identifier: Apache-2.0 */
/* The values of options: each is read into the member that its row of the table names. */
#include <string.h>

#include "cli/options/options.h"

/* The values that an option takes, as names to choose from. */
struct choice {
    const struct cli_option *option;
    enum cli_subject subject;
};

static const char *word_at(const void *context, size_t i)
{
    const struct choice *choice = context;
    return cli_option_word(choice->option, choice->subject, i);
}

static bool read_word(const struct cli_option *option, enum cli_subject subject, const char *value,
                      int *place, struct aic_error *error)
{
    const struct choice choice = { option, subject };
    const char *word;
    for (size_t i = 0; (word = word_at(&choice, i)); i++) {
        if (strcmp(word, value) == 0) {
            *place = (int)i;
            return true;
        }
    }
    char list[128];
    struct aic_text text;
    aic_text_init(&text, list, sizeof list);
    aic_text_add_names(&text, word_at, &choice);
    const char *near = aic_nearest(value, word_at, &choice, AIC_ALL_NAMES);
    aic_fail(error, AIC_ERR_UNKNOWN, NULL, "--%s: '%s' is not one of its values", option->name,
             value);
    return near ? aic_suggest(error, "did you mean '%s'? values: %s", near, list)
                : aic_suggest(error, "values: %s", list);
}

static bool add_value(struct cli_list *list, const char *option, const char *value,
                      struct aic_error *error)
{
    if (list->count == CLI_REPEAT_MAX) {
        return aic_fail(error, AIC_ERR_RANGE, NULL, "--%s is given more than %d times", option,
                        CLI_REPEAT_MAX);
    }
    list->at[list->count++] = value;
    return true;
}

static bool set_once(const char **text, const char *option, const char *value,
                     struct aic_error *error)
{
    if (*text) {
        aic_fail(error, AIC_ERR_USAGE, NULL, "--%s is given twice", option);
        return aic_suggest(error, "give it once");
    }
    *text = value;
    return true;
}

bool cli_option_set(const struct cli_option *option, enum cli_subject subject,
                    struct cli_options *options, const char *value, struct aic_error *error)
{
    void *member = (char *)options + option->offset;
    int place = 0;
    switch (option->type) {
    case CLI_FLAG:
        *(bool *)member = true;
        return true;
    case CLI_TEXT:
        return set_once(member, option->name, value, error);
    case CLI_TEXTS:
    case CLI_FILES:
        return add_value(member, option->name, value, error);
    case CLI_WORD:
        return read_word(option, subject, value, member, error);
    case CLI_FORMAT:
        if (!read_word(option, subject, value, &place, error)) {
            return false;
        }
        *(const struct cli_format **)member = cli_format_at(subject, (size_t)place);
        return true;
    }
    return true;
}
