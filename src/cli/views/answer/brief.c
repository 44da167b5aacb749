/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The answer as brief JSON, which is pasted into a review and read by assistants: what was asked, the
 * sentence, the results that decide and what they rest on. A result has a line of its own, all else one
 * line each, so that it is as long as the first screen.
 */
#include <math.h>
#include <string.h>

#include "cli/formats/asked.h"
#include "cli/formats/json.h"
#include "cli/views/answer/answer.h"
#include "cli/views/answer/screen.h"

/* The command as it is typed again. */
static void write_command(const struct cli_view *view, struct aic_json_writer *writer)
{
    char words[4096];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    cli_add_command(&text, &view->asked);
    cli_json_text(writer, "command", text.cut ? NULL : words);
}

/* An input as it was typed; a number is one where it was typed as in JSON. */
static void write_asked_value(const struct cli_view *view, struct aic_json_writer *writer,
                              size_t input)
{
    const struct aic_field *field = cli_input(view, input);
    struct aic_value value = aic_question_value(view->answer->question, input);
    char words[CLI_VALUE_SIZE], plain[CLI_VALUE_SIZE];
    cli_write_typed(view, input, words, sizeof words);
    cli_write_plain(field, value, plain, sizeof plain);
    aic_json_key(writer, field->name);
    if (words[0] && strcmp(words, plain) != 0) {
        aic_json_string(writer, words);
    } else {
        cli_json_value(writer, field, value);
    }
}

static void write_asked(const struct cli_view *view, struct aic_json_writer *writer)
{
    const struct aic_question *question = view->answer->question;
    cli_json_open(writer, "asked", '{', false);
    for (size_t i = 0; i < aic_table_size(&question->calculator->inputs); i++) {
        if (cli_is_given(view->answer, i) && aic_question_origin(question, i) != AIC_FROM_SOLVE) {
            write_asked_value(view, writer, i);
        }
    }
    aic_json_close(writer);
}

static void write_words(const struct cli_view *view, const struct cli_screen *screen,
                        struct aic_json_writer *writer)
{
    char words[2048];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    cli_add_sentence(view, screen, &text);
    cli_json_text(writer, "answer", words);
    aic_text_init(&text, words, sizeof words);
    cli_add_line(view, &text);
    if (text.length > 0) {
        cli_json_text(writer,
                      aic_composition_table_of(view->answer->question->calculator)->line_title,
                      words);
    }
}

static void write_results(const struct cli_view *view, const struct cli_screen *screen,
                          struct aic_json_writer *writer)
{
    const size_t *rows = view->chosen ? view->results : screen->rows;
    size_t count = view->chosen ? view->result_count : screen->count;
    cli_json_open(writer, "results", '{', true);
    for (size_t i = 0; i < count; i++) {
        cli_json_result(view, writer, rows[i]);
    }
    aic_json_close(writer);
}

/* Defaults under way to the list. */
struct assumed {
    const struct cli_view *view;
    struct aic_json_writer *writer;
};

static void add_assumed(void *context, size_t input)
{
    const struct assumed *assumed = context;
    char value[CLI_VALUE_SIZE], words[2 * CLI_VALUE_SIZE];
    cli_write_input(assumed->view, input, value, sizeof value);
    cli_print(words, sizeof words, "%s %s", cli_input(assumed->view, input)->name, value);
    aic_json_string(assumed->writer, words);
}

/* The defaults that move a result, that moves it most first. */
static void write_assumed(const struct cli_view *view, struct aic_json_writer *writer)
{
    struct assumed assumed = { view, writer };
    cli_json_open(writer, "assumed", '[', false);
    for (size_t i = 0; i < view->moves->count; i++) {
        char words[2 * CLI_VALUE_SIZE];
        struct aic_text text;
        aic_text_init(&text, words, sizeof words);
        cli_add_moving(view, &view->moves->moves[i], i == 0, &text);
        aic_json_string(writer, words);
    }
    if (view->influence) {
        cli_each_default(view, AIC_INFLUENCE_COUNTS, INFINITY, add_assumed, &assumed);
    }
    aic_json_close(writer);
}

/* Those that change a decision. */
static void write_warnings(const struct cli_view *view, struct aic_json_writer *writer)
{
    const struct aic_notes *notes = &view->answer->notes;
    cli_json_open(writer, "warnings", '[', false);
    for (size_t i = 0; i < notes->count; i++) {
        if (cli_is_first_warning(view, notes->notes[i].id)) {
            cli_json_warning(writer, &notes->notes[i]);
        }
    }
    aic_json_close(writer);
}

void cli_answer_brief(const struct cli_view *shown, struct aic_sink *sink)
{
    struct cli_view view = *shown;
    struct aic_json_writer writer;
    struct cli_screen screen;
    const struct aic_calculator *calculator = view.answer->question->calculator;
    view.unicode = true; /* the same bytes on every terminal */
    cli_find_screen(view.answer, &screen);
    cli_json_begin(&writer, sink, "aicalc/1");
    cli_json_text(&writer, "calculator", calculator->name);
    cli_json_flag(&writer, "brief", true);
    write_command(&view, &writer);
    write_asked(&view, &writer);
    write_words(&view, &screen, &writer);
    write_results(&view, &screen, &writer);
    writer.flat = true;
    write_assumed(&view, &writer);
    write_warnings(&view, &writer);
    cli_steps_json(&view, &writer);
    if (view.budget_count > 0) {
        cli_json_budgets(&view, &writer);
    }
    cli_measured_json(&writer, calculator, view.measured, view.measured_count);
    cli_solution_json(&view, &writer);
    cli_launch_json(&view, &writer);
    aic_json_close(&writer);
    aic_sink_text(sink, "\n");
}
