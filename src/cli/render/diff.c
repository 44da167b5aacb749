/* SPDX-License-Identifier: Apache-2.0 */
/* The comparison of two answers as a table, JSON, CSV and Markdown. */
#include "cli/diff.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>

#include "cli/docs/lines.h"

static const char *const titles[] = { "Inputs", "Results", "Warnings" };
static const char *const parts[] = { "input", "result", "warning" };

static const char *warning_text(const struct aic_difference *row)
{
    const char *text = aic_diff_text(row->after ? row->after : row->before, "text");
    return text ? text : "";
}

/* Documents from elsewhere may hold any character; a terminal must not obey them. */
static void write_safely(struct aic_sink *sink, const char *text)
{
    for (; *text; text++) {
        bool is_control = (unsigned char)*text < 0x20 || *text == 0x7F;
        aic_sink_bytes(sink, is_control ? "?" : text, 1);
    }
}

static void write_cell(struct aic_sink *sink, const char *text, size_t width, bool right)
{
    size_t used = cli_width(text);
    size_t pad = used < width ? width - used : 0;
    cli_repeat(sink, ' ', right ? pad : 0);
    write_safely(sink, text);
    cli_repeat(sink, ' ', right ? 0 : pad);
}

static void write_heading(const struct cli_diff_view *view, struct aic_sink *sink,
                          const char *title)
{
    aic_sink_text(sink, view->color ? "\n\033[1m" : "\n");
    aic_sink_text(sink, title);
    aic_sink_text(sink, view->color ? "\033[0m\n" : "\n");
}

static void measure(const struct cli_diff_view *view, size_t *widths)
{
    struct cli_diff_cells cells;
    memset(widths, 0, CLI_DIFF_COLUMNS * sizeof widths[0]);
    for (size_t i = 0; i < view->diff->count; i++) {
        if (view->diff->rows[i].part == AIC_DIFF_WARNING) {
            continue;
        }
        cli_diff_cells(view, i, &cells);
        for (size_t column = 0; column < CLI_DIFF_COLUMNS; column++) {
            size_t width = cli_width(cells.at[column]);
            widths[column] = width > widths[column] ? width : widths[column];
        }
    }
}

/* The columns of one row; blanks at its end are left out. */
static void write_row(struct aic_sink *sink, const struct cli_diff_cells *cells,
                      const size_t *widths)
{
    size_t last = CLI_DIFF_COLUMNS;
    while (last > 0 && !cells->at[last - 1][0]) {
        last--;
    }
    aic_sink_text(sink, "  ");
    for (size_t column = 0; column < last; column++) {
        bool right = column != CLI_DIFF_NAME && column != CLI_DIFF_ORIGIN;
        aic_sink_text(sink, column > 0 ? "  " : "");
        write_cell(sink, cells->at[column], right || column + 1 < last ? widths[column] : 0, right);
    }
    aic_sink_text(sink, "\n");
}

static void write_warning(struct aic_sink *sink, const struct aic_difference *row)
{
    aic_sink_text(sink, row->after ? "  new   " : "  gone  ");
    write_safely(sink, row->name);
    aic_sink_text(sink, ": ");
    write_safely(sink, warning_text(row));
    aic_sink_text(sink, "\n");
}

void cli_diff_table(const struct cli_diff_view *view, struct aic_sink *sink)
{
    size_t widths[CLI_DIFF_COLUMNS];
    measure(view, widths);
    write_safely(sink, view->diff->calculator);
    aic_sink_text(sink, view->diff->count > 0 ? ": before, after, change\n"
                                              : ": the answers do not differ\n");
    enum aic_diff_part last = AIC_DIFF_PARTS;
    for (size_t i = 0; i < view->diff->count; i++) {
        const struct aic_difference *row = &view->diff->rows[i];
        if (row->part != last) {
            write_heading(view, sink, titles[row->part]);
            last = row->part;
        }
        if (row->part == AIC_DIFF_WARNING) {
            write_warning(sink, row);
        } else {
            struct cli_diff_cells cells;
            cli_diff_cells(view, i, &cells);
            write_row(sink, &cells, widths);
        }
    }
}

