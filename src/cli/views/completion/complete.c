/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aicalc __complete WORD...: what the last word may become, asked by the scripts for shells.
 *
 * A line for each candidate: the whole word, then a tab and what it means, if there is more to
 * say. ":files" says that names of files fit as well, ":nospace" that the word goes on.
 */
#include <string.h>

#include "cli/formats/lines.h"
#include "cli/options/command.h"
#include "cli/options/options.h"
#include "cli/views/calculators.h"
#include "cli/views/completion/completion.h"
#include "cli/views/explain/meaning.h"
#include "cli/views/help/schema.h"
#include "cli/views/help/topics.h"

#define OFFERED_MAX 1024 /* words of 'explain' */

static void offer_calculators(const struct completion *completion)
{
    const char *name;
    for (size_t i = 0; (name = aic_registry_name_at(NULL, i)); i++) {
        cli_offer(completion, name, aic_registry_help_at(i));
    }
}

static void offer_parts(const struct completion *completion,
                        const struct aic_calculator *calculator)
{
    for (size_t i = 0; calculator && i < aic_part_count(calculator); i++) {
        const struct aic_part_view part = aic_part_at(calculator, i);
        cli_offer(completion, part.name, part.help);
    }
}

/* The value of an option that is not an input. */
static void offer_option_value(struct completion *completion, const struct cli_option *option,
                               const struct aic_calculator *calculator)
{
    const char *word;
    for (size_t i = 0; (word = cli_option_word(option, completion->subject, i)); i++) {
        cli_offer(completion, word, NULL);
    }
    switch (option->completes) {
    case CLI_COMPLETES_NOTHING:
        break;
    case CLI_COMPLETES_FILES:
        cli_offer_files(completion);
        break;
    case CLI_COMPLETES_FIELDS:
        if (calculator) {
            cli_offer_fields(completion, calculator);
        }
        break;
    case CLI_COMPLETES_BUDGET:
        cli_offer_budget(completion, calculator);
        break;
    case CLI_COMPLETES_MEASURED:
        cli_offer_measured(completion, calculator);
        break;
    case CLI_COMPLETES_SORT:
        cli_offer_sort(completion, calculator);
        break;
    case CLI_COMPLETES_SWEEP:
        cli_offer_sweep(completion, calculator);
        break;
    case CLI_COMPLETES_SOLVE:
        cli_offer_solve(completion, calculator);
        break;
    case CLI_COMPLETES_PART:
        offer_parts(completion, calculator);
        break;
    }
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
    return cli_find_field(&calculator->inputs, name, length - 2);
}

/* Calculators that `aicalc read` asks most: what their options are called, before a text is read. */
static const char *const asked_of_texts[] = { "kvcache", "serve", "train-memory", "train-time" };
#define ASKED_OF_TEXTS (sizeof asked_of_texts / sizeof asked_of_texts[0])

/* That input of the first of these calculators that has it. */
static const struct aic_field *find_input_of_texts(const char *word, size_t length)
{
    const struct aic_field *field = NULL;
    for (size_t i = 0; !field && i < ASKED_OF_TEXTS; i++) {
        field = find_input(cli_calculator_find(asked_of_texts[i]), word, length);
    }
    return field;
}

/* Offers values if `word`, up to `length`, is an option that takes one; false if not. */
static bool offer_values(struct completion *completion, const struct aic_calculator *calculator,
                         const char *word, size_t length)
{
    const struct cli_option *option = cli_option_find(completion->subject, word, length);
    const struct aic_field *field = option ? NULL
                                    : completion->reads_texts
                                        ? find_input_of_texts(word, length)
                                        : find_input(calculator, word, length);
    if (option && option->value) {
        offer_option_value(completion, option, calculator);
        return true;
    }
    if (field && field->kind != AIC_FLAG) {
        cli_offer_value(completion, field);
        return true;
    }
    return false;
}

