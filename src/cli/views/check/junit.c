/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The report as JUnit XML: a suite for each check, a case for each budget. What
 * GitLab, Jenkins and others show beside the tests. A budget that only warns
 * is a case that passed, with the warning as its output.
 */
#include "cli/formats/xml.h"
#include "cli/io/sanitize.h"
#include "cli/views/check/check.h"

/* What a suite, or all of them, holds. */
struct counts {
    size_t tests, failures, errors;
};

static void count_lines(struct counts *counts, const struct aic_check_line *lines, size_t count)
{
    counts->tests += count;
    for (size_t i = 0; i < count; i++) {
        counts->failures += lines[i].outcome == AIC_OUTCOME_FAIL;
        counts->errors += lines[i].outcome == AIC_OUTCOME_ERROR;
    }
}

/* tests="5" failures="1" errors="0" */
static void write_counts(struct aic_sink *sink, struct counts counts)
{
    cli_xml_number(sink, "tests", (double)counts.tests);
    cli_xml_number(sink, "failures", (double)counts.failures);
    cli_xml_number(sink, "errors", (double)counts.errors);
}

/* The head of a suite; "skipped" is what a list of suites must not have. */
static void open_suite(struct aic_sink *sink, const char *name, struct counts counts)
{
    char words[CLI_CHECK_CELL];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    cli_sanitize_line(&text, name, "");
    aic_sink_text(sink, "  <testsuite");
    cli_xml_attribute(sink, "name", words);
    write_counts(sink, counts);
    cli_xml_attribute(sink, "skipped", "0");
    aic_sink_text(sink, ">\n");
}

static void write_outcome(struct aic_sink *sink, const struct aic_check_line *line,
                          const char *message)
{
    if (line->outcome == AIC_OUTCOME_WARN) {
        aic_sink_text(sink, "      <system-out>warning: ");
        cli_xml_text(sink, message);
        aic_sink_text(sink, "</system-out>\n");
        return;
    }
    const char *tag = line->outcome == AIC_OUTCOME_FAIL ? "failure" : "error";
    aic_sink_text(sink, "      <");
    aic_sink_text(sink, tag);
    cli_xml_attribute(sink, "type", line->outcome == AIC_OUTCOME_FAIL ? "budget" : "question");
    cli_xml_attribute(sink, "message", message);
    aic_sink_text(sink, "/>\n");
}

static void write_case(const struct cli_check_view *view, struct aic_sink *sink,
                       const struct aic_check *check, const struct aic_check_line *line)
{
    char message[2 * CLI_CHECK_CELL];
    struct aic_text text;
    aic_sink_text(sink, "    <testcase");
    aic_text_init(&text, message, sizeof message);
    cli_check_name(check, &text);
    cli_xml_attribute(sink, "classname", message);
    aic_text_init(&text, message, sizeof message);
    cli_check_budget(view, check, line, &text);
    cli_xml_attribute(sink, "name", message);
    if (line->outcome == AIC_OUTCOME_PASS) {
        aic_sink_text(sink, "/>\n");
        return;
    }
    aic_text_init(&text, message, sizeof message);
    cli_check_message(view, check, line, &text);
    aic_sink_text(sink, ">\n");
    write_outcome(sink, line, message);
    aic_sink_text(sink, "    </testcase>\n");
}

/* The inputs that a saved answer has otherwise, as the output of its suite. */
static void write_inputs(const struct cli_check_view *view, struct aic_sink *sink)
{
    for (size_t i = 0; i < view->checks->input_count; i++) {
        char words[2 * CLI_CHECK_CELL];
        struct aic_text text;
        aic_text_init(&text, words, sizeof words);
        cli_check_input(view, &view->checks->inputs[i], &text);
        aic_sink_text(sink, i == 0 ? "    <system-out>inputs that changed: " : ", ");
        cli_xml_text(sink, words);
    }
    aic_sink_text(sink, view->checks->input_count > 0 ? "</system-out>\n" : "");
}

static void write_check(const struct cli_check_view *view, const struct aic_check *check,
                        struct aic_sink *sink)
{
    struct counts counts = { 0, 0, 0 };
    count_lines(&counts, check->lines, check->line_count);
    open_suite(sink, check->name, counts);
    for (size_t k = 0; k < check->line_count; k++) {
        write_case(view, sink, check, &check->lines[k]);
    }
    write_inputs(view, sink);
    aic_sink_text(sink, "  </testsuite>\n");
}

/* A file that cannot be used is a suite with a case for each mistake. */
static void write_mistakes(const struct cli_check_view *view, struct aic_sink *sink)
{
    const char *file = cli_check_file(view);
    open_suite(sink, file, (struct counts){ view->mistake_count, 0, view->mistake_count });
    for (size_t i = 0; i < view->mistake_count; i++) {
        const struct aic_error *mistake = &view->mistakes[i];
        char name[64], message[2 * CLI_CHECK_CELL];
        struct aic_text text;
        cli_print(name, sizeof name, "line %g column %g", (double)mistake->line,
                  (double)mistake->column);
        aic_text_init(&text, message, sizeof message);
        cli_check_why(mistake, &text);
        aic_sink_text(sink, "    <testcase");
        cli_xml_attribute(sink, "classname", file);
        cli_xml_attribute(sink, "name", mistake->line > 0 ? name : "file");
        aic_sink_text(sink, ">\n      <error");
        cli_xml_attribute(sink, "type", "file");
        cli_xml_attribute(sink, "message", message);
        aic_sink_text(sink, "/>\n    </testcase>\n");
    }
    aic_sink_text(sink, "  </testsuite>\n");
}

static struct counts count_all(const struct cli_check_report *report)
{
    struct counts counts = { 0, 0, 0 };
    for (size_t i = 0; i < report->count; i++) {
        const struct cli_check_view *view = &report->files[i];
        counts.tests += view->mistake_count;
        counts.errors += view->mistake_count;
        if (view->mistake_count == 0) {
            count_lines(&counts, view->checks->lines, view->checks->line_count);
        }
    }
    return counts;
}

void cli_check_junit(const struct cli_check_report *report, struct aic_sink *sink)
{
    aic_sink_text(sink, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"aicalc\"");
    write_counts(sink, count_all(report));
    aic_sink_text(sink, ">\n");
    for (size_t i = 0; i < report->count; i++) {
        const struct cli_check_view *view = &report->files[i];
        if (view->mistake_count > 0) {
            write_mistakes(view, sink);
            continue;
        }
        for (size_t k = 0; k < view->checks->count; k++) {
            write_check(view, &view->checks->at[k], sink);
        }
    }
    aic_sink_text(sink, "</testsuites>\n");
}
