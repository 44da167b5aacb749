/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A sweep as a table for a terminal: a row a case, the swept values, then the results that
 * decide. Where the columns need more room than there is, their heads are broken into
 * lines, and then results are left out from the right.
 */
#include "lines.h"
#include "sweep_survey.h"

#include <stdlib.h>
#include <string.h>

#define INDENT 2
#define GAP    2

/* Less room than this beside the swept values, and a reason starts on a line of its own. */
#define SHORTEST_REASON 24

/* A column as it is laid out. */
struct slot {
    const char *head;
    bool right; /* numbers stand at the right end */
    bool marks; /* the least value is marked */
    size_t value_width, width;
};

struct layout {
    struct slot *slots; /* the axes, the results, the budgets */
    size_t axes, results, budgets;
    size_t shown;      /* results that have room */
    size_t head_lines; /* of the head of the table */
    const struct cli_survey *survey;
    char (*budget_heads)[CLI_VALUE_SIZE];
};

/* The length of the part of a head that fits: up to a '_' or a blank; a whole word at least. */
static size_t part_of_head(const char *head, size_t width)
{
    size_t end = 0;
    for (size_t i = 0; head[i]; i++) {
        bool ends = head[i] == '_' || head[i] == ' ' || head[i + 1] == '\0';
        if (ends && (i + 1 <= width || end == 0)) {
            end = i + 1;
        }
    }
    return end;
}

static size_t longest_word(const char *head)
{
    size_t longest = 0;
    while (*head) {
        size_t length = part_of_head(head, 0);
        longest = length > longest ? length : longest;
        head += length;
    }
    return longest;
}

