/* SPDX-License-Identifier: Apache-2.0 */
/* aicalc check FILE|-: budgets of a check file, or the results of a saved answer. */
#include "cli/check/check.h"

#include <stdio.h>
#include <string.h>

/* One run: everything it holds, released in one place. */
struct run {
    struct cli_check_options options;
    struct cli_files files;
    struct aic_catalog catalog;
    struct aic_json json, baseline;
    struct aic_loader loader;
    struct aic_checks checks;
    struct aic_error error;
};

static bool load_file(void *context, const char *path, const char **text, size_t *length,
                      struct aic_error *error)
{
    return cli_files_read(context, path, text, length, error);
}

/* How a file is called in messages: as typed. */
static const char *name_of(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool read_json(struct run *run, const char *path, struct aic_json *json)
{
    const char *text;
    size_t length;
    return cli_files_read(&run->files, path, &text, &length, &run->error) &&
           aic_json_parse(json, name_of(path), text, length, AIC_JSON_FILE_MAX, 0, &run->error);
}

/* -O writes nowhere twice, and never over what was read: every file that was is known. */
static bool check_outputs(struct run *run)
{
    const struct cli_list *outputs = &run->options.files;
    for (size_t i = 0; i < outputs->count; i++) {
        for (const struct cli_file *file = run->files.first; file; file = file->next) {
            if (cli_is_same_file(outputs->at[i], file->path)) {
                aic_fail(&run->error, AIC_ERR_CONFLICT, NULL,
                         "-O would overwrite '%s', which is read", outputs->at[i]);
                return aic_suggest(&run->error, "write to another file");
            }
        }
        for (size_t before = 0; before < i; before++) {
            if (cli_is_same_file(outputs->at[i], outputs->at[before])) {
                return aic_fail(&run->error, AIC_ERR_CONFLICT, NULL, "-O writes '%s' twice",
                                outputs->at[i]);
            }
        }
    }
    return true;
}

static bool check_endings(struct run *run)
{
    for (size_t i = 0; i < run->options.files.count; i++) {
        if (cli_check_format_of(run->options.files.at[i]) == CLI_CHECK_FORMATS) {
            aic_fail(&run->error, AIC_ERR_USAGE, NULL, "-O: the ending of '%s' names no format",
                     run->options.files.at[i]);
            return aic_suggest(&run->error, "a file ends with one of .json, .xml, .md, .txt");
        }
    }
    return true;
}

/* Everything that must be right before anything is computed. */
static bool bind(struct run *run)
{
    const struct cli_check_options *options = &run->options;
    if (!check_endings(run) ||
        !cli_load_catalogs(&run->catalog, &run->files, options->catalogs.at,
                           options->catalogs.count, options->no_config, &run->error) ||
        !read_json(run, options->file, &run->json) ||
        (options->baseline && !read_json(run, options->baseline, &run->baseline))) {
        return false;
    }
    run->loader = (struct aic_loader){ load_file, &run->files };
    const struct aic_check_source source = {
        .json = &run->json,
        .name = base_name(name_of(options->file)),
        .earlier = options->baseline ? &run->baseline : NULL,
        .catalog = &run->catalog,
        .loader = &run->loader,
    };
    return aic_checks_read(&run->checks, &source, &run->error) && check_outputs(run);
}

static int exit_code(const struct aic_checks *checks)
{
    static const int codes[AIC_OUTCOMES] = {
        [AIC_OUTCOME_PASS] = CLI_OK,
        [AIC_OUTCOME_WARN] = CLI_OK,
        [AIC_OUTCOME_FAIL] = CLI_EXCEEDED,
        [AIC_OUTCOME_ERROR] = CLI_WRONG,
    };
    return codes[checks->outcome];
}

static enum cli_format report_format(const struct run *run)
{
    return run->options.format == CLI_CHECK_JSON ? CLI_JSON : CLI_TABLE;
}

/* A path for annotations, which are commands: nothing in it may be one. */
static const char *visible_path(const char *path, char *out, size_t capacity)
{
    struct aic_text text;
    if (!path || strcmp(path, "-") == 0) {
        return NULL;
    }
    aic_text_init(&text, out, capacity);
    cli_check_visible(&text, path);
    return out;
}

/* Writes the report to standard output (`path` NULL) or to a file of -O. */
static int write_report(const struct run *run, const char *path, enum cli_check_format format)
{
    static void (*const renderers[])(const struct cli_check_view *, struct aic_sink *) = {
        [CLI_CHECK_TABLE] = cli_check_table,       [CLI_CHECK_JSON] = cli_check_json,
        [CLI_CHECK_JUNIT] = cli_check_junit,       [CLI_CHECK_GITHUB] = cli_check_github,
        [CLI_CHECK_MARKDOWN] = cli_check_markdown,
    };
    char file[4096];
    struct cli_output output;
    const struct cli_check_view view = {
        .checks = &run->checks,
        .file = visible_path(run->options.file, file, sizeof file),
        .units = run->options.units,
        .color = !path && cli_use_color(run->options.color),
        .columns = path ? CLI_COLUMNS : cli_columns(),
    };
    if (path) {
        cli_output_create(&output, path);
    } else {
        cli_output_open(&output);
    }
    if (!output.sink.failed) {
        renderers[format](&view, &output.sink);
    }
    return cli_output_close(&output, exit_code(&run->checks), report_format(run));
}

/* The first thing that could not be judged, for those who see standard error only. */
static void report_broken(struct run *run)
{
    for (size_t i = 0; i < run->checks.count; i++) {
        const struct aic_check *check = &run->checks.at[i];
        const struct aic_error *why = check->why;
        for (size_t k = 0; !why && k < check->line_count; k++) {
            why = check->lines[k].outcome == AIC_OUTCOME_ERROR ? check->lines[k].why : NULL;
        }
        if (why) {
            aic_fail(&run->error, why->code, why->parameter, "check '%s': %s", check->name,
                     why->message);
            aic_suggest(&run->error, "%s", why->suggestion);
            cli_report(&run->error, report_format(run));
            return;
        }
    }
}

static int write_all(struct run *run)
{
    const struct cli_list *files = &run->options.files;
    int worst = write_report(run, NULL, run->options.format);
    for (size_t i = 0; i < files->count && worst != CLI_FAILED; i++) {
        worst = write_report(run, files->at[i], cli_check_format_of(files->at[i]));
    }
    if (worst == CLI_WRONG) {
        report_broken(run);
    }
    return worst;
}

static bool write_stderr(void *context, const char *bytes, size_t length)
{
    return fwrite(bytes, 1, length, context) == length;
}

/* The file that an error is about: the one whose name the message begins with. */
static const char *path_of_error(const struct run *run)
{
    const char *const paths[] = { run->options.file, run->options.baseline };
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        const char *name = paths[i] ? name_of(paths[i]) : "";
        size_t length = strlen(name);
        if (length > 0 && strncmp(run->error.message, name, length) == 0 &&
            run->error.message[length] == ':') {
            return paths[i];
        }
    }
    return NULL;
}

