/* SPDX-License-Identifier: Apache-2.0 */
/* Cases side by side as a document: a column for each case and one for its ratio to the first. */
#include <math.h>
#include <string.h>

#include "cli/views/compare/compare.h"

/* The case of a place: the first one, with which the others are compared, then those. */
static size_t case_at(const struct cli_comparison *comparison, size_t place)
{
    return place == 0 ? comparison->first : place <= comparison->first ? place - 1 : place;
}

/* True where the names of the cases say it: "h100-sxm", "tp 8". */
static bool is_in_names(const struct cli_comparison *comparison, size_t input)
{
    const char *name = aic_table_at(&comparison->calculator->inputs, input, NULL)->name;
    for (size_t i = 0; i < comparison->count; i++) {
        const struct cli_case *one = &comparison->cases[i];
        char words[CLI_VALUE_SIZE], named[2 * CLI_VALUE_SIZE];
        cli_case_input(comparison, i, input, words, sizeof words);
        cli_print(named, sizeof named, "%s %s", name, words);
        if (one->is_possible && strcmp(one->name, words) != 0 && strcmp(one->name, named) != 0) {
            return false;
        }
    }
    return true;
}

static void add_input(const struct cli_comparison *comparison, size_t input, struct doc *doc)
{
    char words[CLI_VALUE_SIZE];
    doc_cell(doc, aic_table_at(&comparison->calculator->inputs, input, NULL)->name);
    for (size_t i = 0; i < comparison->count; i++) {
        cli_case_input(comparison, case_at(comparison, i), input, words, sizeof words);
        doc_cell(doc, words);
        if (i > 0) {
            doc_cell(doc, "");
        }
    }
    doc_row(doc);
}

static void add_ratio(struct aic_ratio ratio, struct doc *doc)
{
    char number[AIC_NUMBER_SIZE + 1] = "";
    static const enum cli_style styles[] = { [AIC_COMPARES_BETTER] = CLI_GOOD,
                                             [AIC_COMPARES_WORSE] = CLI_BAD,
                                             [AIC_COMPARES_OTHER] = CLI_PLAIN };
    if (ratio.kind == AIC_COMPARES_SAME) {
        cli_print(number, sizeof number, "=");
    } else if (ratio.kind != AIC_COMPARES_NOT && !isnan(ratio.ratio)) {
        size_t length = aic_number_write_short(number, ratio.ratio, 3);
        number[length] = 'x';
        number[length + 1] = '\0';
    }
    doc_cell_as(doc, (struct cli_cell){ .text = number, .style = styles[ratio.kind] });
}

static void add_result(const struct cli_comparison *comparison, size_t result, struct doc *doc)
{
    const struct aic_field *field = aic_table_at(&comparison->calculator->results, result, NULL);
    doc_cell(doc, field->name);
    for (size_t i = 0; i < comparison->count; i++) {
        size_t at = case_at(comparison, i);
        struct aic_value value = cli_case_value(comparison, at, result);
        char words[CLI_VALUE_SIZE] = "-";
        if (value.set) {
            cli_write_value(field, value, comparison->units, words, sizeof words);
        }
        doc_cell(doc, words);
        if (i > 0) {
            add_ratio(cli_case_ratio(comparison, at, result), doc);
        }
    }
    doc_row(doc);
}

static void add_budget(const struct cli_comparison *comparison, size_t budget, struct doc *doc)
{
    const struct aic_budget *of = &comparison->budgets[budget];
    char words[CLI_VALUE_SIZE];
    cli_write_span(of->text, words, sizeof words);
    doc_cell(doc, words);
    for (size_t i = 0; i < comparison->count; i++) {
        const struct cli_case *one = &comparison->cases[case_at(comparison, i)];
        struct cli_cell cell = { .text = "-" };
        if (one->is_possible) {
            cell.text = cli_verdict(of, &one->verdicts[budget]);
            cell.style = cli_verdict_style(of, &one->verdicts[budget]);
        }
        doc_cell_as(doc, cell);
        if (i > 0) {
            doc_cell(doc, "");
        }
    }
    doc_row(doc);
}

