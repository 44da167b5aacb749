/* SPDX-License-Identifier: Apache-2.0 */
/* aicalc check FILE|- ...: budgets of check files, or the results of saved answers. */
#include "cli/views/check/check.h"
#include "cli/views/calculators.h"

#include <stdlib.h>
#include <string.h>

#include "cli/commands/commands.h"
#include "cli/formats/report.h"
#include "cli/io/catalogs.h"
#include "cli/io/progress.h"
#include "cli/io/sanitize.h"
#include "cli/views/help/help.h"

static const char usage[] =
    "aicalc check FILE|- ...: budgets of many questions, for a pipeline\n\n"
    "Examples\n"
    "  aicalc check training.json\n"
    "  aicalc check training.json -o github -O report.json -O report.xml -O summary.md\n"
    "  aicalc check budgets/training.json budgets/serving.json --fail-on-warn\n"
    "  aicalc check training.json --write-baseline baseline.json\n"
    "  aicalc check training.json --baseline report.json --only-worse\n"
    "  aicalc kvcache --model llama-3.1-8b --context 8Ki -o json > review.json\n"
    "  aicalc check review.json\n\n"
    "The last one asks a saved answer again, and fails where a result is another today.\n"
    "A check file is JSON: 'aicalc schema check' prints its form, docs/ci.md explains it.\n"
    "All of it is looked up before anything is computed, so that a typo never passes.\n\n"
    "Options\n";

static const char usage_codes[] = "\nExit codes\n"
                                  "  0  every budget holds (those with 'warn:' may not)\n"
                                  "  1  a budget is exceeded, or a saved answer differs\n"
                                  "  2  the file is wrong, or a check could not be judged\n"
                                  "  3  the tool failed: memory, writing\n";

static void (*const writers[CLI_FORMATS])(const struct cli_check_report *report,
                                          struct aic_sink *sink) = {
    [CLI_JSON] = cli_check_json,   [CLI_JSONL] = cli_check_json_lines,
    [CLI_JUNIT] = cli_check_junit, [CLI_GITHUB] = cli_check_github,
    [CLI_SARIF] = cli_check_sarif,
};

/* Room for a path as reports show it. */
#define SHOWN_SIZE 4096

/* One file: a broken one is told, and the others are judged. */
struct file {
    const char *path; /* or "-" */
    char shown[SHOWN_SIZE];
    struct aic_json json;
    struct aic_checks checks;
    struct aic_error error; /* that of a file that cannot be read */
    const struct aic_error *mistakes;
    size_t mistake_count;
};

/* One run: everything it holds, released in one place. */
struct run {
    const struct cli_options *options;
    struct file *at;
    size_t count;
    uint64_t checks; /* of all files: the total that progress tells */
    struct cli_shard shard;
    struct cli_check_view *views;
    struct cli_files files;
    struct aic_catalog catalog;
    struct aic_json baseline;
    struct aic_loader loader;
    struct aic_error error;
};

