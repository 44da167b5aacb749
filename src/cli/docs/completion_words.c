/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aicalc __complete WORD...: what the last word may become, asked by the scripts of
 * completion.c.
 *
 * A line for each candidate: the whole word, then a tab and what it means, if there is more to
 * say. ":files" says that names of files fit as well, ":nospace" that the word goes on.
 */
#include <cjson/cJSON.h>
#include <string.h>

#include "cli/options.h"

struct completion {
    struct aic_sink *sink;
    char **words; /* the words before the last one */
    int count;
    const char *typed;                /* the last word */
    size_t kept;                      /* its leading bytes that stay before every candidate */
    const struct cli_option *options; /* of the command; NULL: none */
};

/* Offers a word if what was typed begins it. */
static void offer(const struct completion *completion, const char *word, const char *help)
{
    const char *open = completion->typed + completion->kept;
    if (strncmp(word, open, strlen(open)) == 0) {
        aic_sink_bytes(completion->sink, completion->typed, completion->kept);
        aic_sink_text(completion->sink, word);
        aic_sink_text(completion->sink, help ? "\t" : "");
        aic_sink_text(completion->sink, help ? help : "");
        aic_sink_text(completion->sink, "\n");
    }
}

static void offer_files(const struct completion *completion)
{
    aic_sink_text(completion->sink, ":files\n");
}

static void offer_calculators(const struct completion *completion)
{
    const struct aic_calculator *calculator;
    for (size_t i = 0; (calculator = aic_calculator_at(i)); i++) {
        offer(completion, calculator->name, calculator->help);
    }
}

static bool offer_entry(void *context, const struct aic_entry *entry)
{
    const struct cJSON *name = aic_json_member(entry->node, "name");
    const struct cJSON *label = aic_json_member(entry->node, "label");
    if (cJSON_IsString(name)) {
        offer(context, name->valuestring, cJSON_IsString(label) ? label->valuestring : NULL);
    }
    return true;
}

/* The names of a catalog, the user's own included; nothing where those cannot be read. */
static void offer_entries(struct completion *completion, enum aic_catalog_kind kind)
{
    struct aic_catalog catalog = { .count = 0 };
    struct cli_files files = { NULL };
    const char *paths[AIC_CATALOG_OVERLAYS];
    size_t count = 0;
    bool no_config = false;
    for (int i = 0; i < completion->count; i++) {
        no_config = no_config || strcmp(completion->words[i], "--no-config") == 0;
        if (strcmp(completion->words[i], "--catalog") == 0 && i + 1 < completion->count &&
            count < AIC_CATALOG_OVERLAYS) {
            paths[count++] = completion->words[i + 1];
        }
    }
    struct aic_error error = { .code = AIC_OK };
    if (cli_load_catalogs(&catalog, &files, paths, count, no_config, &error)) {
        aic_catalog_each(&catalog, kind, offer_entry, completion, &error);
    }
    aic_catalog_clear(&catalog);
    cli_files_clear(&files);
}

/* A number is on its way: the units it may have. Before that, an example. */
static void offer_quantity(struct completion *completion, const struct aic_field *field)
{
    size_t digits = strspn(completion->typed + completion->kept, "0123456789._");
    const struct aic_unit *unit;
    if (digits == 0 && !aic_dimension_is_plain(field->dimension)) {
        offer(completion, aic_dimension_example(field->dimension), "for example");
    }
    if (digits > 0) {
        completion->kept += digits;
        for (size_t i = 0; (unit = aic_dimension_unit(field->dimension, i)); i++) {
            offer(completion, unit->symbol, aic_dimension_name(field->dimension));
        }
    }
}

static void offer_value(struct completion *completion, const struct aic_field *field)
{
    switch (field->kind) {
    case AIC_REAL:
    case AIC_INTEGER:
        offer_quantity(completion, field);
        break;
    case AIC_CHOICE:
        for (size_t i = 0; field->choices[i]; i++) {
            offer(completion, field->choices[i], NULL);
        }
        break;
    case AIC_FLAG:
        offer(completion, "true", NULL);
        offer(completion, "false", NULL);
        break;
    case AIC_REFERENCE:
        offer_entries(completion, field->catalog);
        if (field->catalog == AIC_MODELS) {
            offer_files(completion); /* a config.json */
        }
        break;
    }
}

