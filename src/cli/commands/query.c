/* SPDX-License-Identifier: Apache-2.0 */
/*
 * aicalc CALCULATOR: a question in the world of the program. Its answer goes to standard output and to files of
 * -O, once more, in the format that a file's ending names.
 */
#include <string.h>

#include "cli/ask/ask.h"
#include "cli/commands/commands.h"
#include "cli/formats/report.h"
#include "cli/io/catalogs.h"
#include "cli/io/progress.h"
#include "cli/io/service.h"
#include "cli/query/query.h"
#include "cli/views/help/help.h"

/* What reads the file: an option, as a message says it; NULL if none does. */
static const char *reader_of(const struct cli_options *options, const char *path)
{
    if (options->input && cli_is_same_file(path, options->input)) {
        return "--input reads";
    }
    for (size_t i = 0; i < options->from.count; i++) {
        if (cli_is_same_file(path, options->from.at[i])) {
            return "--from reads";
        }
    }
    for (size_t i = 0; i < options->catalogs.count; i++) {
        if (cli_is_same_file(path, options->catalogs.at[i])) {
            return "--catalog reads";
        }
    }
    for (size_t i = 0; i < options->setting_count; i++) {
        const struct aic_setting *setting = &options->settings[i];
        if (strcmp(setting->name, "model") == 0 && cli_is_same_file(path, setting->text)) {
            return "--model reads";
        }
    }
    return NULL;
}

static bool check_places(const struct cli_options *options, struct aic_error *error)
{
    const struct cli_list *files = &options->files;
    if (!cli_check_endings(CLI_ANSWER, files->at, files->count, error)) {
        return false;
    }
    for (size_t i = 0; i < files->count; i++) {
        const char *reader = reader_of(options, files->at[i]);
        if (reader) {
            return cli_fail_overwrite(error, files->at[i], reader);
        }
    }
    return cli_check_written_once(files->at, files->count, error);
}

static bool check_swept(const struct cli_options *options, const char *path,
                        struct aic_error *error)
{
    for (size_t i = 0; i < options->files.count; i++) {
        if (cli_is_same_file(options->files.at[i], path)) {
            return cli_fail_overwrite(error, path, "--sweep reads");
        }
    }
    return true;
}

static int fail(void *context, const struct cli_query *query, const struct aic_error *error)
{
    struct cli_capture *capture = query->options.capture;
    (void)context;
    if (capture) {
        capture->error = query->error;
        return aic_code_is_internal(query->error.code) ? CLI_FAILED : CLI_WRONG;
    }
    return cli_report(error, query->options.format);
}

/* Until one fails. */
static int write_each(void *context, struct cli_query *query, cli_writer *write)
{
    const struct cli_options *options = &query->options;
    const struct cli_format *format;
    int worst = CLI_OK;
    if (!cli_check_unread(context, options->files.at, options->files.count, &query->error)) {
        return cli_query_fail(query);
    }
    if (options->capture) {
        return write(query, options->format, &options->capture->sink);
    }
    for (size_t i = 0; worst < CLI_WRONG && (format = cli_format_written(options, i)); i++) {
        struct cli_output output;
        query->to_file = i > 0;
        if (i > 0 && query->sweep) {
            cli_progress_begin("cases"); /* what went to a terminal took its line away */
        }
        cli_output_open(&output, i > 0 ? options->files.at[i - 1] : NULL);
        int code = output.sink.failed ? CLI_FAILED : write(query, format, &output.sink);
        code = cli_output_close(&output, code, options->format);
        worst = code > worst ? code : worst;
    }
    return worst;
}

static void note(void *context, struct aic_span words)
{
    (void)context;
    cli_note(words);
}

static void tell(void *context, const struct aic_error *what)
{
    (void)context;
    cli_report(what, NULL);
}

static void begin(void *context, const char *things)
{
    (void)context;
    cli_progress_begin(things);
}

static void step(void *context, uint64_t done, uint64_t total)
{
    (void)context;
    cli_progress_step(done, total);
}

static void end(void *context)
{
    (void)context;
    cli_progress_end();
}

int command_query(const struct cli_options *options)
{
    struct cli_files files = { .models = NULL };
    const struct cli_world world = {
        .context = &files,
        .loader = cli_loader(&files),
        .add_catalogs = cli_add_catalogs,
        .check_places = check_places,
        .check_swept = check_swept,
        .write = write_each,
        .fail = fail,
        .note = note,
        .tell = tell,
        .begin = begin,
        .step = step,
        .end = end,
        .tick = cli_service() ? cli_in_time : NULL,
        .most_cases = cli_service() ? cli_service()->most_cases : 0,
        .color = cli_use_color(options->color),
        .unicode = cli_service() || cli_use_unicode(), /* JSON is UTF-8 everywhere */
        .columns = cli_columns(),
    };
    if (options->help) {
        return options->short_help ? cli_brief_calculator(options->calculator)
                                   : cli_help_calculator(options->calculator);
    }
    int code = cli_answer(options, &world);
    cli_files_clear(&files);
    return code;
}
