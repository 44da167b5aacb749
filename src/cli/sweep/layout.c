/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The columns of a sweep's table. Where they need more room than there is, their heads are broken
 * into lines, and then results are left out from the right.
 */
#include "cli/sweep/layout.h"

#include <stdlib.h>
#include <string.h>

size_t cli_part_of_head(const char *head, size_t width)
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
        size_t length = cli_part_of_head(head, 0);
        longest = length > longest ? length : longest;
        head += length;
    }
    return longest;
}

size_t cli_count_head_lines(const char *head, size_t width)
{
    size_t lines = 0;
    for (; *head; head += cli_part_of_head(head, width)) {
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

size_t cli_slot_count(const struct cli_layout *layout)
{
    return layout->axes + layout->results + layout->budgets;
}

bool cli_is_left_out(const struct cli_layout *layout, size_t slot)
{
    return slot >= layout->axes + layout->shown && slot < layout->axes + layout->results;
}

static size_t total_width(const struct cli_layout *layout)
{
    size_t total = CLI_SWEEP_INDENT;
    for (size_t i = 0; i < cli_slot_count(layout); i++) {
        if (!cli_is_left_out(layout, i)) {
            total += layout->slots[i].width + (i > 0 ? CLI_SWEEP_GAP : 0);
        }
    }
    return total;
}

static void set_widths(struct cli_layout *layout, bool broken)
{
    for (size_t i = 0; i < cli_slot_count(layout); i++) {
        struct cli_slot *slot = &layout->slots[i];
        size_t head = broken ? longest_word(slot->head) : strlen(slot->head);
        slot->width = larger(head, slot->value_width + (slot->marks ? 2 : 0));
    }
}

static void fit(struct cli_layout *layout, size_t columns)
{
    set_widths(layout, false);
    if (total_width(layout) > columns) {
        set_widths(layout, true);
    }
    while (layout->shown > 1 && total_width(layout) > columns) {
        layout->shown--;
    }
    layout->head_lines = 0;
    for (size_t i = 0; i < cli_slot_count(layout); i++) {
        const struct cli_slot *slot = &layout->slots[i];
        if (!cli_is_left_out(layout, i)) {
            layout->head_lines =
                larger(layout->head_lines, cli_count_head_lines(slot->head, slot->width));
        }
    }
}

static void fill_slots(const struct cli_sweep *sweep, struct cli_layout *layout)
{
    const struct cli_survey *survey = layout->survey;
    struct cli_slot *slot = layout->slots;
    for (size_t i = 0; i < layout->axes; i++, slot++) {
        const struct aic_field *field = sweep->cases.axes[i].field;
        *slot =
            (struct cli_slot){ field->name, is_numeric(field), false, survey->axis_widths[i], 0 };
    }
    for (size_t i = 0; i < layout->results; i++, slot++) {
        const struct cli_column *column = &survey->columns[i];
        bool marks = column->field->flags & AIC_LEAST && survey->possible > 1;
        *slot = (struct cli_slot){ column->field->name, is_numeric(column->field), marks,
                                   column->width, 0 };
    }
    for (size_t i = 0; i < layout->budgets; i++, slot++) {
        const struct aic_span words = sweep->query->budgets[i].text;
        struct aic_text text;
        aic_text_init(&text, layout->budget_heads[i], CLI_VALUE_SIZE);
        aic_text_add_bytes(&text, words.at, words.length);
        *slot = (struct cli_slot){ layout->budget_heads[i], false, false, strlen("exceeded"), 0 };
    }
}

bool cli_lay_out(const struct cli_sweep *sweep, const struct cli_survey *survey, size_t columns,
                 struct cli_layout *layout)
{
    *layout = (struct cli_layout){
        .axes = sweep->cases.axis_count,
        .results = survey->column_count,
        .shown = survey->column_count,
        .budgets = sweep->query->options.budgets.count,
        .survey = survey,
    };
    layout->slots = malloc(cli_slot_count(layout) * sizeof layout->slots[0]);
    layout->budget_heads = malloc((layout->budgets + 1) * sizeof layout->budget_heads[0]);
    if (!layout->slots || !layout->budget_heads) {
        return aic_fail(&sweep->query->error, AIC_ERR_MEMORY, NULL, "out of memory");
    }
    fill_slots(sweep, layout);
    fit(layout, columns);
    return true;
}
