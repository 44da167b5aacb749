/* SPDX-License-Identifier: Apache-2.0 */
/* The report as JSON, schema "aicalc-report/1"; what --baseline takes. */
#include "cli/formats/json.h"
#include "cli/views/answer/answer.h"
#include "cli/views/check/check.h"

static void write_line(struct aic_json_writer *writer, const struct aic_check *check,
                       const struct aic_check_line *line)
{
    const struct aic_field *field = aic_budget_field(&line->budget, check->calculator);
    aic_json_open(writer, '{', false);
    cli_json_budget(writer, field, &line->budget, line->actual, line->outcome == AIC_OUTCOME_PASS);
    cli_json_text(writer, "verdict", aic_outcome_name(line->outcome));
    cli_json_number(writer, "margin", line->margin);
    cli_json_member(writer, "baseline", field, line->before);
    cli_json_number(writer, "change", line->change);
    if (line->recorded) {
        cli_json_flag(writer, "recorded", true);
    }
    cli_json_text(writer, "mends", line->mends);
    if (line->actual.set) {
        cli_json_text(writer, "basis", aic_basis_name(line->basis));
    }
    if (line->why) {
        cli_json_error(writer, line->why);
    }
    aic_json_close(writer);
}

/* {"input": "gpu_memory", "before": 1, "after": 2, "unit": "B", "source": "gpus:h100-sxm"} */
static void write_input(struct aic_json_writer *writer, const struct aic_checks *checks,
                        const struct aic_check_input *input)
{
    const struct aic_question *question = &checks->question;
    aic_json_open(writer, '{', false);
    cli_json_text(writer, "input", input->name);
    if (input->before) {
        aic_json_key(writer, "before");
        cli_json_node(writer, aic_json_member(input->before, "value"), 0);
    }
    if (!input->gone) {
        const struct aic_field *field =
            aic_table_at(&question->calculator->inputs, input->index, NULL);
        enum aic_origin origin = aic_question_origin(question, input->index);
        aic_json_key(writer, "after");
        cli_json_value(writer, field, aic_question_value(question, input->index));
        cli_json_text(writer, "unit", aic_field_unit(field));
        cli_json_text(writer, "origin", aic_origin_name(origin));
        cli_json_text(writer, "source", question->sources[input->index].name);
    }
    aic_json_close(writer);
}

/* `file` is NULL where the report is of one file. */
static void write_check(struct aic_json_writer *writer, const struct aic_checks *checks,
                        const struct aic_check *check, const char *file)
{
    aic_json_open(writer, '{', true);
    cli_json_text(writer, "file", file);
    cli_json_text(writer, "name", check->name);
    cli_json_text(writer, "calculator", check->calculator->name);
    cli_json_text(writer, "verdict", aic_outcome_name(check->outcome));
    if (check->why) {
        cli_json_error(writer, check->why);
    }
    cli_json_open(writer, "budgets", '[', true);
    for (size_t i = 0; i < check->line_count; i++) {
        write_line(writer, check, &check->lines[i]);
    }
    aic_json_close(writer);
    if (!check->why) {
        cli_measured_json(writer, check->calculator, check->measured, check->measured_count);
    }
    cli_json_warnings(writer, check->warnings, check->warning_count);
    if (checks->input_count > 0) {
        cli_json_open(writer, "inputs", '[', true);
        for (size_t i = 0; i < checks->input_count; i++) {
            write_input(writer, checks, &checks->inputs[i]);
        }
        aic_json_close(writer);
    }
    aic_json_close(writer);
}

static void write_checks(struct aic_json_writer *writer, const struct cli_check_report *report)
{
    cli_json_open(writer, "checks", '[', true);
    for (size_t i = 0; i < report->count; i++) {
        const struct cli_check_view *view = &report->files[i];
        for (size_t k = 0; view->mistake_count == 0 && k < view->checks->count; k++) {
            write_check(writer, view->checks, &view->checks->at[k],
                        report->count > 1 ? cli_check_file(view) : NULL);
        }
    }
    aic_json_close(writer);
}

/* "mistakes": [{"file": "a.json", "error": {...}}], only where there are any. */
static void write_mistakes(struct aic_json_writer *writer, const struct cli_check_report *report)
{
    bool any = false;
    for (size_t i = 0; i < report->count; i++) {
        const struct cli_check_view *view = &report->files[i];
        for (size_t k = 0; k < view->mistake_count; k++) {
            if (!any) {
                cli_json_open(writer, "mistakes", '[', true);
                any = true;
            }
            aic_json_open(writer, '{', false);
            cli_json_text(writer, "file", cli_check_file(view));
            cli_json_error(writer, &view->mistakes[k]);
            aic_json_close(writer);
        }
    }
    if (any) {
        aic_json_close(writer);
    }
}

void cli_check_json(const struct cli_check_report *report, struct aic_sink *sink)
{
    struct aic_json_writer writer;
    cli_json_begin(&writer, sink, "aicalc-report/1");
    cli_json_text(&writer, "verdict", aic_outcome_name(cli_check_outcome(report)));
    cli_shard_json(&report->shard, &writer);
    write_mistakes(&writer, report);
    write_checks(&writer, report);
    aic_json_close(&writer);
    aic_sink_text(sink, "\n");
}

void cli_check_json_lines(const struct cli_check_report *report, struct aic_sink *sink)
{
    for (size_t i = 0; i < report->count; i++) {
        const struct cli_check_view *view = &report->files[i];
        for (size_t k = 0; view->mistake_count == 0 && k < view->checks->count; k++) {
            struct aic_json_writer writer;
            aic_json_writer_init(&writer, sink);
            writer.flat = true;
            write_check(&writer, view->checks, &view->checks->at[k],
                        report->count > 1 ? cli_check_file(view) : NULL);
            aic_sink_text(sink, "\n");
        }
    }
}
