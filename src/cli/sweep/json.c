/* SPDX-License-Identifier: Apache-2.0 */
/* A sweep as JSON: the inputs that all cases share, then the cases, written as they come. */
#include "cli/formats/json.h"
#include "cli/sweep/members.h"
#include "cli/sweep/summary.h"
#include "cli/views/answer/answer.h"

static void write_fixed(const struct cli_sweep *sweep, const struct cli_summary *summary,
                        struct aic_json_writer *writer)
{
    const struct cli_view view = cli_summary_view(sweep, summary);
    cli_json_open(writer, "inputs", '{', true);
    for (size_t i = 0; i < aic_table_size(&sweep->query->calculator->inputs); i++) {
        if (summary->fixed[i]) {
            cli_json_input(&view, writer, i);
        }
    }
    aic_json_close(writer);
}

/* The swept inputs, in the form that they have in a single answer; a file without its folder. */
static void write_swept(const struct cli_sweep *sweep, struct aic_json_writer *writer)
{
    cli_json_open(writer, "inputs", '{', false);
    for (size_t i = 0; i < sweep->cases.axis_count; i++) {
        const struct aic_field *field = sweep->cases.axes[i].field;
        struct aic_value value = sweep->values[i];
        if (field->kind == AIC_REFERENCE && field->catalog == AIC_MODELS) {
            value.name = aic_base_name(value.name);
        }
        cli_json_open(writer, field->name, '{', false);
        cli_json_member(writer, "value", field, value);
        cli_json_text(writer, "unit", aic_field_unit(field));
        cli_json_text(writer, "origin", aic_origin_name(sweep->evaluation.origin));
        aic_json_close(writer);
    }
    aic_json_close(writer);
}

/* Why the case cannot be compared with the others. */
static void write_lack(const struct cli_sweep *sweep, const struct cli_summary *summary,
                       struct aic_json_writer *writer)
{
    char words[CLI_REASON_SIZE];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    cli_sweep_add_lack(sweep, summary, &text);
    cli_json_text(writer, "not_compared", words[0] ? words : NULL);
}

/* Results, warnings and budgets of a possible case. */
static bool write_answer(struct cli_sweep *sweep, const struct cli_summary *summary,
                         struct aic_json_writer *writer, struct cli_members *members)
{
    struct cli_query *query = sweep->query;
    if (!cli_sweep_answer(sweep)) {
        return false;
    }
    const struct aic_answer *answer = sweep->answer;
    const struct cli_view view = {
        .answer = answer,
        .budgets = query->budgets,
        .verdicts = query->verdicts,
        .budget_count = query->options.budgets.count,
        .explain = query->options.explain,
    };
    cli_members_write(members, &view, writer);
    write_lack(sweep, summary, writer);
    if (answer->notes.count > 0) {
        cli_json_warnings(writer, answer->notes.notes, answer->notes.count);
    }
    if (view.budget_count > 0) {
        cli_json_budgets(&view, writer);
    }
    return true;
}

static void write_cases(struct cli_sweep *sweep, const struct cli_summary *summary,
                        struct aic_json_writer *writer, struct cli_members *members)
{
    bool ok = true;
    cli_json_open(writer, "cases", '[', true);
    cli_sweep_rewind(sweep);
    while (ok && !writer->sink->failed && cli_sweep_next(sweep)) {
        aic_json_open(writer, '{', true);
        write_swept(sweep, writer);
        if (sweep->is_possible) {
            ok = write_answer(sweep, summary, writer, members);
        } else {
            cli_json_error(writer, sweep->error);
        }
        aic_json_close(writer);
    }
    aic_json_close(writer);
}

void cli_sweep_json(struct cli_sweep *sweep, struct aic_sink *sink)
{
    struct cli_members *members = cli_members_new(sweep->query);
    struct cli_summary *summary = NULL;
    struct aic_json_writer writer;
    if (!members) {
        aic_fail(&sweep->query->error, AIC_ERR_MEMORY, NULL, "out of memory");
    } else if (cli_summary_make(sweep, false, &summary)) {
        aic_json_writer_init(&writer, sink);
        aic_json_open(&writer, '{', true);
        cli_json_text(&writer, "schema", "aicalc/1");
        cli_json_text(&writer, "version", AICALC_VERSION);
        cli_json_text(&writer, "calculator", sweep->query->calculator->name);
        write_fixed(sweep, summary, &writer);
        write_cases(sweep, summary, &writer, members);
        aic_json_close(&writer);
        aic_sink_text(sink, "\n");
    }
    cli_summary_free(summary);
    cli_members_free(members);
}
