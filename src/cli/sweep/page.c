/* SPDX-License-Identifier: Apache-2.0 */
/* The page of a sweep: how many cases hold, the chart, a row a case, what all cases share. */
#include "cli/views/plot/plots.h"
#include "cli/sweep/summary.h"
#include "cli/views/page/answer.h"

#define CASES_MAX 10000

bool html_accepts_sweep(const struct cli_sweep *sweep, struct aic_error *error)
{
    if (sweep->cases.case_count <= CASES_MAX) {
        return true;
    }
    aic_fail(error, AIC_ERR_RANGE, NULL, "-o html shows at most %d cases, this sweep has %g",
             CASES_MAX, (double)sweep->cases.case_count);
    return aic_suggest(error, "take larger steps, or use -o csv");
}

/* Cases in which every budget holds. */
static uint64_t count_held(struct cli_sweep *sweep)
{
    const struct cli_query *query = sweep->query;
    uint64_t held = 0;
    cli_sweep_rewind(sweep);
    while (cli_sweep_next(sweep)) {
        bool holds = sweep->is_possible;
        for (size_t i = 0; i < query->options.budgets.count; i++) {
            holds = holds && query->verdicts[i].pass;
        }
        held += holds;
    }
    return held;
}

/* "12 cases over tp and context". */
static void write_says(const struct cli_sweep *sweep, char *out, size_t capacity)
{
    struct aic_text text;
    aic_text_init(&text, out, capacity);
    aic_text_format(&text, "%g case%s over ", (double)sweep->cases.case_count,
                    sweep->cases.case_count == 1 ? "" : "s");
    for (size_t i = 0; i < sweep->cases.axis_count; i++) {
        aic_text_format(&text, "%s%s",
                        i == 0                            ? ""
                        : i + 1 < sweep->cases.axis_count ? ", "
                                                          : " and ",
                        sweep->cases.axes[i].field->name);
    }
}

static void write_verdict(struct cli_sweep *sweep, const struct cli_summary *summary,
                          struct aic_sink *sink)
{
    uint64_t impossible = sweep->cases.case_count - summary->possible;
    char words[CLI_VALUE_SIZE];
    aic_sink_text(sink, "<p class=\"verdict\">");
    if (sweep->query->options.budgets.count > 0) {
        uint64_t held = count_held(sweep);
        cli_print(words, sizeof words, "all budgets hold in %g of %g", (double)held,
                  (double)sweep->cases.case_count);
        html_pill(sink,
                  held == sweep->cases.case_count ? CLI_GOOD
                  : held > 0                      ? CLI_WARNING
                                                  : CLI_BAD,
                  words);
    }
    if (impossible > 0) {
        cli_print(words, sizeof words, "%g impossible", (double)impossible);
        html_pill(sink, CLI_PLAIN, words);
    }
    aic_sink_text(sink, "</p>\n");
}

static void write_head(struct cli_sweep *sweep, const struct cli_summary *summary,
                       const struct cli_view *view, struct aic_sink *sink)
{
    const struct aic_calculator *calculator = sweep->query->calculator;
    char says[512], title[600];
    write_says(sweep, says, sizeof says);
    cli_print(title, sizeof title, "%s: %s", calculator->name, says);
    html_open(sink, title);
    html_head(sink, calculator->name, says);
    write_verdict(sweep, summary, sink);
    html_put(sink, "<p class=\"asked\">Asked: %s; for ", calculator->help);
    html_asked(view, summary->fixed, sink);
    aic_sink_text(sink, "</p>\n");
    html_command(sink, &view->asked);
    aic_sink_text(sink, "</header>\n");
}

static void write_chart(struct cli_sweep *sweep, struct aic_sink *sink)
{
    aic_sink_text(sink, "<figure class=\"scroll\" tabindex=\"0\">");
    svg_sweep_figure(sweep, sink);
    aic_sink_text(sink, "</figure>\n");
}

