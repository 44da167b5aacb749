/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The report as SARIF 2.1.0 (OASIS): a result at the budget's own line for each one that does not
 * hold, as of -o github. What holds is no result.
 */
#include <string.h>

#include "cli/formats/json.h"
#include "cli/io/sanitize.h"
#include "cli/views/check/check.h"

/* What a result is about. */
static const char *const rules[][2] = {
    { "budget", "a budget does not hold" },
    { "question", "a check has no answer" },
    { "measured", "a measurement is outside of its stated band" },
    { "file", "a check file cannot be used" },
};

enum { BUDGET, QUESTION, MEASURED, BROKEN_FILE };

/* A result on its way out. */
struct result {
    int rule;
    bool warns;
    const char *file; /* NULL: standard input has no place */
    struct aic_place place;
};

/* A path as a reference of RFC 3986. */
static void add_uri(struct aic_text *text, const char *path)
{
    static const char plain[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    static const char hex[] = "0123456789ABCDEF";
    for (; *path; path++) {
        unsigned char byte = (unsigned char)*path;
        const char code[] = { '%', hex[byte >> 4], hex[byte & 15] };
        bool is_plain = strchr(plain, *path) != NULL;
        aic_text_add_bytes(text, is_plain ? path : code, is_plain ? 1 : sizeof code);
    }
}

static void write_place(struct aic_json_writer *writer, const struct result *result)
{
    char uri[3 * 4096];
    struct aic_text text;
    aic_text_init(&text, uri, sizeof uri);
    add_uri(&text, result->file);
    cli_json_open(writer, "locations", '[', false);
    aic_json_open(writer, '{', false);
    cli_json_open(writer, "physicalLocation", '{', false);
    cli_json_open(writer, "artifactLocation", '{', false);
    cli_json_text(writer, "uri", uri);
    aic_json_close(writer);
    if (result->place.line > 0) {
        cli_json_open(writer, "region", '{', false);
        cli_json_number(writer, "startLine", (double)result->place.line);
        cli_json_number(writer, "startColumn", (double)result->place.column);
        aic_json_close(writer);
    }
    aic_json_close(writer);
    aic_json_close(writer);
    aic_json_close(writer);
}

static void write_result(struct aic_json_writer *writer, const struct result *result,
                         const char *message)
{
    aic_json_open(writer, '{', false);
    cli_json_text(writer, "ruleId", rules[result->rule][0]);
    cli_json_text(writer, "level", result->warns ? "warning" : "error");
    cli_json_open(writer, "message", '{', false);
    cli_json_text(writer, "text", message);
    aic_json_close(writer);
    if (result->file) {
        write_place(writer, result);
    }
    aic_json_close(writer);
}

static void write_line(struct aic_json_writer *writer, const struct cli_check_view *view,
                       const struct aic_check *check, const struct aic_check_line *line)
{
    char message[4 * CLI_CHECK_CELL];
    struct cli_check_cells cells;
    struct aic_text text;
    bool is_error = line->outcome == AIC_OUTCOME_ERROR;
    const struct result result = { is_error ? QUESTION : BUDGET, line->outcome == AIC_OUTCOME_WARN,
                                   view->file, line->place };
    cli_check_cells(view, check, line, &cells);
    aic_text_init(&text, message, sizeof message);
    aic_text_format(&text, "%s: %s: ", cells.at[CLI_CHECK_NAME], cells.at[CLI_CHECK_BUDGET]);
    cli_check_message(view, check, line, &text);
    write_result(writer, &result, message);
}

/* What is told of a check as a whole. */
static void write_whole(struct aic_json_writer *writer, const struct cli_check_view *view,
                        const struct aic_check *check, int rule, const char *why)
{
    char message[4 * CLI_CHECK_CELL];
    struct aic_text text;
    const struct result result = { rule, rule == MEASURED, view->file, check->place };
    aic_text_init(&text, message, sizeof message);
    cli_sanitize_line(&text, check->name, "");
    aic_text_format(&text, ": %s", why);
    write_result(writer, &result, message);
}

static void write_check(struct aic_json_writer *writer, const struct cli_check_view *view,
                        const struct aic_check *check)
{
    if (check->why) {
        char words[2 * CLI_CHECK_CELL];
        struct aic_text text;
        aic_text_init(&text, words, sizeof words);
        cli_check_why(check->why, &text);
        write_whole(writer, view, check, QUESTION, words);
        return;
    }
    for (size_t i = 0; i < check->line_count; i++) {
        if (check->lines[i].outcome != AIC_OUTCOME_PASS) {
            write_line(writer, view, check, &check->lines[i]);
        }
    }
    for (size_t i = 0; i < check->warning_count; i++) {
        if (cli_check_is_measured(&check->warnings[i])) {
            write_whole(writer, view, check, MEASURED, check->warnings[i].text);
        }
    }
}

static void write_file(struct aic_json_writer *writer, const struct cli_check_view *view)
{
    for (size_t i = 0; i < view->mistake_count; i++) {
        const struct aic_error *mistake = &view->mistakes[i];
        char words[2 * CLI_CHECK_CELL];
        struct aic_text text;
        const struct result result = {
            BROKEN_FILE, false, view->file, { mistake->line, mistake->column }
        };
        aic_text_init(&text, words, sizeof words);
        cli_check_why(mistake, &text);
        write_result(writer, &result, words);
    }
    for (size_t i = 0; view->mistake_count == 0 && i < view->checks->count; i++) {
        write_check(writer, view, &view->checks->at[i]);
    }
}

static void write_tool(struct aic_json_writer *writer)
{
    cli_json_open(writer, "tool", '{', true);
    cli_json_open(writer, "driver", '{', true);
    cli_json_text(writer, "name", "aicalc");
    cli_json_text(writer, "version", AICALC_VERSION);
    cli_json_open(writer, "rules", '[', true);
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        aic_json_open(writer, '{', false);
        cli_json_text(writer, "id", rules[i][0]);
        cli_json_open(writer, "shortDescription", '{', false);
        cli_json_text(writer, "text", rules[i][1]);
        aic_json_close(writer);
        aic_json_close(writer);
    }
    aic_json_close(writer);
    aic_json_close(writer);
    aic_json_close(writer);
}

void cli_check_sarif(const struct cli_check_report *report, struct aic_sink *sink)
{
    struct aic_json_writer writer;
    aic_json_writer_init(&writer, sink);
    aic_json_open(&writer, '{', true);
    cli_json_text(&writer, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    cli_json_text(&writer, "version", "2.1.0");
    cli_json_open(&writer, "runs", '[', true);
    aic_json_open(&writer, '{', true);
    write_tool(&writer);
    cli_json_text(&writer, "columnKind", "unicodeCodePoints");
    cli_json_open(&writer, "results", '[', true);
    for (size_t i = 0; i < report->count; i++) {
        write_file(&writer, &report->files[i]);
    }
    aic_json_close(&writer);
    aic_json_close(&writer);
    aic_json_close(&writer);
    aic_json_close(&writer);
    aic_sink_text(sink, "\n");
}
