/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A sweep as a table for a terminal: a row a case, the swept values, then the results that
 * decide, then whether the budgets hold.
 */
#include "cli/docs/lines.h"
#include "cli/sweep/layout.h"

#include <stdlib.h>
#include <string.h>

#define INDENT CLI_SWEEP_INDENT
#define GAP    CLI_SWEEP_GAP

/* Less room than this beside the swept values, and a reason starts on a line of its own. */
#define SHORTEST_REASON 24

/* A line whose blanks are written when something follows: none stand at its end. */
struct line {
    struct aic_sink *sink;
    size_t blanks;
    bool color;
};

static void put(struct line *line, const char *text, size_t length, const char *style)
{
    if (length == 0) {
        return;
    }
    cli_repeat(line->sink, ' ', line->blanks);
    line->blanks = 0;
    if (line->color && style) {
        aic_sink_text(line->sink, style);
    }
    aic_sink_bytes(line->sink, text, length);
    if (line->color && style) {
        aic_sink_text(line->sink, "\033[0m");
    }
}

/* A text in a column of `width`, and the gap behind it. */
static void put_cell(struct line *line, const char *text, size_t length, size_t width, bool right,
                     const char *style)
{
    size_t later = 0; /* bytes of characters beyond their first */
    for (size_t i = 0; i < length; i++) {
        later += ((unsigned char)text[i] & 0xC0) == 0x80;
    }
    size_t pad = length - later < width ? width - (length - later) : 0;
    line->blanks += right ? pad : 0;
    put(line, text, length, style);
    line->blanks += right ? 0 : pad;
}

static void end_line(struct line *line)
{
    aic_sink_text(line->sink, "\n");
    line->blanks = INDENT;
}

/* One line of the heads, which end together at the bottom. */
static void write_head_line(struct line *line, const struct cli_layout *layout, size_t at)
{
    for (size_t i = 0; i < cli_slot_count(layout); i++) {
        const struct cli_slot *slot = &layout->slots[i];
        if (cli_is_left_out(layout, i)) {
            continue;
        }
        const char *head = slot->head;
        size_t first = layout->head_lines - cli_count_head_lines(head, slot->width);
        for (size_t skip = first; skip < at; skip++) {
            head += cli_part_of_head(head, slot->width);
        }
        size_t length = at < first ? 0 : cli_part_of_head(head, slot->width);
        while (length > 0 && head[length - 1] == ' ') {
            length--;
        }
        size_t mark = slot->marks && length + 2 <= slot->width ? 2 : 0;
        put_cell(line, head, length, slot->width - mark, slot->right, "\033[1m");
        line->blanks += mark + GAP;
    }
    end_line(line);
}

static void write_head(struct line *line, const struct cli_layout *layout)
{
    for (size_t at = 0; at < layout->head_lines; at++) {
        write_head_line(line, layout, at);
    }
    for (size_t i = 0; i < cli_slot_count(layout); i++) {
        if (!cli_is_left_out(layout, i)) {
            cli_repeat(line->sink, ' ', line->blanks);
            cli_repeat(line->sink, '-', layout->slots[i].width);
            line->blanks = GAP;
        }
    }
    line->blanks = 0;
    end_line(line);
}

static void write_value(const struct cli_sweep *sweep, struct line *line,
                        const struct cli_slot *slot, const struct cli_column *column)
{
    struct aic_value value = aic_variation_result(&sweep->variation, column->result);
    char text[CLI_VALUE_SIZE] = "";
    if (value.set) {
        cli_write_value(column->field, value, sweep->query->options.units, text, sizeof text);
    }
    put_cell(line, text, strlen(text), slot->width - (slot->marks ? 2 : 0), slot->right, NULL);
}

static void write_possible(const struct cli_sweep *sweep, struct line *line,
                           const struct cli_layout *layout)
{
    const struct cli_slot *slot = layout->slots + layout->axes;
    for (size_t i = 0; i < layout->shown; i++, slot++) {
        const struct cli_column *column = &layout->survey->columns[i];
        write_value(sweep, line, slot, column);
        if (slot->marks) {
            struct aic_value value = aic_variation_result(&sweep->variation, column->result);
            bool least = cli_survey_is_least(layout->survey, column, value);
            put_cell(line, " <", least ? 2 : 0, 2, false, "\033[32m");
        }
        line->blanks += GAP;
    }
    slot = layout->slots + layout->axes + layout->results;
    for (size_t i = 0; i < layout->budgets; i++, slot++) {
        const char *verdict = cli_sweep_verdict(sweep, i);
        const char *style = sweep->query->verdicts[i].pass   ? "\033[32m"
                            : sweep->query->budgets[i].warns ? "\033[33m"
                                                             : "\033[31m";
        put_cell(line, verdict, strlen(verdict), slot->width, false, style);
        line->blanks += GAP;
    }
    end_line(line);
}

/* Why a case is impossible, beside its swept values. */
static void write_reason(const struct cli_sweep *sweep, struct line *line, size_t used,
                         size_t columns)
{
    char reason[CLI_REASON_SIZE];
    cli_sweep_reason(sweep, reason);
    if (used + SHORTEST_REASON > columns) {
        end_line(line);
        line->blanks = used = 2 * INDENT;
    }
    cli_repeat(line->sink, ' ', line->blanks);
    cli_wrapped(line->sink, columns, reason, used, used);
    line->blanks = INDENT;
}

