/* SPDX-License-Identifier: Apache-2.0 */
/* What differs between two answers, as a document: what was, what is, how much that is. */
#include "cli/views/diff/diff.h"

#include <math.h>
#include <string.h>

#include "cli/views/calculators.h"

const char *cli_diff_warning(const struct aic_difference *row)
{
    const char *text = aic_json_member_text(row->after ? row->after : row->before, "text");
    return text ? text : "";
}

/* The field that a row is about, where this program knows it in the unit of the document. */
static const struct aic_field *field_of(const struct cli_diff_view *view,
                                        const struct aic_difference *row)
{
    const struct aic_calculator *calculator = cli_calculator_find(view->diff->calculator);
    if (!calculator || row->part == AIC_DIFF_WARNING) {
        return NULL;
    }
    const struct aic_table *table =
        row->part == AIC_DIFF_INPUT ? &calculator->inputs : &calculator->results;
    size_t index = aic_table_find(table, row->name, strlen(row->name));
    if (index == aic_table_size(table)) {
        return NULL;
    }
    const struct aic_field *field = aic_table_at(table, index, NULL);
    const char *unit = aic_field_unit(field);
    const char *found = aic_json_member_text(row->after ? row->after : row->before, "unit");
    return unit && found && strcmp(unit, found) == 0 ? field : NULL;
}

/* A value of the document as it stands, without its unit. */
static void add_raw(struct aic_text *text, const struct aic_json_value *value)
{
    if (aic_json_is(value, AIC_JSON_NUMBER)) {
        aic_text_add_number(text, aic_json_number_of(value));
    } else if (aic_json_is(value, AIC_JSON_STRING)) {
        aic_text_add(text, aic_json_text_of(value));
    } else if (aic_json_is(value, AIC_JSON_NULL)) {
        aic_text_add(text, "no upper limit");
    } else {
        aic_text_add(text, aic_json_is_true(value) ? "yes" : "no");
    }
}

static void write_number(const struct cli_diff_view *view, const struct aic_field *field,
                         const char *unit, double number, struct aic_text *text)
{
    char words[CLI_VALUE_SIZE];
    if (field) {
        cli_write_number(field, number, view->units, words, sizeof words);
        aic_text_add(text, words);
    } else {
        aic_text_add_number(text, number);
        aic_text_format(text, "%s%s", unit ? " " : "", unit ? unit : "");
    }
}

/* A member's value for people, and its range where it has one. */
static void write_member(const struct cli_diff_view *view, const struct aic_difference *row,
                         const struct aic_json_value *member, struct aic_text *text)
{
    if (!member) {
        return;
    }
    const struct aic_json_value *value = aic_diff_value(member);
    const struct aic_json_value *low = aic_json_member(member, "low");
    const struct aic_json_value *high = aic_json_member(member, "high");
    const struct aic_field *field = field_of(view, row);
    const char *unit = aic_json_member_text(member, "unit");
    if (!aic_json_is(value, AIC_JSON_NUMBER)) {
        add_raw(text, value);
        return;
    }
    write_number(view, field, unit, aic_json_number_of(value), text);
    if (low && high && aic_json_is(low, AIC_JSON_NUMBER) && aic_json_is(high, AIC_JSON_NUMBER)) {
        aic_text_add(text, " (");
        write_number(view, field, unit, aic_json_number_of(low), text);
        aic_text_add(text, " .. ");
        write_number(view, field, unit, aic_json_number_of(high), text);
        aic_text_add(text, ")");
    }
}

/* Adds a cell: a member's value in words. */
static void add_member(const struct cli_diff_view *view, const struct aic_difference *row,
                       const struct aic_json_value *member, struct doc *doc)
{
    char words[3 * CLI_VALUE_SIZE];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    write_member(view, row, member, &text);
    doc_cell(doc, words);
}

/* Adds two cells: the change with its sign, "new" or "gone", and the change in percent. */
static void add_change(const struct cli_diff_view *view, const struct aic_difference *row,
                       struct doc *doc)
{
    char words[CLI_VALUE_SIZE];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    if (!isnan(row->absolute)) {
        aic_text_add(&text, row->absolute > 0 ? "+" : "");
        write_number(view, field_of(view, row), aic_json_member_text(row->after, "unit"),
                     row->absolute, &text);
    } else if (!row->before || !row->after) {
        aic_text_add(&text, row->before ? "gone" : "new");
    }
    doc_cell(doc, words);
    aic_text_init(&text, words, sizeof words);
    cli_add_percent(&text, row->relative, true);
    doc_cell(doc, words);
}

/* Where the values came from, if not from the same: "catalog -> flag". */
static const char *origins(const struct aic_difference *row, struct doc *doc)
{
    const char *before = aic_json_member_text(row->before, "origin");
    const char *after = aic_json_member_text(row->after, "origin");
    if (before && after && strcmp(before, after) != 0) {
        return doc_print(doc, "%s -> %s", before, after);
    }
    return !row->before && after ? after : "";
}

static size_t count_of(const struct cli_diff_view *view, enum aic_diff_part part)
{
    size_t count = 0;
    for (size_t i = 0; i < view->diff->count; i++) {
        count += view->diff->rows[i].part == part;
    }
    return count;
}

