/* SPDX-License-Identifier: Apache-2.0 */
/* Reading a command line against the table of options and the calculator's fields. */
#include <stdlib.h>
#include <string.h>

#include "cli/formats/lines.h"
#include "cli/options/options.h"
#include "cli/options/unknown.h"

bool cli_named_input(const struct aic_calculator *calculator, size_t nth, size_t *input)
{
    const char *at = calculator->named ? calculator->named : "model";
    for (; *at && nth > 0; nth--) {
        at += strcspn(at, " ");
        at += *at == ' ';
    }
    *input = aic_table_find(&calculator->inputs, at, strcspn(at, " "));
    return *at && *input < aic_table_size(&calculator->inputs);
}

/* The command line under way. */
struct reading {
    struct cli_options *options;
    enum cli_subject subject;
    const struct aic_calculator *calculator; /* NULL: no inputs */
    int argc, at;                            /* the word under way */
    char **argv;
    char *equals; /* in that word, while what stands before it is a word of its own */
    bool hidden;  /* it says where or how the answer is shown, and asks nothing */
};

/* One word of the command line, taken apart: --name=value or --name value. */
struct argument {
    const char *typed; /* as typed, up to '=' */
    char name[64];     /* without dashes */
    const char *value; /* behind '=', or NULL */
};

/* "-o" and "--tp" are options; "-5" and "-" are values. */
static bool looks_like_option(const char *word)
{
    return word[0] == '-' && word[1] != '\0' &&
           (word[1] == '-' || word[1] == 'O' || (word[1] >= 'a' && word[1] <= 'z'));
}

/* "--context requires a value; write for example --context 128Ki" */
static bool fail_without_value(const struct reading *reading, const char *name,
                               struct aic_error *error)
{
    char in_table[AIC_TYPED_SIZE];
    struct aic_text text;
    size_t input;
    aic_text_init(&text, in_table, sizeof in_table);
    aic_input_add_name(&text, name);
    aic_fail(error, AIC_ERR_USAGE, NULL, "--%s requires a value", name);
    const struct aic_span wanted = { in_table, text.length };
    if (!reading->calculator || !aic_input_find(reading->calculator, wanted, &input, NULL)) {
        return false;
    }
    const struct aic_field *field = aic_table_at(&reading->calculator->inputs, input, NULL);
    if (field->kind == AIC_REFERENCE) {
        return aic_suggest(error, "'aicalc catalog %s' lists the names",
                           aic_catalog_kind_name(field->catalog));
    }
    const char *value = field->kind == AIC_CHOICE ? field->choices[0]
                        : field->example          ? field->example
                        : field->default_text     ? field->default_text
                                                  : aic_dimension_example(field->dimension);
    return aic_suggest(error, "write for example --%s %s", name, value);
}

static bool take_value(struct reading *reading, struct argument *argument, const char *name,
                       struct aic_error *error)
{
    if (argument->value) {
        return true;
    }
    if (reading->at + 1 >= reading->argc || looks_like_option(reading->argv[reading->at + 1])) {
        return fail_without_value(reading, name, error);
    }
    argument->value = reading->argv[++reading->at];
    return true;
}

/* An option as the table of inputs has its name. */
static struct aic_text table_name(char *out, size_t capacity, const char *typed)
{
    struct aic_text text;
    aic_text_init(&text, out, capacity);
    aic_input_add_name(&text, typed);
    return text;
}

/* Index of the input that an option names; `no` is set for the --no-x of a flag. */
static size_t find_input(const struct aic_calculator *calculator, const char *name, bool *no,
                         const struct aic_alias **alias)
{
    const struct aic_table *inputs = &calculator->inputs;
    size_t count = aic_table_size(inputs);
    char spelt[AIC_TYPED_SIZE];
    struct aic_text text = table_name(spelt, sizeof spelt, name);
    if (strchr(name, '_')) {
        return count; /* an input is typed with dashes */
    }
    size_t index;
    bool found = aic_input_find(calculator, (struct aic_span){ spelt, text.length }, &index, alias);
    *no = false;
    if (!found && strncmp(name, "no-", 3) == 0) {
        text = table_name(spelt, sizeof spelt, name + 3);
        index = aic_table_find(inputs, spelt, text.length);
        *no = true;
        if (index < count && aic_table_at(inputs, index, NULL)->kind != AIC_FLAG) {
            return count;
        }
    }
    return found || *no ? index : count;
}

