/* SPDX-License-Identifier: Apache-2.0 */
/* The answers to the cases of texts for programs (aicalc-read/1). */
#include "cli/formats/json.h"
#include "cli/formats/lines.h"
#include "cli/views/answer/answer.h"
#include "cli/views/read/read.h"

static void write_input(struct aic_json_writer *writer, const struct cli_read_case *of,
                        const struct aic_launch_input *input)
{
    static const char *const origins[] = { "program", "launch", "flag" };
    const struct aic_field *field = NULL;
    char source[300];
    for (size_t i = 0; i < of->count && !field; i++) {
        field = cli_read_input(of->answers[i].calculator, input->name);
    }
    cli_json_open(writer, input->name, '{', false);
    aic_json_key(writer, "value");
    if (input->kind == AIC_LAUNCH_WORD) {
        aic_json_string(writer, input->text);
    } else if (input->kind == AIC_LAUNCH_YES_NO) {
        aic_json_bool(writer, input->number != 0);
    } else {
        aic_json_number(writer, input->number);
        cli_json_text(writer, "unit", field ? aic_field_unit(field) : "1");
    }
    cli_json_text(writer, "origin", origins[input->origin]);
    cli_print(source, sizeof source, input->place.line > 0 ? "%s:%g" : "%s", input->place.name,
              (double)input->place.line);
    cli_json_text(writer, "source", source);
    cli_json_text(writer, "text", input->spelt[0] ? input->spelt : NULL);
    aic_json_close(writer);
}

static void write_error(struct aic_json_writer *writer, const struct cli_read_case *of)
{
    for (size_t i = 0; i < of->count; i++) {
        if (of->answers[i].code >= CLI_WRONG) {
            cli_json_error(writer, &of->answers[i].error);
            break;
        }
    }
    cli_json_open(writer, "ask", '[', false);
    for (size_t i = 0; i < of->launch->ask_count; i++) {
        aic_json_string(writer, of->launch->asks[i].subject);
    }
    aic_json_close(writer);
}

/* Answers are documents by themselves: they are read again, so that they stand in their place. */
static void write_answers(struct aic_json_writer *writer, const struct cli_read_case *of)
{
    cli_json_open(writer, "answers", '[', true);
    for (size_t i = 0; i < of->count; i++) {
        struct aic_json json;
        if (of->answers[i].code < CLI_WRONG &&
            aic_json_parse(&json, "answer", of->answers[i].text, of->answers[i].length,
                           AIC_JSON_FILE_MAX, 0, NULL)) {
            cli_json_node(writer, json.root, 2);
            aic_json_clear(&json);
        }
    }
    aic_json_close(writer);
}

static void write_case(struct aic_json_writer *writer, const struct cli_read_case *of)
{
    const struct aic_launch_case *launch = of->launch;
    aic_json_open(writer, '{', true);
    cli_json_text(writer, "name", launch->name);
    cli_json_text(writer, "dialect", launch->dialect);
    cli_json_open(writer, "calculators", '[', false);
    for (size_t i = 0; i < of->count; i++) {
        aic_json_string(writer, of->answers[i].calculator->name);
    }
    aic_json_close(writer);
    cli_json_text(writer, "verdict", cli_read_verdict(of->worst));
    cli_json_open(writer, "inputs", '{', true);
    for (size_t i = 0; i < launch->input_count; i++) {
        write_input(writer, of, &launch->inputs[i]);
    }
    aic_json_close(writer);
    cli_launch_measured_json(writer, launch, NULL);
    cli_json_open(writer, "implied", '{', true);
    for (size_t i = 0; i < launch->implied_count; i++) {
        write_input(writer, of, &launch->implied[i]);
    }
    aic_json_close(writer);
    cli_launch_notes_json(writer, launch->notes, launch->note_count, "notes");
    if (of->worst >= CLI_WRONG) {
        write_error(writer, of);
    } else {
        write_answers(writer, of);
    }
    aic_json_close(writer);
}

void cli_write_reading_json(const struct cli_reading *reading, struct aic_sink *sink)
{
    struct aic_json_writer writer;
    cli_json_begin(&writer, sink, "aicalc-read/1");
    cli_json_open(&writer, "cases", '[', true);
    for (size_t i = 0; i < reading->count; i++) {
        write_case(&writer, &reading->cases[i]);
    }
    aic_json_close(&writer);
    cli_launch_notes_json(&writer, reading->launch->notes, reading->launch->note_count, "notes");
    aic_json_close(&writer);
    aic_sink_text(sink, "\n");
}