/* The names of a table, each with `tail` behind it; not the steps of the arithmetic. */
static void offer_names(const struct completion *completion, const struct aic_table *table,
                        bool numbers_only, const char *tail)
{
    for (size_t i = 0; i < aic_table_size(table); i++) {
        const struct aic_field *field = aic_table_at(table, i, NULL);
        bool is_number = field->kind == AIC_REAL || field->kind == AIC_INTEGER;
        char word[AIC_TYPED_SIZE + 8];
        struct aic_text text;
        aic_text_init(&text, word, sizeof word);
        aic_text_format(&text, "%s%s", field->name, tail);
        if (!(field->flags & AIC_TERM) && (is_number || !numbers_only)) {
            offer(completion, word, field->help);
        }
    }
}

/* --fields a,b */
static void offer_fields(struct completion *completion, const struct aic_calculator *calculator)
{
    const char *comma = strrchr(completion->typed + completion->kept, ',');
    if (comma) {
        completion->kept = (size_t)(comma + 1 - completion->typed);
    }
    offer_names(completion, &calculator->results, false, "");
}

static const struct aic_field *find_field(const struct aic_table *table, const char *name,
                                          size_t length)
{
    size_t index = aic_table_find(table, name, length);
    return index < aic_table_size(table) ? aic_table_at(table, index, NULL) : NULL;
}

/* --budget 'warn: RESULT OP QUANTITY' */
static void offer_budget(struct completion *completion, const struct aic_calculator *calculator)
{
    static const char *const relations[] = { "<=", "<", ">=", ">", "==" };
    const char *rest = completion->typed + completion->kept;
    bool warns = strncmp(rest, "warn:", 5) == 0;
    rest += warns ? 5 : 0;
    rest += strspn(rest, " ");
    completion->kept = (size_t)(rest - completion->typed);
    size_t name = strcspn(rest, " <>=");
    size_t blanks = strspn(rest + name, " ");
    size_t relation = strspn(rest + name + blanks, "<>=");
    const struct aic_field *field = find_field(&calculator->results, rest, name);
    if (name + blanks + relation == name) {
        offer_names(completion, &calculator->results, false, "");
        if (!warns) {
            offer(completion, "warn:", "report only, never fail");
        }
        return;
    }
    if (!field) {
        return;
    }
    completion->kept += name + blanks;
    if (!rest[name + blanks + relation]) {
        bool is_number = field->kind == AIC_REAL || field->kind == AIC_INTEGER;
        for (size_t i = is_number ? 0 : 4; i < sizeof relations / sizeof relations[0]; i++) {
            offer(completion, relations[i], field->help);
        }
        return;
    }
    completion->kept += relation;
    completion->kept += strspn(completion->typed + completion->kept, " ");
    offer_value(completion, field);
}

/* --sweep P=LIST */
static void offer_sweep(struct completion *completion, const struct aic_calculator *calculator)
{
    const char *name = completion->typed + completion->kept;
    const char *equals = strchr(name, '=');
    if (!equals) {
        aic_sink_text(completion->sink, ":nospace\n");
        offer_names(completion, &calculator->inputs, false, "=");
        return;
    }
    const struct aic_field *field = find_field(&calculator->inputs, name, (size_t)(equals - name));
    const char *comma = strrchr(equals, ',');
    completion->kept = (size_t)((comma ? comma : equals) + 1 - completion->typed);
    if (field) {
        offer_value(completion, field);
    }
}

/* --solve P=min */
static void offer_solve(struct completion *completion, const struct aic_calculator *calculator)
{
    const char *equals = strchr(completion->typed + completion->kept, '=');
    if (!equals) {
        aic_sink_text(completion->sink, ":nospace\n");
        offer_names(completion, &calculator->inputs, true, "=");
        return;
    }
    completion->kept = (size_t)(equals + 1 - completion->typed);
    offer(completion, "min", "the smallest value that meets all budgets");
    offer(completion, "max", "the largest value that meets all budgets");
}

