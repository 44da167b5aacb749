/* SPDX-License-Identifier: Apache-2.0 */
/* A difference in words: what was, what is, how much that is. */
#include "cli/views/calculators.h"
#include "cli/views/diff/diff.h"

#include <math.h>
#include <string.h>

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

/* Where the values came from, if not from the same: "catalog -> flag". */
static void write_origins(const struct aic_difference *row, struct aic_text *text)
{
    const char *before = aic_json_member_text(row->before, "origin");
    const char *after = aic_json_member_text(row->after, "origin");
    if (before && after && strcmp(before, after) != 0) {
        aic_text_format(text, "%s -> %s", before, after);
    } else if (!row->before && after) {
        aic_text_add(text, after);
    }
}

void cli_diff_cells(const struct cli_diff_view *view, size_t index, struct cli_diff_cells *cells)
{
    const struct aic_difference *row = &view->diff->rows[index];
    struct aic_text text[CLI_DIFF_COLUMNS];
    for (int i = 0; i < CLI_DIFF_COLUMNS; i++) {
        aic_text_init(&text[i], cells->at[i], CLI_DIFF_CELL);
    }
    aic_text_add(&text[CLI_DIFF_NAME], row->name);
    write_member(view, row, row->before, &text[CLI_DIFF_BEFORE]);
    write_member(view, row, row->after, &text[CLI_DIFF_AFTER]);
    if (!isnan(row->absolute)) {
        aic_text_add(&text[CLI_DIFF_ABSOLUTE], row->absolute > 0 ? "+" : "");
        write_number(view, field_of(view, row), aic_json_member_text(row->after, "unit"),
                     row->absolute, &text[CLI_DIFF_ABSOLUTE]);
    } else if (!row->before || !row->after) {
        aic_text_add(&text[CLI_DIFF_ABSOLUTE], row->before ? "gone" : "new");
    }
    cli_add_percent(&text[CLI_DIFF_RELATIVE], row->relative, true);
    write_origins(row, &text[CLI_DIFF_ORIGIN]);
}
