/* SPDX-License-Identifier: Apache-2.0 */
/* What would mend a no: changes as flags to add, each with the number that it gives. */
#include "cli/formats/asked.h"
#include "cli/formats/json.h"
#include "cli/views/answer/answer.h"

#include <string.h>

#include <aicalc/calculator_rows.h>

static void add_flags(const struct aic_calculator *calculator, const struct aic_step *step,
                      struct aic_text *text)
{
    for (size_t i = 0; i < step->change_count; i++) {
        aic_text_add(text, step->changes[i].without ? "" : " ");
        aic_change_flag(calculator, &step->changes[i], text);
    }
}

static bool changes(const struct aic_step *step, size_t input)
{
    for (size_t i = 0; i < step->change_count; i++) {
        if (step->changes[i].input == input) {
            return true;
        }
    }
    return false;
}

/* True for a word of the command that gives one of the inputs that the step changes. */
static bool is_replaced(const struct aic_calculator *calculator, const struct aic_step *step,
                        const char *word, bool *has_value)
{
    char typed[AIC_TYPED_SIZE], name[AIC_TYPED_SIZE];
    struct aic_text text;
    size_t input;
    if (strncmp(word, "--", 2) != 0) {
        return false;
    }
    bool is_no = strncmp(word + 2, "no-", 3) == 0;
    cli_write_span((struct aic_span){ word + 2, strcspn(word + 2, "=") }, typed, sizeof typed);
    aic_text_init(&text, name, sizeof name);
    aic_input_add_name(&text, typed);
    if (!aic_input_find(calculator, (struct aic_span){ name, text.length }, &input, NULL) &&
        !(is_no && aic_input_find(calculator, (struct aic_span){ name + 3, text.length - 3 },
                                  &input, NULL))) {
        return false;
    }
    *has_value =
        !strchr(word, '=') && aic_table_at(&calculator->inputs, input, NULL)->kind != AIC_FLAG;
    return changes(step, input);
}

/* The whole command: what the step changes is left out where it stands, and given at the end. */
static void add_command(const struct cli_view *view, const struct aic_step *step,
                        struct aic_text *text)
{
    const struct aic_calculator *calculator = view->answer->question->calculator;
    aic_text_add(text, "aicalc");
    for (size_t i = 0; i < view->asked.count; i++) {
        bool has_value = false;
        if (i > 0 && is_replaced(calculator, step, view->asked.words[i], &has_value)) {
            i += has_value;
            continue;
        }
        aic_text_add(text, " ");
        cli_add_shell_word(text, view->asked.words[i]);
    }
    add_flags(calculator, step, text);
}

/* A number as it can be typed: in the unit that suits it, or in the base unit where that reads back the same alone. */
static void add_number(const struct aic_field *field, double number, struct aic_text *text)
{
    static const enum aic_unit_style styles[] = { AIC_UNITS_AUTO, AIC_UNITS_IEC, AIC_UNITS_RAW };
    char words[AIC_QUANTITY_SIZE];
    double again;
    for (size_t i = 0; i < sizeof styles / sizeof styles[0]; i++) {
        aic_quantity_write(words, sizeof words, number, field->dimension, NULL, styles[i]);
        char *blank = strchr(words, ' ');
        if (blank) {
            memmove(blank, blank + 1, strlen(blank));
        }
        if (aic_quantity_read(words, strlen(words), field->dimension, NULL, &again, NULL) &&
            again == number) {
            break;
        }
    }
    aic_text_add(text, words);
}

/* An input as a flag. */
static void add_flag(const struct cli_view *view, size_t input, struct aic_text *text)
{
    const struct aic_field *field = cli_input(view, input);
    const struct aic_value value = aic_question_value(view->answer->question, input);
    const struct aic_range *range = aic_question_range(view->answer->question, input);
    bool is_off = field->kind == AIC_FLAG && value.number == 0;
    aic_text_add(text, is_off ? " --no-" : " --");
    aic_text_add_spelt(text, (struct aic_span){ field->name, strlen(field->name) }, '_', '-');
    aic_text_add(text, field->kind != AIC_FLAG ? " " : "");
    if (cli_is_number(field)) {
        add_number(field, range ? range->low : value.number, text);
    } else if (field->kind == AIC_CHOICE) {
        aic_text_add(text, aic_choice_name(field, (int)value.number));
    } else if (field->kind == AIC_REFERENCE) {
        cli_add_shell_word(text, value.name);
    }
    if (range) {
        aic_text_add(text, "..");
        add_number(field, range->high, text);
    }
}

/* What the command says, or a text in its place. */
static bool is_said(const struct cli_view *view, size_t input)
{
    return aic_question_value(view->answer->question, input).set &&
           (cli_is_given(view->answer, input) ||
            aic_question_origin(view->answer->question, input) == AIC_FROM_PROGRAM);
}

/* The same of the inputs alone, whatever file or text they came from: what an answer says that is fed back and answered
 * anew, byte for byte. The catalogs of the question stay. */
