/* SPDX-License-Identifier: Apache-2.0 */
/* Reading a command line against the table of options and the calculator's fields. */
#include "cli/options.h"

#include <stdlib.h>
#include <string.h>

static const char *const format_words[] = { "table", "json", "csv", "markdown", "svg", NULL };
static const char *const gate_words[] = { "worst", "low", "mid", "high", NULL };

const struct cli_option cli_common_options[] = {
    { "output", 'o', "FORMAT", "table, json, csv, markdown or svg", format_words },
    { "write", 'O', "FILE", "a second answer, its format from the file's ending; repeatable",
      NULL },
    { "fields", 0, "NAMES", "only these results, comma-separated, in this order", NULL },
    { "explain", 0, NULL, "formula, numbers and sources of each result", NULL },
    { "budget", 0, "'RESULT OP QUANTITY'",
      "exit 1 if it does not hold; repeatable; 'warn:' only reports", NULL },
    { "gate", 0, "END", "end of a range that budgets test: worst, low, mid or high", gate_words },
    { "sweep", 0, "P=LIST", "repeat for a,b,c or A..B+STEP or A..B*FACTOR; repeatable, crossed",
      NULL },
    { "solve", 0, "P=min|max", "the smallest or largest value that meets all budgets", NULL },
    { "sensitivity", 0, NULL, "how much each input moves the results", NULL },
    { "input", 0, "FILE", "inputs as JSON, or an earlier answer; - is standard input", NULL },
    { "units", 0, "STYLE", "of tables: auto, si, iec or raw", cli_unit_words },
    { "catalog", 0, "FILE", "lay a catalog over the built-in ones; repeatable", NULL },
    { "no-config", 0, NULL, "ignore AICALC_CATALOG and the user's catalog", NULL },
    { "color", 0, "WHEN", "auto, always or never", cli_color_words },
    { "help", 'h', NULL, "help, examples first", NULL },
    { NULL, 0, NULL, NULL, NULL },
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

static bool take_value(struct argument *argument, int argc, char **argv, int *i,
                       struct aic_error *error)
{
    if (argument->value) {
        return true;
    }
    if (*i + 1 >= argc || looks_like_option(argv[*i + 1])) {
        return aic_fail(error, AIC_ERR_USAGE, NULL, "--%s wants a value", argument->name);
    }
    argument->value = argv[++*i];
    return true;
}

static bool apply_common(struct cli_options *options, const struct argument *argument,
                         struct aic_error *error)
{
    const char *name = argument->name;
    int word = 0;
    if (strcmp(name, "output") == 0) {
        bool ok = cli_read_word(name, argument->value, format_words, &word, error);
        options->format = (enum cli_format)word;
        return ok;
    }
    if (strcmp(name, "units") == 0) {
        bool ok = cli_read_word(name, argument->value, cli_unit_words, &word, error);
        options->units = (enum aic_unit_style)word;
        return ok;
    }
    if (strcmp(name, "color") == 0) {
        bool ok = cli_read_word(name, argument->value, cli_color_words, &word, error);
        options->color = (enum cli_color)word;
        return ok;
    }
    if (strcmp(name, "gate") == 0) {
        bool ok = cli_read_word(name, argument->value, gate_words, &word, error);
        options->gate = (enum aic_gate)word;
        return ok;
    }
    if (strcmp(name, "solve") == 0) {
        return cli_set_once(&options->solve, "--solve", argument->value, error);
    }
    if (strcmp(name, "sweep") == 0) {
        return cli_add_value(&options->sweeps, name, argument->value, error);
    }
    if (strcmp(name, "write") == 0) {
        return cli_add_value(&options->files, name, argument->value, error);
    }
    if (strcmp(name, "fields") == 0) {
        return cli_set_once(&options->fields, "--fields", argument->value, error);
    }
    if (strcmp(name, "input") == 0) {
        return cli_set_once(&options->input, "--input", argument->value, error);
    }
    if (strcmp(name, "budget") == 0) {
        return cli_add_value(&options->budgets, name, argument->value, error);
    }
    if (strcmp(name, "catalog") == 0) {
        return cli_add_value(&options->catalogs, name, argument->value, error);
    }
    options->sensitivity = options->sensitivity || strcmp(name, "sensitivity") == 0;
    options->explain = options->explain || strcmp(name, "explain") == 0;
    options->no_config = options->no_config || strcmp(name, "no-config") == 0;
    options->help = options->help || strcmp(name, "help") == 0;
    return true;
}

static const struct cli_option *find_common(const struct argument *argument)
{
    for (const struct cli_option *option = cli_common_options; option->name; option++) {
        bool is_short = argument->typed[0] == '-' && argument->typed[1] != '-';
        if (is_short ? argument->name[0] == option->letter && !argument->name[1]
                     : strcmp(argument->name, option->name) == 0) {
            return option;
        }
    }
    return NULL;
}

/* All names that an option may have, for "did you mean". */
struct candidates {
    const struct aic_calculator *calculator;
    size_t common;
};

static const char *candidate_at(const void *context, size_t i)
{
    const struct candidates *candidates = context;
    return i < candidates->common
               ? cli_common_options[i].name
               : aic_table_at(&candidates->calculator->inputs, i - candidates->common, NULL)->name;
}

static bool fail_unknown(const struct aic_calculator *calculator, const struct argument *argument,
                         struct aic_error *error)
{
    struct candidates candidates = { calculator,
                                     sizeof cli_common_options / sizeof cli_common_options[0] - 1 };
    size_t count = candidates.common + (calculator ? aic_table_size(&calculator->inputs) : 0);
    char canonical[64];
    struct aic_text text;
    aic_text_init(&text, canonical, sizeof canonical);
    for (const char *c = argument->name; *c; c++) {
        aic_text_add_bytes(&text, *c == '-' ? "_" : c, 1);
    }
    aic_fail(error, AIC_ERR_UNKNOWN, NULL, "unknown option '%s'", argument->typed);
    const char *near = aic_nearest(canonical, candidate_at, &candidates, count);
    if (!near) {
        return aic_suggest(error, "'aicalc help%s%s' lists all", calculator ? " " : "",
                           calculator ? calculator->name : "");
    }
    char flag[64];
    aic_text_init(&text, flag, sizeof flag);
    for (const char *c = near; *c; c++) {
        aic_text_add_bytes(&text, *c == '_' ? "-" : c, 1);
    }
    return aic_suggest(error, "did you mean '--%s'?", flag);
}

/* Index of the input that an option names; `no` is set for the --no-x of a flag. */
static size_t find_input(const struct aic_calculator *calculator, const char *name, bool *no)
{
    const struct aic_table *inputs = &calculator->inputs;
    size_t count = aic_table_size(inputs);
    char canonical[64];
    struct aic_text text;
    aic_text_init(&text, canonical, sizeof canonical);
    for (const char *c = name; *c; c++) {
        if (*c == '_') {
            return count; /* a flag is typed with dashes */
        }
        aic_text_add_bytes(&text, *c == '-' ? "_" : c, 1);
    }
    size_t index = aic_table_find(inputs, canonical, text.length);
    *no = false;
    if (index == count && strncmp(canonical, "no_", 3) == 0) {
        index = aic_table_find(inputs, canonical + 3, text.length - 3);
        *no = true;
        if (index < count && aic_table_at(inputs, index, NULL)->kind != AIC_FLAG) {
            return count;
        }
    }
    return index;
}

static bool add_setting(struct cli_options *options, const struct aic_field *field,
                        const char *text, struct aic_error *error)
{
    for (size_t i = 0; i < options->setting_count; i++) {
        if (options->settings[i].name == field->name) { /* both are the table's */
            aic_fail(error, AIC_ERR_USAGE, field->name, "%s is given twice", field->name);
            return aic_suggest(error, "give it once");
        }
    }
    options->settings[options->setting_count++] = (struct aic_setting){ field->name, text, 0 };
    return true;
}

static bool apply_input(struct cli_options *options, const struct aic_calculator *calculator,
                        size_t index, bool no, struct argument *argument, int argc, char **argv,
                        int *i, struct aic_error *error)
{
    const struct aic_field *field = aic_table_at(&calculator->inputs, index, NULL);
    if (field->kind == AIC_FLAG) {
        if (argument->value) {
            aic_fail(error, AIC_ERR_USAGE, field->name, "%s: a flag takes no value", field->name);
            return aic_suggest(error, "write --%s for yes, --no-%s for no",
                               no ? argument->name + 3 : argument->name,
                               no ? argument->name + 3 : argument->name);
        }
        return add_setting(options, field, no ? "false" : "true", error);
    }
    return take_value(argument, argc, argv, i, error) &&
           add_setting(options, field, argument->value, error);
}

static bool split(struct argument *argument, char *word, struct aic_error *error)
{
    size_t dashes = word[0] == '-' ? (word[1] == '-' ? 2 : 1) : 0;
    if (dashes == 0 || !word[dashes]) {
        aic_fail(error, AIC_ERR_USAGE, NULL, "unexpected word '%s'", word);
        return aic_suggest(error, "values follow their option: --context 128Ki");
    }
    char *equals = strchr(word, '=');
    argument->value = NULL;
    if (equals && dashes == 2) {
        *equals = '\0';
        argument->value = equals + 1;
    }
    argument->typed = word;
    struct aic_text text;
    aic_text_init(&text, argument->name, sizeof argument->name);
    aic_text_add(&text, word + dashes);
    return true;
}

static bool read_argument(struct cli_options *options, const struct aic_calculator *calculator,
                          int argc, char **argv, int *i, struct aic_error *error)
{
    struct argument argument;
    if (!split(&argument, argv[*i], error)) {
        return false;
    }
    const struct cli_option *common = find_common(&argument);
    if (common) {
        struct aic_text text;
        aic_text_init(&text, argument.name, sizeof argument.name);
        aic_text_add(&text, common->name);
        if (!common->value && argument.value) {
            return aic_fail(error, AIC_ERR_USAGE, NULL, "--%s takes no value", common->name);
        }
        return (!common->value || take_value(&argument, argc, argv, i, error)) &&
               apply_common(options, &argument, error);
    }
    bool no = false;
    size_t index = 0;
    bool is_input =
        calculator && argument.typed[1] == '-' &&
        (index = find_input(calculator, argument.name, &no)) < aic_table_size(&calculator->inputs);
    return is_input ? apply_input(options, calculator, index, no, &argument, argc, argv, i, error)
                    : fail_unknown(calculator, &argument, error);
}

/* True where the word is an option whose value is the next word. */
static bool wants_next(const char *word)
{
    for (const struct cli_option *option = cli_common_options; option->name; option++) {
        bool is_long = strncmp(word, "--", 2) == 0 && strcmp(word + 2, option->name) == 0;
        bool is_short = option->letter && word[0] == '-' && word[1] == option->letter && !word[2];
        if (is_long || is_short) {
            return option->value != NULL;
        }
    }
    return false;
}

int cli_take_words(int argc, char **argv, const char **words, int most)
{
    int count = 0;
    int kept = 1;
    for (int i = 1; i < argc; i++) {
        bool is_word = !looks_like_option(argv[i]) && (i == 1 || !wants_next(argv[i - 1]));
        if (is_word && count < most) {
            words[count++] = argv[i];
        } else {
            argv[kept++] = argv[i];
        }
    }
    argv[kept] = NULL;
    return count;
}

enum cli_format cli_peek_format(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        bool joined = strcmp(argv[i], "--output=json") == 0;
        bool split_up = (strcmp(argv[i], "-o") == 0 || strcmp(argv[i], "--output") == 0) &&
                        i + 1 < argc && strcmp(argv[i + 1], "json") == 0;
        if (joined || split_up) {
            return CLI_JSON;
        }
    }
    return CLI_TABLE;
}

bool cli_options_read(struct cli_options *options, const struct aic_calculator *calculator,
                      int argc, char **argv, struct aic_error *error)
{
    memset(options, 0, sizeof *options);
    size_t count = calculator ? aic_table_size(&calculator->inputs) : 0;
    options->settings = calloc(count + 1, sizeof options->settings[0]);
    if (!options->settings) {
        return aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
    }
    for (int i = 1; i < argc; i++) {
        if (!read_argument(options, calculator, argc, argv, &i, error)) {
            return false;
        }
    }
    return true;
}

void cli_options_clear(struct cli_options *options)
{
    free(options->settings);
    options->settings = NULL;
}
