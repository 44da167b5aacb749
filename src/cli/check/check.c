/* SPDX-License-Identifier: Apache-2.0 */
/* aicalc check FILE|-: budgets of a check file, or the results of a saved answer. */
#include "cli/check/check.h"

#include <string.h>

#include "cli/catalog/catalogs.h"
#include "cli/commands.h"
#include "cli/docs/help.h"
#include "cli/io/output.h"
#include "cli/io/sanitize.h"
#include "cli/options/options.h"

/* One run: everything it holds, released in one place. */
struct run {
    struct cli_options options;
    const char *file; /* path or "-" */
    struct cli_files files;
    struct aic_catalog catalog;
    struct aic_json json, baseline;
    struct aic_loader loader;
    struct aic_checks checks;
    struct aic_error error;
};

/* How a file is called in messages: as typed. */
static const char *name_of(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

static bool read_json(struct run *run, const char *path, struct aic_json *json)
{
    return cli_read_json(&run->files, path, name_of(path), AIC_JSON_FILE_MAX, json, &run->error);
}

/* -O never writes over what was read: every file that was is known. */
static bool check_outputs(struct run *run)
{
    const struct cli_list *outputs = &run->options.files;
    return cli_check_unread(&run->files, outputs->at, outputs->count, &run->error) &&
           cli_check_written_once(outputs->at, outputs->count, &run->error);
}

/* Everything that must be right before anything is computed. */
static bool bind(struct run *run)
{
    const struct cli_options *options = &run->options;
    if (!cli_check_endings(CLI_CHECK, options->files.at, options->files.count, &run->error) ||
        !cli_load_catalogs(&run->catalog, &run->files, options->catalogs.at,
                           options->catalogs.count, options->no_config, &run->error) ||
        !read_json(run, run->file, &run->json) ||
        (options->baseline && !read_json(run, options->baseline, &run->baseline))) {
        return false;
    }
    run->loader = cli_loader(&run->files);
    const struct aic_check_source source = {
        .json = &run->json,
        .name = aic_file_name(run->file),
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

/* A path for annotations, which are commands: nothing in it may be one. */
static const char *safe_path(const char *path, char *out, size_t capacity)
{
    struct aic_text text;
    if (!path || strcmp(path, "-") == 0) {
        return NULL;
    }
    aic_text_init(&text, out, capacity);
    cli_sanitize_line(&text, path, "");
    return out;
}

/* Writes the report to standard output (`path` NULL) or to a file of -O. */
static int write_report(const struct run *run, const char *path, const struct cli_format *format)
{
    char file[4096];
    struct cli_output output;
    const struct cli_check_view view = {
        .checks = &run->checks,
        .file = safe_path(run->file, file, sizeof file),
        .asked = run->options.asked,
        .units = cli_unit_style(&run->options),
        .color = !path && cli_use_color(run->options.color),
        .columns = path ? CLI_COLUMNS : cli_columns(),
    };
    cli_output_open(&output, path);
    if (!output.sink.failed) {
        format->check(&view, &output.sink);
    }
    return cli_output_close(&output, exit_code(&run->checks), run->options.format);
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
            cli_report(&run->error, run->options.format);
            return;
        }
    }
}

static int write_all(struct run *run)
{
    const struct cli_list *files = &run->options.files;
    int worst = write_report(run, NULL, run->options.format);
    for (size_t i = 0; i < files->count && worst != CLI_FAILED; i++) {
        worst = write_report(run, files->at[i], cli_format_of_file(CLI_CHECK, files->at[i]));
    }
    if (worst == CLI_WRONG) {
        report_broken(run);
    }
    return worst;
}

/* The file that an error is about: the one whose name the message begins with. */
static const char *path_of_error(const struct run *run)
{
    const char *const paths[] = { run->file, run->options.baseline };
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

/* A file that cannot be used: the message, and for a pipeline the place in the file. */
static int report_error(const struct run *run)
{
    const struct cli_format *format = run->options.format;
    int code = cli_report(&run->error, format);
    if (format->check_error) {
        char file[4096];
        struct aic_sink sink = cli_stderr;
        format->check_error(safe_path(path_of_error(run), file, sizeof file), &run->error, &sink);
    }
    return code;
}

static int help(void)
{
    struct cli_output output;
    cli_output_open(&output, NULL);
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
    cli_help_options(&output.sink, CLI_CHECK);
    aic_sink_text(&output.sink, "\nExit codes\n"
                                "  0  every budget holds (those with 'warn:' may not)\n"
                                "  1  a budget is exceeded, or a saved answer differs\n"
                                "  2  the file is wrong, or a check could not be judged\n"
                                "  3  the tool failed: memory, writing\n");
    return cli_output_close(&output, CLI_OK, NULL);
}

/* The check file, the one word of the command line. */
static bool find_file(struct run *run)
{
    const struct cli_options *options = &run->options;
    run->file = options->words[0];
    if (options->word_count == 1) {
        return true;
    }
    if (options->word_count > 1) {
        aic_fail(&run->error, AIC_ERR_USAGE, NULL, "the check file is given twice");
        return aic_suggest(&run->error, "give it once");
    }
    aic_fail(&run->error, AIC_ERR_USAGE, NULL, "check requires a file");
    return aic_suggest(&run->error, "write 'aicalc check budgets.json', or 'aicalc check -' for "
                                    "standard input");
}

static int run_check(struct run *run)
{
    if (run->options.help) {
        return help();
    }
    if (!find_file(run)) {
        return cli_report(&run->error, run->options.format);
    }
    if (!bind(run) || !aic_checks_run(&run->checks, &run->error)) {
        return report_error(run);
    }
    return write_all(run);
}

int cli_check(int argc, char **argv)
{
    struct run run = { .file = NULL };
    const struct cli_format *format = cli_peek_format(argc, argv);
    int code = cli_options_read(&run.options, CLI_CHECK, NULL, argc, argv, &run.error)
                   ? run_check(&run)
                   : cli_report(&run.error, format);
    aic_checks_clear(&run.checks);
    aic_json_clear(&run.json);
    aic_json_clear(&run.baseline);
    aic_catalog_clear(&run.catalog);
    cli_files_clear(&run.files);
    cli_options_clear(&run.options);
    return code;
}
