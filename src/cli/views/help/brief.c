/* SPDX-License-Identifier: Apache-2.0 */
/*
 * -h: one screen, at most 40 lines of 80 columns. What is answered, three examples, the
 * parameters that matter, and where the rest is.
 */
#include <string.h>

#include "cli/formats/lines.h"
#include "cli/formats/report.h"
#include "cli/options/command.h"
#include "cli/views/calculators.h"
#include "cli/views/help/help.h"
#include "cli/views/help/inputs.h"
#include "cli/views/help/topics.h"

#define EXAMPLES 3
#define ASKED    10 /* parameters where a calculator does not say which matter */
#define LEFT     26 /* columns of what is typed */
#define NAME     15 /* and of the name of a calculator */
#define LINES    2  /* of the meaning of a parameter */

/* Up to the last clause that ends within the width, all where it fits; 0: no thought ends there. */
static size_t clause_end(const char *words, size_t width)
{
    size_t length = cli_fitting(words, width), clause = length;
    if (!words[length]) {
        return length;
    }
    while (clause > 0 && !strchr(",;:(", words[clause])) {
        clause--;
    }
    clause = clause > length / 3 ? clause : 0;
    while (clause > 0 && words[clause - 1] == ' ') {
        clause--;
    }
    return clause;
}

/* Two columns, the second in `lines` lines, or more where no thought ends there. `more` stands behind a list that is
 * cut: what begins at `list`. */
static void put_list(struct aic_sink *sink, const char *left, size_t width, const char *right,
                     int lines, const char *list)
{
    static const char more[] = ", ..";
    size_t used = CLI_INDENT + cli_width(left);
    size_t column = CLI_INDENT + width;
    cli_repeat(sink, ' ', CLI_INDENT);
    aic_sink_text(sink, left);
    if (used >= column) { /* what is typed pushes the words to the right */
        used -= column - 1;
        column += used;
        used = column - 1;
    }
    cli_repeat(sink, ' ', column - used);
    for (int line = 1; *right; line++) {
        const size_t room = CLI_COLUMNS - column;
        bool is_last = line >= lines;
        size_t clause = is_last ? clause_end(right, room) : 0;
        bool is_cut = is_last && right[clause] && list;
        clause = is_cut ? clause_end(right, room - strlen(more)) : clause;
        is_cut = is_cut && clause > 0 && right + clause > list;
        size_t length = clause > 0 ? clause : cli_fitting(right, CLI_COLUMNS - column);
        aic_sink_bytes(sink, right, length);
        aic_sink_text(sink, is_cut ? more : "");
        right = clause > 0 ? "" : right + length + (right[length] == ' ');
        aic_sink_text(sink, "\n");
        cli_repeat(sink, ' ', *right ? column : 0);
    }
}

static void put_pair(struct aic_sink *sink, const char *left, size_t width, const char *right,
                     int lines)
{
    put_list(sink, left, width, right, lines, NULL);
}

static void put_input(struct aic_sink *sink, const struct aic_field *field)
{
    char left[96], right[1024];
    struct aic_text text;
    aic_text_init(&text, left, sizeof left);
    cli_add_input_option(field, &text);
    aic_text_init(&text, right, sizeof right);
    aic_text_add(&text, field->help);
    const char *list = NULL;
    if (field->kind == AIC_CHOICE) {
        aic_text_add(&text, ": ");
        list = right + text.length;
        aic_text_add_names(&text, aic_word_at, field->choices);
    }
    put_list(sink, left, LEFT, right, LINES, list);
}

static void put_inputs(struct aic_sink *sink, const struct aic_calculator *calculator)
{
    size_t count = aic_table_size(&calculator->inputs);
    size_t shown = calculator->asks_count ? calculator->asks_count : count < ASKED ? count : ASKED;
    for (size_t i = 0; i < shown; i++) {
        size_t index = calculator->asks_count ? calculator->asks[i] : i;
        put_input(sink, aic_table_at(&calculator->inputs, index, NULL));
    }
}

static void put_more(struct aic_sink *sink, const char *name)
{
    char command[96];
    aic_sink_text(sink, "\nMore\n");
    cli_print(command, sizeof command, "aicalc help %s", name);
    put_pair(sink, command, LEFT, "every parameter, option and result", LINES);
    put_pair(sink, "--all, --explain", LEFT, "all results; formulas down to the inputs", LINES);
    put_pair(sink, "-o json, -o csv", LEFT, "for programs; also markdown, html and svg", LINES);
    put_pair(sink, "aicalc explain WORD", LEFT, "what a parameter, result or warning means", LINES);
    put_pair(sink, "aicalc help sweep", LEFT,
             "also solve, budgets, check, units, output, catalog, measured, basis", LINES);
}

int cli_brief_calculator(const struct aic_calculator *calculator)
{
    struct cli_output output;
    cli_output_open(&output, NULL);
    char title[512];
    cli_print(title, sizeof title, "aicalc %s: %s", calculator->name, calculator->help);
    cli_wrapped(&output.sink, CLI_COLUMNS, title, 0, CLI_INDENT);
    aic_sink_text(&output.sink, "\nExamples\n");
    for (size_t i = 0; i < EXAMPLES && calculator->examples[i]; i++) {
        cli_help_command(&output.sink, calculator->examples[i]);
    }
    aic_sink_text(&output.sink, "\nParameters that matter most\n");
    put_inputs(&output.sink, calculator);
    put_more(&output.sink, calculator->name);
    return cli_output_close(&output, CLI_OK, NULL);
}

int cli_brief(void)
{
    static const char *const examples[] = {
        "aicalc plan llama-3.1-70b --node p5en.48xlarge --gpus 512 --tokens 2T",
        "aicalc service llama-3.1-70b --node p5.48xlarge --prompt 2000 --answer 300 --rate 20/s",
        "aicalc kvcache llama-3.1-8b --context 32Ki --sweep gpu=h100-sxm,b200 --compare",
    };
    struct cli_output output;
    const char *name;
    cli_output_open(&output, NULL);
    aic_sink_text(&output.sink,
                  "aicalc: sizing AI infrastructure, with numbers that can be defended\n"
                  "\nExamples\n");
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        cli_help_command(&output.sink, examples[i]);
    }
    aic_sink_text(&output.sink, "\nCalculators\n");
    for (size_t i = 0; (name = aic_registry_name_at(NULL, i)); i++) {
        put_pair(&output.sink, name, NAME, aic_registry_help_at(i), 1);
    }
    aic_sink_text(&output.sink, "\nMore\n");
    put_pair(&output.sink, "aicalc CALCULATOR -h", LEFT, "the parameters that matter, examples",
             LINES);
    put_pair(&output.sink, "aicalc help", LEFT, "other commands, topics and exit codes", LINES);
    put_pair(&output.sink, "aicalc explain WORD", LEFT, "what a parameter, result or warning means",
             LINES);
    put_pair(&output.sink, "aicalc help sweep", LEFT,
             "also solve, budgets, check, units, output, catalog, measured, basis", LINES);
    return cli_output_close(&output, CLI_OK, NULL);
}
