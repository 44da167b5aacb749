/* SPDX-License-Identifier: Apache-2.0 */
/* The list of output formats, and finding one by its name or by the ending of a file. */
#include "cli/formats/format.h"

#include <string.h>

#define ALL                                                                                        \
    (CLI_ANSWER | CLI_SWEEP | CLI_CHECK | CLI_DIFF | CLI_CATALOG | CLI_MEANING | CLI_COMPARE |     \
     CLI_READ)

/* In the order in which help lists them. */
static const struct cli_format formats[] = {
    /* Text in columns, for a terminal. */
    { .name = "table",
      .ending = ".txt",
      .id = CLI_TABLE,
      .form = DOC_TEXT,
      .subjects = ALL,
      .for_people = true },
    /* For programs; what other answers and checks take as input. */
    { .name = "json",
      .ending = ".json",
      .id = CLI_JSON,
      .subjects = ALL,
      .json_errors = true,
      .explains_sweeps = true },
    /* Values in base units, for spreadsheets (RFC 4180). */
    { .name = "csv",
      .ending = ".csv",
      .id = CLI_CSV,
      .form = DOC_VALUES,
      .subjects = CLI_ANSWER | CLI_SWEEP | CLI_DIFF | CLI_CATALOG },
    /* JUnit XML, which pipelines show beside the tests. */
    { .name = "junit", .ending = ".xml", .id = CLI_JUNIT, .subjects = CLI_CHECK },
    /* Workflow commands of GitHub Actions. */
    { .name = "github", .id = CLI_GITHUB, .subjects = CLI_CHECK },
    /* Tables and lists, to be pasted into a review. */
    { .name = "markdown",
      .ending = ".md",
      .id = CLI_MARKDOWN,
      .form = DOC_MARKDOWN,
      .subjects = ALL & ~CLI_MEANING,
      .for_people = true },
    /* A page of its own, to be put in front of a review. */
    { .name = "html",
      .ending = ".html",
      .id = CLI_HTML,
      .form = DOC_PAGE,
      .subjects = ALL & ~(CLI_CATALOG | CLI_MEANING | CLI_READ),
      .for_people = true,
      .cites = true },
    /* Charts of answers and of sweeps over one or two parameters. */
    { .name = "svg",
      .ending = ".svg",
      .id = CLI_SVG,
      .subjects = CLI_ANSWER | CLI_SWEEP,
      .names_defaults = true },
    /* SARIF, which code hosts show at the lines of a change. */
    { .name = "sarif", .ending = ".sarif", .id = CLI_SARIF, .subjects = CLI_CHECK },
    /* A case a line, so that parts follow each other and programs read them as they come. */
    { .name = "jsonl",
      .ending = ".jsonl",
      .id = CLI_JSONL,
      .subjects = CLI_ANSWER | CLI_SWEEP | CLI_CHECK,
      .json_errors = true,
      .explains_sweeps = true },
};

const struct cli_format *cli_format_at(enum cli_subject subject, size_t i)
{
    for (size_t at = 0; at < sizeof formats / sizeof formats[0]; at++) {
        if (formats[at].subjects & subject && i-- == 0) {
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

bool cli_has_ending(const char *path, const char *ending)
{
    size_t length = strlen(path);
    size_t end = strlen(ending);
    return length > end && strcmp(path + length - end, ending) == 0 &&
           path[length - end - 1] != '/';
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