/* The value of an option that is not an input. */
static void offer_option_value(struct completion *completion, const struct cli_option *option,
                               const struct aic_calculator *calculator)
{
    for (size_t i = 0; option->words && option->words[i]; i++) {
        offer(completion, option->words[i], NULL);
    }
    if (strcmp(option->value, "FILE") == 0 || strstr(option->value, ".json")) {
        offer_files(completion);
    } else if (calculator && strcmp(option->name, "fields") == 0) {
        offer_fields(completion, calculator);
    } else if (calculator && strcmp(option->name, "budget") == 0) {
        offer_budget(completion, calculator);
    } else if (calculator && strcmp(option->name, "sweep") == 0) {
        offer_sweep(completion, calculator);
    } else if (calculator && strcmp(option->name, "solve") == 0) {
        offer_solve(completion, calculator);
    }
}

/* The option of a table that a word names: "--output", "-o", "--output=json" up to `length`. */
static const struct cli_option *find_option(const struct cli_option *options, const char *word,
                                            size_t length)
{
    for (const struct cli_option *option = options; option && option->name; option++) {
        bool is_long = length == strlen(option->name) + 2 && strncmp(word, "--", 2) == 0 &&
                       strncmp(word + 2, option->name, length - 2) == 0;
        if (is_long ||
            (length == 2 && option->letter && word[0] == '-' && word[1] == option->letter)) {
            return option;
        }
    }
    return NULL;
}

/* The input that "--kv-heads" names, up to `length`. */
static const struct aic_field *find_input(const struct aic_calculator *calculator, const char *word,
                                          size_t length)
{
    char name[AIC_TYPED_SIZE];
    if (!calculator || length < 3 || length - 2 >= sizeof name || strncmp(word, "--", 2) != 0) {
        return NULL;
    }
    for (size_t i = 2; i < length; i++) {
        name[i - 2] = word[i] == '-' ? '_' : word[i];
    }
    return find_field(&calculator->inputs, name, length - 2);
}

/* Offers values if `word`, up to `length`, is an option that takes one; false if not. */
static bool offer_values(struct completion *completion, const struct aic_calculator *calculator,
                         const char *word, size_t length)
{
    const struct cli_option *option = find_option(completion->options, word, length);
    const struct aic_field *field = option ? NULL : find_input(calculator, word, length);
    if (option && option->value) {
        offer_option_value(completion, option, calculator);
        return true;
    }
    if (field && field->kind != AIC_FLAG) {
        offer_value(completion, field);
        return true;
    }
    return false;
}

static bool is_given(const struct completion *completion, const char *option)
{
    size_t length = strlen(option);
    for (int i = 0; i < completion->count; i++) {
        const char *word = completion->words[i];
        if (strncmp(word, option, length) == 0 && (!word[length] || word[length] == '=')) {
            return true;
        }
    }
    return false;
}

/* "--x" and, for a flag, "--no-x", unless one of them was given. */
static void offer_input(const struct completion *completion, const struct aic_field *field)
{
    char yes[AIC_TYPED_SIZE];
    char no[AIC_TYPED_SIZE];
    char help[512];
    struct aic_text text;
    aic_text_init(&text, yes, sizeof yes);
    aic_text_add(&text, "--");
    for (const char *c = field->name; *c; c++) {
        aic_text_add_bytes(&text, *c == '_' ? "-" : c, 1);
    }
    aic_text_init(&text, no, sizeof no);
    aic_text_format(&text, "--no-%s", yes + 2);
    if (!is_given(completion, yes) && !is_given(completion, no)) {
        offer(completion, yes, field->help);
        if (field->kind == AIC_FLAG) {
            aic_text_init(&text, help, sizeof help);
            aic_text_format(&text, "no: %s", field->help);
            offer(completion, no, help);
        }
    }
}

static void offer_options(const struct completion *completion)
{
    const struct cli_option *option = completion->options;
    for (; option && option->name; option++) {
        char word[AIC_TYPED_SIZE];
        struct aic_text text;
        aic_text_init(&text, word, sizeof word);
        aic_text_format(&text, "--%s", option->name);
        offer(completion, word, option->help);
        if (option->letter && strcmp(completion->typed, "-") == 0) {
            const char letter[] = { '-', option->letter, '\0' };
            offer(completion, letter, option->help);
        }
    }
}

