/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The report as SARIF 2.1.0 (OASIS): a result at the budget's own line for each one that does not
 * hold, as of -o github. What holds is no result.
 */
#include <string.h>

#include "cli/formats/json.h"
#include "cli/views/check/check.h"

/* What a result is about. */
static const char *const rules[CLI_PROBLEM_KINDS][2] = {
    [CLI_PROBLEM_BUDGET] = { "budget", "a budget does not hold" },
    [CLI_PROBLEM_QUESTION] = { "question", "a check has no answer" },
    [CLI_PROBLEM_MEASURED] = { "measured", "a measurement is outside of its stated band" },
    [CLI_PROBLEM_FILE] = { "file", "a check file cannot be used" },
};

/* The results under way. */
struct results {
    struct aic_json_writer *writer;
    const char *file; /* NULL: standard input has no place */
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

static void write_place(struct aic_json_writer *writer, const char *file, struct aic_place place)
{
    char uri[3 * 4096];
    struct aic_text text;
    aic_text_init(&text, uri, sizeof uri);
    add_uri(&text, file);
    cli_json_open(writer, "locations", '[', false);
    aic_json_open(writer, '{', false);
    cli_json_open(writer, "physicalLocation", '{', false);
    cli_json_open(writer, "artifactLocation", '{', false);
    cli_json_text(writer, "uri", uri);
    aic_json_close(writer);
    if (place.line > 0) {
        cli_json_open(writer, "region", '{', false);
        cli_json_number(writer, "startLine", (double)place.line);
        cli_json_number(writer, "startColumn", (double)place.column);
        aic_json_close(writer);
    }
    aic_json_close(writer);
    aic_json_close(writer);
    aic_json_close(writer);
}

static void write_result(void *context, const struct cli_problem *problem)
{
    const struct results *results = context;
    struct aic_json_writer *writer = results->writer;
    char message[4 * CLI_CHECK_CELL];
    const char *name = problem->name;
    cli_print(message, sizeof message, "%s%s%s", name ? name : "", name ? ": " : "",
              problem->words);
    aic_json_open(writer, '{', false);
    cli_json_text(writer, "ruleId", rules[problem->kind][0]);
    cli_json_text(writer, "level", problem->warns ? "warning" : "error");
    cli_json_open(writer, "message", '{', false);
    cli_json_text(writer, "text", message);
    aic_json_close(writer);
    if (results->file) {
        write_place(writer, problem->file ? problem->file : results->file, problem->place);
    }
    aic_json_close(writer);
}

static void write_tool(struct aic_json_writer *writer)
{
    cli_json_open(writer, "tool", '{', true);
    cli_json_open(writer, "driver", '{', true);
    cli_json_text(writer, "name", "aicalc");
    cli_json_text(writer, "version", AICALC_VERSION);
    cli_json_open(writer, "rules", '[', true);
    for (size_t i = 0; i < CLI_PROBLEM_KINDS; i++) {
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
        struct results results = { &writer, report->files[i].file };
        cli_check_each_problem(&report->files[i], write_result, &results);
    }
    aic_json_close(&writer);
    aic_json_close(&writer);
    aic_json_close(&writer);
    aic_json_close(&writer);
    aic_sink_text(sink, "\n");
}