static bool is_given(const struct completion *completion, const char *option)
{
    size_t length = strlen(option);
    for (size_t i = 0; i < completion->count; i++) {
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
    aic_text_add_spelt(&text, (struct aic_span){ field->name, strlen(field->name) }, '_', '-');
    /* what files set is offered to those who begin to type it */
    if (field->flags & AIC_OF_FILES && strncmp(completion->typed, yes, 4) != 0) {
        return;
    }
    cli_print(no, sizeof no, "--no-%s", yes + 2);
    if (!is_given(completion, yes) && !is_given(completion, no)) {
        cli_offer(completion, yes, field->help);
        if (field->kind == AIC_FLAG) {
            cli_print(help, sizeof help, "no: %s", field->help);
            cli_offer(completion, no, help);
        }
    }
}

/* Inputs of the calculators that a text may be for, each once. */
static void offer_inputs_of_texts(const struct completion *completion)
{
    for (size_t at = 0; at < ASKED_OF_TEXTS; at++) {
        const struct aic_calculator *calculator = cli_calculator_find(asked_of_texts[at]);
        for (size_t i = 0; calculator && i < aic_table_size(&calculator->inputs); i++) {
            const struct aic_field *field = aic_table_at(&calculator->inputs, i, NULL);
            bool is_new = true;
            for (size_t before = 0; is_new && before < at; before++) {
                const struct aic_calculator *other = cli_calculator_find(asked_of_texts[before]);
                is_new =
                    !other || !cli_find_field(&other->inputs, field->name, strlen(field->name));
            }
            if (is_new) {
                offer_input(completion, field);
            }
        }
    }
}

static void offer_options(const struct completion *completion)
{
    const struct cli_option *option;
    for (size_t i = 0; (option = cli_option_at(completion->subject, i)); i++) {
        char word[AIC_TYPED_SIZE];
        char help[256];
        struct aic_text text;
        aic_text_init(&text, help, sizeof help);
        cli_option_help(option, completion->subject, &text);
        cli_print(word, sizeof word, "--%s", option->name);
        cli_offer(completion, word, help);
        if (option->letter && strcmp(completion->typed, "-") == 0) {
            const char letter[] = { '-', option->letter, '\0' };
            cli_offer(completion, letter, help);
        }
    }
}

static void complete_calculator(struct completion *completion,
                                const struct aic_calculator *calculator)
{
    const struct aic_table *inputs = &calculator->inputs;
    size_t shown = strchr(completion->typed, '.') ? inputs->count : aic_plain_groups(calculator);
    for (size_t g = 0; g < shown; g++) {
        for (size_t i = 0; i < inputs->groups[g].count; i++) {
            offer_input(completion, &inputs->groups[g].fields[i]);
        }
    }
    offer_options(completion);
}

/* Words before the last one that are neither options nor their values; the first of them. */
static int count_words(const struct completion *completion, const char **first)
{
    int count = 0;
    *first = "";
    for (size_t i = 1; i < completion->count; i++) {
        const char *before = completion->words[i - 1];
        const struct cli_option *option =
            cli_option_find(completion->subject, before, strlen(before));
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
            cli_offer(completion, name, NULL);
        } else if (before == 1 && strcmp(kind, name) == 0) {
            cli_offer_entries(completion, (enum aic_catalog_kind)i);
        }
    }
}

static void offer_dimensions(const struct completion *completion)
{
    for (int i = 0; i < AIC_DIMENSIONS; i++) {
        cli_offer(completion, aic_dimension_name((enum aic_dimension)i),
                  aic_dimension_base((enum aic_dimension)i));
    }
}

/* Words for 'explain' are many: each once, and only those that go on with what was typed. */
struct meanings {
    const struct completion *completion;
    const char *offered[OFFERED_MAX];
    size_t count;
};

