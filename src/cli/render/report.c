/* SPDX-License-Identifier: Apache-2.0 */
/* Reports of failure, and output that is checked. */
#include "cli/render/json.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/render/sanitize.h"

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

/* A message on one line, with nothing in it that a terminal would obey. */
static void print_safely(const char *text)
{
    char escape[CLI_ESCAPE_SIZE];
    for (size_t left = strlen(text); left > 0;) {
        size_t size = cli_visible(text, left, escape);
        if (text[0] == '\n') {
            fputs("\\x0a", stderr);
        } else if (text[0] == '\033') {
            fputs("\\x1b", stderr);
            size = 1;
        } else if (escape[0]) {
            fputs(escape, stderr);
        } else {
            fwrite(text, 1, size, stderr);
        }
        text += size;
        left -= size;
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

static bool is_plain(char c)
{
    return (c >= ' ' && c < 0x7F) || c == '\n';
}

/* Writes the bytes, and what stands for those that must not be shown. */
static bool write_visible(struct cli_output *output, const char *bytes, size_t length)
{
    char escape[CLI_ESCAPE_SIZE];
    size_t written = 0;
    size_t at = 0;
    while (at < length) {
        if (is_plain(bytes[at])) {
            at++;
            continue;
        }
        size_t size = cli_visible(bytes + at, length - at, escape);
        if (escape[0]) {
            if (!write_out(output, bytes + written, at - written) ||
                !write_out(output, escape, strlen(escape))) {
                return false;
            }
            written = at + size;
        }
        at += size;
    }
    return write_out(output, bytes + written, length - written);
}

/* Empties the buffer; but for `all`, the head of a character at its end waits for the rest. */
static bool flush(struct cli_output *output, bool all)
{
    size_t kept = all ? 0 : cli_unfinished(output->buffer, output->used);
    size_t ready = output->used - kept;
    bool ok = write_visible(output, output->buffer, ready);
    memmove(output->buffer, output->buffer + ready, kept);
    output->used = kept;
    return ok;
}

static bool keep(struct cli_output *output, const char *bytes, size_t length)
{
    while (length > 0) {
        size_t room = sizeof output->buffer - output->used;
        size_t taken = length < room ? length : room;
        memcpy(output->buffer + output->used, bytes, taken);
        output->used += taken;
        bytes += taken;
        length -= taken;
        if (output->used == sizeof output->buffer && !flush(output, false)) {
            return false;
        }
    }
    return true;
}

/* Styles come alone; an escape character amid other text is from a file or the command line. */
static bool gather(void *context, const char *bytes, size_t length)
{
    struct cli_output *output = context;
    const char *escape = memchr(bytes, '\033', length);
    while (escape && !cli_is_style(bytes, length)) {
        size_t before = (size_t)(escape - bytes);
        if (!keep(output, bytes, before) || !keep(output, "\\x1b", 4)) {
            return false;
        }
        bytes += before + 1;
        length -= before + 1;
        escape = memchr(bytes, '\033', length);
    }
    return keep(output, bytes, length);
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
    bool written = !output->sink.failed && flush(output, true);
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
