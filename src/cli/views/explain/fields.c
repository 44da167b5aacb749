/* SPDX-License-Identifier: Apache-2.0 */
/* What a parameter and a result are. */
#include <string.h>

#include <aicalc/calculator_rows.h>

#include "cli/formats/lines.h"
#include "cli/views/explain/meaning.h"
#include "cli/views/help/words.h"
#include "core/span.h"

#define WORDS 4096

static void add_unit(struct cli_meaning *meaning, const struct aic_field *field)
{
    char words[WORDS];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    cli_add_field_value(field, &text);
    cli_fact(meaning, field->kind == AIC_REAL || field->kind == AIC_INTEGER ? "unit" : "values",
             words);
}

/* A formula, or what a search does. */
static void add_formula(struct cli_meaning *meaning, const char *label,
                        const struct aic_field *field)
{
    char words[WORDS];
    struct aic_text text;
    struct aic_span span;
    if (aic_field_words(field)) {
        span = aic_formula_text(aic_field_words(field));
        aic_text_init(&text, words, sizeof words);
        aic_formula_add(&text, span);
        cli_fact(meaning, label, words);
    }
}

static void add_rules(struct cli_meaning *meaning, const struct aic_calculator *calculator,
                      const char *name)
{
    for (size_t i = 0; i < calculator->rule_count; i++) {
        const struct aic_rule *rule = &calculator->rules[i];
        char words[WORDS];
        struct aic_text text;
        if (strcmp(aic_member_name(&rule->subject), name) == 0) {
            aic_text_init(&text, words, sizeof words);
            cli_add_rule(calculator, rule, &text);
            if (rule->why) {
                aic_text_format(&text, ": %s", rule->why);
            }
            cli_listed_fact(meaning, "rule", words);
        }
    }
}

static void add_setters(struct cli_meaning *meaning, const struct aic_calculator *calculator,
                        const struct aic_field *field)
{
    char words[256];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    for (size_t i = 0; i < aic_table_size(&calculator->inputs); i++) {
        const struct aic_field *reference = aic_table_at(&calculator->inputs, i, NULL);
        if (reference->kind == AIC_REFERENCE && reference != field &&
            aic_catalog_sets(reference->catalog, field->name)) {
            aic_text_format(&text, "%s%s", text.length ? ", " : "", reference->name);
        }
    }
    cli_fact(meaning, "set_by", words);
}

static void add_parameter(struct cli_meanings *meanings, const struct aic_calculator *calculator,
                          const struct aic_field *field)
{
    char words[WORDS];
    struct aic_text text;
    struct cli_meaning *meaning = cli_meaning_add(meanings, "parameter", field->name, calculator);
    if (!meaning) {
        return;
    }
    cli_fact(meaning, "means", field->help);
    add_unit(meaning, field);
    aic_text_init(&text, words, sizeof words);
    cli_add_field_range(field, &text);
    cli_fact(meaning, "range", words);
    if (field->default_text) {
        cli_fact(meaning, "default", field->default_text);
    } else if (aic_field_is_derived(field)) {
        add_formula(meaning, "default", field);
    }
    cli_fact(meaning, "fed_by", field->fed_by);
    add_setters(meaning, calculator, field);
    add_rules(meaning, calculator, field->name);
    cli_meaning_end(meanings);
}

static void add_bands(struct cli_meaning *meaning, const struct aic_calculator *calculator,
                      size_t result)
{
    for (size_t i = 0; i < calculator->bands.band_count; i++) {
        const struct aic_band *band = &calculator->bands.bands[i];
        char words[WORDS];
        struct aic_text text;
        if (band->result != result) {
            continue;
        }
        bool always = strcmp(band->condition, "yes") == 0 || strcmp(band->condition, "1") == 0;
        aic_text_init(&text, words, sizeof words);
        aic_text_format(&text, "%s to %s%s%s", band->low, band->high,
                        band->factors ? " times it" : "", always ? "" : " when ");
        aic_formula_add(&text, aic_formula_text(always ? "" : band->condition));
        aic_text_format(&text, ": %s", band->source);
        cli_listed_fact(meaning, "error", words);
    }
}

