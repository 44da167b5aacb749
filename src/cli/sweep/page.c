/* SPDX-License-Identifier: Apache-2.0 */
/* The page of a sweep: how many cases hold, the chart, a row a case, what all cases share. */
#include "cli/sweep/summary.h"
#include "cli/views/page/answer.h"
#include "cli/views/plot/plots.h"

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

static void add_verdict(struct cli_sweep *sweep, const struct cli_summary *summary, struct doc *doc)
{
    uint64_t count = sweep->cases.case_count, impossible = count - summary->possible;
    doc_add(doc, (struct doc_block){ .kind = DOC_PILL });
    if (sweep->query->options.budgets.count > 0) {
        uint64_t held = count_held(sweep);
        doc_add(doc, (struct doc_block){ .kind = DOC_PILL,
                                         .style = held == count ? CLI_GOOD
                                                  : held > 0    ? CLI_WARNING
                                                                : CLI_BAD,
                                         .words = doc_print(doc, "all budgets hold in %g of %g",
                                                            (double)held, (double)count) });
    }
    if (impossible > 0) {
        doc_add(doc,
                (struct doc_block){ .kind = DOC_PILL,
                                    .words = doc_print(doc, "%g impossible", (double)impossible) });
    }
}

static void add_head(struct cli_sweep *sweep, const struct cli_summary *summary,
                     const struct cli_view *view, struct doc *doc)
{
    char says[512];
    write_says(sweep, says, sizeof says);
    doc_add(doc, (struct doc_block){
                     .kind = DOC_HEAD, .name = sweep->query->calculator->name, .words = says });
    add_verdict(sweep, summary, doc);
    cli_add_asked(view, summary->fixed, doc);
    doc_add(doc, (struct doc_block){ .kind = DOC_COMMAND, .asked = &view->asked });
    doc_add(doc, (struct doc_block){ .kind = DOC_BODY });
}

/* The cases under way: they are walked once more for the chart, and once for the table. */
struct cases {
    struct cli_sweep *sweep;
    const struct cli_summary *summary;
};

static void write_chart(const void *context, struct aic_sink *sink)
{
    const struct cases *cases = context;
    aic_sink_text(sink, "<figure class=\"scroll\" tabindex=\"0\">");
    svg_sweep_figure(cases->sweep, sink);
    aic_sink_text(sink, "</figure>\n");
}

/* What bold says, and why nothing is. */
static void write_least(const struct cli_summary *summary, struct aic_sink *sink)
{
    const char *begin = "<p class=\"note\">Bold is the least <code>%s</code>";
    bool any = false, none = false;
    for (size_t i = 0; i < summary->column_count; i++) {
        none = none || cli_summary_marks_none(summary, &summary->columns[i]);
        if (cli_summary_marks(summary, &summary->columns[i])) {
            html_put(sink, any ? ", <code>%s</code>" : begin, summary->columns[i].field->name);
            any = true;
        }
    }
    aic_sink_text(sink, any ? ".</p>\n" : "");
    if (!any && none) {
        char words[128];
        struct aic_text text;
        aic_text_init(&text, words, sizeof words);
        cli_summary_add_why_none(summary, &text);
        html_put(sink, "<p class=\"note\">Nothing is bold: %s.</p>\n", words);
    }
}

static void write_cases(const void *context, struct aic_sink *sink)
{
    const struct cases *cases = context;
    size_t dropped;
    if (cli_sweep_rows(cases->sweep, cases->summary, &html_layout, sink, &dropped)) {
        html_table_end(sink);
    }
    write_least(cases->summary, sink);
}

/* What the columns mean, and how far each can be trusted. */
static void add_columns(const struct cli_summary *summary, struct doc *doc)
{
    doc_section(doc, "columns", "Columns", NULL);
    doc_list(doc, DOC_PAGE, NULL, (struct doc_shape){ .values = true });
    for (size_t i = 0; i < summary->column_count; i++) {
        const struct cli_sweep_column *column = &summary->columns[i];
        doc_cell(doc, column->field->name);
        doc_cell(doc, column->appears ? aic_basis_name(column->basis) : "");
        doc_cell(doc, column->field->help);
        doc_row(doc);
    }
}

static void add_warnings(const struct cli_sweep *sweep, const struct cli_summary *summary,
                         const struct cli_view *view, struct doc *doc)
{
    if (summary->warning_count == 0) {
        return;
    }
    doc_section(doc, "warnings", "Warnings", NULL);
    for (int light = 0; light < 2; light++) {
        for (size_t i = 0; i < summary->warning_count; i++) {
            const struct cli_occurrence *warning = &summary->warnings[i];
            if (cli_is_first_warning(view, warning->note.id) == !light) {
                doc_add(doc, (struct doc_block){
                                 .kind = DOC_ITEM,
                                 .style = light ? CLI_PLAIN : CLI_WARNING,
                                 .name = warning->note.id,
                                 .words = doc_print(doc, "in %g of %g cases, the first: %s",
                                                    (double)warning->cases,
                                                    (double)sweep->cases.case_count,
                                                    warning->note.text) });
            }
        }
    }
}

static void write_page(const struct cases *cases, const struct cli_view *view,
                       struct aic_sink *sink)
{
    const struct cli_screen none = { .says = NULL };
    struct doc doc;
    doc_init(&doc, DOC_PAGE);
    const struct html_rows *rows = html_rows(view, &none, &doc);
    add_head(cases->sweep, cases->summary, view, &doc);
    doc_own(&doc, write_chart, cases);
    doc_section(&doc, "cases", "Cases", NULL);
    doc_own(&doc, write_cases, cases);
    add_warnings(cases->sweep, cases->summary, view, &doc);
    add_columns(cases->summary, &doc);
    cli_add_inputs(view, cases->summary->fixed, rows ? &rows->sources : NULL, &doc);
    doc_add(&doc, (struct doc_block){ .kind = DOC_SECTION });
    doc_own(&doc, html_list_sources, rows);
    doc_write(&doc, sink);
    doc_clear(&doc);
}

void html_sweep(struct cli_sweep *sweep, struct aic_sink *sink)
{
    struct cli_summary *summary = NULL;
    struct cli_entries entries = { .count = 0 };
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
        write_page(&(struct cases){ sweep, summary }, &view, sink);
    }
    cli_entries_clear(&entries);
    cli_summary_free(summary);
}
