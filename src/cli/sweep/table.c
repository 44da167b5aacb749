/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A sweep as a table for a terminal: a row a case, and below it what its signs mean and what all
 * cases share.
 */
#include "cli/sweep/summary.h"
#include "cli/views/answer/answer.h"

/* A paragraph below the table: what a sign means and the names of the columns it holds for. */
struct paragraph {
    char words[2048];
    struct aic_text text;
    size_t names;
};

static void open_paragraph(struct paragraph *paragraph, const char *label)
{
    aic_text_init(&paragraph->text, paragraph->words, sizeof paragraph->words);
    aic_text_add(&paragraph->text, label);
    paragraph->names = 0;
}

static void add_name(struct paragraph *paragraph, const char *name, const char *value)
{
    aic_text_format(&paragraph->text, "%s%s%s%s", paragraph->names ? ", " : " ", name,
                    value[0] ? " " : "", value);
    paragraph->names++;
}

/* Writes a paragraph that names something. */
static void close_paragraph(struct paragraph *paragraph, struct aic_sink *sink, size_t columns,
                            const char *end)
{
    if (paragraph->names > 0) {
        aic_text_add(&paragraph->text, end);
        cli_paragraph(sink, columns, paragraph->words);
    }
}

/* Why no case is marked. */
static void write_lack(const struct cli_summary *summary, char *out, size_t size)
{
    if (summary->lacks) {
        cli_print(out, size, ": %s is false in every case", summary->lacks->name);
    } else {
        cli_print(out, size, ": every case leaves out what another counts");
    }
}

/* What the signs mean; results from `dropped` on had no room. */
static void write_legend(const struct cli_summary *summary, size_t dropped, struct aic_sink *sink,
                         size_t columns)
{
    static const char *const labels[] = {
        [AIC_PUBLISHED] = "* rests on a published figure:",
        [AIC_ESTIMATE] = "~ estimate:",
        [AIC_ASSUMED] = "? moves with a default:",
    };
    struct paragraph paragraph;
    char reason[CLI_REASON_SIZE], of[CLI_REASON_SIZE] = "";
    if (summary->moved < summary->possible) {
        cli_print(of, sizeof of, " (in the first %g cases)", (double)summary->moved);
    }
    open_paragraph(&paragraph, "< least");
    for (size_t i = 0; i < dropped; i++) {
        if (cli_summary_marks(summary, &summary->columns[i])) {
            add_name(&paragraph, summary->columns[i].field->name, "");
        }
    }
    close_paragraph(&paragraph, sink, columns, "");
    open_paragraph(&paragraph, "no least");
    for (size_t i = 0; i < dropped; i++) {
        if (cli_summary_marks_none(summary, &summary->columns[i])) {
            add_name(&paragraph, summary->columns[i].field->name, "");
        }
    }
    write_lack(summary, reason, sizeof reason);
    close_paragraph(&paragraph, sink, columns, reason);
    for (size_t basis = AIC_PUBLISHED; basis <= AIC_ASSUMED; basis++) {
        open_paragraph(&paragraph, labels[basis]);
        for (size_t i = 0; i < dropped; i++) {
            if (summary->columns[i].appears && summary->columns[i].basis == basis) {
                add_name(&paragraph, summary->columns[i].field->name, "");
            }
        }
        close_paragraph(&paragraph, sink, columns, of);
    }
    open_paragraph(&paragraph, "left out for want of room:");
    for (size_t i = dropped; i < summary->column_count; i++) {
        add_name(&paragraph, summary->columns[i].field->name, "");
    }
    close_paragraph(&paragraph, sink, columns, "; --fields chooses, -o csv has all");
}

/* Defaults that a table names unless all is asked for: those that move the cells most. */
#define DEFAULTS 8

/* Inputs that all cases share. */
struct shared {
    const struct cli_view *view;
    const bool *fixed;
    struct paragraph paragraph;
    size_t most, left_out; /* named at most; not named */
};

static void add_input(void *context, size_t input, double influence)
{
    struct shared *shared = context;
    (void)influence;
    if (shared->fixed[input] && shared->paragraph.names >= shared->most) {
        shared->left_out++;
    } else if (shared->fixed[input]) {
        char value[CLI_VALUE_SIZE];
        cli_write_input(shared->view, input, value, sizeof value);
        add_name(&shared->paragraph, cli_input(shared->view, input)->name, value);
    }
}

/* The inputs that all cases share: defaults that move the cells, then what was given. */
static void write_inputs(const struct cli_view *view, const bool *fixed, struct aic_sink *sink)
{
    struct shared shared = { view, fixed, .most = view->all ? SIZE_MAX : DEFAULTS };
    char more[CLI_REASON_SIZE] = "";
    open_paragraph(&shared.paragraph, "assumed:");
    if (view->influence) {
        cli_each_default(view, AIC_INFLUENCE_COUNTS, INFINITY, add_input, &shared);
    }
    if (shared.left_out > 0) {
        cli_print(more, sizeof more, "; %g more: --all", (double)shared.left_out);
    }
    close_paragraph(&shared.paragraph, sink, view->columns, more);
    open_paragraph(&shared.paragraph, "given:");
    shared.most = SIZE_MAX;
    for (size_t i = 0; i < aic_table_size(&view->answer->question->calculator->inputs); i++) {
        if (cli_is_given(view->answer, i)) {
            add_input(&shared, i, 0);
        }
    }
    close_paragraph(&shared.paragraph, sink, view->columns, "");
}

/* Warnings that a table tells in full unless all is asked for; of the others it tells the names. */
#define WARNINGS 3

static void write_warnings(const struct cli_view *view, const struct cli_summary *summary,
                           struct aic_sink *sink)
{
    size_t most = view->all ? summary->warning_count : WARNINGS;
    struct paragraph rest;
    open_paragraph(&rest, "more warnings:");
    for (size_t i = 0; i < summary->warning_count; i++) {
        const struct cli_occurrence *warning = &summary->warnings[i];
        char words[CLI_REASON_SIZE];
        if (i >= most) {
            cli_print(words, sizeof words, "in %g", (double)warning->cases);
            add_name(&rest, warning->note.id, words);
            continue;
        }
        cli_print(words, sizeof words, "%s in %g of %g cases, the first: %s", warning->note.id,
                  (double)warning->cases, (double)summary->cases, warning->note.text);
        cli_paragraph(sink, view->columns, words);
    }
    close_paragraph(&rest, sink, view->columns, "; in full with --all");
}

void cli_sweep_table(struct cli_sweep *sweep, struct aic_sink *sink)
{
    struct cli_summary *summary = NULL;
    size_t dropped = 0;
    if (cli_summary_make(sweep, true, &summary)) {
        const struct cli_view view = cli_summary_view(sweep, summary);
        cli_title(&view, sink);
        aic_sink_text(sink, "\n");
        if (cli_sweep_rows(sweep, summary, &cli_layout_text, sink, &dropped)) {
            aic_sink_text(sink, "\n");
            write_legend(summary, dropped, sink, view.columns);
            write_inputs(&view, summary->fixed, sink);
            write_warnings(&view, summary, sink);
        }
    }
    cli_summary_free(summary);
}