/* How a file is called in messages: as typed. */
static const char *name_of(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

static bool read_json(struct run *run, const char *path, struct aic_json *json,
                      struct aic_error *error)
{
    return cli_read_json(&run->files, path, name_of(path), AIC_JSON_FILE_MAX, json, error);
}

/* -O never writes over what was read: every file that was is known. */
static bool check_outputs(struct run *run)
{
    const struct cli_list *outputs = &run->options->files;
    const char *const *baseline = &run->options->write_baseline;
    return cli_check_unread(&run->files, outputs->at, outputs->count, &run->error) &&
           (!*baseline || cli_check_unread(&run->files, baseline, 1, &run->error)) &&
           cli_check_written_once(outputs->at, outputs->count, &run->error);
}

static bool check_baseline(struct run *run)
{
    if (run->options->only_worse && !run->options->baseline) {
        aic_fail(&run->error, AIC_ERR_USAGE, NULL, "--only-worse without --baseline");
        return aic_suggest(&run->error, "give an earlier report: --baseline OLD.json");
    }
    return !run->options->baseline ||
           read_json(run, run->options->baseline, &run->baseline, &run->error);
}

/* What all files are read with. */
static bool bind(struct run *run)
{
    const struct cli_options *options = run->options;
    run->loader = cli_loader(&run->files);
    return cli_shard_read(&run->shard, options->shard, &run->error) &&
           cli_check_endings(CLI_CHECK, options->files.at, options->files.count, &run->error) &&
           cli_load_catalogs(&run->catalog, &run->files, options->catalogs.at,
                             options->catalogs.count, options->no_config, &run->error) &&
           check_baseline(run);
}

/* Reads a file whole, so that a typo is found before anything of it is computed; what is wrong
 * with it are its mistakes. False where the tool failed. */
static bool read_file(struct run *run, struct file *file)
{
    const struct aic_check_source source = {
        .json = &file->json,
        .name = aic_file_name(file->path),
        .earlier = run->options->baseline ? &run->baseline : NULL,
        .catalog = &run->catalog,
        .loader = &run->loader,
        .registry = cli_registry(),
        .file = name_of(file->path),
        .records = run->options->write_baseline != NULL,
        .only_worse = run->options->only_worse,
        .tick = cli_progress_tick,
        .tick_context = &run->checks,
    };
    struct aic_error *error = &file->error;
    if (read_json(run, file->path, &file->json, error) &&
        aic_checks_read(&file->checks, &source, error)) {
        run->checks += file->checks.count;
        return true;
    }
    bool is_known = file->checks.mistake_count > 0;
    file->mistakes = is_known ? file->checks.mistakes : error;
    file->mistake_count = is_known ? file->checks.mistake_count : 1;
    run->error = *error;
    return !aic_code_is_internal(error->code);
}

static bool read_files(struct run *run)
{
    for (size_t i = 0; i < run->count; i++) {
        if (!read_file(run, &run->at[i])) {
            return false;
        }
    }
    return check_outputs(run);
}

/* Of the checks of all files, one after the other, those of the part stay. */
static void keep_shard(struct run *run)
{
    struct cli_shard *shard = &run->shard;
    uint64_t before = 0;
    cli_shard_take(shard, run->checks);
    for (size_t i = 0; i < run->count; i++) {
        struct aic_checks *checks = &run->at[i].checks;
        uint64_t end = before + checks->count;
        uint64_t from = shard->first > before ? shard->first : before;
        uint64_t to = shard->first + shard->count < end ? shard->first + shard->count : end;
        if (run->at[i].mistake_count == 0) {
            aic_checks_keep(checks, (size_t)(from < to ? from - before : 0),
                            (size_t)(from < to ? to - from : 0));
            before = end;
        }
    }
    run->checks = shard->count;
}

static bool judge_files(struct run *run)
{
    cli_progress_begin("checks");
    for (size_t i = 0; i < run->count; i++) {
        struct file *file = &run->at[i];
        if (file->mistake_count == 0 && !aic_checks_run(&file->checks, &run->error)) {
            return false;
        }
    }
    cli_progress_end();
    return true;
}

static int exit_code(const struct run *run, enum aic_outcome outcome)
{
    static const int codes[AIC_OUTCOMES] = {
        [AIC_OUTCOME_PASS] = CLI_OK,
        [AIC_OUTCOME_WARN] = CLI_OK,
        [AIC_OUTCOME_FAIL] = CLI_EXCEEDED,
        [AIC_OUTCOME_ERROR] = CLI_WRONG,
    };
    bool is_exceeded = outcome == AIC_OUTCOME_WARN && run->options->fail_on_warn;
    return is_exceeded ? CLI_EXCEEDED : codes[outcome];
}

/* A path for reports and annotations, which are commands: nothing in it may be one. */
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

static struct cli_check_report report_of(const struct run *run)
{
    for (size_t i = 0; i < run->count; i++) {
        struct file *file = &run->at[i];
        run->views[i] = (struct cli_check_view){
            .checks = &file->checks,
            .file = safe_path(file->path, file->shown, sizeof file->shown),
            .mistakes = file->mistakes,
            .mistake_count = file->mistake_count,
            .units = cli_unit_style(run->options),
        };
    }
    return (struct cli_check_report){ run->views, run->count, run->options->asked, run->shard };
}

/* Writes the report to standard output (`path` NULL) or to a file of -O. */
static int write_report(const struct run *run, const char *path, const struct cli_format *format)
{
    struct cli_output output;
    const struct cli_check_report report = report_of(run);
    int code = exit_code(run, cli_check_outcome(&report));
    cli_output_open(&output, path);
    if (!output.sink.failed && format->form) {
        struct doc doc;
        doc_init(&doc, format->form);
        doc.color = !path && cli_use_color(run->options->color);
        doc.columns = path ? CLI_COLUMNS : cli_columns();
        cli_check_document(&report, &doc);
        doc_write(&doc, &output.sink);
        doc_clear(&doc);
    } else if (!output.sink.failed) {
        writers[format->id](&report, &output.sink);
    }
    int closed = cli_output_close(&output, CLI_OK, run->options->format);
    return closed == CLI_OK ? code : closed; /* a report of errors is one too */
}

/* The first thing that could not be judged, for those who see standard error only. */
static bool report_broken(struct run *run, const struct aic_checks *checks)
{
    for (size_t i = 0; i < checks->count; i++) {
        const struct aic_check *check = &checks->at[i];
        const struct aic_error *why = check->why;
        for (size_t k = 0; !why && k < check->line_count; k++) {
            why = check->lines[k].outcome == AIC_OUTCOME_ERROR ? check->lines[k].why : NULL;
        }
        if (why) {
            aic_fail(&run->error, why->code, why->parameter, "check '%s': %s", check->name,
                     why->message);
            aic_suggest(&run->error, "%s", why->suggestion);
            cli_report(&run->error, run->options->format);
            return true;
        }
    }
    return false;
}

/* What is wrong with files: messages, and for a pipeline their places. */
static void report_mistakes(struct run *run)
{
    const struct cli_format *format = run->options->format;
    for (size_t i = 0; i < run->count; i++) {
        struct file *file = &run->at[i];
        if (file->mistake_count > 0) {
            cli_report_all(file->mistakes, file->mistake_count, format);
        }
        for (size_t k = 0; format->id == CLI_GITHUB && k < file->mistake_count; k++) {
            struct aic_sink sink = cli_stderr;
            cli_check_github_error(safe_path(file->path, file->shown, sizeof file->shown),
                                   &file->mistakes[k], &sink);
        }
    }
}

/* Standard error tells all that a report of nothing but mistakes would, in the same form: then
 * standard output stays empty. */
static bool is_told(const struct run *run)
{
    const struct cli_format *format = run->options->format;
    bool tells_all = format->id == CLI_TABLE || format->id == CLI_GITHUB || format->json_errors;
    for (size_t i = 0; tells_all && i < run->count; i++) {
        tells_all = run->at[i].mistake_count > 0;
    }
    return tells_all;
}

static int write_all(struct run *run)
{
    const struct cli_list *files = &run->options->files;
    int worst = is_told(run) ? CLI_WRONG : write_report(run, NULL, run->options->format);
    for (size_t i = 0; i < files->count && worst != CLI_FAILED; i++) {
        worst = write_report(run, files->at[i], cli_format_of_file(CLI_CHECK, files->at[i]));
    }
    if (run->options->write_baseline &&
        worst < CLI_WRONG) { /* of a wrong question there is no value */
        worst = write_report(run, run->options->write_baseline, cli_format_find(CLI_CHECK, "json"));
    }
    if (worst != CLI_WRONG) {
        return worst;
    }
    report_mistakes(run);
    for (size_t i = 0; i < run->count; i++) {
        if (run->at[i].mistake_count == 0 && report_broken(run, &run->at[i].checks)) {
            break;
        }
    }
    return worst;
}

/* A run that comes to no report: the message, and for a workflow an annotation. */
static int report_error(const struct run *run)
{
    const struct cli_format *format = run->options->format;
    int code = cli_report(&run->error, format);
    if (format->id == CLI_GITHUB) {
        char file[SHOWN_SIZE];
        const char *path = run->options->baseline;
        size_t length = path ? strlen(path) : 0;
        bool is_baseline = path && strncmp(run->error.message, path, length) == 0 &&
                           run->error.message[length] == ':';
        struct aic_sink sink = cli_stderr;
        cli_check_github_error(is_baseline ? safe_path(path, file, sizeof file) : NULL, &run->error,
                               &sink);
    }
    return code;
}

/* The check files, the words of the command line; each is read once. */
static bool find_files(struct run *run)
{
    const struct cli_options *options = run->options;
    for (size_t i = 0; i < options->word_count; i++) {
        for (size_t before = 0; before < i; before++) {
            if (cli_is_same_file(options->words[i], options->words[before])) {
                aic_fail(&run->error, AIC_ERR_USAGE, NULL, "the check file '%s' is given twice",
                         options->words[i]);
                return aic_suggest(&run->error, "give it once");
            }
        }
    }
    if (options->word_count == 0) {
        aic_fail(&run->error, AIC_ERR_USAGE, NULL, "check requires a file");
        return aic_suggest(&run->error,
                           "write 'aicalc check budgets.json', or 'aicalc check -' for "
                           "standard input");
    }
    run->at = calloc(options->word_count, sizeof run->at[0]);
    run->views = calloc(options->word_count, sizeof run->views[0]);
    if (!run->at || !run->views) {
        return aic_fail_memory(&run->error);
    }
    for (; run->count < options->word_count; run->count++) {
        run->at[run->count].path = options->words[run->count];
    }
    return true;
}

static int run_check(struct run *run)
{
    if (!find_files(run)) {
        return cli_report(&run->error, run->options->format);
    }
    if (!bind(run) || !read_files(run)) {
        return report_error(run);
    }
    keep_shard(run);
    if (!judge_files(run)) {
        return report_error(run);
    }
    return write_all(run);
}

static void clear(struct run *run)
{
    for (size_t i = 0; i < run->count; i++) {
        aic_checks_clear(&run->at[i].checks);
        aic_json_clear(&run->at[i].json);
    }
    free(run->at);
    free(run->views);
    aic_json_clear(&run->baseline);
    aic_catalog_clear(&run->catalog);
    cli_files_clear(&run->files);
}

int command_check(const struct cli_options *options)
{
    struct run run = { .options = options };
    if (options->help) {
        return cli_help_page(usage, CLI_CHECK, usage_codes);
    }
    int code = run_check(&run);
    clear(&run);
    return code;
}