static void add_plain_command(const struct cli_view *view, const struct aic_step *step,
                              struct aic_text *text)
{
    const struct aic_question *question = view->answer->question;
    const struct aic_calculator *calculator = question->calculator;
    aic_text_format(text, "aicalc %s", calculator->name);
    for (size_t i = 0; i < aic_table_size(&calculator->inputs); i++) {
        if (is_said(view, i) && !changes(step, i)) {
            add_flag(view, i, text);
        }
    }
    for (size_t i = 0; i < view->budget_count; i++) {
        char budget[CLI_VALUE_SIZE];
        cli_write_span(view->budgets[i].text, budget, sizeof budget);
        aic_text_add(text, " --budget ");
        cli_add_shell_word(text, budget);
    }
    for (size_t i = 0; i < view->asked.count; i++) {
        const char *word = view->asked.words[i];
        if (strcmp(word, "--no-config") == 0 || strncmp(word, "--catalog=", 10) == 0) {
            aic_text_format(text, " ");
            cli_add_shell_word(text, word);
        } else if (strcmp(word, "--catalog") == 0 && i + 1 < view->asked.count) {
            aic_text_add(text, " --catalog ");
            cli_add_shell_word(text, view->asked.words[++i]);
        }
    }
    add_flags(calculator, step, text);
}

/* "fits": what holds then; behind a number that is judged itself its name is not repeated. */
static void add_success(const struct cli_view *view, struct aic_text *text)
{
    const struct aic_lever *verdict = view->steps->verdict;
    if (!verdict) {
        aic_text_add(text, view->steps->holds ? view->steps->holds : "budgets hold");
    } else if (verdict->goal) {
        aic_text_format(text, "meets %s", verdict->goal);
    } else {
        aic_text_add(text, verdict->verdict);
    }
}

/* "total_memory 52.5 GiB, fits" */
static void write_gives(const struct cli_view *view, const struct aic_step *step, char *gives,
                        size_t capacity)
{
    struct aic_text text;
    aic_text_init(&text, gives, capacity);
    if (aic_is_set(step->number)) {
        const struct aic_field *field = cli_result(view, view->steps->deciding);
        char number[CLI_VALUE_SIZE];
        cli_write_number(field, step->number, view->units, number, sizeof number);
        aic_text_format(&text, "%s %s, ", field->name, number);
    }
    add_success(view, &text);
}

/* What nobody can judge has nothing to mend: the first line says what to give. */
static bool is_unjudged(const struct cli_view *view)
{
    const struct aic_table *results = &view->answer->question->calculator->results;
    const struct aic_lever *verdict = view->steps->verdict;
    return verdict && view->steps->count == 0 &&
           cli_is_unjudged(view,
                           aic_table_find(results, verdict->verdict, strlen(verdict->verdict)));
}

void cli_add_steps(const struct cli_view *view, struct doc *doc)
{
    const struct aic_steps *steps = view->steps;
    if (!steps || steps->tried == 0 || is_unjudged(view) ||
        (steps->count == 0 && doc->form == DOC_MARKDOWN)) {
        return;
    }
    doc_section(doc, "steps", "Next step",
                steps->count > 0 ? "With any of these it holds; each can be pasted as it stands."
                                 : NULL);
    if (steps->count == 0 && steps->within > 0) {
        doc_point(doc, "nothing within %g GPUs: %g other settings were tried", steps->within,
                  (double)steps->tried);
        return;
    }
    if (steps->count == 0) {
        doc_point(
            doc, "%g combinations of other settings were tried, and with none of them does it hold",
            (double)steps->tried);
        return;
    }
    doc_line(doc, DOC_MARKDOWN, CLI_PLAIN, "Next step:");
    doc_add(doc, (struct doc_block){ .kind = DOC_GAP, .in = DOC_MARKDOWN });
    for (size_t i = 0; i < steps->count; i++) {
        char gives[CLI_VALUE_SIZE];
        struct aic_text *command = doc_words(doc);
        write_gives(view, &steps->steps[i], gives, sizeof gives);
        add_command(view, &steps->steps[i], command);
        doc_add(doc, (struct doc_block){ .kind = DOC_STEP, .name = command->at, .words = gives });
    }
}

void cli_steps_json(const struct cli_view *view, struct aic_json_writer *writer)
{
    const struct aic_steps *steps = view->steps;
    if (!steps || steps->count == 0) {
        return;
    }
    cli_json_open(writer, "next", '[', true);
    for (size_t i = 0; i < steps->count; i++) {
        char words[4096];
        struct aic_text command;
        aic_text_init(&command, words, sizeof words);
        if (view->brief) {
            add_command(view, &steps->steps[i], &command);
        } else {
            add_plain_command(view, &steps->steps[i], &command);
        }
        aic_json_open(writer, '{', false);
        cli_json_text(writer, "command", words);
        write_gives(view, &steps->steps[i], words, CLI_VALUE_SIZE);
        cli_json_text(writer, "gives", words);
        aic_json_close(writer);
    }
    aic_json_close(writer);
}
