/* SPDX-License-Identifier: Apache-2.0 */
/* What a text that inputs are of leaves open: notes in words, and everything as JSON. */
#include <string.h>

#include "cli/formats/json.h"
#include "cli/formats/lines.h"
#include "cli/views/answer/answer.h"

/* Notes by what they mean for the answer; those behind `quiet` change nothing and show with --all. */
static const char *const order[] = { "conflict",    "unknown",         "not-modelled",
                                     "condition",   "undefined",       "model-unknown",
                                     "gpu-unknown", "program-unknown", "file-not-given",
                                     "unread",      "approximated",    "format-from-name",
                                     "role",        "gpus-unused",     "overridden",
                                     "repeated",    "abbreviated",     "worker",
                                     "no-question", "same-again",      "no-effect" };
#define ORDER (sizeof order / sizeof order[0])

void cli_add_launch_notes(const struct aic_launch_note *notes, size_t count, bool all,
                          struct doc *doc)
{
    for (size_t kind = 0; kind < ORDER - !all; kind++) {
        for (size_t i = 0; i < count; i++) {
            if (strcmp(notes[i].id, order[kind]) == 0) {
                doc_item(doc, notes[i].id,
                         doc_print(doc, "%s:%g: %s", notes[i].place.name,
                                   (double)notes[i].place.line, notes[i].text));
            }
        }
    }
}

void cli_add_launch(const struct cli_view *view, struct doc *doc)
{
    const struct aic_launch_case *launch = view->launch;
    size_t shown = 0;
    for (size_t i = 0; launch && i < launch->note_count; i++) {
        shown += view->all || strcmp(launch->notes[i].id, "no-effect") != 0;
    }
    if (shown > 0) {
        doc_section(doc, "launch", "Of the text", NULL);
        cli_add_launch_notes(launch->notes, launch->note_count, view->all, doc);
    }
}

static void write_source(struct aic_json_writer *writer, struct aic_launch_place place)
{
    char source[300];
    cli_print(source, sizeof source, place.line > 0 ? "%s:%g" : "%s", place.name,
              (double)place.line);
    cli_json_text(writer, "source", source);
}

void cli_launch_notes_json(struct aic_json_writer *writer, const struct aic_launch_note *notes,
                           size_t count, const char *key)
{
    cli_json_open(writer, key, '[', true);
    for (size_t i = 0; i < count; i++) {
        aic_json_open(writer, '{', false);
        cli_json_text(writer, "id", notes[i].id);
        cli_json_text(writer, "subject", notes[i].subject);
        write_source(writer, notes[i].place);
        cli_json_text(writer, "text", notes[i].text);
        cli_json_text(writer, "suggestion", notes[i].suggestion[0] ? notes[i].suggestion : NULL);
        aic_json_close(writer);
    }
    aic_json_close(writer);
}

void cli_launch_measured_json(struct aic_json_writer *writer, const struct aic_launch_case *launch,
                              const struct aic_answer *answer)
{
    cli_json_open(writer, "measured", '[', true);
    for (size_t i = 0; i < launch->measured_count; i++) {
        const struct aic_launch_measured *figure = &launch->measured[i];
        aic_json_open(writer, '{', false);
        cli_json_text(writer, "result", figure->result);
        cli_json_number(writer, "value", figure->value);
        if (figure->size > 0) {
            cli_json_number(writer, "size", figure->size);
        }
        write_source(writer, figure->place);
        const struct aic_table *results = answer ? &answer->question->calculator->results : NULL;
        size_t index =
            results ? aic_table_find(results, figure->result, strlen(figure->result)) : 0;
        if (results && figure->size == 0 && index < aic_table_size(results)) {
            struct aic_value value = aic_answer_result(answer, index);
            cli_json_text(writer, "unit", aic_field_unit(aic_table_at(results, index, NULL)));
            if (value.set) {
                cli_json_number(writer, "answer", value.number);
                cli_json_number(writer, "ratio", figure->value / value.number);
            }
        }
        aic_json_close(writer);
    }
    aic_json_close(writer);
}
