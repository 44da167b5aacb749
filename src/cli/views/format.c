/* SPDX-License-Identifier: Apache-2.0 */
/* The list of output formats, and finding one by its name or by the ending of a file. */
#include "cli/views/format.h"

#include <string.h>

#include "cli/catalog/listing.h"
#include "cli/io/files.h"
#include "cli/svg/charts.h"
#include "cli/sweep/sweep.h"
#include "cli/views/answer/answer.h"
#include "cli/views/check/check.h"
#include "cli/views/compare/compare.h"
#include "cli/views/diff/diff.h"
#include "cli/views/explain/meaning.h"

static void answer_csv(const struct cli_view *view, struct aic_sink *sink)
{
    cli_answer_values(view, &cli_layout_csv, sink);
}

static void sweep_csv(struct cli_sweep *sweep, struct aic_sink *sink)
{
    cli_sweep_values(sweep, &cli_layout_csv, sink);
}

static void diff_csv(const struct cli_diff_view *view, struct aic_sink *sink)
{
    cli_diff_values(view, &cli_layout_csv, sink);
}

static bool catalog_csv(const struct cli_listing *listing, struct aic_sink *sink,
                        struct aic_error *error)
{
    return cli_catalog_values(listing, &cli_layout_csv, sink, error);
}

static bool catalog_markdown(const struct cli_listing *listing, struct aic_sink *sink,
                             struct aic_error *error)
{
    return cli_catalog_values(listing, &cli_layout_markdown, sink, error);
}

/* In the order in which help lists them. */
static const struct cli_format formats[] = {
    /* Text in columns, for a terminal. */
    { .name = "table",
      .ending = ".txt",
      .for_people = true,
      .answer = cli_answer_table,
      .sweep = cli_sweep_table,
      .check = cli_check_table,
      .compare = cli_compare_table,
      .diff = cli_diff_table,
      .catalog = cli_catalog_table,
      .meanings = cli_meanings_table },
    /* For programs; what other answers and checks take as input. */
    { .name = "json",
      .ending = ".json",
      .json_errors = true,
      .explains_sweeps = true,
      .answer = cli_answer_json,
      .sweep = cli_sweep_json,
      .check = cli_check_json,
      .compare = cli_compare_json,
      .diff = cli_diff_json,
      .catalog = cli_catalog_json,
      .meanings = cli_meanings_json },
    /* Values in base units, for spreadsheets (RFC 4180). */
    { .name = "csv",
      .ending = ".csv",
      .answer = answer_csv,
      .sweep = sweep_csv,
      .diff = diff_csv,
      .catalog = catalog_csv },
    /* Checks as JUnit XML, which pipelines show beside the tests. */
    { .name = "junit", .ending = ".xml", .check = cli_check_junit },
    /* Checks as workflow commands of GitHub Actions. */
    { .name = "github", .check = cli_check_github, .check_error = cli_check_github_error },
    /* Tables and lists, to be pasted into a review. */
    { .name = "markdown",
      .ending = ".md",
      .for_people = true,
      .answer = cli_answer_markdown,
      .sweep = cli_sweep_markdown,
      .check = cli_check_markdown,
      .compare = cli_compare_markdown,
      .diff = cli_diff_markdown,
      .catalog = catalog_markdown },
    /* A page of its own, to be put in front of a review. */
    { .name = "html",
      .ending = ".html",
      .for_people = true,
      .cites = true,
      .shows_all = true,
      .accepts_sweep = html_accepts_sweep,
      .answer = html_answer,
      .sweep = html_sweep,
      .check = html_check,
      .compare = html_compare,
      .diff = html_diff },
    /* Charts of answers and of sweeps over one or two parameters. */
    { .name = "svg",
      .ending = ".svg",
      .names_defaults = true,
      .accepts_answer = svg_accepts_answer,
      .accepts_sweep = svg_accepts_sweep,
      .answer = svg_answer,
      .sweep = svg_sweep },
    /* Checks as SARIF, which code hosts show at the lines of a change. */
    { .name = "sarif", .ending = ".sarif", .check = cli_check_sarif },
};

static bool shows(const struct cli_format *format, enum cli_subject subject)
{
    switch (subject) {
    case CLI_ANSWER:
        return format->answer != NULL;
    case CLI_SWEEP:
        return format->sweep != NULL;
    case CLI_CHECK:
        return format->check != NULL;
    case CLI_DIFF:
        return format->diff != NULL;
    case CLI_COMPARE:
        return format->compare != NULL;
    case CLI_CATALOG:
        return format->catalog != NULL;
    case CLI_MEANING:
        return format->meanings != NULL;
    case CLI_MANUAL:
        break;
    }
    return false;
}

const struct cli_format *cli_format_at(enum cli_subject subject, size_t i)
{
    for (size_t at = 0; at < sizeof formats / sizeof formats[0]; at++) {
        if (shows(&formats[at], subject) && i-- == 0) {
            return &formats[at];
        }
    }
    return NULL;
}

const struct cli_format *cli_format_find(enum cli_subject subject, const char *name)
{
    const struct cli_format *format;
    size_t i = 0;
    while ((format = cli_format_at(subject, i)) && strcmp(format->name, name) != 0) {
        i++;
    }
    return format;
}

const struct cli_format *cli_format_of_file(enum cli_subject subject, const char *path)
{
    const struct cli_format *format;
    size_t i = 0;
    while ((format = cli_format_at(subject, i)) &&
           !(format->ending && cli_has_ending(path, format->ending))) {
        i++;
    }
    return format;
}

void cli_add_endings(enum cli_subject subject, struct aic_text *text)
{
    const struct cli_format *format;
    const char *separator = "";
    for (size_t i = 0; (format = cli_format_at(subject, i)); i++) {
        if (format->ending) {
            aic_text_format(text, "%s%s", separator, format->ending);
            separator = ", ";
        }
    }
}

static bool fail_ending(enum cli_subject subject, const char *path, struct aic_error *error)
{
    char list[128];
    struct aic_text text;
    aic_text_init(&text, list, sizeof list);
    cli_add_endings(subject, &text);
    aic_fail(error, AIC_ERR_USAGE, NULL, "-O: the ending of '%s' names no format", path);
    return aic_suggest(error, "a file ends with one of %s", list);
}

bool cli_check_endings(enum cli_subject subject, const char *const *paths, size_t count,
                       struct aic_error *error)
{
    for (size_t i = 0; i < count; i++) {
        if (!cli_format_of_file(subject, paths[i])) {
            return fail_ending(subject, paths[i], error);
        }
    }
    return true;
}
