/* SPDX-License-Identifier: Apache-2.0 */
/* The command line of `aicalc check`. */
#include <string.h>

#include "cli/check/check.h"

static const char *const formats[] = {
    [CLI_CHECK_TABLE] = "table",   [CLI_CHECK_JSON] = "json",         [CLI_CHECK_JUNIT] = "junit",
    [CLI_CHECK_GITHUB] = "github", [CLI_CHECK_MARKDOWN] = "markdown", NULL,
};

const struct cli_option cli_check_options[] = {
    { "output", 'o', "FORMAT", "table, json, junit, github or markdown", formats },
    { "write", 'O', "FILE",
      "the report once more: .json, .xml (JUnit), .md or .txt says the format; repeatable", NULL },
    { "baseline", 0, "OLD.json",
      "an earlier report: allows relative budgets ('cost <= +10%') and shows changes", NULL },
    { "catalog", 0, "FILE", "lay a catalog over the built-in ones; repeatable", NULL },
    { "no-config", 0, NULL, "ignore AICALC_CATALOG and the user's catalog", NULL },
    { "units", 0, "STYLE", "of values in words: auto, si, iec or raw", cli_unit_words },
    { "color", 0, "WHEN", "auto, always or never", cli_color_words },
    { "help", 'h', NULL, "help, examples first", NULL },
    { NULL, 0, NULL, NULL, NULL },
};

#define OPTIONS (sizeof cli_check_options / sizeof cli_check_options[0] - 1)

enum cli_check_format cli_check_format_of(const char *path)
{
    static const struct {
        const char *ending;
        enum cli_check_format format;
    } endings[] = {
        { ".json", CLI_CHECK_JSON },
        { ".xml", CLI_CHECK_JUNIT },
        { ".md", CLI_CHECK_MARKDOWN },
        { ".txt", CLI_CHECK_TABLE },
    };
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        if (cli_has_ending(path, endings[i].ending)) {
            return endings[i].format;
        }
    }
    return CLI_CHECK_FORMATS;
}

/* The option that a word names up to `length`; NULL if there is none. */
static const struct cli_option *find_option(const char *word, size_t length)
{
    for (size_t i = 0; i < OPTIONS; i++) {
        const struct cli_option *option = &cli_check_options[i];
        bool is_long = length == strlen(option->name) + 2 && strncmp(word, "--", 2) == 0 &&
                       strncmp(word + 2, option->name, length - 2) == 0;
        bool is_short = option->letter && length == 2 && word[1] == option->letter;
        if (is_long || is_short) {
            return option;
        }
    }
    return NULL;
}

static const char *name_at(const void *context, size_t i)
{
    (void)context;
    return cli_check_options[i].name;
}

static bool fail_unknown(const char *word, size_t length, struct aic_error *error)
{
    char name[64];
    struct aic_text text;
    aic_text_init(&text, name, sizeof name);
    aic_text_add_bytes(&text, word, length);
    aic_fail(error, AIC_ERR_UNKNOWN, NULL, "check has no option '%s'", name);
    const char *near = aic_nearest(name + strspn(name, "-"), name_at, NULL, OPTIONS);
    return near ? aic_suggest(error, "did you mean '--%s'?", near)
                : aic_suggest(error, "inputs and budgets stand in the check file; 'aicalc check "
                                     "-h' lists the options");
}

static bool apply(struct cli_check_options *options, const char *name, const char *value,
                  struct aic_error *error)
{
    int word = 0;
    bool ok = true;
    if (strcmp(name, "output") == 0) {
        ok = cli_read_word(name, value, formats, &word, error);
        options->format = (enum cli_check_format)word;
    } else if (strcmp(name, "units") == 0) {
        ok = cli_read_word(name, value, cli_unit_words, &word, error);
        options->units = (enum aic_unit_style)word;
    } else if (strcmp(name, "color") == 0) {
        ok = cli_read_word(name, value, cli_color_words, &word, error);
        options->color = (enum cli_color)word;
    } else if (strcmp(name, "write") == 0) {
        ok = cli_add_value(&options->files, name, value, error);
    } else if (strcmp(name, "catalog") == 0) {
        ok = cli_add_value(&options->catalogs, name, value, error);
    } else if (strcmp(name, "baseline") == 0) {
        ok = cli_set_once(&options->baseline, "--baseline", value, error);
    } else if (strcmp(name, "no-config") == 0) {
        options->no_config = true;
    } else {
        options->help = true;
    }
    return ok;
}

/* Reads one word, and the next one where that is its value. */
static bool read_argument(struct cli_check_options *options, int argc, char **argv, int *i,
                          struct aic_error *error)
{
    const char *word = argv[*i];
    if (word[0] != '-' || !word[1]) {
        return cli_set_once(&options->file, "the check file", word, error);
    }
    bool is_long = word[1] == '-';
    const char *equals = is_long ? strchr(word, '=') : NULL;
    size_t length = equals ? (size_t)(equals - word) : strlen(word);
    const struct cli_option *option = find_option(word, length);
    if (!option) {
        return fail_unknown(word, length, error);
    }
    const char *value = equals ? equals + 1 : NULL;
    if (!option->value && value) {
        return aic_fail(error, AIC_ERR_USAGE, NULL, "--%s takes no value", option->name);
    }
    if (option->value && !value) {
        bool is_there = *i + 1 < argc && (argv[*i + 1][0] != '-' || !argv[*i + 1][1]);
        if (!is_there) {
            return aic_fail(error, AIC_ERR_USAGE, NULL, "--%s wants a value", option->name);
        }
        value = argv[++*i];
    }
    return apply(options, option->name, value, error);
}

bool cli_check_options_read(struct cli_check_options *options, int argc, char **argv,
                            struct aic_error *error)
{
    memset(options, 0, sizeof *options);
    for (int i = 1; i < argc; i++) {
        if (!read_argument(options, argc, argv, &i, error)) {
            return false;
        }
    }
    if (!options->file && !options->help) {
        aic_fail(error, AIC_ERR_USAGE, NULL, "check wants a file");
        return aic_suggest(error, "write 'aicalc check budgets.json', or 'aicalc check -' for "
                                  "standard input");
    }
    return true;
}