/* The setting keeps an alias as its name where there is something to say about it. */
static bool add_setting(const struct reading *reading, size_t index, const struct aic_alias *alias,
                        const char *text, struct aic_error *error)
{
    struct cli_options *options = reading->options;
    const struct aic_field *field = aic_table_at(&reading->calculator->inputs, index, NULL);
    for (size_t i = 0; i < options->setting_count; i++) {
        const char *name = options->settings[i].name;
        size_t other;
        /* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): as many as are counted have one */
        aic_input_find(reading->calculator, (struct aic_span){ name, strlen(name) }, &other, NULL);
        if (other == index) {
            aic_fail(error, AIC_ERR_USAGE, field->name, "%s is given twice", field->name);
            return aic_suggest(error, "give it once");
        }
    }
    const char *name = alias && alias->note ? alias->name : field->name;
    options->settings[options->setting_count++] = (struct aic_setting){ name, text, 0 };
    return true;
}

static bool set_input(struct reading *reading, size_t index, bool no, const struct aic_alias *alias,
                      struct argument *argument, struct aic_error *error)
{

    const struct aic_field *field = aic_table_at(&reading->calculator->inputs, index, NULL);
    const char *name = no ? argument->name + 3 : argument->name;
    if (field->kind != AIC_FLAG) {
        return take_value(reading, argument, argument->name, error) &&
               add_setting(reading, index, alias, argument->value, error);
    }
    if (argument->value) {
        aic_fail(error, AIC_ERR_USAGE, field->name, "%s: a flag takes no value", field->name);
        return aic_suggest(error, "write --%s for yes, --no-%s for no", name, name);
    }
    return add_setting(reading, index, alias, no ? "false" : "true", error);
}

static bool set_option(struct reading *reading, const struct cli_option *option,
                       struct argument *argument, struct aic_error *error)
{
    if (!option->value && argument->value) {
        return aic_fail(error, AIC_ERR_USAGE, NULL, "--%s takes no value", option->name);
    }
    bool is_help = option->type == CLI_FLAG && strcmp(option->name, "help") == 0;
    reading->options->short_help =
        reading->options->short_help || (is_help && argument->typed[1] == 'h');
    reading->hidden = cli_option_shows(option);
    return (!option->value || take_value(reading, argument, option->name, error)) &&
           cli_option_set(option, reading->subject, reading->options, argument->value, error);
}

/* A word that is no option: of a command that takes words, or the name behind a calculator's. */
static bool add_word(struct reading *reading, const char *word, struct aic_error *error)
{
    struct cli_options *options = reading->options;
    size_t input;
    bool takes_name = reading->calculator && cli_named_input(reading->calculator, 0, &input);
    if (!reading->calculator || (takes_name && reading->at == 1)) {
        options->words[options->word_count++] = word;
        return true;
    }
    aic_fail(error, AIC_ERR_USAGE, NULL, "unexpected word '%s'", word);
    if (takes_name) {
        const char *name = aic_table_at(&reading->calculator->inputs, input, NULL)->name;
        return aic_suggest(
            error,
            "a value follows its option, as in '--%s %s'; a name alone stands first: "
            "'aicalc %s %s'",
            name, word, reading->calculator->name, word);
    }
    return aic_suggest(error, "values follow their options; 'aicalc help %s' lists them",
                       reading->calculator->name);
}

/* --from of transfer is its source; in a composition it has its part's name in front. */
static bool is_input_instead(const struct reading *reading, const struct cli_option *option)
{
    const struct aic_calculator *calculator = reading->calculator;
    return calculator && !calculator->composition && strcmp(option->name, "from") == 0 &&
           aic_table_find(&calculator->inputs, "from", strlen("from")) <
               aic_table_size(&calculator->inputs);
}

/* The word that would be its value, were the option one; NULL: there is none. */
static const char *value_behind(const struct reading *reading, const struct argument *argument)
{
    bool follows = !argument->value && reading->at + 1 < reading->argc &&
                   !looks_like_option(reading->argv[reading->at + 1]);
    return follows ? reading->argv[reading->at + 1] : argument->value;
}

