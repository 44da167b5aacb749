/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A sweep for a terminal or as Markdown: a row a case, and below it what its signs mean and what all
 * cases share.
 */
#include <math.h>

#include "cli/sweep/summary.h"
#include "cli/views/answer/answer.h"

/* Defaults and warnings that text tells unless all is asked for; the others are counted or named. */
#define DEFAULTS 8
#define WARNINGS 3

/* What a column can be said of: its basis, or what marks the least of its values. */
enum { LEAST = AIC_ASSUMED + 1, NO_LEAST };

static bool has_sign(const struct cli_summary *summary, const struct cli_sweep_column *column,
                     int sign)
{
    return sign == LEAST      ? cli_summary_marks(summary, column)
           : sign == NO_LEAST ? cli_summary_marks_none(summary, column)
                              : column->appears && (int)column->basis == sign;
}

static void add_name(struct aic_text *text, bool first, const char *name, const char *value)
{
    aic_text_format(text, "%s%s%s%s", first ? " " : ", ", name, value[0] ? " " : "", value);
}

/* The columns of a sign behind its label, none where there are none; only `shown` have room. */
static void add_names(const struct cli_summary *summary, int sign, size_t shown, const char *label,
                      const char *end, struct doc *doc)
{
    struct aic_text *text = doc_words(doc);
    bool any = false;
    aic_text_add(text, label);
    for (size_t i = 0; i < shown; i++) {
        if (has_sign(summary, &summary->columns[i], sign)) {
            add_name(text, !any, summary->columns[i].field->name, "");
            any = true;
        }
    }
    aic_text_add(text, end);
    if (any) {
        doc_point(doc, "%s", text->at);
    }
}

/* Why no case is marked. */
static const char *why_no_least(const struct cli_summary *summary, struct doc *doc)
{
    struct aic_text *text = doc_words(doc);
    cli_summary_add_why_none(summary, text);
    return doc_keep(doc, text->at);
}

/* What the signs mean; results from `shown` on had no room. */
static void add_legend(const struct cli_summary *summary, size_t shown, struct doc *doc)
{
    const char *of = summary->moved < summary->possible
                         ? doc_print(doc, " (in the first %g cases)", (double)summary->moved)
                         : "";
    add_names(summary, LEAST, shown, "< least", "", doc);
    add_names(summary, NO_LEAST, shown, "no least",
              doc_print(doc, ": %s", why_no_least(summary, doc)), doc);
    add_names(summary, AIC_PUBLISHED, shown, "* rests on a published figure:", of, doc);
    add_names(summary, AIC_ESTIMATE, shown, "~ estimate:", of, doc);
    add_names(summary, AIC_ASSUMED, shown, "? rests on a default:", of, doc);
    if (shown < summary->column_count) {
        struct aic_text *text = doc_words(doc);
        aic_text_add(text, "left out for want of room:");
        for (size_t i = shown; i < summary->column_count; i++) {
            add_name(text, i == shown, summary->columns[i].field->name, "");
        }
        doc_point(doc, "%s; --fields chooses, -o csv has all", text->at);
    }
}

/* Inputs that all cases share, on their way to a line of words. */
struct shared {
    const struct cli_view *view;
    const bool *fixed;
    struct aic_text *text;
    size_t most, named, left_out;
};

static void add_input(void *context, size_t input)
{
    struct shared *shared = context;
    if (shared->fixed[input] && shared->named >= shared->most) {
        shared->left_out++;
    } else if (shared->fixed[input]) {
        char value[CLI_VALUE_SIZE];
        cli_write_input(shared->view, input, value, sizeof value);
        add_name(shared->text, shared->named == 0, cli_input(shared->view, input)->name, value);
        shared->named++;
    }
}

/* The inputs that all cases share: defaults that move the cells, then what was given. */
static void add_inputs(const struct cli_view *view, const bool *fixed, struct doc *doc)
{
    struct shared assumed = { view, fixed, doc_words(doc), view->all ? SIZE_MAX : DEFAULTS, 0, 0 };
    aic_text_add(assumed.text, "assumed:");
    if (view->influence) {
        cli_each_default(view, AIC_INFLUENCE_COUNTS, INFINITY, add_input, &assumed);
    }
    if (assumed.left_out > 0) {
        aic_text_format(assumed.text, "; %g more: --all", (double)assumed.left_out);
    }
    if (assumed.named > 0) {
        doc_point(doc, "%s", assumed.text->at);
    }
    struct shared given = { view, fixed, doc_words(doc), SIZE_MAX, 0, 0 };
    aic_text_add(given.text, "given:");
    for (size_t i = 0; i < aic_table_size(&view->answer->question->calculator->inputs); i++) {
        if (cli_is_given(view->answer, i)) {
            add_input(&given, i);
        }
    }
    if (given.named > 0) {
        doc_point(doc, "%s", given.text->at);
    }
}

static void add_warnings(const struct cli_view *view, const struct cli_summary *summary,
                         struct doc *doc)
{
    size_t most =
        view->all || summary->warning_count < WARNINGS ? summary->warning_count : WARNINGS;
    for (size_t i = 0; i < most; i++) {
        const struct cli_occurrence *warning = &summary->warnings[i];
        doc_point(doc, "%s in %g of %g cases, the first: %s", warning->note.id,
                  (double)warning->cases, (double)summary->cases, warning->note.text);
    }
    if (most < summary->warning_count) {
        struct aic_text *text = doc_words(doc);
        aic_text_add(text, "more warnings:");
        for (size_t i = most; i < summary->warning_count; i++) {
            add_name(text, i == most, summary->warnings[i].note.id,
                     doc_print(doc, "in %g", (double)summary->warnings[i].cases));
        }
        doc_point(doc, "%s; in full with --all", text->at);
    }
}

