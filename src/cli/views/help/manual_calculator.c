/* SPDX-License-Identifier: Apache-2.0 */
/* The manual's page on a calculator: every parameter, check, result and assumption. */
#include "cli/views/help/manual.h"

#include <string.h>

#include <aicalc/calculator_rows.h>

#include "cli/views/help/inputs.h"
#include "cli/views/help/words.h"

#define CELL 1200

/* Text that a table row shows as a word of the program's language. */
static void write_word(char *cell, const char *word)
{
    struct aic_text text;
    aic_text_init(&text, cell, CELL);
    if (*word) {
        aic_text_format(&text, "`%s`", word);
    }
}

/* When a band holds. */
static void write_condition(char *cell, const char *condition)
{
    struct aic_text text;
    aic_text_init(&text, cell, CELL);
    aic_text_add(&text, "`");
    aic_formula_add(&text, aic_formula_text(condition));
    aic_text_add(&text, "`");
}

/* What a field takes, and its bounds as a word. */
static void write_value(const struct aic_field *field, char *cell)
{
    struct aic_text text;
    aic_text_init(&text, cell, CELL);
    cli_add_field_value(field, &text);
}

static void write_range(const struct aic_field *field, char *cell)
{
    char range[96];
    struct aic_text text;
    aic_text_init(&text, range, sizeof range);
    cli_add_field_range(field, &text);
    write_word(cell, range);
}

/* The words of a formula, marked as code where they are no sentence. */
static void add_formula(struct aic_text *text, const struct aic_field *field)
{
    const char *words = aic_field_words(field);
    struct aic_span span = aic_formula_text(words ? words : "");
    const char *mark = span.length > 0 && !aic_field_is_sentence(field) ? "`" : "";
    aic_text_add(text, mark);
    aic_formula_add(text, span);
    aic_text_add(text, mark);
}

static void put_input(struct cli_page *page, const struct aic_field *field)
{
    char option[CELL], help[CELL], value[CELL], range[CELL], initial[CELL], fed[CELL];
    struct aic_text text;
    char spelled[96];
    aic_text_init(&text, spelled, sizeof spelled);
    cli_add_input_option(field, &text);
    write_word(option, spelled);
    write_value(field, value);
    write_range(field, range);
    bool is_derived = !field->default_text && aic_field_is_derived(field) && aic_field_words(field);
    write_word(initial, field->default_text ? field->default_text : "");
    if (is_derived) {
        aic_text_init(&text, initial, sizeof initial);
        add_formula(&text, field);
    }
    cli_print(help, sizeof help, "%s", field->help);
    write_word(fed, field->fed_by ? field->fed_by : "");
    cli_page_row(page, (const char *[]){ option, help, value, range, initial, fed });
}

static void put_inputs(struct cli_page *page, const struct aic_calculator *calculator)
{
    static const char *const columns[] = { "Option", "Meaning", "Value",
                                           "Range",  "Default", "Fed by" };
    cli_page_heading(page, "Parameters");
    cli_page_text(page,
                  "In JSON a parameter has the name of its option, with underscores; ranges are "
                  "in the unit named. A flag also has the other form, --x or --no-x. A "
                  "parameter that is fed takes that result of another calculator's answer "
                  "(--input).");
    for (size_t g = 0; g < aic_plain_groups(calculator); g++) {
        const struct aic_group *group = &calculator->inputs.groups[g];
        cli_page_subheading(page, group->title);
        cli_page_table(page, columns, 6);
        for (size_t i = 0; i < group->count; i++) {
            put_input(page, &group->fields[i]);
        }
    }
}

static void put_rules(struct cli_page *page, const struct aic_calculator *calculator)
{
    static const char *const columns[] = { "Parameter", "Meaning", "Why" };
    if (calculator->rule_count == 0) {
        return;
    }
    cli_page_heading(page, "Checks");
    cli_page_text(page,
                  "What goes together and what does not. A value that you chose and that breaks "
                  "a rule is an error; one that came along from a catalog or from another "
                  "answer is ignored.");
    cli_page_table(page, columns, 3);
    for (size_t i = 0; i < calculator->rule_count; i++) {
        const struct aic_rule *rule = &calculator->rules[i];
        char subject[CELL], words[CELL];
        struct aic_text text;
        write_word(subject, aic_member_name(&rule->subject));
        aic_text_init(&text, words, sizeof words);
        cli_add_rule(calculator, rule, &text);
        cli_page_row(page, (const char *[]){ subject, words, rule->why ? rule->why : "" });
    }
}

static void put_result(struct cli_page *page, const struct aic_field *field)
{
    char name[CELL], value[CELL], formula[CELL], help[CELL];
    struct aic_text text;
    write_word(name, field->name);
    write_value(field, value);
    aic_text_init(&text, formula, sizeof formula);
    add_formula(&text, field);
    cli_print(help, sizeof help, "%s%s", field->help ? field->help : "",
              field->flags & AIC_TERM ? " (step)" : "");
    cli_page_row(page,
                 (const char *[]){ name, help, value, aic_basis_name(field->basis), formula });
}