/* Two columns for a case, but one for the first; and the names before them. */
static void open_table(const struct cli_comparison *comparison, struct doc *doc)
{
    struct cli_column columns[2 * CLI_COMPARE_MAX] = { { .title = "" } };
    size_t count = 1;
    for (size_t i = 0; i < comparison->count; i++) {
        columns[count++] = (struct cli_column){
            .title = comparison->cases[case_at(comparison, i)].name, .right = true, .gap = 2
        };
        if (i > 0) {
            columns[count++] = (struct cli_column){ .title = "ratio", .right = true, .gap = 1 };
        }
    }
    doc_table(doc, 0, columns, count,
              (struct doc_shape){ .ruled = true, .frozen = 2, .together = 2 });
}

static void add_table(const struct cli_comparison *comparison, struct doc *doc)
{
    open_table(comparison, doc);
    for (size_t i = 0; i < comparison->input_count; i++) {
        if (!is_in_names(comparison, comparison->inputs[i])) {
            add_input(comparison, comparison->inputs[i], doc);
        }
    }
    for (size_t i = 0; i < comparison->row_count; i++) {
        add_result(comparison, comparison->rows[i], doc);
    }
    for (size_t i = 0; i < comparison->budget_count; i++) {
        add_budget(comparison, i, doc);
    }
}

static void add_sentences(const struct cli_comparison *comparison, struct doc *doc)
{
    char words[CLI_SENTENCE_SIZE];
    doc_section(doc, "says", doc->form == DOC_PAGE ? "In words" : NULL, NULL);
    for (size_t i = 0; i < comparison->count; i++) {
        if (cli_case_has_sentence(comparison, i)) {
            cli_case_sentence(comparison, i, words);
            doc_item(doc, NULL, words);
        }
    }
}

/* What the rows mean. */
static void add_rows(const struct cli_comparison *comparison, struct doc *doc)
{
    doc_add(doc, (struct doc_block){
                     .kind = DOC_SECTION, .in = DOC_PAGE, .id = "rows", .name = "Rows" });
    doc_list(doc, DOC_PAGE, NULL, (struct doc_shape){ 0 });
    for (size_t i = 0; i < comparison->row_count; i++) {
        const struct aic_field *field =
            aic_table_at(&comparison->calculator->results, comparison->rows[i], NULL);
        doc_cell(doc, field->name);
        doc_cell(doc, "");
        doc_cell(doc, field->help);
        doc_row(doc);
    }
}

static void add_document(const struct cli_comparison *comparison, struct doc *doc)
{
    const struct aic_calculator *calculator = comparison->calculator;
    const unsigned page = DOC_PAGE;
    const char *says =
        doc_print(doc, "%g cases side by side, ratios to %s", (double)comparison->count,
                  comparison->cases[comparison->first].name);
    doc_add(doc, (struct doc_block){ .kind = DOC_HEAD,
                                     .in = DOC_TEXT | DOC_PAGE,
                                     .name = calculator->name,
                                     .words = says });
    doc_add(doc, (struct doc_block){ .kind = DOC_ASKED, .in = page, .words = calculator->help });
    doc_add(doc,
            (struct doc_block){ .kind = DOC_COMMAND, .in = page, .asked = &comparison->asked });
    doc_add(doc, (struct doc_block){ .kind = DOC_BODY, .in = page });
    doc_add(doc, (struct doc_block){ .kind = DOC_SECTION,
                                     .in = page,
                                     .id = "cases",
                                     .name = "Cases",
                                     .note = "Green is better than in the first case, red is "
                                             "worse." });
    add_table(comparison, doc);
    add_sentences(comparison, doc);
    add_rows(comparison, doc);
}

void cli_comparison_write(const struct cli_format *format, const struct cli_comparison *comparison,
                          struct aic_sink *sink)
{
    struct doc doc;
    if (!format->form) {
        cli_compare_json(comparison, sink);
        return;
    }
    doc_init(&doc, format->form);
    doc.color = comparison->color;
    doc.columns = comparison->columns;
    add_document(comparison, &doc);
    doc_write(&doc, sink);
    doc_clear(&doc);
}
