/* SPDX-License-Identifier: Apache-2.0 */
/* The answers to the cases of texts for people: each case, its answers, and the questions in flags. */
#include <string.h>

#include "cli/formats/lines.h"
#include "cli/views/answer/answer.h"
#include "cli/views/read/read.h"

const struct aic_field *cli_read_input(const struct aic_calculator *calculator, const char *name)
{
    size_t index = aic_table_find(&calculator->inputs, name, strlen(name));
    return index < aic_table_size(&calculator->inputs)
               ? aic_table_at(&calculator->inputs, index, NULL)
               : NULL;
}

const char *cli_read_verdict(enum cli_exit code)
{
    return code == CLI_OK ? "pass" : code == CLI_EXCEEDED ? "fail" : "error";
}

/* `--max-context 32768`: an input that the text or its program sets. */
static void add_flag(struct aic_text *text, const struct aic_field *field,
                     const struct aic_launch_input *input)
{
    bool is_no = input->kind == AIC_LAUNCH_YES_NO && input->number == 0;
    aic_text_format(text, " --%s", is_no ? "no-" : "");
    aic_text_add_spelt(text, (struct aic_span){ input->name, strlen(input->name) }, '_', '-');
    if (input->kind == AIC_LAUNCH_WORD) {
        aic_text_add(text, " ");
        cli_add_shell_word(text, input->text);
    } else if (input->kind == AIC_LAUNCH_NUMBER) {
        aic_text_add(text, " ");
        aic_text_add_number(text, input->number);
        aic_text_add(text, aic_dimension_is_plain(field->dimension)
                               ? ""
                               : aic_dimension_base(field->dimension));
    }
}

/* True where the line itself has a flag for that input: twice would be refused. */
static bool has_flag(const struct cli_read_answer *answer, const char *name)
{
    char flag[AIC_TYPED_SIZE];
    struct aic_text text;
    aic_text_init(&text, flag, sizeof flag);
    aic_text_add(&text, "--");
    aic_text_add_spelt(&text, (struct aic_span){ name, strlen(name) }, '_', '-');
    for (size_t i = 0; i < answer->word_count; i++) {
        const char *word = answer->words[i];
        if (strncmp(word, flag, text.length) == 0 &&
            (word[text.length] == '\0' || word[text.length] == '=')) {
            return true;
        }
    }
    return false;
}

static void add_flags(struct aic_text *text, const struct cli_read_answer *answer,
                      const struct aic_launch_input *inputs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct aic_field *field = cli_read_input(answer->calculator, inputs[i].name);
        if (field && inputs[i].origin != AIC_LAUNCH_FLAG && !has_flag(answer, inputs[i].name)) {
            add_flag(text, field, &inputs[i]);
        }
    }
}

/* The same question in flags, ready to paste. */
static void write_flags(const struct cli_reading *reading, const struct cli_read_case *of,
                        const struct cli_read_answer *answer, struct aic_sink *sink)
{
    char words[4096];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    aic_text_format(&text, "aicalc %s", answer->calculator->name);
    add_flags(&text, answer, of->launch->inputs, of->launch->input_count);
    add_flags(&text, answer, of->launch->implied, reading->implied ? of->launch->implied_count : 0);
    for (size_t i = 0; i < answer->word_count; i++) {
        if (strcmp(answer->words[i], "--implied") != 0) {
            aic_text_add(&text, " ");
            cli_add_shell_word(&text, answer->words[i]);
        }
    }
    aic_text_add(&text, "\n");
    aic_sink_text(sink, words);
}

/* What is wrong with the question of a case. */
static void write_refusal(const struct cli_read_answer *answer, enum doc_form form,
                          struct aic_sink *sink)
{
    const struct aic_error *error = &answer->error;
    struct doc doc;
    doc_init(&doc, form);
    doc.columns = CLI_COLUMNS;
    doc_point(&doc, "%s: %s%s%s", answer->calculator->name, error->message,
              error->suggestion[0] ? "; " : "", error->suggestion);
    doc_write(&doc, sink);
    doc_clear(&doc);
}

static void write_answer(const struct cli_reading *reading, const struct cli_read_case *of,
                         const struct cli_read_answer *answer, enum doc_form form,
                         struct aic_sink *sink)
{
    if (answer->code >= CLI_WRONG) {
        write_refusal(answer, form, sink);
        return;
    }
    aic_sink_bytes(sink, answer->text, answer->length);
    aic_sink_text(sink, form == DOC_MARKDOWN ? "\n```sh\n" : "\n");
    write_flags(reading, of, answer, sink);
    aic_sink_text(sink, form == DOC_MARKDOWN ? "```\n" : "");
}

/* The first sentence of an answer alone, which was written in one line; that of Markdown has its signs already. */
static void write_sentence(const struct cli_read_answer *answer, enum doc_form form,
                           struct aic_sink *sink)
{
    const char *text = answer->text ? answer->text : "";
    struct doc doc;
    doc_init(&doc, form);
    doc.columns = CLI_COLUMNS;
    struct aic_text *sentence = doc_words(&doc);
    aic_text_add_bytes(sentence, text, strcspn(text, "\n"));
    if (form == DOC_MARKDOWN) {
        cli_write(sink, "- %s\n", sentence->at);
    } else {
        doc_point(&doc, "%s", sentence->at);
        doc_write(&doc, sink);
    }
    doc_clear(&doc);
}

static void write_in_brief(const struct cli_read_case *of, enum doc_form form,
                           struct aic_sink *sink)
{
    for (size_t i = 0; i < of->count; i++) {
        if (of->answers[i].code >= CLI_WRONG) {
            write_refusal(&of->answers[i], form, sink);
        } else {
            write_sentence(&of->answers[i], form, sink);
        }
    }
}

static void write_notes(const struct aic_launch_note *notes, size_t count, bool all,
                        enum doc_form form, struct aic_sink *sink)
{
    struct doc doc;
    doc_init(&doc, form);
    doc.columns = CLI_COLUMNS;
    cli_add_launch_notes(notes, count, all, &doc);
    doc_write(&doc, sink);
    doc_clear(&doc);
}

static void write_case(const struct cli_reading *reading, const struct cli_read_case *of,
                       enum doc_form form, struct aic_sink *sink)
{
    bool is_markdown = form == DOC_MARKDOWN;
    bool is_judged = reading->judged || of->worst != CLI_OK;
    cli_write(sink, "%s%s: %s%s%s%s%s\n%s", is_markdown ? "## " : "", of->launch->name,
              of->launch->dialect, of->launch->version[0] ? " " : "", of->launch->version,
              is_judged ? ": " : "", is_judged ? cli_read_verdict(of->worst) : "",
              is_markdown ? "\n" : "");
    if (!reading->in_full) {
        write_in_brief(of, form, sink);
        return;
    }
    size_t refused = 0;
    for (size_t i = 0; i < of->count; i++) {
        write_answer(reading, of, &of->answers[i], form, sink);
        refused += of->answers[i].code >= CLI_WRONG;
    }
    if (refused == of->count) { /* no answer has them */
        write_notes(of->launch->notes, of->launch->note_count, reading->all, form, sink);
    }
}

void cli_write_reading(const struct cli_reading *reading, enum doc_form form, struct aic_sink *sink)
{
    for (size_t i = 0; i < reading->count; i++) {
        aic_sink_text(sink, reading->in_full && i > 0 ? "\n" : "");
        write_case(reading, &reading->cases[i], form, sink);
    }
    write_notes(reading->launch->notes, reading->launch->note_count, reading->all, form, sink);
}
