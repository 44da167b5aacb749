/* SPDX-License-Identifier: Apache-2.0 */
/* aicalc compare A.json B.json ...: saved answers of one calculator side by side. */
#include "cli/views/compare/compare.h"
#include "cli/views/calculators.h"

#include <stdint.h>
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
    "for standard input. What 'aicalc read' wrote stands for its cases: two deployments are\n"
    "compared with 'aicalc read A.yaml B.yaml -o json | aicalc compare -'.\n\n"
    "Rows are the results that decide in any of them, behind the inputs that differ; beside\n"
    "each value stands its ratio to the first answer. A sentence for each says in which\n"
    "results it is better and in which it is worse.\n\n"
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

/* `first`: the document of the first case. */
static bool check_calculator(const struct cli_comparison *comparison, const struct aic_json *first,
                             const struct aic_json *json, struct aic_error *error)
{
    const struct aic_calculator *wanted = comparison->cases[0].question.calculator;
    const struct aic_calculator *found =
        comparison->cases[comparison->count - 1].question.calculator;
    if (found == wanted) {
        return true;
    }
    aic_fail(error, AIC_ERR_CONFLICT, NULL, "%s is an answer of '%s' and %s one of '%s'",
             first->name, wanted->name, json->name, found->name);
    return aic_suggest(error, "compare answers of the same calculator");
}

/* An answer of a document, of which it is the whole or a part. */
static bool add_answer(struct cli_comparison *comparison, const struct aic_json *json,
                       const struct aic_json_value *node, const char *name, struct aic_error *error)
{
    struct aic_json part = *json;
    if (comparison->count == CLI_COMPARE_MAX) {
        aic_fail(error, AIC_ERR_USAGE, NULL, "compare takes at most %d answers", CLI_COMPARE_MAX);
        return aic_suggest(error, "compare fewer, or sweep with --where or --top");
    }
    struct cli_case *one = &comparison->cases[comparison->count++];
    struct aic_text text;
    aic_text_init(&text, one->name, sizeof one->name);
    aic_text_add(&text, name);
    one->is_possible = true;
    part.root = (struct aic_json_value *)(uintptr_t)node;
    return aic_answer_read(&one->answer, &one->question, &part, cli_registry(), error);
}

/* A document is an answer, or what was read in texts: then each case has its first answer. */
static bool add_document(struct cli_comparison *comparison, const struct aic_json *first,
                         const struct aic_json *json, struct aic_error *error)
{
    if (!aic_json_is_text(aic_json_member(json->root, "schema"), "aicalc-read/1")) {
        char name[CLI_CASE_SIZE];
        write_name(json->name, name);
        return add_answer(comparison, json, json->root, name, error) &&
               check_calculator(comparison, first, json, error);
    }
    AIC_JSON_EACH(one, aic_json_member(json->root, "cases")) {
        const char *name = aic_json_member_text(one, "name");
        const struct aic_json_value *answer = aic_json_first(aic_json_member(one, "answers"));
        if (!answer) {
            return aic_json_fail(json, one, error, AIC_ERR_MISSING, NULL,
                                 "this case of the texts was not answered");
        }
        if (!add_answer(comparison, json, answer, name ? name : json->name, error) ||
            !check_calculator(comparison, first, json, error)) {
            return false;
        }
    }
    return true;
}

/* Reads the documents, which must outlive the cases. */
static bool read_cases(struct cli_comparison *comparison, struct cli_files *files,
                       const struct cli_options *options, struct aic_json *json,
                       struct aic_error *error)
{
    if (!cli_comparison_init(comparison, CLI_COMPARE_MAX, error)) {
        return false;
    }
    for (size_t i = 0; i < options->word_count; i++) {
        const char *path = options->words[i];
        if (!cli_read_json(files, path, aic_file_name(path), AIC_JSON_INPUT_MAX, &json[i], error) ||
            !add_document(comparison, &json[0], &json[i], error)) {
            if (error->code == AIC_ERR_FILE && !error->suggestion[0]) {
                aic_suggest(error,
                            "compare reads answers that -o json saved; cases of one question "
                            "stand side by side with --sweep gpu=h100,h200 --compare");
            }
            return false;
        }
    }
    if (comparison->count < 2) {
        aic_fail(error, AIC_ERR_USAGE, NULL, "compare takes two answers or more");
        return aic_suggest(error, "write 'aicalc compare A.json B.json'");
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
            return aic_fail_memory(error);
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
    if (options->word_count == 0) {
        return cli_usage(options->format, "write 'aicalc compare A.json B.json'",
                         "compare takes two answers or more");
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
