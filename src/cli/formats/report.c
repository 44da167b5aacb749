/* SPDX-License-Identifier: Apache-2.0 */
/* Reports of failure: a line for people, or an object for programs. */
#include "cli/formats/report.h"

#include <stdio.h>
#include <string.h>

#include "cli/formats/json.h"
#include "cli/io/progress.h"
#include "cli/io/sanitize.h"
#include "cli/io/service.h"

/* Asked for at each write: standard error is no constant. */
static bool write_stderr(void *context, const char *bytes, size_t length)
{
    (void)context;
    if (cli_service()) {
        aic_sink_bytes(cli_service()->err, bytes, length);
        return !cli_service()->err->failed;
    }
    return fwrite(bytes, 1, length, stderr) == length;
}

const struct aic_sink cli_stderr = { write_stderr, NULL, false };

/* Several are one document too: the first, and all of them. */
static void report_json(const struct aic_error *errors, size_t count, struct aic_sink *sink)
{
    struct aic_json_writer writer;
    aic_json_writer_init(&writer, sink);
    aic_json_open(&writer, '{', false);
    cli_json_text(&writer, "schema", "aicalc/1");
    cli_json_error(&writer, &errors[0]);
    if (count > 1) {
        cli_json_open(&writer, "mistakes", '[', false);
        for (size_t i = 0; i < count; i++) {
            aic_json_open(&writer, '{', false);
            cli_json_error(&writer, &errors[i]);
            aic_json_close(&writer);
        }
        aic_json_close(&writer);
    }
    aic_json_close(&writer);
    aic_sink_text(sink, "\n");
}

static void report_text(const struct aic_error *error, struct aic_sink *sink)
{
    char line[8 * (sizeof error->message + sizeof error->suggestion)];
    struct aic_text text;
    aic_text_init(&text, line, sizeof line);
    aic_text_add(&text, "aicalc: ");
    cli_sanitize_line(&text, error->message, "\t");
    if (error->suggestion[0]) { /* a command has a line of its own */
        bool is_command = text.length > 0 && line[text.length - 1] == ':';
        aic_text_add(&text, is_command ? "\n  " : "; ");
        cli_sanitize_line(&text, error->suggestion, "\t");
    }
    aic_text_add(&text, "\n");
    aic_sink_text(sink, line);
}

void cli_note(struct aic_span words)
{
    char line[2048], copy[1024];
    struct aic_sink sink = cli_stderr;
    struct aic_text text;
    aic_text_init(&text, copy, sizeof copy);
    aic_text_add_bytes(&text, words.at, words.length);
    aic_text_init(&text, line, sizeof line);
    aic_text_add(&text, "aicalc: note: ");
    cli_sanitize_line(&text, copy, "\t");
    aic_text_add(&text, "\n");
    aic_sink_text(&sink, line);
}

int cli_report_all(const struct aic_error *errors, size_t count, const struct cli_format *format)
{
    cli_progress_end();
    struct aic_sink sink = cli_stderr;
    if (format && format->json_errors) {
        report_json(errors, count, &sink);
    }
    for (size_t i = 0; i < count && !(format && format->json_errors); i++) {
        report_text(&errors[i], &sink);
    }
    return aic_code_is_internal(errors[0].code) ? CLI_FAILED : CLI_WRONG;
}

int cli_report(const struct aic_error *error, const struct cli_format *format)
{
    return cli_report_all(error, 1, format);
}

int cli_output_close(struct cli_output *output, int code, const struct cli_format *format)
{
    struct aic_error error = { .code = AIC_OK };
    return cli_output_end(output, code < CLI_WRONG, &error) ? code : cli_report(&error, format);
}

int cli_usage(const struct cli_format *format, const char *suggestion, const char *message, ...)
{
    struct aic_error error = { .code = AIC_ERR_USAGE };
    struct aic_text text;
    va_list arguments;
    aic_text_init(&text, error.message, sizeof error.message);
    va_start(arguments, message);
    aic_text_vformat(&text, message, arguments);
    va_end(arguments);
    aic_suggest(&error, "%s", suggestion ? suggestion : "");
    return cli_report(&error, format);
}