/* "| Input | Before | ... |" above the first row of each part. */
static void write_markdown_head(struct aic_sink *sink, enum aic_diff_part part)
{
    aic_sink_text(sink, "\n| ");
    aic_sink_text(sink, part == AIC_DIFF_INPUT ? "Input" : "Result");
    aic_sink_text(sink, " | Before | After | Change | Relative | Origin |\n"
                        "|---|---:|---:|---:|---:|---|\n");
}

void cli_diff_markdown(const struct cli_diff_view *view, struct aic_sink *sink)
{
    cli_sink_markdown(sink, view->diff->calculator);
    aic_sink_text(sink,
                  view->diff->count > 0 ? ": differences\n" : ": the answers do not differ\n");
    enum aic_diff_part last = AIC_DIFF_PARTS;
    for (size_t i = 0; i < view->diff->count; i++) {
        const struct aic_difference *row = &view->diff->rows[i];
        if (row->part == AIC_DIFF_WARNING) {
            aic_sink_text(sink, row->part != last ? "\n- " : "- ");
            aic_sink_text(sink, row->after ? "new **" : "gone **");
            cli_sink_markdown(sink, row->name);
            aic_sink_text(sink, "**: ");
            cli_sink_markdown(sink, warning_text(row));
            aic_sink_text(sink, "\n");
            last = row->part;
            continue;
        }
        if (row->part != last) {
            write_markdown_head(sink, row->part);
            last = row->part;
        }
        struct cli_diff_cells cells;
        cli_diff_cells(view, i, &cells);
        for (size_t column = 0; column < CLI_DIFF_COLUMNS; column++) {
            aic_sink_text(sink, column > 0 ? " | " : "| ");
            cli_sink_markdown(sink, cells.at[column]);
        }
        aic_sink_text(sink, " |\n");
    }
}

/* The value of a member in base units, or the text of a warning. */
static void write_csv_value(struct aic_sink *sink, const struct aic_difference *row,
                            const struct cJSON *member)
{
    if (member && row->part == AIC_DIFF_WARNING) {
        cli_sink_csv(sink, warning_text(row));
        return;
    }
    const struct cJSON *value = member ? aic_diff_value(member) : NULL;
    if (value && cJSON_IsNumber(value)) {
        aic_sink_number(sink, value->valuedouble);
    } else if (value && cJSON_IsString(value)) {
        cli_sink_csv(sink, value->valuestring);
    } else if (value) {
        aic_sink_text(sink, cJSON_IsTrue(value) ? "true" : "false");
    }
}

void cli_diff_csv(const struct cli_diff_view *view, struct aic_sink *sink)
{
    aic_sink_text(sink, "part,name,before,after,unit,absolute,relative\n");
    for (size_t i = 0; i < view->diff->count; i++) {
        const struct aic_difference *row = &view->diff->rows[i];
        const char *unit = aic_diff_text(row->after ? row->after : row->before, "unit");
        aic_sink_text(sink, parts[row->part]);
        aic_sink_text(sink, ",");
        cli_sink_csv(sink, row->name);
        aic_sink_text(sink, ",");
        write_csv_value(sink, row, row->before);
        aic_sink_text(sink, ",");
        write_csv_value(sink, row, row->after);
        aic_sink_text(sink, ",");
        cli_sink_csv(sink, unit ? unit : "");
        const double changes[] = { row->absolute, row->relative };
        for (size_t c = 0; c < 2; c++) {
            aic_sink_text(sink, ",");
            if (!isnan(changes[c])) {
                aic_sink_number(sink, changes[c]);
            }
        }
        aic_sink_text(sink, "\n");
    }
}