static void complete_calculator(struct completion *completion,
                                const struct aic_calculator *calculator)
{
    for (size_t i = 0; i < aic_table_size(&calculator->inputs); i++) {
        offer_input(completion, aic_table_at(&calculator->inputs, i, NULL));
    }
    offer_options(completion);
}

/* Words before the last one that are neither options nor their values; the first of them. */
static int count_words(const struct completion *completion, const char **first)
{
    int count = 0;
    *first = "";
    for (int i = 1; i < completion->count; i++) {
        const char *before = completion->words[i - 1];
        const struct cli_option *option = find_option(completion->options, before, strlen(before));
        if (completion->words[i][0] != '-' && !(option && option->value)) {
            *first = count++ ? *first : completion->words[i];
        }
    }
    return count;
}

static void offer_catalog(struct completion *completion, int before, const char *kind)
{
    for (int i = 0; i < AIC_CATALOG_KINDS; i++) {
        const char *name = aic_catalog_kind_name((enum aic_catalog_kind)i);
        if (before == 0) {
            offer(completion, name, NULL);
        } else if (before == 1 && strcmp(kind, name) == 0) {
            offer_entries(completion, (enum aic_catalog_kind)i);
        }
    }
}

/* What the table of commands says that a command takes. */
static void complete_command(struct completion *completion, const struct cli_command *command)
{
    const char *first;
    int before = count_words(completion, &first);
    if (completion->typed[0] == '-') {
        offer_options(completion);
    }
    if (strstr(command->arguments, "--man")) {
        offer(completion, "--man", "as a page for man");
        offer(completion, "--markdown", "as a page in Markdown");
    }
    if (strstr(command->arguments, "KIND")) {
        offer_catalog(completion, before, first);
    } else if (strstr(command->arguments, ".json") || strstr(command->arguments, "FILE")) {
        offer_files(completion);
    } else if (before > 0) {
        return;
    } else if (strstr(command->arguments, "CALCULATOR")) {
        offer_calculators(completion);
        if (strstr(command->arguments, "|check")) {
            offer(completion, "check", "the check file");
        }
    } else if (strstr(command->arguments, "DIMENSION")) {
        for (int i = 0; i < AIC_DIMENSIONS; i++) {
            offer(completion, aic_dimension_name((enum aic_dimension)i),
                  aic_dimension_base((enum aic_dimension)i));
        }
    } else if (strstr(command->arguments, "SHELL")) {
        offer(completion, "bash", NULL);
        offer(completion, "zsh", NULL);
        offer(completion, "fish", NULL);
    }
}

static const struct cli_command *find_command(const char *name)
{
    for (const struct cli_command *command = cli_commands; command->name; command++) {
        if (command->help && strcmp(command->name, name) == 0) {
            return command;
        }
    }
    return NULL;
}

static void complete(struct completion *completion)
{
    const char *first = completion->count > 0 ? completion->words[0] : "";
    const char *before = completion->count > 1 ? completion->words[completion->count - 1] : "";
    const char *equals = strchr(completion->typed, '=');
    const struct aic_calculator *calculator = aic_calculator_find(first);
    const struct cli_command *command = find_command(first);
    if (completion->count == 0) {
        offer_calculators(completion);
        for (command = cli_commands; command->name; command++) {
            if (command->help) {
                offer(completion, command->name, command->help);
            }
        }
        return;
    }
    if (!calculator && !command) {
        return;
    }
    completion->options = calculator ? cli_common_options : command->options;
    if (offer_values(completion, calculator, before, strlen(before))) {
        return;
    }
    if (equals && strncmp(completion->typed, "--", 2) == 0) {
        completion->kept = (size_t)(equals + 1 - completion->typed);
        offer_values(completion, calculator, completion->typed, completion->kept - 1);
    } else if (calculator) {
        complete_calculator(completion, calculator);
    } else {
        complete_command(completion, command);
    }
}

int cli_complete(int argc, char **argv)
{
    struct cli_output output;
    struct completion completion = {
        .sink = &output.sink,
        .words = argv + 1,
        .count = argc > 1 ? argc - 2 : 0,
        .typed = argc > 1 ? argv[argc - 1] : "",
    };
    cli_output_open(&output);
    complete(&completion);
    return cli_output_close(&output, CLI_OK, CLI_TABLE);
}
