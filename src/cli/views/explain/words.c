/* SPDX-License-Identifier: Apache-2.0 */
/* Units, calculators, options and catalogs; and the words that come near one that is not known. */
#include <string.h>

#include "cli/formats/lines.h"
#include "cli/options/command.h"
#include "cli/options/options.h"
#include "cli/views/calculators.h"
#include "cli/views/explain/meaning.h"
#include "cli/views/help/topics.h"

#include <aicalc/warnings.h>

static void add_unit(struct cli_meanings *meanings, enum aic_dimension dimension,
                     const struct aic_unit *unit)
{
    char one[AIC_QUANTITY_SIZE], words[128];
    struct aic_text text;
    double value = 0;
    aic_text_init(&text, one, sizeof one);
    aic_text_format(&text, "1%s", unit->symbol);
    struct cli_meaning *meaning = cli_meaning_add(meanings, "unit", unit->symbol, NULL);
    if (meaning && aic_quantity_read(one, text.length, dimension, NULL, &value, NULL)) {
        const char *base = aic_dimension_base(dimension);
        cli_print(words, sizeof words, "%g%s%s", value, strcmp(base, "1") ? " " : "",
                  strcmp(base, "1") ? base : "");
        cli_fact(meaning, "value", words);
        cli_fact(meaning, "dimension", aic_dimension_name(dimension));
    }
}

static void add_units(struct cli_meanings *meanings, const char *word)
{
    for (int i = 0; i < AIC_DIMENSIONS; i++) {
        enum aic_dimension dimension = (enum aic_dimension)i;
        const struct aic_unit *unit;
        for (size_t at = 0; (unit = aic_dimension_unit(dimension, at)); at++) {
            if (strcmp(unit->symbol, word) == 0) {
                add_unit(meanings, dimension, unit);
            }
        }
        if (strcmp(aic_dimension_name(dimension), word) == 0) {
            struct cli_meaning *meaning =
                cli_meaning_add(meanings, "dimension", aic_dimension_name(dimension), NULL);
            char words[1024];
            struct aic_text text;
            aic_text_init(&text, words, sizeof words);
            for (size_t at = 0; (unit = aic_dimension_unit(dimension, at)); at++) {
                aic_text_format(&text, "%s%s", at ? " " : "", unit->symbol);
            }
            if (meaning) {
                cli_fact(meaning, "unit", aic_dimension_base(dimension));
                cli_fact(meaning, "example", aic_dimension_example(dimension));
                cli_fact(meaning, "units", words);
            }
        }
    }
}

/* A meaning that is one sentence, and where to read on. */
static void add_words(struct cli_meanings *meanings, const char *kind, const char *name,
                      const char *words, const char *more)
{
    struct cli_meaning *meaning = cli_meaning_add(meanings, kind, name, NULL);
    if (meaning) {
        cli_fact(meaning, "means", words);
        cli_fact(meaning, "more", more);
    }
}

static void add_commands(struct cli_meanings *meanings, const char *word)
{
    char more[128];
    const struct aic_calculator *calculator = aic_calculator_find(word);
    const struct cli_topic *topic = cli_topic_find(word);
    const struct cli_command *command = cli_command_find(word);
    cli_print(more, sizeof more, "aicalc help %s", word);
    if (calculator) {
        add_words(meanings, "calculator", calculator->name, calculator->help, more);
    }
    if (topic) {
        add_words(meanings, "topic", topic->name, topic->about, more);
    }
    if (command && command->help) {
        add_words(meanings, "command", command->name, command->help, NULL);
    }
}

static void add_options(struct cli_meanings *meanings, const char *word)
{
    const struct cli_option *option;
    for (size_t i = 0; (option = cli_option_at(CLI_ANSWER, i)); i++) {
        if (strcmp(option->name, word) == 0) {
            char help[256];
            struct aic_text text;
            aic_text_init(&text, help, sizeof help);
            cli_option_help(option, CLI_ANSWER, &text);
            add_words(meanings, "option", option->name, help, NULL);
        }
    }
}

static bool is_known_parameter(const struct cli_meanings *meanings)
{
    for (size_t i = 0; i < meanings->count; i++) {
        if (strcmp(meanings->at[i]->kind, "parameter") == 0) {
            return true;
        }
    }
    return false;
}