/* What bold says, and why nothing is. */
static void write_least(const struct cli_summary *summary, struct aic_sink *sink)
{
    const char *begin = "<p class=\"note\">Bold is the least <code>%s</code>";
    bool any = false;
    for (size_t i = 0; i < summary->column_count; i++) {
        if (cli_summary_marks(summary, &summary->columns[i])) {
            html_put(sink, any ? ", <code>%s</code>" : begin, summary->columns[i].field->name);
            any = true;
        }
    }
    aic_sink_text(sink, any ? ".</p>\n" : "");
    if (!any && summary->lacks) {
        html_put(sink, "<p class=\"note\"><code>%s</code> is false in every case.</p>\n",
                 summary->lacks->name);
    }
}

static void write_cases(struct cli_sweep *sweep, const struct cli_summary *summary,
                        struct aic_sink *sink)
{
    size_t dropped;
    html_section(sink, "cases", "Cases", NULL);
    if (cli_sweep_rows(sweep, summary, &html_layout, sink, &dropped)) {
        html_table_end(sink);
    }
    write_least(summary, sink);
    html_section_end(sink);
}

/* What the columns mean, and how far each can be trusted. */
static void write_columns(const struct cli_summary *summary, struct aic_sink *sink)
{
    html_section(sink, "columns", "Columns", NULL);
    aic_sink_text(sink, "<table class=\"inputs\">\n<tbody>\n");
    for (size_t i = 0; i < summary->column_count; i++) {
        const struct cli_sweep_column *column = &summary->columns[i];
        html_put(sink,
                 "<tr><th scope=\"row\"><code>%s</code></th><td class=\"v\">%s</td><td>%s</td>"
                 "</tr>\n",
                 column->field->name, column->appears ? aic_basis_name(column->basis) : "",
                 column->field->help);
    }
    aic_sink_text(sink, "</tbody>\n</table>\n");
    html_section_end(sink);
}

static void write_warnings(const struct cli_sweep *sweep, const struct cli_summary *summary,
                           const struct cli_view *view, struct aic_sink *sink)
{
    if (summary->warning_count == 0) {
        return;
    }
    html_section(sink, "warnings", "Warnings", NULL);
    aic_sink_text(sink, "<ul class=\"plain\">\n");
    for (int light = 0; light < 2; light++) {
        for (size_t i = 0; i < summary->warning_count; i++) {
            const struct cli_occurrence *warning = &summary->warnings[i];
            char words[CLI_REASON_SIZE];
            cli_print(words, sizeof words, "in %g of %g cases, the first: %s",
                      (double)warning->cases, (double)sweep->cases.case_count, warning->note.text);
            if (cli_is_first_warning(view, warning->note.id) == !light) {
                html_warning(sink, !light, warning->note.id, words);
            }
        }
    }
    aic_sink_text(sink, "</ul>\n");
    html_section_end(sink);
}

void html_sweep(struct cli_sweep *sweep, struct aic_sink *sink)
{
    struct cli_summary *summary = NULL;
    struct cli_entries entries = { .count = 0 };
    struct html_sources sources;
    struct cli_view view;
    bool ok = cli_summary_make(sweep, true, &summary);
    if (ok) {
        view = cli_summary_view(sweep, summary);
        view.entries = &entries;
        view.unicode = true;
        view.color = false;
        ok = cli_entries_find(&entries, &view, &sweep->query->catalog, &sweep->query->error);
    }
    if (ok) {
        html_find_sources(&view, &sources);
        write_head(sweep, summary, &view, sink);
        write_chart(sweep, sink);
        write_cases(sweep, summary, sink);
        write_warnings(sweep, summary, &view, sink);
        write_columns(summary, sink);
        html_inputs(&view, &sources, summary->fixed, sink);
        html_list_sources(&view, &sources, sink);
        html_close(sink);
    }
    cli_entries_clear(&entries);
    cli_summary_free(summary);
}
