/* SPDX-License-Identifier: Apache-2.0 */
/* Help, made from the tables: examples first. */
#include "cli/cli.h"

#include <string.h>

#include "cli/options.h"

#define COLUMN 28

static void put(struct aic_sink *sink, const char *text)
{
    aic_sink_text(sink, text);
}

/* Two columns, the second wrapped at 80; a long first column has a line of its own. */
static void put_row(struct aic_sink *sink, const char *left, const char *right)
{
    size_t length = strlen(left) + 2;
    put(sink, "  ");
    put(sink, left);
    if (length >= COLUMN) {
        put(sink, "\n");
        length = 0;
    }
    for (; length < COLUMN; length++) {
        put(sink, " ");
    }
    size_t column = COLUMN;
    while (*right) {
        size_t word = strcspn(right, " ");
        if (column > COLUMN && column + 1 + word > 80) {
            put(sink, "\n");
            for (column = 0; column < COLUMN; column++) {
                put(sink, " ");
            }
        } else if (column > COLUMN) {
            put(sink, " ");
            column++;
        }
        aic_sink_bytes(sink, right, word);
        column += word;
        right += word + (right[word] == ' ');
    }
    put(sink, "\n");
}

/* What a flag is unless it is given. */
static bool is_yes_by_default(const struct aic_field *field)
{
    struct aic_value value = { false, 0, NULL };
    return field->preset &&
           aic_value_read(field, field->preset, strlen(field->preset), &value, NULL) &&
           value.number != 0;
}

void cli_write_option(const struct aic_field *field, struct aic_text *text)
{
    aic_text_add(text, field->kind == AIC_FLAG && is_yes_by_default(field) ? "--no-" : "--");
    for (const char *c = field->name; *c; c++) {
        aic_text_add_bytes(text, *c == '_' ? "-" : c, 1);
    }
    static const char *const values[] = {
        [AIC_REAL] = NULL, [AIC_INTEGER] = " N",      [AIC_CHOICE] = " NAME",
        [AIC_FLAG] = "",   [AIC_REFERENCE] = " NAME",
    };
    if (values[field->kind]) {
        aic_text_add(text, values[field->kind]);
    } else {
        aic_text_format(text, " %s",
                        aic_dimension_is_plain(field->dimension)
                            ? "X"
                            : aic_dimension_example(field->dimension));
    }
}

static void write_meaning(const struct aic_field *field, struct aic_text *text)
{
    aic_text_add(text, field->help);
    if (field->kind == AIC_CHOICE) {
        aic_text_add(text, ":");
        for (size_t i = 0; field->choices[i]; i++) {
            aic_text_format(text, "%s %s", i ? "," : "", field->choices[i]);
        }
    }
    if (field->kind == AIC_FLAG) {
        aic_text_format(text, " (default %s)", is_yes_by_default(field) ? "yes" : "no");
    } else if (field->preset) {
        aic_text_format(text, " (default %s)", field->preset);
    } else if (aic_field_is_derived(field) && aic_field_words(field)) {
        struct aic_span words = aic_formula_text(aic_field_words(field));
        aic_text_format(text, " (default %.*s)", (int)words.length, words.at);
    }
    if (field->kind == AIC_REFERENCE) {
        aic_text_format(text, " ('aicalc catalog %s')", aic_catalog_kind_name(field->catalog));
    }
    if (field->fed_by) {
        aic_text_format(text, "; fed by %s", field->fed_by);
    }
}

static void put_group(struct aic_sink *sink, const struct aic_group *group)
{
    put(sink, "\n");
    put(sink, group->title);
    put(sink, "\n");
    for (size_t i = 0; i < group->count; i++) {
        char left[96];
        char right[1024];
        struct aic_text text;
        aic_text_init(&text, left, sizeof left);
        cli_write_option(&group->fields[i], &text);
        aic_text_init(&text, right, sizeof right);
        write_meaning(&group->fields[i], &text);
        put_row(sink, left, right);
    }
}

/* The calculator's own groups, then the model's fields, which are long and seldom typed. */
static void put_inputs(struct aic_sink *sink, const struct aic_calculator *calculator)
{
    const struct aic_group *model = NULL;
    for (size_t g = 0; g < calculator->inputs.count; g++) {
        const struct aic_group *group = &calculator->inputs.groups[g];
        if (strcmp(group->title, "Model") == 0) {
            model = group;
        } else {
            put_group(sink, group);
        }
    }
    if (model) {
        put_group(sink, model);
    }
}

