/* SPDX-License-Identifier: Apache-2.0 */
/* The list of output formats, and finding one by its name or by the ending of a file. */
#include "cli/format/format.h"

#include <string.h>

#include "cli/io/files.h"

#define FORMAT(name) extern const struct cli_format cli_format_##name;
#include "cli/format/formats.inc"
#undef FORMAT

static const struct cli_format *const formats[] = {
#define FORMAT(name) &cli_format_##name,
#include "cli/format/formats.inc"
#undef FORMAT
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
        if (shows(formats[at], subject) && i-- == 0) {
            return formats[at];
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