static size_t count_lines(const char *head, size_t width)
{
    size_t lines = 0;
    for (; *head; head += part_of_head(head, width)) {
        lines++;
    }
    return lines;
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static bool is_numeric(const struct aic_field *field)
{
    return field->kind == AIC_REAL || field->kind == AIC_INTEGER;
}

static size_t slot_count(const struct layout *layout)
{
    return layout->axes + layout->results + layout->budgets;
}

/* True for the slot of a result that has no room. */
static bool is_left_out(const struct layout *layout, size_t slot)
{
    return slot >= layout->axes + layout->shown && slot < layout->axes + layout->results;
}

static size_t total_width(const struct layout *layout)
{
    size_t total = INDENT;
    for (size_t i = 0; i < slot_count(layout); i++) {
        if (!is_left_out(layout, i)) {
            total += layout->slots[i].width + (i > 0 ? GAP : 0);
        }
    }
    return total;
}

static void set_widths(struct layout *layout, bool broken)
{
    for (size_t i = 0; i < slot_count(layout); i++) {
        struct slot *slot = &layout->slots[i];
        size_t head = broken ? longest_word(slot->head) : strlen(slot->head);
        slot->width = larger(head, slot->value_width + (slot->marks ? 2 : 0));
    }
}

static void fit(struct layout *layout, size_t columns)
{
    set_widths(layout, false);
    if (total_width(layout) > columns) {
        set_widths(layout, true);
    }
    while (layout->shown > 1 && total_width(layout) > columns) {
        layout->shown--;
    }
    layout->head_lines = 0;
    for (size_t i = 0; i < slot_count(layout); i++) {
        const struct slot *slot = &layout->slots[i];
        if (!is_left_out(layout, i)) {
            layout->head_lines = larger(layout->head_lines, count_lines(slot->head, slot->width));
        }
    }
}

static void fill_slots(const struct cli_sweep *sweep, struct layout *layout)
{
    const struct cli_survey *survey = layout->survey;
    struct slot *slot = layout->slots;
    for (size_t i = 0; i < layout->axes; i++, slot++) {
        const struct aic_field *field = sweep->cases.axes[i].field;
        *slot = (struct slot){ field->name, is_numeric(field), false, survey->axis_widths[i], 0 };
    }
    for (size_t i = 0; i < layout->results; i++, slot++) {
        const struct cli_column *column = &survey->columns[i];
        bool marks = column->field->flags & AIC_LEAST && survey->possible > 1;
        *slot = (struct slot){ column->field->name, is_numeric(column->field), marks, column->width,
                               0 };
    }
    for (size_t i = 0; i < layout->budgets; i++, slot++) {
        const struct aic_span words = sweep->query->budgets[i].text;
        struct aic_text text;
        aic_text_init(&text, layout->budget_heads[i], CLI_VALUE_SIZE);
        aic_text_add_bytes(&text, words.at, words.length);
        *slot = (struct slot){ layout->budget_heads[i], false, false, strlen("exceeded"), 0 };
    }
}

static bool lay_out(const struct cli_sweep *sweep, const struct cli_survey *survey, size_t columns,
                    struct layout *layout)
{
    *layout = (struct layout){
        .axes = sweep->cases.axis_count,
        .results = survey->column_count,
        .shown = survey->column_count,
        .budgets = sweep->query->options.budgets.count,
        .survey = survey,
    };
    layout->slots = malloc(slot_count(layout) * sizeof layout->slots[0]);
    layout->budget_heads = malloc((layout->budgets + 1) * sizeof layout->budget_heads[0]);
    if (!layout->slots || !layout->budget_heads) {
        return aic_fail(&sweep->query->error, AIC_ERR_MEMORY, NULL, "out of memory");
    }
    fill_slots(sweep, layout);
    fit(layout, columns);
    return true;
}

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
static void write_head_line(struct line *line, const struct layout *layout, size_t at)
{
    for (size_t i = 0; i < slot_count(layout); i++) {
        const struct slot *slot = &layout->slots[i];
        if (is_left_out(layout, i)) {
            continue;
        }
        const char *head = slot->head;
        size_t first = layout->head_lines - count_lines(head, slot->width);
        for (size_t skip = first; skip < at; skip++) {
            head += part_of_head(head, slot->width);
        }
        size_t length = at < first ? 0 : part_of_head(head, slot->width);
        while (length > 0 && head[length - 1] == ' ') {
            length--;
        }
        size_t width = slot->width - (slot->marks ? 2 : 0);
        put_cell(line, head, length, larger(width, length), slot->right, "\033[1m");
        line->blanks += slot->width - larger(width, length) + GAP;
    }
    end_line(line);
}

static void write_head(struct line *line, const struct layout *layout)
{
    for (size_t at = 0; at < layout->head_lines; at++) {
        write_head_line(line, layout, at);
    }
    for (size_t i = 0; i < slot_count(layout); i++) {
        if (!is_left_out(layout, i)) {
            cli_repeat(line->sink, ' ', line->blanks);
            cli_repeat(line->sink, '-', layout->slots[i].width);
            line->blanks = GAP;
        }
    }
    line->blanks = 0;
    end_line(line);
}

static void write_value(const struct cli_sweep *sweep, struct line *line, const struct slot *slot,
                        const struct cli_column *column)
{
    struct aic_value value = aic_variation_result(&sweep->variation, column->result);
    char text[CLI_VALUE_SIZE] = "";
    if (value.set) {
        cli_write_value(column->field, value, sweep->query->options.units, text, sizeof text);
    }
    put_cell(line, text, strlen(text), slot->width - (slot->marks ? 2 : 0), slot->right, NULL);
}

static void write_possible(const struct cli_sweep *sweep, struct line *line,
                           const struct layout *layout)
{
    const struct slot *slot = layout->slots + layout->axes;
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
                       const struct layout *layout, size_t columns)
{
    size_t used = INDENT;
    for (size_t i = 0; i < layout->axes; i++) {
        const struct slot *slot = &layout->slots[i];
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

static void write_legend(const struct layout *layout, struct aic_sink *sink, size_t columns)
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
        aic_text_format(&text, "%s, %g of %g cases: %s", warning->note.id, (double)warning->cases,
                        (double)sweep->cases.case_count, warning->note.text);
        cli_repeat(sink, ' ', INDENT);
        cli_wrapped(sink, columns, words, INDENT, 2 * INDENT);
    }
}

static void write_table(struct cli_sweep *sweep, const struct layout *layout,
                        const struct cli_view *view, struct aic_sink *sink)
{
    size_t columns = (size_t)view->columns;
    struct line line = { sink, 0, view->color };
    put(&line, sweep->query->calculator->name, strlen(sweep->query->calculator->name), "\033[1m");
    aic_sink_text(sink, ": ");
    aic_sink_text(sink, sweep->query->calculator->help);
    aic_sink_text(sink, "\n\n");
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
    struct layout layout = { 0 };
    if (cli_survey_make(sweep, true, &survey) &&
        lay_out(sweep, survey, (size_t)view.columns, &layout)) {
        write_table(sweep, &layout, &view, sink);
    }
    free(layout.slots);
    free(layout.budget_heads);
    cli_survey_free(survey);
}