static bool read_argument(struct reading *reading, struct aic_error *error)
{
    char *word = reading->argv[reading->at];
    size_t dashes = word[0] == '-' ? (word[1] == '-' ? 2 : 1) : 0;
    if (dashes == 0 || !word[dashes]) {
        return add_word(reading, word, error);
    }
    struct argument argument = { .typed = word };
    reading->equals = dashes == 2 ? strchr(word, '=') : NULL;
    if (reading->equals) {
        *reading->equals = '\0';
        argument.value = reading->equals + 1;
    }
    cli_print(argument.name, sizeof argument.name, "%s", word + dashes);
    const struct cli_option *option = cli_option_find(reading->subject, word, strlen(word));
    if (option && !is_input_instead(reading, option)) {
        return set_option(reading, option, &argument, error);
    }
    if (reading->subject == CLI_MEANING) {
        return add_word(reading, word, error); /* explain --kv-heads */
    }
    bool no = false;
    size_t index = 0;
    const struct aic_alias *alias = NULL;
    bool is_input = reading->calculator && dashes == 2 &&
                    (index = find_input(reading->calculator, argument.name, &no, &alias)) <
                        aic_table_size(&reading->calculator->inputs);
    return is_input
               ? set_input(reading, index, no, alias, &argument, error)
               : cli_fail_unknown_option(reading->subject, reading->calculator, argument.typed,
                                         argument.name, value_behind(reading, &argument), error);
}

const struct cli_format *cli_peek_format(int argc, char **argv)
{
    const struct cli_format *format = NULL;
    for (int i = 1; i < argc && argv[i] && !(format && format->json_errors); i++) {
        const char *name = NULL;
        if (strncmp(argv[i], "--output=", 9) == 0) {
            name = argv[i] + 9;
        } else if (strcmp(argv[i], "-o") == 0 || strcmp(argv[i], "--output") == 0) {
            name = argv[i + 1]; /* NULL behind the last */
        }
        format = name ? cli_format_find(CLI_ANSWER, name) : NULL;
    }
    return format;
}

/* Keeps the words of an argument that was read, from `first` on, if they ask something. */
static void keep_words(const struct reading *reading, int first)
{
    struct cli_asked *asked = &reading->options->asked;
    for (int i = first; i <= reading->at && !reading->hidden; i++) {
        asked->words[asked->count++] = reading->argv[i];
    }
}

/* There are no more words of any kind than those of the command line. */
static bool allocate(struct cli_options *options, int argc, struct aic_error *error)
{
    size_t words = (size_t)argc + 1;
    options->settings = calloc(words, sizeof options->settings[0]);
    options->asked.words = calloc(words, sizeof options->asked.words[0]);
    options->words = calloc(words, sizeof options->words[0]);
    return (options->settings && options->asked.words && options->words) || aic_fail_memory(error);
}

bool cli_options_read(struct cli_options *options, enum cli_subject subject,
                      const struct aic_calculator *calculator, int argc, char **argv,
                      struct aic_error *error)
{
    struct reading reading = { options, subject, calculator, argc, 1, argv, NULL, false };
    *options = (struct cli_options){ .calculator = calculator };
    bool ok = allocate(options, argc, error);
    options->format = cli_format_at(subject, 0);
    for (int i = 1; ok && !subject && i < argc; i++) {
        options->words[options->word_count++] = argv[i];
    }
    if (!ok || !subject) {
        const char *word = ok && argc > 1 ? argv[1] : "";
        options->help = strcmp(word, "-h") == 0 || strcmp(word, "--help") == 0;
        return ok;
    }
    options->asked.words[options->asked.count++] = argv[0];
    for (; ok && reading.at < argc; reading.at++) {
        int first = reading.at;
        reading.equals = NULL;
        reading.hidden = false;
        ok = read_argument(&reading, error);
        if (reading.equals) {
            *reading.equals = '=';
        }
        keep_words(&reading, first);
    }
    return ok;
}

void cli_options_clear(struct cli_options *options)
{
    free(options->settings);
    free(options->asked.words);
    free(options->words);
}
