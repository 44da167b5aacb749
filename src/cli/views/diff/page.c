/* SPDX-License-Identifier: Apache-2.0 */
/* The page of a comparison of two answers. */
#include "cli/formats/html.h"
#include "cli/views/diff/diff.h"

static size_t count_of(const struct cli_diff_view *view, enum aic_diff_part part)
{
    size_t count = 0;
    for (size_t i = 0; i < view->diff->count; i++) {
        count += view->diff->rows[i].part == part;
    }
    return count;
}

/* "2 inputs, 5 results and 1 warning differ". */
static void write_says(const struct cli_diff_view *view, char *out, size_t capacity)
{
    static const char *const names[AIC_DIFF_PARTS] = { "input", "result", "warning" };
    struct aic_text text;
    const char *separator = "";
    aic_text_init(&text, out, capacity);
    for (int part = 0; part < AIC_DIFF_PARTS; part++) {
        size_t count = count_of(view, (enum aic_diff_part)part);
        if (count > 0) {
            aic_text_format(&text, "%s%g %s%s", separator, (double)count, names[part],
                            count == 1 ? "" : "s");
            separator = ", ";
        }
    }
    aic_text_add(&text, view->diff->count == 0 ? "the answers do not differ" : " changed");
}

static void write_part(const struct cli_diff_view *view, enum aic_diff_part part, const char *id,
                       const char *title, struct aic_sink *sink)
{
    if (count_of(view, part) > 0) {
        html_section(sink, id, title, NULL);
        cli_diff_part(view, part, &html_layout, sink);
        html_table_end(sink);
        html_section_end(sink);
    }
}

static void write_warnings(const struct cli_diff_view *view, struct aic_sink *sink)
{
    if (count_of(view, AIC_DIFF_WARNING) == 0) {
        return;
    }
    html_section(sink, "warnings", "Warnings", NULL);
    aic_sink_text(sink, "<ul class=\"plain\">\n");
    for (size_t i = 0; i < view->diff->count; i++) {
        const struct aic_difference *row = &view->diff->rows[i];
        if (row->part == AIC_DIFF_WARNING) {
            aic_sink_text(sink, "<li class=\"callout\">");
            html_pill(sink, row->after ? CLI_WARNING : CLI_GOOD, row->after ? "new" : "gone");
            html_put(sink, " <b>%s</b> %s</li>\n", row->name, cli_diff_warning(row));
        }
    }
    aic_sink_text(sink, "</ul>\n");
    html_section_end(sink);
}

void html_diff(const struct cli_diff_view *view, struct aic_sink *sink)
{
    char says[CLI_VALUE_SIZE], title[2 * CLI_VALUE_SIZE];
    write_says(view, says, sizeof says);
    cli_print(title, sizeof title, "%s: %s", view->diff->calculator, says);
    html_open(sink, title);
    html_head(sink, view->diff->calculator, says);
    html_command(sink, &view->asked);
    aic_sink_text(sink, "</header>\n");
    write_part(view, AIC_DIFF_RESULT, "results", "Results", sink);
    write_part(view, AIC_DIFF_INPUT, "inputs", "Inputs", sink);
    write_warnings(view, sink);
    html_close(sink);
}