static void write_case(const struct cli_sweep *sweep, struct line *line,
                       const struct cli_layout *layout, size_t columns)
{
    size_t used = INDENT;
    for (size_t i = 0; i < layout->axes; i++) {
        const struct cli_slot *slot = &layout->slots[i];
        char text[CLI_VALUE_SIZE];
        cli_write_value(sweep->cases.axes[i].field, sweep->values[i], sweep->query->options.units,
                        text, sizeof text);
        put_cell(line, text, strlen(text), slot->width, slot->right, NULL);
        line->blanks += GAP;
        used += slot->width + GAP;
    }
    if (sweep->is_possible) {
        write_possible(sweep, line, layout);
    } else {
        write_reason(sweep, line, used, columns);
    }
}

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
        cli_repeat(sink, ' ', INDENT);
        cli_wrapped(sink, columns, paragraph->words, INDENT, 2 * INDENT);
    }
}

static void write_legend(const struct cli_layout *layout, struct aic_sink *sink, size_t columns)
{
    static const char *const labels[] = {
        [AIC_PUBLISHED] = "* rests on a published figure:",
        [AIC_ESTIMATE] = "~ estimate:",
        [AIC_ASSUMED] = "? rests on an assumed default:",
    };
    const struct cli_survey *survey = layout->survey;
    struct paragraph paragraph;
    open_paragraph(&paragraph, "< least");
    for (size_t i = 0; i < layout->shown; i++) {
        if (layout->slots[layout->axes + i].marks) {
            add_name(&paragraph, survey->columns[i].field->name, "");
        }
    }
    close_paragraph(&paragraph, sink, columns, "");
    for (size_t basis = AIC_PUBLISHED; basis <= AIC_ASSUMED; basis++) {
        open_paragraph(&paragraph, labels[basis]);
        for (size_t i = 0; i < layout->shown; i++) {
            if (survey->columns[i].appears && survey->columns[i].basis == basis) {
                add_name(&paragraph, survey->columns[i].field->name, "");
            }
        }
        close_paragraph(&paragraph, sink, columns, "");
    }
    open_paragraph(&paragraph, "left out for want of room:");
    for (size_t i = layout->shown; i < layout->results; i++) {
        add_name(&paragraph, survey->columns[i].field->name, "");
    }
    close_paragraph(&paragraph, sink, columns, "; --fields chooses, -o csv has all");
}

/* The inputs that all cases share: those that were given, those that were assumed. */
static void write_inputs(const struct cli_sweep *sweep, const struct cli_survey *survey,
                         struct aic_sink *sink, size_t columns)
{
    struct paragraph given, assumed;
    open_paragraph(&given, "given:");
    open_paragraph(&assumed, "assumed:");
    for (size_t i = 0; i < aic_table_size(&sweep->query->calculator->inputs); i++) {
        enum aic_origin origin = aic_question_origin(&survey->question, i);
        bool is_given = origin >= AIC_FROM_FILE;
        bool is_assumed = origin == AIC_FROM_DEFAULT && survey->answer.used[i] &&
                          survey->answer.input_basis[i] == AIC_ASSUMED;
        if (survey->fixed[i] && (is_given || is_assumed)) {
            const struct aic_field *field =
                aic_table_at(&sweep->query->calculator->inputs, i, NULL);
            char value[CLI_VALUE_SIZE];
            cli_write_value(field, aic_question_value(&survey->question, i),
                            sweep->query->options.units, value, sizeof value);
            add_name(is_given ? &given : &assumed, field->name, value);
        }
    }
    close_paragraph(&given, sink, columns, "");
    close_paragraph(&assumed, sink, columns, "");
}

static void write_warnings(const struct cli_sweep *sweep, const struct cli_survey *survey,
                           struct aic_sink *sink, size_t columns)
{
    for (size_t i = 0; i < survey->warning_count; i++) {
        const struct cli_occurrence *warning = &survey->warnings[i];
        char words[CLI_REASON_SIZE];
        struct aic_text text;
        aic_text_init(&text, words, sizeof words);
        aic_text_format(&text, "%s in %g of %g cases, the first: %s", warning->note.id,
                        (double)warning->cases, (double)sweep->cases.case_count,
                        warning->note.text);
        cli_repeat(sink, ' ', INDENT);
        cli_wrapped(sink, columns, words, INDENT, 2 * INDENT);
    }
}

static void write_table(struct cli_sweep *sweep, const struct cli_layout *layout,
                        const struct cli_view *view, struct aic_sink *sink)
{
    size_t columns = (size_t)view->columns;
    struct line line = { sink, 0, view->color };
    put(&line, sweep->query->calculator->name, strlen(sweep->query->calculator->name), "\033[1m");
    aic_sink_text(sink, ": ");
    cli_wrapped(sink, columns, sweep->query->calculator->help,
                strlen(sweep->query->calculator->name) + 2, INDENT);
    aic_sink_text(sink, "\n");
    line.blanks = INDENT;
    write_head(&line, layout);
    cli_sweep_rewind(sweep);
    while (!sink->failed && cli_sweep_next(sweep)) {
        write_case(sweep, &line, layout, columns);
    }
    aic_sink_text(sink, "\n");
    write_legend(layout, sink, columns);
    write_inputs(sweep, layout->survey, sink, columns);
    write_warnings(sweep, layout->survey, sink, columns);
}

void cli_sweep_table(struct cli_sweep *sweep, struct aic_sink *sink)
{
    struct cli_view view = cli_query_view(sweep->query);
    struct cli_survey *survey = NULL;
    struct cli_layout layout = { 0 };
    if (cli_survey_make(sweep, true, &survey) &&
        cli_lay_out(sweep, survey, (size_t)view.columns, &layout)) {
        write_table(sweep, &layout, &view, sink);
    }
    free(layout.slots);
    free(layout.budget_heads);
    cli_survey_free(survey);
}