/* The inputs or the results that differ. */
static void add_part(const struct cli_diff_view *view, enum aic_diff_part part, struct doc *doc)
{
    const bool is_input = part == AIC_DIFF_INPUT;
    const struct cli_column columns[] = {
        { .title = is_input ? "Input" : "Result" },
        { .title = "Before", .right = true, .gap = 2 },
        { .title = "After", .right = true, .gap = 2 },
        { .title = "Change", .right = true, .gap = 2 },
        { .title = "Relative", .right = true, .gap = 2 },
        /* Results come from nowhere else. */
        { .title = "Origin", .gap = 2, .in = is_input ? 0 : DOC_TEXT | DOC_MARKDOWN },
    };
    if (count_of(view, part) == 0) {
        return;
    }
    doc_section(doc, is_input ? "inputs" : "results", is_input ? "Inputs" : "Results", NULL);
    doc_table(doc, 0, columns, sizeof columns / sizeof columns[0],
              (struct doc_shape){ .untitled = true, .aligned = true });
    for (size_t i = 0; i < view->diff->count; i++) {
        const struct aic_difference *row = &view->diff->rows[i];
        if (row->part == part) {
            doc_cell(doc, row->name);
            add_member(view, row, row->before, doc);
            add_member(view, row, row->after, doc);
            add_change(view, row, doc);
            doc_cell(doc, origins(row, doc));
            doc_row(doc);
        }
    }
}

static void add_warnings(const struct cli_diff_view *view, struct doc *doc)
{
    if (count_of(view, AIC_DIFF_WARNING) == 0) {
        return;
    }
    doc_section(doc, "warnings", "Warnings", NULL);
    for (size_t i = 0; i < view->diff->count; i++) {
        const struct aic_difference *row = &view->diff->rows[i];
        if (row->part == AIC_DIFF_WARNING) {
            doc_add(doc, (struct doc_block){ .kind = DOC_ITEM,
                                             .style = row->after ? CLI_WARNING : CLI_GOOD,
                                             .note = row->after ? "new" : "gone",
                                             .name = row->name,
                                             .words = cli_diff_warning(row) });
        }
    }
}

/* "2 inputs, 5 results, 1 warning changed". */
static const char *says(const struct cli_diff_view *view, struct doc *doc)
{
    static const char *const names[AIC_DIFF_PARTS] = { "input", "result", "warning" };
    const char *words = "";
    for (int part = 0; part < AIC_DIFF_PARTS; part++) {
        size_t count = count_of(view, (enum aic_diff_part)part);
        if (count > 0) {
            words = doc_print(doc, "%s%s%g %s%s", words, words[0] ? ", " : "", (double)count,
                              names[part], count == 1 ? "" : "s");
        }
    }
    return words[0] ? doc_print(doc, "%s changed", words) : "the answers do not differ";
}

static void add_head(const struct cli_diff_view *view, struct doc *doc)
{
    static const char *const none = "the answers do not differ";
    const char *name = view->diff->calculator;
    bool any = view->diff->count > 0;
    doc_add(doc, (struct doc_block){ .kind = DOC_HEAD,
                                     .in = DOC_TEXT,
                                     .name = name,
                                     .words = any ? "before, after, change" : none });
    doc_add(doc, (struct doc_block){
                     .kind = DOC_LINE,
                     .in = DOC_MARKDOWN,
                     .words = doc_print(doc, "%s: %s", name, any ? "differences" : none) });
    doc_add(doc, (struct doc_block){
                     .kind = DOC_HEAD, .in = DOC_PAGE, .name = name, .words = says(view, doc) });
    doc_add(doc, (struct doc_block){ .kind = DOC_COMMAND, .in = DOC_PAGE, .asked = &view->asked });
    doc_add(doc, (struct doc_block){ .kind = DOC_BODY, .in = DOC_PAGE });
}

/* Adds a cell: the value of a member in base units, or the text of a warning. */
static void add_value(const struct aic_difference *row, const struct aic_json_value *member,
                      struct doc *doc)
{
    const struct aic_json_value *value = member ? aic_diff_value(member) : NULL;
    if (member && row->part == AIC_DIFF_WARNING) {
        doc_cell(doc, cli_diff_warning(row));
    } else if (value && aic_json_is(value, AIC_JSON_NUMBER)) {
        doc_number(doc, aic_json_number_of(value));
    } else if (value && aic_json_is(value, AIC_JSON_STRING)) {
        doc_cell(doc, aic_json_text_of(value));
    } else if (value && aic_json_is(value, AIC_JSON_NULL)) {
        doc_cell(doc, "null");
    } else {
        doc_cell(doc, !value ? "" : aic_json_is_true(value) ? "true" : "false");
    }
}

static void add_values(const struct cli_diff_view *view, struct doc *doc)
{
    static const char *const parts[] = { "input", "result", "warning" };
    static const struct cli_column columns[] = { { .title = "part" },    { .title = "name" },
                                                 { .title = "before" },  { .title = "after" },
                                                 { .title = "unit" },    { .title = "absolute" },
                                                 { .title = "relative" } };
    doc_table(doc, DOC_VALUES, columns, sizeof columns / sizeof columns[0],
              (struct doc_shape){ 0 });
    for (size_t i = 0; i < view->diff->count; i++) {
        const struct aic_difference *row = &view->diff->rows[i];
        const char *unit = aic_json_member_text(row->after ? row->after : row->before, "unit");
        doc_cell(doc, parts[row->part]);
        doc_cell(doc, row->name);
        add_value(row, row->before, doc);
        add_value(row, row->after, doc);
        doc_cell(doc, unit ? unit : "");
        doc_number(doc, row->absolute);
        doc_number(doc, row->relative);
        doc_row(doc);
    }
}

void cli_diff_document(const struct cli_diff_view *view, struct doc *doc)
{
    bool is_page = doc->form == DOC_PAGE; /* which has what matters most in front */
    add_head(view, doc);
    add_part(view, is_page ? AIC_DIFF_RESULT : AIC_DIFF_INPUT, doc);
    add_part(view, is_page ? AIC_DIFF_INPUT : AIC_DIFF_RESULT, doc);
    add_warnings(view, doc);
    if (doc->form == DOC_VALUES) {
        add_values(view, doc);
    }
}
