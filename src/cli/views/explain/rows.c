/* SPDX-License-Identifier: Apache-2.0 */
/* What a warning, an assumption, a constant and the value of a choice are. */
#include <string.h>

#include "cli/formats/lines.h"
#include "cli/views/calculators.h"
#include "cli/views/explain/meaning.h"
#include "cli/views/help/words.h"

#include <aicalc/warnings.h>

#define WORDS 4096

/* When it is given, where the code says it in words that people know. */
static void add_condition(struct cli_meaning *meaning, const struct aic_calculator *calculator,
                          const struct aic_warning *warning)
{
    char words[WORDS];
    struct aic_text text;
    struct aic_span strange, condition = { warning->condition, strlen(warning->condition) };
    bool is_code = warning->values != NULL;
    if (is_code && !aic_formula_is_plain(calculator, warning->condition, &strange)) {
        return;
    }
    aic_text_init(&text, words, sizeof words);
    if (is_code) {
        aic_formula_add(&text, condition);
    } else {
        aic_text_add(&text, warning->condition);
    }
    cli_listed_fact(meaning, "when", words);
}

/* One warning may be given for several reasons: the rows of its id are one meaning. */
static void add_warnings(struct cli_meanings *meanings, const struct aic_calculator *calculator,
                         const struct aic_warning *warnings, const char *name)
{
    struct cli_meaning *meaning = NULL;
    for (const struct aic_warning *warning = warnings; warning && warning->id; warning++) {
        if (strcmp(warning->id, name) != 0) {
            continue;
        }
        if (!meaning) {
            meaning = cli_meaning_add(meanings, "warning", warning->id, calculator);
        }
        if (meaning) {
            char words[WORDS];
            struct aic_text text;
            aic_text_init(&text, words, sizeof words);
            cli_add_warning(warning, &text);
            cli_listed_fact(meaning, "says", words);
            add_condition(meaning, calculator, warning);
        }
    }
    if (meaning) {
        cli_meaning_end(meanings);
    }
}

static void add_assumptions(struct cli_meanings *meanings, const struct aic_calculator *calculator,
                            const char *name)
{
    for (const struct aic_assumption *a = calculator->assumptions; a && a->id; a++) {
        struct cli_meaning *meaning =
            strcmp(a->id, name) == 0 ? cli_meaning_add(meanings, "assumption", a->id, calculator)
                                     : NULL;
        if (meaning) {
            cli_fact(meaning, "means", a->text);
            cli_fact(meaning, "source", a->source);
            cli_fact(meaning, "stated_with", a->when);
            cli_meaning_end(meanings);
        }
    }
}

static void add_constants(struct cli_meanings *meanings, const struct aic_calculator *calculator,
                          const char *name)
{
    for (const struct aic_constant *c = calculator->constants; c && c->name; c++) {
        struct cli_meaning *meaning =
            strcmp(c->name, name) == 0 ? cli_meaning_add(meanings, "constant", c->name, calculator)
                                       : NULL;
        if (meaning) {
            char words[128];
            bool has_unit = c->unit && strcmp(c->unit, "1") != 0;
            cli_print(words, sizeof words, "%g%s%s", c->value, has_unit ? " " : "",
                      has_unit ? c->unit : "");
            cli_fact(meaning, "value", words);
            cli_fact(meaning, "means", c->meaning);
            cli_meaning_end(meanings);
        }
    }
}

static void add_choices(struct cli_meanings *meanings, const struct aic_calculator *calculator,
                        const struct aic_table *table, const char *name)
{
    for (size_t i = 0; i < aic_table_size(table); i++) {
        const struct aic_field *field = aic_table_at(table, i, NULL);
        for (size_t k = 0; field->kind == AIC_CHOICE && field->choices[k]; k++) {
            struct cli_meaning *meaning =
                strcmp(field->choices[k], name) == 0
                    ? cli_meaning_add(meanings, "value", field->choices[k], calculator)
                    : NULL;
            if (meaning) {
                char words[WORDS];
                cli_print(words, sizeof words, "%s: %s", field->name, field->help);
                cli_fact(meaning, "of", words);
                cli_meaning_end(meanings);
            }
        }
    }
}

void cli_meanings_of_rows(struct cli_meanings *meanings, const char *name)
{
    const struct aic_calculator *calculator;
    for (size_t i = 0; (calculator = cli_calculator_at(i)); i++) {
        add_warnings(meanings, calculator, calculator->warnings, name);
    }
    add_warnings(meanings, NULL, aic_general_warnings, name);
    for (size_t i = 0; (calculator = aic_calculator_at(i)); i++) {
        add_assumptions(meanings, calculator, name);
    }
    for (size_t i = 0; (calculator = aic_calculator_at(i)); i++) {
        add_constants(meanings, calculator, name);
    }
    for (size_t i = 0; (calculator = aic_calculator_at(i)); i++) {
        add_choices(meanings, calculator, &calculator->inputs, name);
        add_choices(meanings, calculator, &calculator->results, name);
    }
}