static void add_text_notes(const struct cli_view *view, const struct cli_summary *summary,
                           size_t shown, struct doc *doc)
{
    add_legend(summary, shown, doc);
    add_inputs(view, summary->fixed, doc);
    add_warnings(view, summary, doc);
}

static void add_markdown_warnings(const struct cli_summary *summary, struct doc *doc)
{
    for (size_t i = 0; i < summary->warning_count; i++) {
        const struct cli_occurrence *warning = &summary->warnings[i];
        struct aic_text *text = doc_words(doc);
        struct aic_sink sink = cli_text_sink(text);
        aic_text_add(text, i == 0 ? "\n- **" : "- **");
        cli_sink_markdown(&sink, warning->note.id);
        aic_text_format(text, "** in %g of %g cases, the first: ", (double)warning->cases,
                        (double)summary->cases);
        cli_sink_markdown(&sink, warning->note.text);
        doc_add(doc, (struct doc_block){ .kind = DOC_LINE, .words = text->at, .code = true });
    }
}

static void add_markdown_notes(const struct cli_view *view, const struct cli_summary *summary,
                               struct doc *doc)
{
    const size_t all = summary->column_count;
    const char *no_least = doc_print(doc, "No least, because %s:", why_no_least(summary, doc));
    add_names(summary, LEAST, all, "Bold: least", "", doc);
    add_names(summary, NO_LEAST, all, no_least, "", doc);
    add_names(summary, AIC_EXACT, all, "Exact:", "", doc);
    add_names(summary, AIC_PUBLISHED, all, "Rests on a published figure:", "", doc);
    add_names(summary, AIC_ESTIMATE, all, "Estimate:", "", doc);
    add_names(summary, AIC_ASSUMED, all, "Rests on a default:", "", doc);
    cli_add_input_table(view, summary->fixed, doc);
    add_markdown_warnings(summary, doc);
    doc_add(doc, (struct doc_block){ .kind = DOC_COMMAND, .asked = &view->asked });
}

static void write_head(const struct cli_sweep *sweep, struct doc *doc, struct aic_sink *sink)
{
    const struct cli_query *query = sweep->query;
    const char *words = query->compared ? query->compared : query->calculator->help;
    doc_add(doc, (struct doc_block){
                     .kind = DOC_HEAD, .name = query->calculator->name, .words = words });
    if (doc->form == DOC_TEXT) {
        doc_add(doc, (struct doc_block){ .kind = DOC_GAP });
    }
    doc_write(doc, sink);
}

static void add_left_out(struct cli_sweep *sweep, struct doc *doc)
{
    struct aic_text *text = doc_words(doc);
    cli_sweep_add_left_out(sweep, text);
    if (text->length > 0) {
        doc_point(doc, "%s", text->at);
    }
}

/* Which part of the cases it is, and that what compares cases compares those of the part. */
static void add_shard(const struct cli_sweep *sweep, struct doc *doc)
{
    const struct cli_options *options = &sweep->query->options;
    struct aic_text *text = doc_words(doc);
    if (sweep->shard.parts == 1) {
        return;
    }
    cli_shard_add(&sweep->shard, "case", text);
    if (sweep->none) {
        aic_text_add(text, sweep->shard.count > 0 ? "; none is possible and shown" : "");
    } else {
        aic_text_format(text, "; %s%s%sthe least are of this part",
                        options->sort ? (options->top ? "--sort, --top, " : "--sort, ") : "",
                        options->wheres.count > 0 ? "left out" : "",
                        options->wheres.count > 0 ? " and "
                        : options->sort           ? "and "
                                                  : "");
    }
    doc_point(doc, "%s", text->at);
}

/* A part without rows. */
static void write_none(struct cli_sweep *sweep, struct doc *doc, struct aic_sink *sink)
{
    cli_sweep_rewind(sweep);
    while (cli_sweep_next(sweep)) {
        /* impossible ones; what --where leaves out is counted */
    }
    add_shard(sweep, doc);
    add_left_out(sweep, doc);
    doc_write(doc, sink);
}

static void write_notes(struct cli_sweep *sweep, const struct cli_view *view,
                        const struct cli_summary *summary, size_t shown, struct doc *doc,
                        struct aic_sink *sink)
{
    doc_add(doc, (struct doc_block){ .kind = DOC_GAP });
    add_shard(sweep, doc);
    add_left_out(sweep, doc);
    if (doc->form == DOC_TEXT) {
        add_text_notes(view, summary, shown, doc);
    } else {
        add_markdown_notes(view, summary, doc);
    }
    doc_write(doc, sink);
}

void cli_sweep_document(struct cli_sweep *sweep, enum doc_form form, struct aic_sink *sink)
{
    const struct cli_layout *layout = form == DOC_TEXT ? &cli_layout_text : &cli_layout_markdown;
    struct cli_summary *summary = NULL;
    struct doc head, notes;
    size_t shown = 0;
    doc_init(&head, form);
    doc_init(&notes, form);
    if (sweep->none) {
        write_head(sweep, &head, sink);
        write_none(sweep, &notes, sink);
    } else if (cli_summary_make(sweep, true, &summary)) {
        const struct cli_view view = cli_summary_view(sweep, summary);
        head.color = notes.color = view.color;
        head.columns = notes.columns = view.columns;
        write_head(sweep, &head, sink);
        if (cli_sweep_rows(sweep, summary, layout, sink, &shown)) {
            write_notes(sweep, &view, summary, shown, &notes, sink);
        }
    }
    doc_clear(&head);
    doc_clear(&notes);
    cli_summary_free(summary);
}