static void add_catalogs(struct cli_meanings *meanings, const char *word)
{
    enum aic_catalog_kind kind;
    char more[128];
    bool is_parameter = is_known_parameter(meanings);
    if (aic_catalog_kind_find(word, &kind)) {
        cli_print(more, sizeof more, "aicalc catalog %s", word);
        add_words(meanings, "catalog", aic_catalog_kind_name(kind), aic_catalog_kind_holds(kind),
                  more);
    }
    for (int i = 0; !is_parameter && i < AIC_CATALOG_KINDS; i++) {
        kind = (enum aic_catalog_kind)i;
        if (aic_catalog_sets(kind, word)) {
            cli_print(more, sizeof more, "a field of the catalog of %s that no calculator reads",
                      aic_catalog_kind_name(kind));
            add_words(meanings, "catalog field", meanings->word, more, NULL);
        }
    }
}

/* Other names of parameters. */
static void add_aliases(struct cli_meanings *meanings, const char *word)
{
    const struct aic_calculator *calculator;
    for (size_t i = 0; (calculator = aic_calculator_at(i)); i++) {
        for (const struct aic_alias *a = calculator->aliases; a && a->name; a++) {
            char spelt[AIC_TYPED_SIZE], words[512];
            struct aic_text text;
            aic_text_init(&text, spelt, sizeof spelt);
            aic_text_add_spelt(&text, (struct aic_span){ word, strlen(word) }, '-', '_');
            struct cli_meaning *meaning =
                strcmp(a->name, spelt) == 0
                    ? cli_meaning_add(meanings, "other name", a->name, calculator)
                    : NULL;
            if (meaning) {
                cli_print(words, sizeof words, "%s%s%s", a->input, a->note ? ": " : "",
                          a->note ? a->note : "");
                cli_fact(meaning, "of", words);
                cli_meaning_end(meanings);
            }
        }
    }
}

/* True where the word has no meaning yet but that of the field. */
static bool is_of_field_alone(const struct cli_meanings *meanings)
{
    for (size_t i = 0; i < meanings->count; i++) {
        if (strcmp(meanings->at[i]->kind, "word of the field") != 0) {
            return false;
        }
    }
    return true;
}

/* The words of a way between places are those of a sentence: one of them is no name of it, and no two letters are. */
static bool is_name(const struct cli_meanings *meanings, const struct aic_catalog *catalog,
                    enum aic_catalog_kind kind, const char *word)
{
    bool has_words = strlen(word) > 2 && !(kind == AIC_ROUTES && meanings->count > 0);
    return has_words || aic_catalog_has(catalog, kind, word);
}

/* An entry of a catalog, as people type its name. */
static void add_entries(struct cli_meanings *meanings, const char *word)
{
    for (int i = 0; i < AIC_CATALOG_KINDS && !strchr(word, '/'); i++) {
        enum aic_catalog_kind kind = (enum aic_catalog_kind)i;
        struct aic_catalog catalog = { .count = 0 };
        struct aic_error ignored = { .code = AIC_OK };
        struct aic_entry entry;
        char more[256];
        if (!is_name(meanings, &catalog, kind, word) ||
            !aic_catalog_find(&catalog, kind, word, &entry, &ignored)) {
            continue;
        }
        const char *name = aic_entry_name(&entry);
        struct cli_meaning *meaning = cli_meaning_add(meanings, "catalog entry", word, NULL);
        if (meaning && name) {
            cli_fact(meaning, "means", aic_json_member_text(entry.node, "label"));
            cli_fact(meaning, "source", aic_json_member_text(entry.node, "source"));
            cli_print(more, sizeof more, "aicalc catalog %s %s", aic_catalog_kind_name(kind), name);
            cli_fact(meaning, "more", more);
        }
        aic_entry_clear(&entry);
    }
}

static void add_former(struct cli_meanings *meanings, const char *word)
{
    const struct aic_calculator *calculator;
    struct aic_span name = { word, strlen(word) };
    for (size_t i = 0; (calculator = aic_calculator_at(i)); i++) {
        struct aic_error error = { .code = AIC_OK };
        if (aic_suggest_new_name(&error, calculator, name)) {
            struct cli_meaning *meaning =
                cli_meaning_add(meanings, "earlier name", meanings->word, calculator);
            if (meaning) {
                cli_fact(meaning, "means", error.suggestion);
                cli_meaning_end(meanings);
            }
        }
    }
}

