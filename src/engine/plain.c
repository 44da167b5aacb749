/* SPDX-License-Identifier: Apache-2.0 */
/* What people are shown of the code: whether all of its words are theirs. */
#include <aicalc/calculator_rows.h>

#include <string.h>

#include <aicalc/formula.h>

static bool is_field(const struct aic_calculator *calculator, struct aic_span name)
{
    size_t inputs = aic_table_size(&calculator->inputs);
    size_t results = aic_table_size(&calculator->results);
    return aic_table_find(&calculator->inputs, name.at, name.length) < inputs ||
           aic_table_find(&calculator->results, name.at, name.length) < results;
}

/* The name is the word, but for what C has no letter for: "read-throughput" is read_throughput. */
static bool is_spelt_as(const char *word, struct aic_span name)
{
    size_t i = 0;
    while (i < name.length && word[i] &&
           (word[i] == name.at[i] || (strchr("-+.", word[i]) && name.at[i] == '_'))) {
        i++;
    }
    return i == name.length && !word[i];
}

static bool is_choice(const struct aic_table *table, struct aic_span name)
{
    for (size_t i = 0; i < aic_table_size(table); i++) {
        const struct aic_field *field = aic_table_at(table, i, NULL);
        for (size_t k = 0; field->kind == AIC_CHOICE && field->choices[k]; k++) {
            if (is_spelt_as(field->choices[k], name)) {
                return true;
            }
        }
    }
    return false;
}

/* Words of formulas beside names. */
static bool is_word(struct aic_span name)
{
    static const char *const words[] = { "when", "otherwise", "yes", "no", "unset", "GiB" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (is_spelt_as(words[i], name)) {
            return true;
        }
    }
    return false;
}

static bool is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

/* Where it has syntax of C that people do not write: members, casts, functions and macros of the library. */
static const char *find_code(const char *words)
{
    static const char *const code[] = {
        "->", "_Generic", "aic_", "AIC_", "[", "(double)", "(int)"
    };
    for (size_t i = 0; i < sizeof code / sizeof *code; i++) {
        const char *at = strstr(words, code[i]);
        if (at) {
            return at;
        }
    }
    for (const char *c = words; *c; c++) {
        if (is_capital(c[0]) && is_capital(c[1])) {
            return c;
        }
    }
    return NULL;
}

bool aic_formula_is_plain(const struct aic_calculator *calculator, const char *words,
                          struct aic_span *strange)
{
    struct aic_span rest = { words, strlen(words) }, name;
    const char *code = find_code(words);
    if (code) {
        *strange = (struct aic_span){ code, strcspn(code, " ") };
        return false;
    }
    while (aic_formula_next_name(&rest, &name)) {
        struct aic_span spoken = aic_formula_spoken(name);
        if (!is_word(name) && !aic_constant_find(calculator, name) && !is_field(calculator, name) &&
            !is_choice(&calculator->inputs, spoken) && !is_choice(&calculator->results, spoken)) {
            *strange = name;
            return false;
        }
    }
    return true;
}
