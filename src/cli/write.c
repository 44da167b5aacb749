/* SPDX-License-Identifier: Apache-2.0 */
/* -O FILE: the answer once more, in the format that the file's ending names. */
#include <string.h>
#include <sys/stat.h>

#include "cli/query.h"

static const struct {
    const char *ending;
    enum cli_format format;
} endings[] = {
    { ".json", CLI_JSON }, { ".csv", CLI_CSV },   { ".md", CLI_MARKDOWN },
    { ".svg", CLI_SVG },   { ".txt", CLI_TABLE },
};

#define ENDINGS (sizeof endings / sizeof endings[0])

bool cli_has_ending(const char *path, const char *ending)
{
    size_t length = strlen(path);
    size_t end = strlen(ending);
    return length > end && strcmp(path + length - end, ending) == 0 &&
           path[length - end - 1] != '/';
}

/* Index of the file's ending; ENDINGS if it is none of them. */
static size_t find_ending(const char *path)
{
    size_t i = 0;
    while (i < ENDINGS && !cli_has_ending(path, endings[i].ending)) {
        i++;
    }
    return i;
}

static bool fail_ending(const char *path, struct aic_error *error)
{
    char list[64];
    struct aic_text text;
    aic_text_init(&text, list, sizeof list);
    for (size_t i = 0; i < ENDINGS; i++) {
        aic_text_format(&text, "%s%s", i ? ", " : "", endings[i].ending);
    }
    aic_fail(error, AIC_ERR_USAGE, NULL, "-O: the ending of '%s' names no format", path);
    return aic_suggest(error, "a file ends with one of %s", list);
}

bool cli_is_same_file(const char *a, const char *b)
{
    struct stat first, second;
    if (strcmp(a, b) == 0) {
        return true;
    }
    return stat(a, &first) == 0 && stat(b, &second) == 0 && S_ISREG(first.st_mode) &&
           first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

/* An option that names a file which is read: --input, --catalog, --model; NULL if none does. */
static const char *option_that_reads(const struct cli_options *options, const char *path)
{
    if (options->input && cli_is_same_file(path, options->input)) {
        return "input";
    }
    for (size_t i = 0; i < options->catalogs.count; i++) {
        if (cli_is_same_file(path, options->catalogs.at[i])) {
            return "catalog";
        }
    }
    for (size_t i = 0; i < options->setting_count; i++) {
        const struct aic_setting *setting = &options->settings[i];
        if (strcmp(setting->name, "model") == 0 && cli_is_same_file(path, setting->text)) {
            return "model";
        }
    }
    return NULL;
}

bool cli_check_files(const struct cli_options *options, struct aic_error *error)
{
    for (size_t i = 0; i < options->files.count; i++) {
        const char *path = options->files.at[i];
        if (find_ending(path) == ENDINGS) {
            return fail_ending(path, error);
        }
        const char *reader = option_that_reads(options, path);
        if (reader) {
            aic_fail(error, AIC_ERR_CONFLICT, NULL, "-O would overwrite '%s', which --%s reads",
                     path, reader);
            return aic_suggest(error, "write to another file");
        }
        for (size_t before = 0; before < i; before++) {
            if (cli_is_same_file(path, options->files.at[before])) {
                return aic_fail(error, AIC_ERR_CONFLICT, NULL, "-O writes '%s' twice", path);
            }
        }
    }
    return true;
}

bool cli_options_want(const struct cli_options *options, enum cli_format format)
{
    bool wanted = options->format == format;
    for (size_t i = 0; i < options->files.count; i++) {
        size_t ending = find_ending(options->files.at[i]);
        wanted = wanted || (ending < ENDINGS && endings[ending].format == format);
    }
    return wanted;
}

static int write_one(struct cli_query *query, cli_writer *write, const char *path,
                     enum cli_format format)
{
    enum cli_format reports = query->options.format;
    struct cli_output output;
    if (path) {
        cli_output_create(&output, path);
    } else {
        cli_output_open(&output);
    }
    query->options.format = format;
    query->to_file = path != NULL;
    int code = output.sink.failed ? CLI_FAILED : write(query, &output.sink);
    query->options.format = reports;
    query->to_file = false;
    return cli_output_close(&output, code, reports);
}

int cli_write_each(struct cli_query *query, cli_writer *write)
{
    int worst = write_one(query, write, NULL, query->options.format);
    for (size_t i = 0; i < query->options.files.count && worst < CLI_WRONG; i++) {
        const char *path = query->options.files.at[i];
        int code = write_one(query, write, path, endings[find_ending(path)].format);
        worst = code > worst ? code : worst;
    }
    return worst;
}
