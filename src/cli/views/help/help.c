/* SPDX-License-Identifier: Apache-2.0 */
/* aicalc help [CALCULATOR], made from the tables: examples first. */
#include "cli/views/help/help.h"
#include "cli/views/calculators.h"

#include <string.h>

#include "cli/formats/grid.h"
#include "cli/formats/report.h"
#include "cli/options/command.h"
#include "cli/options/options.h"
#include "cli/views/help/inputs.h"
#include "cli/views/help/topics.h"

static void put(struct aic_sink *sink, const char *text)
{
    aic_sink_text(sink, text);
}

/* Two columns, the second wrapped; a long first one has a line of its own. */
static void put_row(struct aic_sink *sink, const char *left, const char *right)
{
    struct cli_column columns[] = {
        { .width = 25, .overflow = CLI_OVERFLOW_BREAKS },
        { .gap = 1, .overflow = CLI_OVERFLOW_WRAPPED },
    };
    struct cli_grid grid;
    cli_grid_init(&grid, sink, &cli_layout_text, columns, 2);
    grid.indent = CLI_INDENT;
    cli_grid_row(&grid, (const char *[]){ left, right });
}

static void put_group(struct aic_sink *sink, const struct aic_calculator *calculator,
                      const struct aic_group *group)
{
    cli_heading(sink, group->title, false);
    size_t count = 1;
    for (size_t i = 0; i < group->count; i += count) {
        char left[96];
        char right[1024];
        struct aic_text option, meaning;
        aic_text_init(&option, left, sizeof left);
        aic_text_init(&meaning, right, sizeof right);
        count = cli_input_family(group, i, &option, &meaning);
        if (count == 1) {
            cli_add_input_option(&group->fields[i], &option);
            cli_add_input_meaning(&group->fields[i], &meaning);
            cli_add_input_aliases(calculator, &group->fields[i], &meaning);
        }
        put_row(sink, left, right);
    }
}

/* The calculator's own groups, then the model's fields, which are long and seldom typed. */
static void put_inputs(struct aic_sink *sink, const struct aic_calculator *calculator)
{
    const struct aic_group *model = NULL;
    for (size_t g = 0; g < aic_plain_groups(calculator); g++) {
        const struct aic_group *group = &calculator->inputs.groups[g];
        if (strcmp(group->title, "Model") == 0) {
            model = group;
        } else {
            put_group(sink, calculator, group);
        }
    }
    if (model) {
        put_group(sink, calculator, model);
    }
}

static void put_results(struct aic_sink *sink, const struct aic_calculator *calculator)
{
    for (size_t g = 0; g < calculator->results.count; g++) {
        const struct aic_group *group = &calculator->results.groups[g];
        bool titled = false;
        for (size_t i = 0; i < group->count; i++) {
            const struct aic_field *field = &group->fields[i];
            bool is_left_out = calculator->composition && !(field->flags & AIC_KEY);
            if (field->flags & AIC_TERM || is_left_out) {
                continue;
            }
            if (!titled) {
                cli_write(sink, "\nResults: %s\n", group->title);
                titled = true;
            }
            char right[512];
            struct aic_text text;
            const char *unit = aic_field_unit(field);
            aic_text_init(&text, right, sizeof right);
            aic_text_add(&text, field->help);
            if (unit && strcmp(unit, "1") != 0) {
                aic_text_format(&text, " [%s]", unit);
            }
            put_row(sink, field->name, right);
        }
    }
}

static void put_options(struct aic_sink *sink, enum cli_subject subject)
{
    const struct cli_option *option;
    for (size_t i = 0; (option = cli_option_at(subject, i)); i++) {
        char form[96], help[256];
        struct aic_text text;
        aic_text_init(&text, form, sizeof form);
        cli_option_form(option, &text);
        aic_text_init(&text, help, sizeof help);
        cli_option_help(option, subject, &text);
        put_row(sink, form, help);
    }
}

/* What a composition is made of: its parts have help of their own. */
static void put_parts(struct aic_sink *sink, const struct aic_calculator *calculator)
{
    size_t count = aic_part_count(calculator);
    if (count == 0) {
        return;
    }
    put(sink, "\nParts, in the order in which they are asked\n");
    for (size_t i = 0; i < count; i++) {
        const struct aic_part_view part = aic_part_at(calculator, i);
        put_row(sink, part.name, part.help);
    }
    put_row(sink, "--PART.NAME VALUE",
            "a parameter of one part alone: it wins over the plain name");
    put_row(sink, "PART.RESULT", "each result of a part; 'aicalc help PART' lists them all");
}

int cli_help_calculator(const struct aic_calculator *calculator)
{
    struct cli_output output;
    cli_output_open(&output, NULL);
    char title[512];
    cli_print(title, sizeof title, "aicalc %s: %s", calculator->name, calculator->help);
    cli_wrapped(&output.sink, CLI_COLUMNS, title, 0, CLI_INDENT);
    aic_sink_text(&output.sink, "\nExamples\n");
    for (const char *const *example = calculator->examples; *example; example++) {
        cli_write(&output.sink, "  %s\n", *example);
    }
    put_parts(&output.sink, calculator);
    put_inputs(&output.sink, calculator);
    put(&output.sink, "\nOptions of every calculator\n");
    put_options(&output.sink, CLI_ANSWER);
    put_results(&output.sink, calculator);
    return cli_output_close(&output, CLI_OK, NULL);
}

static void put_commands(struct aic_sink *sink)
{
    for (const struct cli_command *command = cli_commands; command->name; command++) {
        if (command->help) {
            char left[96];
            cli_print(left, sizeof left, "%s%s%s", command->name, *command->arguments ? " " : "",
                      command->arguments);
            put_row(sink, left, command->help);
        }
    }
}

int cli_help_all(void)
{
    struct cli_output output;
    const struct aic_calculator *calculator;
    cli_output_open(&output, NULL);
    put(&output.sink,
        "aicalc: sizing AI infrastructure, with numbers that can be defended\n\nExamples\n");
    for (size_t i = 0; (calculator = cli_calculator_at(i)); i++) {
        cli_write(&output.sink, "  %s\n", calculator->examples[0]);
    }
    put(&output.sink, "\nCalculators\n");
    for (size_t i = 0; (calculator = cli_calculator_at(i)); i++) {
        put_row(&output.sink, calculator->name, calculator->help);
    }
    put(&output.sink, "\nOther commands\n");
    put_commands(&output.sink);
    put(&output.sink, "\nTopics of 'aicalc help TOPIC'\n");
    const struct cli_topic *topic;
    for (size_t i = 0; (topic = cli_topic_at(i)); i++) {
        put_row(&output.sink, topic->name, topic->about);
    }
    put(&output.sink, "\nExit codes\n");
    put_row(&output.sink, "0", "answered, every budget holds");
    put_row(&output.sink, "1", "a budget is exceeded");
    put_row(&output.sink, "2", "the question is wrong; the message says what to type instead");
    put_row(&output.sink, "3", "the tool failed: memory, writing");
    return cli_output_close(&output, CLI_OK, NULL);
}

int cli_help_page(const char *usage, enum cli_subject subject, const char *more)
{
    struct cli_output output;
    cli_output_open(&output, NULL);
    put(&output.sink, usage);
    put_options(&output.sink, subject);
    put(&output.sink, more);
    return cli_output_close(&output, CLI_OK, NULL);
}
