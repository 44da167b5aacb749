/* SPDX-License-Identifier: Apache-2.0 */
/* Reports of failure, and output that is checked. */
#include "render_json.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool write_file(void *context, const char *bytes, size_t length)
{
    return fwrite(bytes, 1, length, context) == length;
}

static void report_json(const struct aic_error *error)
{
    struct aic_sink sink = { write_file, stderr, false };
    struct aic_json_writer writer;
    aic_json_writer_init(&writer, &sink);
    aic_json_open(&writer, '{', false);
    aic_json_key(&writer, "schema");
    aic_json_string(&writer, "aicalc/1");
    cli_json_error(&writer, error);
    aic_json_close(&writer);
    aic_sink_text(&sink, "\n");
}

/* Text from outside may hold control characters; a terminal must not obey them. */
static void print_safely(const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if (*c < 0x20 || *c == 0x7F) {
            fprintf(stderr, "\\x%02x", *c);
        } else {
            fputc(*c, stderr);
        }
    }
}

int cli_report(const struct aic_error *error, enum cli_format format)
{
    if (format == CLI_JSON) {
        report_json(error);
    } else {
        fputs("aicalc: ", stderr);
        print_safely(error->message);
        if (error->suggestion[0]) {
            fputs("; ", stderr);
            print_safely(error->suggestion);
        }
        fputc('\n', stderr);
    }
    return aic_code_is_internal(error->code) ? CLI_FAILED : CLI_WRONG;
}

int cli_usage(enum cli_format format, const char *suggestion, const char *message, ...)
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

/* write(2) until all is out; a failure leaves its reason in the output. */
static bool write_out(struct cli_output *output, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t count = write(output->descriptor, bytes, length);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            output->reason = errno;
            return false;
        }
        bytes += count;
        length -= (size_t)count;
    }
    return true;
}

static bool flush(struct cli_output *output)
{
    size_t used = output->used;
    output->used = 0;
    return write_out(output, output->buffer, used);
}

static bool gather(void *context, const char *bytes, size_t length)
{
    struct cli_output *output = context;
    if (length > sizeof output->buffer - output->used) {
        if (!flush(output)) {
            return false;
        }
        if (length > sizeof output->buffer) {
            return write_out(output, bytes, length);
        }
    }
    memcpy(output->buffer + output->used, bytes, length);
    output->used += length;
    return true;
}

static void open_output(struct cli_output *output, int descriptor, const char *path)
{
    output->sink = (struct aic_sink){ gather, output, descriptor < 0 };
    output->descriptor = descriptor;
    output->path = path;
    output->reason = errno;
    output->used = 0;
}

void cli_output_open(struct cli_output *output)
{
    open_output(output, STDOUT_FILENO, NULL);
}

void cli_output_create(struct cli_output *output, const char *path)
{
    open_output(output, open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666), path);
}

/* Closes a file; false leaves the reason in the output. */
static bool close_file(struct cli_output *output)
{
    if (!output->path || output->descriptor < 0 || close(output->descriptor) == 0) {
        return true;
    }
    output->reason = errno;
    return false;
}

int cli_output_close(struct cli_output *output, int code, enum cli_format format)
{
    bool written = !output->sink.failed && flush(output);
    bool closed = close_file(output);
    if (written && closed) {
        return code;
    }
    struct aic_error error = { 0 };
    if (output->path) {
        aic_fail(&error, AIC_ERR_WRITE, NULL, "cannot write '%s': %s", output->path,
                 strerror(output->reason));
    } else {
        aic_fail(&error, AIC_ERR_WRITE, NULL, "cannot write the answer to standard output: %s",
                 strerror(output->reason));
    }
    return cli_report(&error, format);
}
