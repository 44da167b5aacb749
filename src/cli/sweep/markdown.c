/* SPDX-License-Identifier: Apache-2.0 */
/* A sweep as Markdown: a row a case, and below what all cases share. */
#include "cli/sweep/summary.h"
#include "cli/views/answer/answer.h"

/* A line of names behind a label, none where nothing is picked. */
static void write_names(struct aic_sink *sink, const char *label, const struct cli_summary *summary,
                        bool (*picks)(const struct cli_summary *, const struct cli_sweep_column *,
                                      int),
                        int what)
{
    bool any = false;
    for (size_t i = 0; i < summary->column_count; i++) {
        if (picks(summary, &summary->columns[i], what)) {
            aic_sink_text(sink, any ? ", " : label);
            cli_sink_markdown(sink, summary->columns[i].field->name);
            any = true;
        }
    }
    aic_sink_text(sink, any ? "\n" : "");
}

static bool is_least(const struct cli_summary *summary, const struct cli_sweep_column *column,
                     int what)
{
    (void)what;
    return cli_summary_marks(summary, column);
}

static bool has_no_least(const struct cli_summary *summary, const struct cli_sweep_column *column,
                         int what)
{
    (void)what;
    return cli_summary_marks_none(summary, column);
}

static bool has_basis(const struct cli_summary *summary, const struct cli_sweep_column *column,
                      int what)
{
    (void)summary;
    return column->appears && (int)column->basis == what;
}

static void write_warnings(const struct cli_summary *summary, struct aic_sink *sink)
{
    for (size_t i = 0; i < summary->warning_count; i++) {
        const struct cli_occurrence *warning = &summary->warnings[i];
        char words[CLI_REASON_SIZE];
        cli_print(words, sizeof words, " in %g of %g cases, the first: %s", (double)warning->cases,
                  (double)summary->cases, warning->note.text);
        aic_sink_text(sink, i == 0 ? "\n- **" : "- **");
        cli_sink_markdown(sink, warning->note.id);
        aic_sink_text(sink, "**");
        cli_sink_markdown(sink, words);
        aic_sink_text(sink, "\n");
    }
}

static void write_notes(const struct cli_sweep *sweep, const struct cli_summary *summary,
                        struct aic_sink *sink)
{
    static const char *const labels[] = {
        [AIC_EXACT] = "- Exact: ",
        [AIC_PUBLISHED] = "- Rests on a published figure: ",
        [AIC_ESTIMATE] = "- Estimate: ",
        [AIC_ASSUMED] = "- Moves with a default: ",
    };
    const struct cli_view view = cli_summary_view(sweep, summary);
    char label[CLI_REASON_SIZE];
    aic_sink_text(sink, "\n");
    write_names(sink, "- Bold: least ", summary, is_least, 0);
    cli_print(label, sizeof label, "- No least, because %s is false in every case: ",
              summary->lacks ? summary->lacks->name : "");
    write_names(sink, label, summary, has_no_least, 0);
    for (int basis = AIC_EXACT; basis <= AIC_ASSUMED; basis++) {
        write_names(sink, labels[basis], summary, has_basis, basis);
    }
    cli_inputs_markdown(&view, summary->fixed, sink);
    write_warnings(summary, sink);
    cli_asked_markdown(&view.asked, sink);
}

static void write_title(const struct aic_calculator *calculator, struct aic_sink *sink)
{
    aic_sink_text(sink, "**");
    cli_sink_markdown(sink, calculator->name);
    aic_sink_text(sink, "**: ");
    cli_sink_markdown(sink, calculator->help);
    aic_sink_text(sink, "\n\n");
}

void cli_sweep_markdown(struct cli_sweep *sweep, struct aic_sink *sink)
{
    struct cli_summary *summary = NULL;
    size_t dropped;
    if (cli_summary_make(sweep, true, &summary)) {
        write_title(sweep->query->calculator, sink);
        if (cli_sweep_rows(sweep, summary, &cli_layout_markdown, sink, &dropped)) {
            write_notes(sweep, summary, sink);
        }
    }
    cli_summary_free(summary);
}