/* What a flag compares, and what a search looks for. */
static void add_comparisons(struct cli_meaning *meaning, const struct aic_calculator *calculator,
                            size_t result)
{
    const struct aic_bands *all = &calculator->bands;
    char words[WORDS];
    for (size_t i = 0; i < all->judgement_count; i++) {
        const struct aic_judgement *row = &all->judgements[i];
        if (row->flag == result) {
            cli_print(words, sizeof words, "%s %s %s",
                      aic_table_at(&calculator->results, row->result, NULL)->name, row->relation,
                      row->limit);
            cli_fact(meaning, "compares", words);
        }
    }
    for (size_t i = 0; i < all->search_count; i++) {
        const struct aic_searched *row = &all->searches[i];
        if (row->result == result) {
            cli_print(words, sizeof words, "the last %s at which %s %s %s",
                      aic_table_at(&calculator->inputs, row->input, NULL)->name,
                      aic_table_at(&calculator->results, row->row, NULL)->name, row->relation,
                      row->limit);
            cli_fact(meaning, "search", words);
        }
    }
    for (size_t i = 0; i < all->cause_count; i++) {
        if (all->causes[i].result == result) {
            cli_fact(meaning, "measured_tells", all->causes[i].inputs);
        }
    }
}

/* What is assumed of it. */
static void add_assumed(struct cli_meaning *meaning, const struct aic_calculator *calculator,
                        const char *name)
{
    for (const struct aic_assumption *a = calculator->assumptions; a && a->id; a++) {
        if (aic_list_has(a->when, name, strlen(name))) {
            cli_listed_fact(meaning, "assumes", a->text);
        }
    }
}

/* Parameters of other calculators that take the result over. */
static void add_fed(struct cli_meaning *meaning, const struct aic_calculator *calculator,
                    const char *name)
{
    const struct aic_calculator *other;
    char source[128], words[WORDS];
    struct aic_text text;
    cli_print(source, sizeof source, "%s.%s", calculator->name, name);
    aic_text_init(&text, words, sizeof words);
    for (size_t i = 0; (other = aic_calculator_at(i)); i++) {
        for (size_t k = 0; k < aic_table_size(&other->inputs); k++) {
            const struct aic_field *field = aic_table_at(&other->inputs, k, NULL);
            const char *at = field->fed_by ? strstr(field->fed_by, source) : NULL;
            if (at && strcspn(at, " ") == strlen(source)) {
                aic_text_format(&text, "%s%s of %s", text.length ? ", " : "", field->name,
                                other->name);
            }
        }
    }
    cli_fact(meaning, "feeds", words);
}

static void add_result(struct cli_meanings *meanings, const struct aic_calculator *calculator,
                       size_t index)
{
    const struct aic_field *field = aic_table_at(&calculator->results, index, NULL);
    struct cli_meaning *meaning = cli_meaning_add(meanings, "result", field->name, calculator);
    if (!meaning) {
        return;
    }
    cli_fact(meaning, "means", field->help);
    add_unit(meaning, field);
    cli_fact(meaning, "basis", aic_basis_name(field->basis));
    add_formula(meaning, "formula", field);
    cli_fact(meaning, "part_of", field->part_of);
    add_comparisons(meaning, calculator, index);
    add_bands(meaning, calculator, index);
    add_assumed(meaning, calculator, field->name);
    add_fed(meaning, calculator, field->name);
    cli_meaning_end(meanings);
}

/* The calculator that a name of a composition, such as serve.rate, begins with; the name behind it. */
static const struct aic_calculator *part_of(const char **name)
{
    char part[AIC_TYPED_SIZE];
    struct aic_text text;
    const char *point = strchr(*name, '.');
    if (!point) {
        return NULL;
    }
    aic_text_init(&text, part, sizeof part);
    aic_text_add_spelt(&text, (struct aic_span){ *name, (size_t)(point - *name) }, '_', '-');
    const struct aic_calculator *calculator = aic_calculator_find(part);
    *name = calculator ? point + 1 : *name;
    return calculator;
}

void cli_meanings_of_fields(struct cli_meanings *meanings, const char *name)
{
    const struct aic_calculator *calculator, *only = part_of(&name);
    size_t length = strlen(name);
    for (size_t i = 0; (calculator = aic_calculator_at(i)); i++) {
        size_t index = aic_table_find(&calculator->inputs, name, length);
        if ((!only || only == calculator) && index < aic_table_size(&calculator->inputs)) {
            add_parameter(meanings, calculator, aic_table_at(&calculator->inputs, index, NULL));
        }
    }
    for (size_t i = 0; (calculator = aic_calculator_at(i)); i++) {
        size_t index = aic_table_find(&calculator->results, name, length);
        if ((!only || only == calculator) && index < aic_table_size(&calculator->results)) {
            add_result(meanings, calculator, index);
        }
    }
}