static void offer_word(void *context, const char *word, const char *help)
{
    struct meanings *meanings = context;
    for (size_t i = 0; i < meanings->count; i++) {
        if (strcmp(meanings->offered[i], word) == 0) {
            return;
        }
    }
    if (meanings->count < OFFERED_MAX && cli_offers(meanings->completion, word)) {
        meanings->offered[meanings->count++] = word;
        cli_offer(meanings->completion, word, help);
    }
}

static void offer_meanings(const struct completion *completion)
{
    struct meanings meanings = { .completion = completion };
    cli_each_word(offer_word, &meanings);
}

/* Calculators and topics; words where what was typed begins none of these. */
static void offer_help(const struct completion *completion)
{
    const char *name;
    const struct cli_topic *topic;
    bool any = false;
    for (size_t i = 0; (name = aic_registry_name_at(NULL, i)); i++) {
        any = any || cli_offers(completion, name);
    }
    offer_calculators(completion);
    for (size_t i = 0; (topic = cli_topic_at(i)); i++) {
        any = any || cli_offers(completion, topic->name);
        cli_offer(completion, topic->name, topic->about);
    }
    if (!any) {
        offer_meanings(completion);
    }
}

/* What the list of commands says that a command takes. */
static void complete_command(struct completion *completion, const struct cli_command *command)
{
    const char *first;
    int before = count_words(completion, &first);
    if (completion->typed[0] == '-') {
        if (completion->reads_texts) {
            offer_inputs_of_texts(completion);
        }
        offer_options(completion);
    }
    if (command->words == CLI_WORDS_CATALOG) {
        offer_catalog(completion, before, first);
    } else if (command->words == CLI_WORDS_FOLDER && completion->count == 1) {
        cli_offer(completion, "--files", "files of this folder may be read");
    } else if (command->words == CLI_WORDS_FILES || command->words == CLI_WORDS_FOLDER ||
               completion->reads_texts) {
        cli_offer_files(completion);
    } else if (before > 0) {
        return;
    } else if (command->words == CLI_WORDS_HELP) {
        offer_help(completion);
    } else if (command->words == CLI_WORDS_MEANING) {
        offer_meanings(completion);
    } else if (command->words == CLI_WORDS_SCHEMA) {
        offer_calculators(completion);
        for (size_t i = 0; cli_schema_at(NULL, i); i++) {
            cli_offer(completion, cli_schema_at(NULL, i), NULL);
        }
    } else if (command->words == CLI_WORDS_DIMENSION) {
        offer_dimensions(completion);
    } else if (command->words == CLI_WORDS_SHELL) {
        for (size_t i = 0; cli_shells[i]; i++) {
            cli_offer(completion, cli_shells[i], NULL);
        }
    }
}

static void offer_commands(const struct completion *completion)
{
    offer_calculators(completion);
    for (const struct cli_command *command = cli_commands; command->name; command++) {
        if (command->help) {
            cli_offer(completion, command->name, command->help);
        }
    }
}

static void complete(struct completion *completion)
{
    const char *first = completion->count > 0 ? completion->words[0] : "";
    const char *before = completion->count > 1 ? completion->words[completion->count - 1] : "";
    const char *equals = strchr(completion->typed, '=');
    const struct aic_calculator *calculator = cli_calculator_find(first);
    const struct cli_command *command = cli_command_find(first);
    if (completion->count == 0) {
        offer_commands(completion);
        return;
    }
    if (!calculator && !(command && command->help)) {
        return;
    }
    completion->reads_texts = !calculator && command->words == CLI_WORDS_TEXTS;
    completion->subject =
        calculator || completion->reads_texts ? CLI_ANSWER : (enum cli_subject)command->subject;
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

void cli_complete(const char *const *words, size_t count, struct aic_sink *sink)
{
    struct completion completion = {
        .sink = sink,
        .words = words,
        .count = count > 0 ? count - 1 : 0,
        .typed = count > 0 ? words[count - 1] : "",
    };
    complete(&completion);
}
