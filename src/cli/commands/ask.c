/* SPDX-License-Identifier: Apache-2.0 */
/* aicalc ask FILE|-: a question as JSON. */
#include <string.h>

#include <aicalc/ask.h>

#include "cli/commands/commands.h"
#include "cli/formats/report.h"
#include "cli/io/catalogs.h"
#include "cli/views/calculators.h"
#include "cli/views/help/help.h"

static const char usage[] =
    "aicalc ask FILE|-: a question as JSON, for programs: all that a command line can ask\n\n"
    "Examples\n"
    "  echo '{\"calculator\": \"kvcache\", \"format\": \"json\", \"inputs\":\n"
    "    {\"model\": \"llama-3.1-8b\", \"context\": \"8Ki\", \"gpu\": \"l4\"}}' | aicalc ask -\n"
    "  echo '{\"calculator\": \"kvcache\", \"inputs\": {\"model\": \"llama-3.1-8b\", \"gpu\": "
    "\"l4\"},\n"
    "    \"sweep\": {\"context\": [\"8Ki\", \"32Ki\"]}, \"format\": \"csv\"}' | aicalc ask -\n\n"
    "Members\n"
    "  calculator  the name of one\n"
    "  inputs      its parameters: text with a unit, a number in base units, true or false\n"
    "  format      table, json, csv, markdown, html or svg\n"
    "  files       texts under names that inputs have: a config.json, a catalog\n"
    "  budget, sweep, where, sort, top, compare, solve, measured, explain, sensitivity, fields, "
    "...\n"
    "              the options of 'aicalc CALCULATOR --help' by their names; true for one without\n"
    "              a value, a list for one that is repeated. \"sweep\": {\"tp\": [1, 2]} sweeps "
    "tp,\n"
    "              \"compare\": [{\"gpu\": \"l4\"}, {\"gpu\": \"l40s\"}] sets cases side by "
    "side\n\n"
    "The answer has the bytes that the same command line has, and so has the exit code.\n";

static bool write_note(void *context, const char *bytes, size_t length)
{
    (void)context;
    if (length > 1) { /* the line end is that of the note */
        cli_note((struct aic_span){ bytes, length });
    }
    return true;
}

/* The format that errors are told in: that of the question, if it says one. */
static const struct cli_format *find_format(const char *text, size_t length)
{
    const struct cli_format *format = NULL;
    struct aic_json json;
    if (aic_json_parse(&json, "question", text, length, AIC_JSON_FILE_MAX, 0, NULL)) {
        const char *name = aic_json_member_text(json.root, "format");
        format = name ? cli_format_find(CLI_ANSWER, name) : NULL;
    }
    aic_json_clear(&json);
    return format;
}

static int answer(struct cli_files *files, const char *text, size_t length)
{
    const struct aic_loader loader = cli_loader(files);
    struct aic_sink notes = { write_note, NULL, false };
    const struct aic_ask host = {
        .registry = cli_registry(),
        .loader = &loader,
        .add_catalogs = cli_add_catalogs,
        .context = files,
        .notes = &notes,
        .columns = cli_columns(),
        .unicode = cli_use_unicode(),
        .color = cli_use_color(CLI_COLOR_AUTO),
    };
    struct aic_error error;
    struct cli_output output;
    cli_output_open(&output, NULL);
    int code = (int)aic_ask_json(text, length, &host, &output.sink, &error);
    if (error.code == AIC_OK || error.code == AIC_ERR_WRITE) {
        return cli_output_close(&output, code, NULL);
    }
    int reported = cli_report(&error, find_format(text, length));
    return error.code == AIC_ERR_UNSOLVED ? CLI_EXCEEDED : reported;
}

int command_ask(const struct cli_options *options)
{
    const char *word = options->word_count > 0 ? options->words[0] : NULL;
    struct cli_files files = { .models = NULL };
    struct aic_error error = { .code = AIC_OK };
    const char *text;
    size_t length;
    if (options->help) {
        return cli_help_page(usage, 0, "");
    }
    if (options->word_count != 1) {
        return cli_usage(NULL, "write 'aicalc ask question.json', or - for standard input",
                         "ask takes one file");
    }
    int code = cli_files_read(&files, word, &text, &length, &error) ? answer(&files, text, length)
                                                                    : cli_report(&error, NULL);
    cli_files_clear(&files);
    return code;
}
