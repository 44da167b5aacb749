/* SPDX-License-Identifier: Apache-2.0 */
/* Files that are open, what stands at a path, folders. */
#include "cli/io/system.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