/* A file that cannot be used: the message, and for a workflow the place in the file. */
static int report_error(const struct run *run)
{
    const struct aic_error *error = &run->error;
    int code = cli_report(error, report_format(run));
    if (run->options.format == CLI_CHECK_GITHUB) {
        char file[4096];
        char words[2 * CLI_CHECK_CELL];
        struct aic_text text;
        struct aic_sink sink = { write_stderr, stderr, false };
        aic_text_init(&text, words, sizeof words);
        cli_check_why(error, &text);
        cli_check_annotate(visible_path(path_of_error(run), file, sizeof file),
                           (struct aic_place){ error->line, error->column }, "error", "aicalc",
                           words, &sink);
    }
    return code;
}

static int help(void)
{
    struct cli_output output;
    cli_output_open(&output);
    aic_sink_text(
        &output.sink,
        "aicalc check FILE|-: budgets of many questions, for a pipeline\n\n"
        "Examples\n"
        "  aicalc check training.json\n"
        "  aicalc check training.json -o github -O report.json -O report.xml -O summary.md\n"
        "  aicalc check training.json --baseline report.json\n"
        "  aicalc kvcache --model llama-3.1-8b --context 8Ki -o json > review.json\n"
        "  aicalc check review.json\n\n"
        "The last one asks a saved answer again, and fails where a result is another today.\n"
        "A check file is JSON: 'aicalc schema check' prints its form, docs/ci.md explains it.\n"
        "All of it is looked up before anything is computed, so that a typo never passes.\n\n"
        "Options\n");
    for (const struct cli_option *option = cli_check_options; option->name; option++) {
        char line[256];
        const char letter[] = { '-', option->letter, ',', ' ', '\0' };
        struct aic_text text;
        aic_text_init(&text, line, sizeof line);
        aic_text_format(&text, "  %s--%s %s", option->letter ? letter : "", option->name,
                        option->value ? option->value : "");
        while (text.length < 24) {
            aic_text_add(&text, " ");
        }
        aic_text_format(&text, " %s\n", option->help);
        aic_sink_text(&output.sink, line);
    }
    aic_sink_text(&output.sink, "\nExit codes\n"
                                "  0  every budget holds (those with 'warn:' may not)\n"
                                "  1  a budget is exceeded, or a saved answer differs\n"
                                "  2  the file is wrong, or a check could not be judged\n"
                                "  3  the tool failed: memory, writing\n");
    return cli_output_close(&output, CLI_OK, CLI_TABLE);
}

static int run_check(struct run *run)
{
    if (run->options.help) {
        return help();
    }
    if (!bind(run) || !aic_checks_run(&run->checks, &run->error)) {
        return report_error(run);
    }
    return write_all(run);
}

int cli_check(int argc, char **argv)
{
    struct run run = { .options = { .format = CLI_CHECK_TABLE } };
    enum cli_format format = cli_peek_format(argc, argv);
    int code = cli_check_options_read(&run.options, argc, argv, &run.error)
                   ? run_check(&run)
                   : cli_report(&run.error, format);
    aic_checks_clear(&run.checks);
    aic_json_clear(&run.json);
    aic_json_clear(&run.baseline);
    aic_catalog_clear(&run.catalog);
    cli_files_clear(&run.files);
    return code;
}