static void put_results(struct cli_page *page, const struct aic_calculator *calculator)
{
    static const char *const columns[] = { "Result", "Meaning", "Value", "Basis", "Formula" };
    cli_page_heading(page, "Results");
    cli_page_text(page,
                  "A result that does not apply to the question is left out. Its basis is the "
                  "weakest of the one named here and of those of all that it rests on. Behind "
                  "\"else\" stands the formula for inputs that leave a name of the one before "
                  "without a value. A step is shown by --explain only.");
    for (size_t g = 0; g < calculator->results.count; g++) {
        const struct aic_group *group = &calculator->results.groups[g];
        cli_page_subheading(page, group->title);
        cli_page_table(page, columns, 5);
        for (size_t i = 0; i < group->count; i++) {
            put_result(page, &group->fields[i]);
        }
    }
}

/* How far reality was found from results. */
static void put_bands(struct cli_page *page, const struct aic_calculator *calculator)
{
    static const char *const columns[] = { "Result", "When", "From", "To", "Source" };
    const struct aic_bands *all = &calculator->bands;
    if (all->band_count == 0) {
        return;
    }
    cli_page_heading(page, "Bands");
    cli_page_text(page,
                  "Between which values reality was found, as factors of the result (x) or in its "
                  "unit. Of several bands of a result the first holds whose condition does.");
    cli_page_table(page, columns, 5);
    for (size_t i = 0; i < all->band_count; i++) {
        const struct aic_band *band = &all->bands[i];
        const char *sign = band->factors ? " x" : "";
        char name[CELL], condition[CELL], low[CELL], high[CELL], words[CELL];
        write_word(name, aic_table_at(&calculator->results, band->result, NULL)->name);
        write_condition(condition, band->condition);
        cli_print(words, sizeof words, "%s%s", band->low, sign);
        write_word(low, words);
        cli_print(words, sizeof words, "%s%s", band->high, sign);
        write_word(high, words);
        cli_page_row(page, (const char *[]){ name, condition, low, high, band->source });
    }
}

static void put_assumptions(struct cli_page *page, const struct aic_calculator *calculator)
{
    static const char *const columns[] = { "Assumption", "Meaning", "Source" };
    cli_page_heading(page, "Assumptions");
    cli_page_table(page, columns, 3);
    for (const struct aic_assumption *a = calculator->assumptions; a && a->id; a++) {
        char id[CELL];
        write_word(id, a->id);
        cli_page_row(page, (const char *[]){ id, a->text, a->source ? a->source : "" });
    }
}

static void put_examples(struct cli_page *page, const struct aic_calculator *calculator)
{
    char lines[4 * CELL];
    struct aic_text text;
    aic_text_init(&text, lines, sizeof lines);
    for (const char *const *example = calculator->examples; *example; example++) {
        aic_text_format(&text, "%s%s", text.length > 0 ? "\n" : "", *example);
    }
    cli_page_heading(page, "Examples");
    cli_page_code(page, lines);
}

/* What a composition is made of. Its results, bands and assumptions are those of its parts. */
static void put_parts(struct cli_page *page, const struct aic_calculator *calculator)
{
    static const char *const columns[] = { "Part", "Meaning", "Asked when these are known" };
    cli_page_heading(page, "Parts");
    cli_page_text(page,
                  "Asked in this order; what a part finds out goes on to those after it. A result "
                  "is PART.NAME, as on the part's own page, with the bands and the assumptions of "
                  "that page. --PART.NAME gives a parameter to one part alone and wins over the "
                  "plain name, which goes to all that have it. Of each input the first of these "
                  "holds: --PART.NAME, the plain name, a result of an earlier part, a catalog, the "
                  "default.");
    cli_page_table(page, columns, 3);
    for (size_t i = 0; i < aic_part_count(calculator); i++) {
        const struct aic_part_view part = aic_part_at(calculator, i);
        char name[CELL];
        cli_print(name, sizeof name, page->roff ? "%s" : "[%s](%s.md)", part.name, part.name);
        char reasons[512];
        struct aic_text text;
        aic_text_init(&text, reasons, sizeof reasons);
        for (size_t k = 0; k < AIC_UNASKED_MAX && part.unasked[k].when; k++) {
            aic_text_format(&text, "%s%s", k > 0 ? "; " : "", part.unasked[k].reason);
        }
        cli_page_row(page,
                     (const char *[]){ name, part.help, text.length > 0 ? reasons : "never" });
    }
}

void cli_manual_calculator(struct cli_page *page, const struct aic_calculator *calculator)
{
    char name[64];
    char words[256];
    cli_print(name, sizeof name, page->roff ? "aicalc-%s" : "aicalc %s", calculator->name);
    cli_page_title(page, name, calculator->help);
    cli_page_heading(page, "Synopsis");
    cli_print(words, sizeof words, "aicalc %s [--PARAMETER VALUE]... [OPTION]...",
              calculator->name);
    cli_page_code(page, words);
    cli_page_text(
        page, "Options that all calculators have, units, budgets and exit codes are on the page "
              "of aicalc itself.");
    put_examples(page, calculator);
    put_inputs(page, calculator);
    put_rules(page, calculator);
    if (calculator->composition) {
        put_parts(page, calculator);
    } else {
        put_results(page, calculator);
        put_bands(page, calculator);
        put_assumptions(page, calculator);
    }
    cli_page_heading(page, "See also");
    if (page->roff) {
        cli_page_text(page, "aicalc(1)");
    } else {
        cli_print(words, sizeof words, "[aicalc](aicalc.md), [method](../methods/%s.md)",
                  calculator->name);
        cli_page_text(page, words);
    }
}
