/* SPDX-License-Identifier: Apache-2.0 */
/* Standard output and -O FILE: the answer once more, in the format that the file's ending names. */
#include <string.h>

#include "cli/formats/report.h"
#include "cli/io/progress.h"
#include "cli/query/query.h"

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

bool cli_check_files(const struct cli_options *options, struct aic_error *error)
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

const struct cli_format *cli_format_written(const struct cli_options *options, size_t i)
{
    if (i == 0) {
        return options->format;
    }
    return i <= options->files.count ? cli_format_of_file(CLI_ANSWER, options->files.at[i - 1])
                                     : NULL;
}

int cli_write_each(struct cli_query *query, cli_writer *write)
{
    const struct cli_options *options = &query->options;
    const struct cli_format *format;
    int worst = CLI_OK;
    if (!cli_check_unread(&query->files, options->files.at, options->files.count, &query->error)) {
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
