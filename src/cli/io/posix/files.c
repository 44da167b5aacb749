/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Files. open() of a named pipe waits until the other end is there: for ever, where a script died or a
 * path was mistyped. Here it is waited for some seconds; an end that came may take its time.
 */
#include "cli/io/system.h"

#include <dirent.h>
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

bool cli_close(int descriptor)
{
    return close(descriptor) == 0;
}

bool cli_read(int descriptor, void *bytes, size_t length, size_t *count)
{
    ssize_t got;
    do {
        got = read(descriptor, bytes, length);
    } while (got < 0 && errno == EINTR);
    *count = got < 0 ? 0 : (size_t)got;
    return got >= 0;
}

bool cli_write_all(int descriptor, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t count = write(descriptor, bytes, length);
        if (count < 0 && errno != EINTR) {
            return false;
        }
        bytes += count < 0 ? 0 : count;
        length -= count < 0 ? 0 : (size_t)count;
    }
    return true;
}

bool cli_skip(int descriptor, uint64_t length)
{
    return lseek(descriptor, (off_t)length, SEEK_CUR) >= 0;
}

static bool fill(const struct stat *from, struct cli_status *status)
{
    status->kind = S_ISREG(from->st_mode)   ? CLI_FILE
                   : S_ISDIR(from->st_mode) ? CLI_FOLDER
                                            : CLI_OTHER;
    status->length = (uint64_t)from->st_size;
    status->device = (uint64_t)from->st_dev;
    status->number = (uint64_t)from->st_ino;
    return true;
}

bool cli_status_of(int descriptor, struct cli_status *status)
{
    struct stat found;
    return fstat(descriptor, &found) == 0 && fill(&found, status);
}

bool cli_status_at(const char *path, struct cli_status *status)
{
    struct stat found;
    return stat(path, &found) == 0 && fill(&found, status);
}

bool cli_list_folder(const char *folder, bool (*visit)(void *context, const char *name),
                     void *context)
{
    DIR *directory = opendir(folder);
    struct dirent *entry;
    bool more = true;
    if (!directory) {
        return false;
    }
    errno = 0;
    while (more && (entry = readdir(directory))) {
        more = visit(context, entry->d_name);
        errno = 0;
    }
    int reason = errno;
    closedir(directory);
    errno = reason;
    return reason == 0;
}

const char *cli_reason(int number)
{
    return number == ETIMEDOUT ? "a pipe whose other end nobody opens" : strerror(number);
}
