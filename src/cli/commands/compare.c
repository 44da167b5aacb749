/* SPDX-License-Identifier: Apache-2.0 */
/* aicalc compare A.json B.json ...: saved answers of one calculator side by side. */
#include "cli/views/compare/compare.h"
#include "cli/views/calculators.h"

#include <stdlib.h>
#include <string.h>

#include "cli/commands/commands.h"
#include "cli/formats/report.h"
#include "cli/io/files.h"
#include "cli/query/query.h"
#include "cli/views/help/help.h"

static const char usage[] =
    "aicalc compare A.json B.json ...: saved answers of one calculator side by side\n\n"
    "Examples\n"
    "  aicalc kvcache --model llama-3.1-8b --context 8Ki --gpu h100-sxm -o json > h100.json\n"
    "  aicalc kvcache --model llama-3.1-8b --context 8Ki --gpu b200 -o json > b200.json\n"
    "  aicalc compare h100.json b200.json\n"
    "  aicalc kvcache --model llama-3.1-8b --context 8Ki --sweep gpu=h100-sxm,b200 "
    "--compare\n\n"
    "The answers are as -o json wrote them: nothing is computed again. One of them may be -\n"
    "for standard input. Rows are the results that decide in any of them, behind the inputs\n"
    "that differ; beside each value stands its ratio to the first answer. A sentence for\n"
    "each says in which results it is better and in which it is worse.\n\n"
    "Options\n";

/* The name of a file without its folder and its ending. */
static void write_name(const char *path, char *out)
{
    const char *name = aic_file_name(path);
    size_t length = strlen(name);
    bool is_json = cli_has_ending(name, ".json");
    struct aic_text text;
    aic_text_init(&text, out, CLI_CASE_SIZE);
    aic_text_add_bytes(&text, name, is_json ? length - strlen(".json") : length);
}

static bool check_calculator(const struct cli_comparison *comparison, const struct aic_json *json,
                             size_t at, struct aic_error *error)
{
    const struct aic_calculator *calculator = comparison->cases[at].question.calculator;
    if (calculator == comparison->cases[0].question.calculator) {
        return true;
    }
    aic_fail(error, AIC_ERR_CONFLICT, NULL, "%s is an answer of '%s' and %s one of '%s'",
             json[0].name, comparison->cases[0].question.calculator->name, json[at].name,
             calculator->name);
    return aic_suggest(error, "compare answers of the same calculator");
}

/* Reads the documents, which must outlive the cases. */
static bool read_cases(struct cli_comparison *comparison, struct cli_files *files,
                       const struct cli_options *options, struct aic_json *json,
                       struct aic_error *error)
{
    if (!cli_comparison_init(comparison, options->word_count, error)) {
        return false;
    }
    for (size_t i = 0; i < options->word_count; i++) {
        const char *path = options->words[i];
        struct cli_case *one = &comparison->cases[comparison->count++];
        write_name(path, one->name);
        one->is_possible = true;
        if (!cli_read_json(files, path, aic_file_name(path), AIC_JSON_INPUT_MAX, &json[i], error) ||
            !aic_answer_read(&one->answer, &one->question, &json[i], cli_registry(), error) ||
            !check_calculator(comparison, json, i, error)) {
            return false;
        }
    }
    comparison->calculator = comparison->cases[0].question.calculator;
    return true;
}

/* The results of --fields, in `chosen`, which is the caller's to free. */
static bool choose(struct cli_comparison *comparison, const struct cli_options *options,
                   size_t **chosen, struct aic_error *error)
{
    size_t count = 0;
    if (options->fields) {
        *chosen = calloc(aic_table_size(&comparison->calculator->results) + 1, sizeof **chosen);
        if (!*chosen) {
            return aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
        }
        if (!cli_choose_fields(comparison->calculator, options->fields, *chosen, &count, error)) {
            return false;
        }
    }
    return cli_comparison_choose(comparison, *chosen, count, options->all, error);
}

static int show(const struct cli_comparison *comparison, const struct cli_options *options)
{
    struct cli_output output;
    cli_output_open(&output, NULL);
    cli_comparison_write(options->format, comparison, &output.sink);
    return cli_output_close(&output, CLI_OK, options->format);
}

static int compare(const struct cli_options *options)
{
    struct cli_files files = { .models = NULL };
    struct aic_json json[CLI_COMPARE_MAX] = { { .root = NULL } };
    struct aic_error error = { .code = AIC_OK };
    struct cli_comparison comparison = {
        .asked = options->asked,
        .units = cli_unit_style(options),
        .color = cli_use_color(options->color),
        .columns = cli_columns(),
    };
    size_t *chosen = NULL;
    bool ok = read_cases(&comparison, &files, options, json, &error) &&
              choose(&comparison, options, &chosen, &error);
    int code = ok ? show(&comparison, options) : cli_report(&error, options->format);
    cli_comparison_clear(&comparison);
    free(chosen);
    for (size_t i = 0; i < CLI_COMPARE_MAX; i++) {
        aic_json_clear(&json[i]);
    }
    cli_files_clear(&files);
    return code;
}

int command_compare(const struct cli_options *options)
{
    size_t from_stdin = 0;
    if (options->help) {
        return cli_help_page(usage, CLI_COMPARE, "");
    }
    for (size_t i = 0; i < options->word_count; i++) {
        from_stdin += strcmp(options->words[i], "-") == 0;
    }
    if (options->word_count < 2) {
        return cli_usage(options->format, "write 'aicalc compare A.json B.json'",
                         "compare takes two files or more");
    }
    if (options->word_count > CLI_COMPARE_MAX) {
        return cli_usage(options->format, "compare fewer, or sweep with --where or --top",
                         "compare takes at most %d files", CLI_COMPARE_MAX);
    }
    if (from_stdin > 1) {
        return cli_usage(options->format, "give files for the others",
                         "several answers are asked of standard input");
    }
    return compare(options);
}