void cli_meanings_of_words(struct cli_meanings *meanings, const char *word)
{
    add_units(meanings, word);
    add_commands(meanings, word);
    add_options(meanings, word);
    add_catalogs(meanings, word);
    add_aliases(meanings, word);
    add_former(meanings, word);
    if (is_of_field_alone(meanings)) {
        add_entries(meanings, word);
    }
}

static void visit_calculator(const struct aic_calculator *calculator, cli_word_visitor *visit,
                             void *context)
{
    for (size_t i = 0; i < aic_table_size(&calculator->results); i++) {
        const struct aic_field *field = aic_table_at(&calculator->results, i, NULL);
        visit(context, field->name, field->help);
    }
    for (size_t i = 0; i < aic_table_size(&calculator->inputs); i++) {
        const struct aic_field *field = aic_table_at(&calculator->inputs, i, NULL);
        visit(context, field->name, field->help);
    }
    for (const struct aic_alias *a = calculator->aliases; a && a->name; a++) {
        visit(context, a->name, a->input);
    }
    for (const struct aic_warning *w = calculator->warnings; w && w->id; w++) {
        visit(context, w->id, "warning");
    }
    for (const struct aic_assumption *a = calculator->assumptions; a && a->id; a++) {
        visit(context, a->id, "assumption");
    }
    for (const struct aic_constant *c = calculator->constants; c && c->name; c++) {
        visit(context, c->name, c->meaning);
    }
}

void cli_each_word(cli_word_visitor *visit, void *context)
{
    const struct aic_calculator *calculator;
    for (size_t i = 0; (calculator = aic_calculator_at(i)); i++) {
        visit_calculator(calculator, visit, context);
    }
    for (size_t i = 0; (calculator = cli_calculator_at(i)); i++) {
        const struct aic_warning *w = calculator->composition ? calculator->warnings : NULL;
        for (; w && w->id; w++) {
            visit(context, w->id, "warning");
        }
    }
    for (const struct aic_warning *w = aic_general_warnings; w->id; w++) {
        visit(context, w->id, "warning");
    }
    for (int i = 0; i < AIC_DIMENSIONS; i++) {
        visit(context, aic_dimension_name((enum aic_dimension)i), "dimension");
    }
}

#define NEAR_MAX  6
#define WORDS_MAX 4096

/* The words, each once, and those that have what was typed in them. */
struct near {
    const char *typed;
    const char *words[WORDS_MAX + 1];
    size_t count;
    const char *having[NEAR_MAX];
    size_t having_count;
};

static void consider(void *context, const char *word, const char *help)
{
    struct near *near = context;
    (void)help;
    bool has = strstr(word, near->typed) != NULL;
    for (size_t i = 0; i < near->having_count; i++) {
        has = has && strcmp(near->having[i], word) != 0;
    }
    if (has && near->having_count < NEAR_MAX) {
        near->having[near->having_count++] = word;
    }
    if (near->count < WORDS_MAX) {
        near->words[near->count++] = word;
        near->words[near->count] = NULL;
    }
}

bool cli_suggest_words(struct aic_error *error, const char *word)
{
    struct near near = { .typed = word };
    char list[256];
    struct aic_text text;
    cli_each_word(consider, &near);
    const char *nearest = aic_nearest(word, aic_word_at, near.words, near.count);
    aic_text_init(&text, list, sizeof list);
    if (nearest) {
        aic_text_add(&text, nearest);
    }
    for (size_t i = 0; i < near.having_count && strlen(word) >= 2; i++) {
        if (!nearest || strcmp(nearest, near.having[i]) != 0) {
            aic_text_format(&text, "%s%s", text.length ? ", " : "", near.having[i]);
        }
    }
    return text.length > 0
               ? aic_suggest(error, "near words: %s", list)
               : aic_suggest(error, "parameters, results, warnings and units have a meaning; "
                                    "'aicalc help CALCULATOR' lists them");
}