static void put_results(struct aic_sink *sink, const struct aic_calculator *calculator)
{
    for (size_t g = 0; g < calculator->results.count; g++) {
        const struct aic_group *group = &calculator->results.groups[g];
        bool titled = false;
        for (size_t i = 0; i < group->count; i++) {
            const struct aic_field *field = &group->fields[i];
            if (field->flags & AIC_TERM) {
                continue;
            }
            if (!titled) {
                put(sink, "\nResults: ");
                put(sink, group->title);
                put(sink, "\n");
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

static void put_common_options(struct aic_sink *sink)
{
    put(sink, "\nOptions of every calculator\n");
    for (const struct cli_option *option = cli_common_options; option->name; option++) {
        char left[96];
        struct aic_text text;
        const char letter[] = { option->letter, '\0' };
        aic_text_init(&text, left, sizeof left);
        if (option->letter) {
            aic_text_format(&text, "-%s, ", letter);
        }
        aic_text_format(&text, "--%s%s%s", option->name, option->value ? " " : "",
                        option->value ? option->value : "");
        put_row(sink, left, option->help);
    }
}

int cli_help_calculator(const struct aic_calculator *calculator)
{
    struct cli_output output;
    cli_output_open(&output);
    put(&output.sink, "aicalc ");
    put(&output.sink, calculator->name);
    put(&output.sink, ": ");
    put(&output.sink, calculator->help);
    put(&output.sink, "\n\nExamples\n");
    for (const char *const *example = calculator->examples; *example; example++) {
        put(&output.sink, "  ");
        put(&output.sink, *example);
        put(&output.sink, "\n");
    }
    put_inputs(&output.sink, calculator);
    put_common_options(&output.sink);
    put_results(&output.sink, calculator);
    return cli_output_close(&output, CLI_OK, CLI_TABLE);
}

static void put_commands(struct aic_sink *sink)
{
    for (const struct cli_command *command = cli_commands; command->name; command++) {
        if (command->help) {
            char left[96];
            struct aic_text text;
            aic_text_init(&text, left, sizeof left);
            aic_text_format(&text, "%s%s%s", command->name, *command->arguments ? " " : "",
                            command->arguments);
            put_row(sink, left, command->help);
        }
    }
}

static int help_all(void)
{
    struct cli_output output;
    const struct aic_calculator *calculator;
    cli_output_open(&output);
    put(&output.sink,
        "aicalc: sizing AI infrastructure, with numbers that can be defended\n\nExamples\n");
    for (size_t i = 0; (calculator = aic_calculator_at(i)); i++) {
        put(&output.sink, "  ");
        put(&output.sink, calculator->examples[0]);
        put(&output.sink, "\n");
    }
    put(&output.sink, "\nCalculators\n");
    for (size_t i = 0; (calculator = aic_calculator_at(i)); i++) {
        put_row(&output.sink, calculator->name, calculator->help);
    }
    put(&output.sink, "\nOther commands\n");
    put_commands(&output.sink);
    put(&output.sink, "\nExit codes\n");
    put_row(&output.sink, "0", "answered, every budget holds");
    put_row(&output.sink, "1", "a budget is exceeded");
    put_row(&output.sink, "2", "the question is wrong; the message says what to type instead");
    put_row(&output.sink, "3", "the tool failed: memory, writing");
    return cli_output_close(&output, CLI_OK, CLI_TABLE);
}

static const char *calculator_name(const void *context, size_t i)
{
    (void)context;
    return aic_calculator_at(i)->name;
}

static int fail_no_help(const char *name)
{
    struct aic_error error = { .code = AIC_ERR_UNKNOWN };
    size_t count = 0;
    while (aic_calculator_at(count)) {
        count++;
    }
    const char *near = aic_nearest(name, calculator_name, NULL, count);
    aic_fail(&error, AIC_ERR_UNKNOWN, NULL, "no help for '%s'", name);
    if (near) {
        aic_suggest(&error, "did you mean '%s'?", near);
    } else {
        aic_suggest(&error, "'aicalc help' lists all");
    }
    return cli_report(&error, CLI_TABLE);
}

int cli_help(int argc, char **argv)
{
    bool man = argc > 1 && strcmp(argv[1], "--man") == 0;
    bool markdown = argc > 1 && strcmp(argv[1], "--markdown") == 0;
    int at = man || markdown ? 2 : 1;
    const struct aic_calculator *calculator = argc > at ? aic_calculator_find(argv[at]) : NULL;
    if (argc > at + 1) {
        return cli_usage(CLI_TABLE, "write 'aicalc help CALCULATOR'", "help takes one name");
    }
    if (argc > at && !calculator) {
        return fail_no_help(argv[at]);
    }
    if (man || markdown) {
        return cli_manual(calculator, man);
    }
    return calculator ? cli_help_calculator(calculator) : help_all();
}
