/* SPDX-License-Identifier: Apache-2.0 */
/* The page of cases side by side: the table, and what is to be said of each case. */
#include "cli/formats/html.h"
#include "cli/views/compare/compare.h"

static void write_head(const struct cli_comparison *comparison, struct aic_sink *sink)
{
    const char *name = comparison->calculator->name;
    char says[CLI_CASE_SIZE + 64], title[CLI_CASE_SIZE + 128];
    cli_print(says, sizeof says, "%g cases side by side, ratios to %s", (double)comparison->count,
              comparison->cases[comparison->first].name);
    cli_print(title, sizeof title, "%s: %s", name, says);
    html_open(sink, title);
    html_head(sink, name, says);
    html_put(sink, "<p class=\"asked\">Asked: %s</p>\n", comparison->calculator->help);
    html_command(sink, &comparison->asked);
    aic_sink_text(sink, "</header>\n");
}

static void write_sentences(const struct cli_comparison *comparison, struct aic_sink *sink)
{
    char words[CLI_SENTENCE_SIZE];
    html_section(sink, "says", "In words", NULL);
    aic_sink_text(sink, "<ul class=\"plain\">\n");
    for (size_t i = 0; i < comparison->count; i++) {
        if (cli_case_has_sentence(comparison, i)) {
            cli_case_sentence(comparison, i, words);
            html_put(sink, "<li class=\"callout\">%s</li>\n", words);
        }
    }
    aic_sink_text(sink, "</ul>\n");
    html_section_end(sink);
}

/* What the rows mean. */
static void write_rows(const struct cli_comparison *comparison, struct aic_sink *sink)
{
    html_section(sink, "rows", "Rows", NULL);
    aic_sink_text(sink, "<table class=\"inputs\">\n<tbody>\n");
    for (size_t i = 0; i < comparison->row_count; i++) {
        const struct aic_field *field =
            aic_table_at(&comparison->calculator->results, comparison->rows[i], NULL);
        html_put(sink, "<tr><th scope=\"row\"><code>%s</code></th><td>%s</td></tr>\n", field->name,
                 field->help);
    }
    aic_sink_text(sink, "</tbody>\n</table>\n");
    html_section_end(sink);
}

void html_compare(const struct cli_comparison *comparison, struct aic_sink *sink)
{
    write_head(comparison, sink);
    html_section(sink, "cases", "Cases", "Green is better than in the first case, red is worse.");
    cli_compare_grid(comparison, &html_layout, sink);
    html_table_end(sink);
    html_section_end(sink);
    write_sentences(comparison, sink);
    write_rows(comparison, sink);
    html_close(sink);
}
