/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The report as workflow commands of GitHub Actions: an annotation at the budget's own
 * line of the check file for each one that does not hold, then the sum.
 */
#include <string.h>

#include "cli/views/check/check.h"

/* What ends a property or a message in a command is written as %XX. */
static void write_escaped(struct aic_sink *sink, const char *text, const char *special)
{
    static const char hex[] = "0123456789ABCDEF";
    for (const char *c = text; *c; c++) {
        if (strchr(special, *c)) {
            const char code[] = { '%', hex[(unsigned char)*c >> 4], hex[*c & 15] };
            aic_sink_bytes(sink, code, sizeof code);
        } else {
            aic_sink_bytes(sink, c, 1);
        }
    }
}

static void write_property(struct aic_sink *sink, const char *text)
{
    write_escaped(sink, text, "%\r\n:,");
}

static void write_message(struct aic_sink *sink, const char *text)
{
    write_escaped(sink, text, "%\r\n");
}

/* One workflow command: "::error file=F,line=L,col=C,title=T::message". `file` may be NULL. */
static void annotate(const char *file, struct aic_place place, const char *level, const char *title,
                     const char *message, struct aic_sink *sink)
{
    cli_write(sink, "::%s ", level);
    if (file) {
        aic_sink_text(sink, "file=");
        write_property(sink, file);
        aic_sink_text(sink, ",");
    }
    if (file && place.line > 0) {
        cli_write(sink, "line=%g,col=%g,", (double)place.line, (double)place.column);
    }
    aic_sink_text(sink, "title=");
    write_property(sink, title);
    aic_sink_text(sink, "::");
    write_message(sink, message);
    aic_sink_text(sink, "\n");
}

/* What problems are written to. */
struct annotations {
    const char *file;
    struct aic_sink *sink;
};

/* Mistakes of a file are annotations on standard error, where they are told to people too. */
static void write_problem(void *context, const struct cli_problem *problem)
{
    const struct annotations *annotations = context;
    if (problem->kind != CLI_PROBLEM_FILE) {
        annotate(problem->file ? problem->file : annotations->file, problem->place,
                 problem->warns ? "warning" : "error", problem->name, problem->words,
                 annotations->sink);
    }
}

static void write_inputs(const struct cli_check_view *view, struct aic_sink *sink)
{
    for (size_t i = 0; i < view->checks->input_count; i++) {
        char words[2 * CLI_CHECK_CELL];
        struct aic_text text;
        aic_text_init(&text, words, sizeof words);
        cli_check_input(view, &view->checks->inputs[i], &text);
        annotate(NULL, (struct aic_place){ 0, 0 }, "notice", "input that changed", words, sink);
    }
}

void cli_check_github(const struct cli_check_report *report, struct aic_sink *sink)
{
    for (size_t i = 0; i < report->count; i++) {
        struct annotations annotations = { report->files[i].file, sink };
        cli_check_each_problem(&report->files[i], write_problem, &annotations);
        if (report->files[i].mistake_count == 0) {
            write_inputs(&report->files[i], sink);
        }
    }
    char words[256];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    cli_check_summary(report, &text);
    aic_sink_text(sink, words);
    aic_sink_text(sink, "\n");
}

void cli_check_github_error(const char *file, const struct aic_error *error, struct aic_sink *sink)
{
    char words[2 * CLI_CHECK_CELL];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    cli_check_why(error, &text);
    annotate(file, (struct aic_place){ error->line, error->column }, "error", "aicalc", words,
             sink);
}
