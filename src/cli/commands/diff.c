/* SPDX-License-Identifier: Apache-2.0 */
/* aicalc diff A.json B.json: what differs between two answers. */
#include "cli/views/diff/diff.h"

#include <string.h>

#include "cli/commands/commands.h"
#include "cli/formats/report.h"
#include "cli/io/files.h"
#include "cli/views/help/help.h"

static const char usage[] =
    "aicalc diff A.json B.json: what differs between two answers\n\n"
    "Examples\n"
    "  aicalc kvcache --model llama-3.1-8b --context 8Ki -o json > a.json\n"
    "  aicalc kvcache --model llama-3.1-70b --context 8Ki -o json > b.json\n"
    "  aicalc diff a.json b.json\n"
    "  aicalc kvcache --model llama-3.1-8b --context 16Ki -o json | aicalc diff a.json -\n\n"
    "Both are answers of the same calculator, as -o json writes them; one of them may be\n"
    "- for standard input. Shown are inputs and results that changed, came or went, and\n"
    "warnings that came or went. Where a value came from is shown where the value differs.\n"
    "The exit code is 0 whether they differ or not; -o json says \"equal\".\n\n"
    "Options\n";

static bool read_answer(struct cli_files *files, const char *path, struct aic_json *json,
                        struct aic_error *error)
{
    return cli_read_json(files, path, aic_file_name(path), AIC_JSON_INPUT_MAX, json, error);
}

static int show(const struct aic_diff *diff, const struct cli_options *options)
{
    const struct cli_diff_view view = { diff, options->asked, cli_unit_style(options) };
    struct cli_output output;
    cli_output_open(&output, NULL);
    if (options->format->form) {
        struct doc doc;
        doc_init(&doc, options->format->form);
        doc.color = cli_use_color(options->color);
        cli_diff_document(&view, &doc);
        doc_write(&doc, &output.sink);
        doc_clear(&doc);
    } else {
        cli_diff_json(&view, &output.sink);
    }
    return cli_output_close(&output, CLI_OK, options->format);
}

static int compare(const struct cli_options *options)
{
    struct cli_files files = { .models = NULL };
    struct aic_json before = { .root = NULL };
    struct aic_json after = { .root = NULL };
    struct aic_diff diff = { NULL, NULL, 0 };
    struct aic_error error = { .code = AIC_OK };
    bool ok = read_answer(&files, options->words[0], &before, &error) &&
              read_answer(&files, options->words[1], &after, &error) &&
              aic_diff_init(&diff, &before, &after, &error);
    int code = ok ? show(&diff, options) : cli_report(&error, options->format);
    aic_diff_clear(&diff);
    aic_json_clear(&before);
    aic_json_clear(&after);
    cli_files_clear(&files);
    return code;
}

int command_diff(const struct cli_options *options)
{
    if (options->help) {
        return cli_help_page(usage, CLI_DIFF, "");
    }
    if (options->word_count != 2) {
        return cli_usage(options->format, "write 'aicalc diff A.json B.json'",
                         "diff takes two files");
    }
    if (strcmp(options->words[0], "-") == 0 && strcmp(options->words[1], "-") == 0) {
        return cli_usage(options->format, "give a file for one of them",
                         "both answers are asked of standard input");
    }
    return compare(options);
}
