/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The report as JUnit XML: a suite for each check, a case for each budget. What
 * GitLab, Jenkins and others show beside the tests. A budget that only warns
 * is a case that passed, with the warning as its output.
 */
#include "cli/check/check.h"
#include "cli/format/xml.h"
#include "cli/io/sanitize.h"

/* tests="5" failures="1" errors="0" */
static void write_counts(struct aic_sink *sink, const struct aic_check_line *lines, size_t count)
{
    size_t failures = 0;
    size_t errors = 0;
    for (size_t i = 0; i < count; i++) {
        failures += lines[i].outcome == AIC_OUTCOME_FAIL;
        errors += lines[i].outcome == AIC_OUTCOME_ERROR;
    }
    cli_xml_number(sink, "tests", (double)count);
    cli_xml_number(sink, "failures", (double)failures);
    cli_xml_number(sink, "errors", (double)errors);
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
    struct cli_check_cells cells;
    cli_check_cells(view, check, line, &cells);
    aic_sink_text(sink, "    <testcase");
    cli_xml_attribute(sink, "classname", cells.at[CLI_CHECK_NAME]);
    cli_xml_attribute(sink, "name", cells.at[CLI_CHECK_BUDGET]);
    if (line->outcome == AIC_OUTCOME_PASS) {
        aic_sink_text(sink, "/>\n");
        return;
    }
    char message[2 * CLI_CHECK_CELL];
    struct aic_text text;
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

void cli_check_junit(const struct cli_check_view *view, struct aic_sink *sink)
{
    const struct aic_checks *checks = view->checks;
    aic_sink_text(sink, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"aicalc\"");
    write_counts(sink, checks->lines, checks->line_count);
    aic_sink_text(sink, ">\n");
    for (size_t i = 0; i < checks->count; i++) {
        const struct aic_check *check = &checks->at[i];
        char name[CLI_CHECK_CELL];
        struct aic_text text;
        aic_text_init(&text, name, sizeof name);
        cli_sanitize_line(&text, check->name, "");
        aic_sink_text(sink, "  <testsuite");
        cli_xml_attribute(sink, "name", name);
        write_counts(sink, check->lines, check->line_count);
        cli_xml_attribute(sink, "skipped", "0"); /* which the list of suites must not have */
        aic_sink_text(sink, ">\n");
        for (size_t k = 0; k < check->line_count; k++) {
            write_case(view, sink, check, &check->lines[k]);
        }
        write_inputs(view, sink);
        aic_sink_text(sink, "  </testsuite>\n");
    }
    aic_sink_text(sink, "</testsuites>\n");
}
