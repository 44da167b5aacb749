/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Opening files. open() of a named pipe waits until the other end is there: for ever, where a script died or a
 * path was mistyped. Here it is waited for some seconds; an end that came may take its time.
 */
#include "cli/io/system.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Seconds for which the other end of a named pipe is waited for, and how often it is looked for. */
#define PIPE_SECONDS      5
#define POLL_MILLISECONDS 20

static bool is_pipe(int descriptor)
{
    struct stat status;
    return fstat(descriptor, &status) == 0 && S_ISFIFO(status.st_mode);
}

/* The descriptor with the waiting that read() and write() usually do. */
static int waiting(int descriptor)
{
    int flags = fcntl(descriptor, F_GETFL);
    fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK);
    return descriptor;
}

static int refuse(int descriptor)
{
    close(descriptor);
    errno = ETIMEDOUT;
    return -1;
}

int cli_open_read(const char *path)
{
    int descriptor =
        strcmp(path, "-") == 0 ? CLI_STDIN : open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor == CLI_STDIN) {
        return descriptor;
    }
    if (descriptor < 0 || !is_pipe(descriptor)) {
        return descriptor < 0 ? descriptor : waiting(descriptor);
    }
    struct pollfd ready = { .fd = descriptor, .events = POLLIN };
    if (poll(&ready, 1, 1000 * PIPE_SECONDS) > 0) { /* bytes, or a writer that came and went */
        return waiting(descriptor);
    }
    /* A writer that has not written yet: there is nothing to read, but no end either. */
    char byte;
    bool is_open = read(descriptor, &byte, 1) < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
    return is_open ? waiting(descriptor) : refuse(descriptor);
}

int cli_open_write(const char *path)
{
    const struct timespec pause = { 0, POLL_MILLISECONDS * 1000000L };
    const int flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK;
    int descriptor = open(path, flags, 0666);
    for (int waited = 0; descriptor < 0 && errno == ENXIO; waited += POLL_MILLISECONDS) {
        if (waited >= 1000 * PIPE_SECONDS) {
            errno = ETIMEDOUT;
            return -1;
        }
        nanosleep(&pause, NULL);
        descriptor = open(path, flags, 0666);
    }
    return descriptor < 0 ? descriptor : waiting(descriptor);
}