static void write_json_plain(struct aic_json_writer *writer, const struct cJSON *value)
{
    if (cJSON_IsNumber(value)) {
        aic_json_number(writer, value->valuedouble);
    } else if (cJSON_IsString(value)) {
        aic_json_string(writer, value->valuestring);
    } else if (cJSON_IsBool(value)) {
        aic_json_bool(writer, cJSON_IsTrue(value));
    } else {
        aic_json_null(writer);
    }
}

/* "before": {...}: what the answer says of the member, its unit left out. */
static void write_json_side(struct aic_json_writer *writer, const char *key,
                            const struct cJSON *member)
{
    if (!member) {
        return;
    }
    aic_json_key(writer, key);
    aic_json_open(writer, '{', false);
    static const char *const keys[] = { "value", "low", "high", "origin", "source", "basis" };
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const struct cJSON *child = aic_json_member(member, keys[i]);
        if (child) {
            aic_json_key(writer, keys[i]);
            write_json_plain(writer, child);
        }
    }
    aic_json_close(writer);
}

static void write_json_row(struct aic_json_writer *writer, const struct aic_difference *row)
{
    const char *unit = aic_diff_text(row->after ? row->after : row->before, "unit");
    aic_json_key(writer, row->name);
    aic_json_open(writer, '{', false);
    if (unit) {
        aic_json_key(writer, "unit");
        aic_json_string(writer, unit);
    }
    write_json_side(writer, "before", row->before);
    write_json_side(writer, "after", row->after);
    if (!isnan(row->absolute)) {
        aic_json_key(writer, "absolute");
        aic_json_number(writer, row->absolute);
    }
    if (!isnan(row->relative)) {
        aic_json_key(writer, "relative");
        aic_json_number(writer, row->relative);
    }
    aic_json_close(writer);
}

static void write_json_part(const struct cli_diff_view *view, struct aic_json_writer *writer,
                            enum aic_diff_part part, const char *key)
{
    aic_json_key(writer, key);
    aic_json_open(writer, '{', true);
    for (size_t i = 0; i < view->diff->count; i++) {
        if (view->diff->rows[i].part == part) {
            write_json_row(writer, &view->diff->rows[i]);
        }
    }
    aic_json_close(writer);
}

static void write_json_warnings(const struct cli_diff_view *view, struct aic_json_writer *writer,
                                const char *key, bool came)
{
    aic_json_key(writer, key);
    aic_json_open(writer, '[', true);
    for (size_t i = 0; i < view->diff->count; i++) {
        const struct aic_difference *row = &view->diff->rows[i];
        if (row->part == AIC_DIFF_WARNING && (row->after != NULL) == came) {
            aic_json_open(writer, '{', false);
            aic_json_key(writer, "id");
            aic_json_string(writer, row->name);
            aic_json_key(writer, "text");
            aic_json_string(writer, warning_text(row));
            aic_json_close(writer);
        }
    }
    aic_json_close(writer);
}

void cli_diff_json(const struct cli_diff_view *view, struct aic_sink *sink)
{
    struct aic_json_writer writer;
    aic_json_writer_init(&writer, sink);
    aic_json_open(&writer, '{', true);
    aic_json_key(&writer, "schema");
    aic_json_string(&writer, "aicalc-diff/1");
    aic_json_key(&writer, "version");
    aic_json_string(&writer, AICALC_VERSION);
    aic_json_key(&writer, "calculator");
    aic_json_string(&writer, view->diff->calculator);
    aic_json_key(&writer, "equal");
    aic_json_bool(&writer, view->diff->count == 0);
    write_json_part(view, &writer, AIC_DIFF_INPUT, "inputs");
    write_json_part(view, &writer, AIC_DIFF_RESULT, "results");
    aic_json_key(&writer, "warnings");
    aic_json_open(&writer, '{', true);
    write_json_warnings(view, &writer, "came", true);
    write_json_warnings(view, &writer, "went", false);
    aic_json_close(&writer);
    aic_json_close(&writer);
    aic_sink_text(sink, "\n");
}
