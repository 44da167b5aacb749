/* SPDX-License-Identifier: Apache-2.0 */
/* Names: the one behind that of a calculator, "aicalc storage s3-standard", and those of a family. */
#include <string.h>

#include <aicalc/calculator_rows.h>

#include "cli/query/query.h"
#include "core/span.h"

/* Whether the name alone is that of several entries. */
static bool names_several(const struct cli_query *query, enum aic_catalog_kind kind,
                          const char *name)
{
    char words[1024];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    return aic_catalog_add_several(&query->catalog, kind, name, &text);
}

/* The reference that it stands for: the first whose catalog has the name, then whose catalog knows its
 * words; then any other whose catalog has it, else the one where it could be several, or the first of all,
 * which says what is wrong with it. */
static size_t find_input(const struct cli_query *query, const char *name)
{
    const struct aic_table *inputs = &query->calculator->inputs;
    size_t input = 0;
    for (size_t i = 0; cli_named_input(query->calculator, i, &input); i++) {
        if (aic_catalog_has(&query->catalog, aic_table_at(inputs, input, NULL)->catalog, name)) {
            return input;
        }
    }
    for (size_t i = 0; cli_named_input(query->calculator, i, &input); i++) {
        struct aic_entry entry;
        if (aic_catalog_find(&query->catalog, aic_table_at(inputs, input, NULL)->catalog, name,
                             &entry, NULL)) {
            aic_entry_clear(&entry);
            return input;
        }
    }
    for (size_t i = 0; i < aic_table_size(inputs); i++) {
        const struct aic_field *field = aic_table_at(inputs, i, NULL);
        if (field->kind == AIC_REFERENCE &&
            aic_catalog_has(&query->catalog, field->catalog, name)) {
            return i;
        }
    }
    for (size_t i = 0; cli_named_input(query->calculator, i, &input); i++) {
        if (names_several(query, aic_table_at(inputs, input, NULL)->catalog, name)) {
            return input;
        }
    }
    cli_named_input(query->calculator, 0, &input);
    return input;
}

bool cli_named_bind(struct cli_query *query)
{
    struct cli_options *options = &query->options;
    if (options->word_count == 0) {
        return true;
    }
    const char *name = options->words[0];
    const char *input =
        aic_table_at(&query->calculator->inputs, find_input(query, name), NULL)->name;
    for (size_t i = 0; i < options->setting_count; i++) {
        if (strcmp(options->settings[i].name, input) == 0) {
            aic_fail(&query->error, AIC_ERR_USAGE, input, "'%s' and --%s are both a %s", name,
                     input, input);
            return aic_suggest(&query->error, "give one of them");
        }
    }
    options->settings[options->setting_count++] = (struct aic_setting){ input, name, 0 };
    return true;
}

/* Storage, machines and links are chosen by what they cost and give; of models a family is no answer. */
static bool is_choice(const struct aic_field *field)
{
    enum aic_catalog_kind kind = field->catalog;
    return field->kind == AIC_REFERENCE &&
           (kind == AIC_TIERS || kind == AIC_NODES || kind == AIC_FABRICS || kind == AIC_DRIVES);
}

/* The result by which cases of a sweep are ordered; NULL: none decides. */
static const char *deciding_result(const struct aic_calculator *calculator)
{
    for (size_t i = 0; i < aic_table_size(&calculator->results); i++) {
        const struct aic_field *field = aic_table_at(&calculator->results, i, NULL);
        if (field->flags & AIC_LEAST) {
            return field->name;
        }
    }
    return NULL;
}

/* What a sweep does not take, and what is about one answer. */
static bool asks_of_one(const struct cli_options *options)
{
    return options->sweeps.count > 0 || options->solve || options->budgets.count > 0 ||
           options->quiet || options->explain || options->sensitivity || options->part ||
           options->measured.count > 0 || options->brief || options->from.count > 0 ||
           options->launch;
}

/* True where one of the inputs is set by an option. */
static bool sets_any(const struct cli_options *options, const char *names)
{
    for (size_t i = 0; i < options->setting_count; i++) {
        const char *name = options->settings[i].name;
        if (aic_list_has(names, name, strlen(name))) {
            return true;
        }
    }
    return false;
}

/* Where nothing says what is asked about, the usual cases are compared. */
static void bind_usual_cases(struct cli_query *query)
{
    const struct aic_usual_cases *usual = query->calculator->usual_cases;
    struct cli_options *options = &query->options;
    if (usual && !asks_of_one(options) && !options->input && !sets_any(options, usual->unless)) {
        query->compared = usual->words;
        options->sweeps.at[options->sweeps.count++] = usual->sweep;
    }
}

void cli_family_bind(struct cli_query *query)
{
    struct cli_options *options = &query->options;
    bind_usual_cases(query);
    const struct aic_table *inputs = &query->calculator->inputs;
    for (size_t i = 0; i < options->setting_count && !asks_of_one(options); i++) {
        const char *name = options->settings[i].name;
        const struct aic_field *field =
            aic_table_at(inputs, aic_table_find(inputs, name, strlen(name)), NULL);
        struct aic_text text;
        aic_text_init(&text, query->family, sizeof query->family);
        aic_text_format(&text, "%s=", name);
        if (!field || !is_choice(field) ||
            !aic_catalog_add_several(&query->catalog, field->catalog, options->settings[i].text,
                                     &text)) {
            continue;
        }
        aic_text_init(&text, query->words, sizeof query->words);
        aic_text_format(&text,
                        "'%s' is a family, whose members are compared; one of them alone is asked "
                        "about by its name",
                        options->settings[i].text);
        query->compared = query->words;
        options->sweeps.at[options->sweeps.count++] = query->family;
        options->sort = options->sort ? options->sort : deciding_result(query->calculator);
        options->settings[i] = options->settings[--options->setting_count];
        query->recipe.setting_count = options->setting_count;
    }
}
