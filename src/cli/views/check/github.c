/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The report as workflow commands of GitHub Actions: an annotation at the budget's own
 * line of the check file for each one that does not hold, then the sum.
 */
#include <string.h>

#include "cli/io/sanitize.h"
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

static void write_line(const struct cli_check_view *view, struct aic_sink *sink,
                       const struct aic_check *check, const struct aic_check_line *line)
{
    struct cli_check_cells cells;
    char message[3 * CLI_CHECK_CELL];
    struct aic_text text;
    cli_check_cells(view, check, line, &cells);
    aic_text_init(&text, message, sizeof message);
    aic_text_format(&text, "%s: ", cells.at[CLI_CHECK_BUDGET]);
    cli_check_message(view, check, line, &text);
    annotate(view->file, line->place, line->outcome == AIC_OUTCOME_WARN ? "warning" : "error",
             cells.at[CLI_CHECK_NAME], message, sink);
}

/* A question without an answer: one annotation for all budgets of the check. */
static void write_broken(const struct cli_check_view *view, struct aic_sink *sink,
                         const struct aic_check *check)
{
    char name[CLI_CHECK_CELL];
    char message[2 * CLI_CHECK_CELL];
    struct aic_text text;
    aic_text_init(&text, name, sizeof name);
    cli_sanitize_line(&text, check->name, "");
    aic_text_init(&text, message, sizeof message);
    cli_check_why(check->why, &text);
    annotate(view->file, check->place, "error", name, message, sink);
}

static void write_measured(const struct cli_check_view *view, struct aic_sink *sink,
                           const struct aic_check *check)
{
    for (size_t i = 0; i < check->warning_count; i++) {
        if (cli_check_is_measured(&check->warnings[i])) {
            char name[CLI_CHECK_CELL];
            struct aic_text text;
            aic_text_init(&text, name, sizeof name);
            cli_sanitize_line(&text, check->name, "");
            annotate(view->file, check->place, "warning", name, check->warnings[i].text, sink);
        }
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

/* Mistakes of a file are annotations on standard error, where they are told to people too. */
static void write_file(const struct cli_check_view *view, struct aic_sink *sink)
{
    const struct aic_checks *checks = view->checks;
    if (view->mistake_count > 0) {
        return;
    }
    for (size_t i = 0; i < checks->count; i++) {
        const struct aic_check *check = &checks->at[i];
        if (check->why) {
            write_broken(view, sink, check);
            continue;
        }
        for (size_t k = 0; k < check->line_count; k++) {
            if (check->lines[k].outcome != AIC_OUTCOME_PASS) {
                write_line(view, sink, check, &check->lines[k]);
            }
        }
        write_measured(view, sink, check);
    }
    write_inputs(view, sink);
}

void cli_check_github(const struct cli_check_report *report, struct aic_sink *sink)
{
    for (size_t i = 0; i < report->count; i++) {
        write_file(&report->files[i], sink);
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
