/* SPDX-License-Identifier: Apache-2.0 */
/* Two cases in a sentence: in which results one is better, in which it is worse, and by how much. */
#include <math.h>
#include <string.h>

#include "cli/views/compare/compare.h"

/* A quarter more is said in percent, above that how many times as large it is. */
#define SAID_IN_PERCENT 0.25

/* "1.43 times smaller", "12 % more"; "yes instead of no" of what is no number. */
static void add_change(const struct cli_comparison *comparison, size_t at, size_t result,
                       struct aic_ratio ratio, struct aic_text *text)
{
    const struct aic_field *field = aic_table_at(&comparison->calculator->results, result, NULL);
    char words[CLI_VALUE_SIZE], before[CLI_VALUE_SIZE], number[AIC_NUMBER_SIZE];
    bool is_larger = ratio.ratio > 1;
    if (isnan(ratio.ratio) || ratio.ratio == 0) {
        cli_write_value(field, cli_case_value(comparison, at, result), comparison->units, words,
                        sizeof words);
        cli_write_value(field, cli_case_value(comparison, comparison->first, result),
                        comparison->units, before, sizeof before);
        aic_text_format(text, "%s instead of %s", words, before);
    } else if (fabs(ratio.ratio - 1) <= SAID_IN_PERCENT) {
        cli_add_percent(text, ratio.ratio - 1, false);
        aic_text_add(text, is_larger ? " more" : " less");
    } else {
        double times = is_larger ? ratio.ratio : 1 / ratio.ratio;
        number[aic_number_write_short(number, times, 3)] = '\0';
        aic_text_format(text, "%s times %s", number, is_larger ? "larger" : "smaller");
    }
}

/* "better in x (...), y (...)": the results that compare so; false where none does. */
static bool add_part(const struct cli_comparison *comparison, size_t at, enum aic_compares kind,
                     const char *label, bool any, struct aic_text *text)
{
    bool found = false;
    for (size_t i = 0; i < comparison->row_count; i++) {
        size_t result = comparison->rows[i];
        struct aic_ratio ratio = cli_case_ratio(comparison, at, result);
        if (ratio.kind != kind) {
            continue;
        }
        aic_text_format(text, "%s%s", found ? ", " : any ? "; " : " ", found ? "" : label);
        aic_text_add(text, aic_table_at(&comparison->calculator->results, result, NULL)->name);
        if (kind != AIC_COMPARES_SAME) {
            aic_text_add(text, " (");
            add_change(comparison, at, result, ratio, text);
            aic_text_add(text, ")");
        }
        found = true;
    }
    return found || any;
}

/* "no x; first has no y": results that one of the two lacks. */
static void add_missing(const struct cli_comparison *comparison, size_t at, bool any,
                        struct aic_text *text)
{
    for (size_t i = 0; i < comparison->row_count; i++) {
        size_t result = comparison->rows[i];
        bool has = cli_case_value(comparison, at, result).set;
        bool first_has = cli_case_value(comparison, comparison->first, result).set;
        if (has != first_has) {
            const char *name = aic_table_at(&comparison->calculator->results, result, NULL)->name;
            aic_text_format(text, "%s%s has no %s", any ? "; " : " ",
                            has ? comparison->cases[comparison->first].name : "it", name);
            any = true;
        }
    }
}

void cli_case_sentence(const struct cli_comparison *comparison, size_t at, char *out)
{
    const struct cli_case *one = &comparison->cases[at];
    const struct cli_case *first = &comparison->cases[comparison->first];
    struct aic_text text;
    bool any = false;
    aic_text_init(&text, out, CLI_SENTENCE_SIZE);
    if (one->why[0]) {
        aic_text_format(&text, "%s: %s: %s", one->name,
                        one->is_possible ? "not to be compared" : "impossible", one->why);
        return;
    }
    aic_text_format(&text, "%s against %s:", one->name, first->name);
    any = add_part(comparison, at, AIC_COMPARES_BETTER, "better in ", any, &text);
    any = add_part(comparison, at, AIC_COMPARES_WORSE, "worse in ", any, &text);
    any = add_part(comparison, at, AIC_COMPARES_OTHER, "other in ", any, &text);
    any = add_part(comparison, at, AIC_COMPARES_SAME, "the same in ", any, &text);
    add_missing(comparison, at, any, &text);
}
