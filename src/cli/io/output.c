/* SPDX-License-Identifier: Apache-2.0 */
/* Standard output and files: every byte is looked at, and every write is checked. */
#include "cli/io/output.h"

#include <errno.h>
#include <string.h>

#include "cli/io/progress.h"
#include "cli/io/sanitize.h"
#include "cli/io/service.h"
#include "cli/io/system.h"
#include "cli/io/terminal.h"

/* A failure leaves its reason in the output. */
static bool write_out(struct cli_output *output, const char *bytes, size_t length)
{
    if (cli_service()) {
        aic_sink_bytes(cli_service()->out, bytes, length);
        return !cli_service()->out->failed;
    }
    if (!output->path && cli_is_terminal(output->descriptor)) {
        cli_progress_end(); /* they share a terminal */
    }
    bool ok = cli_write_all(output->descriptor, bytes, length);
    output->reason = ok ? output->reason : errno;
    return ok;
}

static bool is_plain(char c)
{
    return (c >= ' ' && c < 0x7F) || c == '\n';
}

/* Whether a block of bytes is plain: without a jump in it, so that compilers compare vectors. */
enum { BLOCK = 32 };
static bool is_plain_block(const char *bytes, size_t length)
{
    unsigned char odd = 0;
    if (length < BLOCK) {
        return false;
    }
    for (size_t i = 0; i < BLOCK; i++) {
        const unsigned char c = (unsigned char)bytes[i];
        odd |= (unsigned char)((c < ' ') | (c >= 0x7F)) & (unsigned char)(c != '\n');
    }
    return odd == 0;
}

/* Writes the bytes, and what stands for those that must not be shown. */
static bool write_sanitized(struct cli_output *output, const char *bytes, size_t length)
{
    char escape[CLI_ESCAPE_SIZE];
    size_t written = 0;
    size_t at = 0;
    size_t block = 0; /* the next one begins here */
    while (at < length) {
        if (at >= block && is_plain_block(bytes + at, length - at)) {
            at += BLOCK;
            continue;
        }
        block = at >= block ? at + BLOCK : block;
        if (is_plain(bytes[at])) {
            at++;
            continue;
        }
        size_t size = cli_sanitize(bytes + at, length - at, escape);
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
    bool ok = write_sanitized(output, output->buffer, ready);
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

void cli_output_open(struct cli_output *output, const char *path)
{
    output->draft = (struct cli_draft){ NULL, NULL };
    errno = EACCES;
    output->descriptor = !path           ? CLI_STDOUT
                         : cli_service() ? -1
                                         : cli_draft_open(&output->draft, path);
    output->sink = (struct aic_sink){ gather, output, output->descriptor < 0 };
    output->path = path;
    output->reason = output->descriptor < 0 ? errno : ENOMEM; /* what fails without a write */
    output->used = 0;
}

/* Closes a file, and gives it its name if it is whole; false leaves the reason in the output. */
static bool close_file(struct cli_output *output, bool keep)
{
    if (!output->path || output->descriptor < 0) {
        return true;
    }
    bool closed = cli_close(output->descriptor);
    int reason = errno;
    bool named = cli_draft_close(&output->draft, keep && closed);
    if (!closed || !named) {
        output->reason = closed ? errno : reason;
    }
    return closed && named;
}

bool cli_output_end(struct cli_output *output, bool keep, struct aic_error *error)
{
    const char *quote = output->path ? "'" : "";
    bool written = !output->sink.failed && flush(output, true);
    bool closed = close_file(output, written && keep);
    return (written && closed) ||
           aic_fail(error, AIC_ERR_WRITE, NULL, "cannot write %s%s%s: %s", quote,
                    output->path ? output->path : "the answer to standard output", quote,
                    cli_reason(output->reason));
}
