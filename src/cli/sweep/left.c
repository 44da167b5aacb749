/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The cases that --where left out, by reason. A flag that rests on a choice has it as its reason
 * (storage's `serves` and `shortfall`); elsewhere the result that was asked for is the reason.
 */
#include <string.h>

#include <aicalc/calculator_rows.h>

#include "cli/formats/json.h"
#include "cli/sweep/sweep.h"

/* What the case under way says of a flag that does not hold: the choice on which it rests. */
static const char *choice_behind(const struct cli_sweep *sweep, const struct aic_field *flag)
{
    const struct aic_table *results = &sweep->query->calculator->results;
    const char *name = flag->rests_on ? flag->rests_on : "";
    size_t result = aic_table_find(results, name, strlen(name));
    if (!sweep->is_possible || flag->kind != AIC_FLAG || result == aic_table_size(results)) {
        return NULL;
    }
    const struct aic_field *field = aic_table_at(results, result, NULL);
    struct aic_value value = aic_evaluation_result(&sweep->evaluation, result);
    return field->kind == AIC_CHOICE && value.set ? field->choices[(size_t)value.number] : NULL;
}

bool cli_sweep_is_unjudged(const struct cli_sweep *sweep)
{
    const struct aic_field *flag = aic_evaluation_lacks(&sweep->evaluation);
    return flag && aic_result_settled_by(sweep->query->calculator, sweep->evaluation.out, flag);
}

uint64_t cli_sweep_count_unjudged(const struct cli_sweep *sweep)
{
    const struct cli_selection *selection = &sweep->selection;
    uint64_t count = 0;
    for (size_t i = 0; i < selection->leaving_count; i++) {
        count += selection->leavings[i].inputs ? selection->leavings[i].count : 0;
    }
    return count;
}

void cli_sweep_leave_out(struct cli_sweep *sweep, const struct aic_budget *unmet)
{
    struct cli_selection *selection = &sweep->selection;
    const struct aic_field *field = aic_budget_field(unmet, sweep->query->calculator);
    const char *choice = choice_behind(sweep, field);
    const char *reason = choice ? choice : field->name;
    size_t i = 0;
    while (i < selection->leaving_count && strcmp(selection->leavings[i].reason, reason) != 0) {
        i++;
    }
    if (i == CLI_LEAVINGS_MAX) { /* more reasons than any calculator has: the last counts them */
        i--;
    } else if (i == selection->leaving_count) {
        const char *inputs =
            choice ? aic_result_settled_by(sweep->query->calculator, sweep->evaluation.out, field)
                   : NULL;
        selection->leavings[selection->leaving_count++] =
            (struct cli_leaving){ .reason = reason, .inputs = inputs };
    }
    selection->leavings[i].count++;
}

static bool comes_before(const struct cli_leaving *a, const struct cli_leaving *b)
{
    return !a->inputs != !b->inputs ? !a->inputs : a->count > b->count;
}

/* The judged ones first, the largest number first; there are few. */
static uint64_t sort(struct cli_selection *selection)
{
    uint64_t total = 0;
    for (size_t i = 0; i < selection->leaving_count; i++) {
        struct cli_leaving leaving = selection->leavings[i];
        size_t place = i;
        for (; place > 0 && comes_before(&leaving, &selection->leavings[place - 1]); place--) {
            selection->leavings[place] = selection->leavings[place - 1];
        }
        selection->leavings[place] = leaving;
        total += leaving.count;
    }
    return total;
}

/* "--connections, --read-size" */
static void add_options(struct aic_text *text, const char *inputs)
{
    for (const char *at = inputs; *at;) {
        size_t length = strcspn(at, " ");
        aic_text_add(text, at == inputs ? "--" : ", --");
        for (size_t i = 0; i < length; i++) {
            aic_text_format(text, "%c", at[i] == '_' ? '-' : at[i]);
        }
        at += length + strspn(at + length, " ");
    }
}

void cli_sweep_add_left_out(struct cli_sweep *sweep, struct aic_text *text)
{
    struct cli_selection *selection = &sweep->selection;
    uint64_t total = sort(selection);
    if (total == 0) {
        return;
    }
    aic_text_format(text, "left out: %g of %g - ", (double)total, (double)sweep->shard.count);
    for (size_t i = 0; i < selection->leaving_count; i++) {
        const struct cli_leaving *leaving = &selection->leavings[i];
        aic_text_format(text, "%s%s %g", i > 0 ? ", " : "", leaving->reason,
                        (double)leaving->count);
        if (leaving->inputs) {
            aic_text_add(text, " (");
            add_options(text, leaving->inputs);
            aic_text_add(text, ")");
        }
    }
}

void cli_sweep_json_left_out(struct cli_sweep *sweep, struct aic_json_writer *writer)
{
    struct cli_selection *selection = &sweep->selection;
    char options[256];
    if (sort(selection) == 0) {
        return;
    }
    cli_json_open(writer, "left_out", '[', true);
    for (size_t i = 0; i < selection->leaving_count; i++) {
        const struct cli_leaving *leaving = &selection->leavings[i];
        struct aic_text text;
        aic_text_init(&text, options, sizeof options);
        add_options(&text, leaving->inputs ? leaving->inputs : "");
        aic_json_open(writer, '{', false);
        cli_json_text(writer, "reason", leaving->reason);
        cli_json_number(writer, "count", (double)leaving->count);
        cli_json_text(writer, "add", leaving->inputs ? options : NULL);
        aic_json_close(writer);
    }
    aic_json_close(writer);
}
