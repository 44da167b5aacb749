/* SPDX-License-Identifier: Apache-2.0 */
/* The comparison as JSON, schema "aicalc-diff/1". */
#include "cli/formats/json.h"
#include "cli/views/diff/diff.h"

/* "before": {...}: what the answer says of the member, its unit left out. */
static void write_side(struct aic_json_writer *writer, const char *key,
                       const struct aic_json_value *member)
{
    if (!member) {
        return;
    }
    cli_json_open(writer, key, '{', false);
    static const char *const keys[] = { "value", "low", "high", "origin", "source", "basis" };
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const struct aic_json_value *child = aic_json_member(member, keys[i]);
        if (child) {
            aic_json_key(writer, keys[i]);
            cli_json_node(writer, child, 0);
        }
    }
    aic_json_close(writer);
}

static void write_row(struct aic_json_writer *writer, const struct aic_difference *row)
{
    const char *unit = aic_json_member_text(row->after ? row->after : row->before, "unit");
    cli_json_open(writer, row->name, '{', false);
    cli_json_text(writer, "unit", unit);
    write_side(writer, "before", row->before);
    write_side(writer, "after", row->after);
    cli_json_number(writer, "absolute", row->absolute);
    cli_json_number(writer, "relative", row->relative);
    aic_json_close(writer);
}

static void write_part(const struct cli_diff_view *view, struct aic_json_writer *writer,
                       enum aic_diff_part part, const char *key)
{
    cli_json_open(writer, key, '{', true);
    for (size_t i = 0; i < view->diff->count; i++) {
        if (view->diff->rows[i].part == part) {
            write_row(writer, &view->diff->rows[i]);
        }
    }
    aic_json_close(writer);
}

static void write_warnings(const struct cli_diff_view *view, struct aic_json_writer *writer,
                           const char *key, bool came)
{
    cli_json_open(writer, key, '[', true);
    for (size_t i = 0; i < view->diff->count; i++) {
        const struct aic_difference *row = &view->diff->rows[i];
        if (row->part == AIC_DIFF_WARNING && (row->after != NULL) == came) {
            aic_json_open(writer, '{', false);
            cli_json_text(writer, "id", row->name);
            cli_json_text(writer, "text", cli_diff_warning(row));
            aic_json_close(writer);
        }
    }
    aic_json_close(writer);
}

void cli_diff_json(const struct cli_diff_view *view, struct aic_sink *sink)
{
    struct aic_json_writer writer;
    cli_json_begin(&writer, sink, "aicalc-diff/1");
    cli_json_text(&writer, "calculator", view->diff->calculator);
    cli_json_flag(&writer, "equal", view->diff->count == 0);
    write_part(view, &writer, AIC_DIFF_INPUT, "inputs");
    write_part(view, &writer, AIC_DIFF_RESULT, "results");
    cli_json_open(&writer, "warnings", '{', true);
    write_warnings(view, &writer, "came", true);
    write_warnings(view, &writer, "went", false);
    aic_json_close(&writer);
    aic_json_close(&writer);
    aic_sink_text(sink, "\n");
}
