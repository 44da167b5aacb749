/* SPDX-License-Identifier: Apache-2.0 */
/* Drafts of files, and their removal where a signal ends the program. */
/* realpath(), which glibc does not count among POSIX.1-2008. NOLINTNEXTLINE(*-reserved-*,cert-dcl*) */
#define _XOPEN_SOURCE 700

#include "cli/io/draft.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/io/system.h"

/* Signals by which people and pipelines end a program. */
static const int endings[] = { SIGINT, SIGTERM, SIGHUP };

#define ENDINGS (sizeof endings / sizeof endings[0])

/* The draft that a signal removes; it changes only while signals are blocked. */
static const char *pending;

static void end_without_draft(int number)
{
    if (pending) {
        unlink(pending);
    }
    signal(number, SIG_DFL);
    raise(number);
}

static void block(bool blocked)
{
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < ENDINGS; i++) {
        sigaddset(&set, endings[i]);
    }
    sigprocmask(blocked ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
}

/* A signal that is ignored (nohup) stays so. */
static void catch_endings(void)
{
    for (size_t i = 0; i < ENDINGS; i++) {
        struct sigaction now;
        struct sigaction caught = { .sa_handler = end_without_draft };
        sigemptyset(&caught.sa_mask);
        if (sigaction(endings[i], NULL, &now) == 0 && now.sa_handler == SIG_DFL) {
            sigaction(endings[i], &caught, NULL);
        }
    }
}

/* The permissions of a new file. */
static mode_t new_mode(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

static void forget(struct cli_draft *draft)
{
    free(draft->path);
    free(draft->target);
    draft->path = NULL;
    draft->target = NULL;
}

/* "a.json.Xy12Zw" beside the target; false where no name or no file can be made. */
static int open_beside(struct cli_draft *draft, mode_t mode)
{
    static const char ending[] = ".XXXXXX";
    size_t length = strlen(draft->target);
    draft->path = malloc(length + sizeof ending);
    if (!draft->path) {
        return -1;
    }
    memcpy(draft->path, draft->target, length);
    memcpy(draft->path + length, ending, sizeof ending);
    int descriptor = mkstemp(draft->path);
    if (descriptor >= 0) {
        fchmod(descriptor, mode);
        pending = draft->path;
    }
    return descriptor;
}

int cli_draft_open(struct cli_draft *draft, const char *path)
{
    struct stat status;
    bool exists = stat(path, &status) == 0;
    *draft = (struct cli_draft){ NULL, NULL };
    if (exists ? !S_ISREG(status.st_mode) || access(path, W_OK) != 0
               : lstat(path, &status) == 0) { /* the link of a file that is not there */
        return cli_open_write(path);
    }
    draft->target = exists ? realpath(path, NULL) : strdup(path);
    catch_endings();
    block(true);
    int descriptor =
        draft->target ? open_beside(draft, exists ? status.st_mode & 07777 : new_mode()) : -1;
    block(false);
    if (descriptor < 0) {
        forget(draft);
        descriptor = cli_open_write(path);
    }
    return descriptor;
}

bool cli_draft_close(struct cli_draft *draft, bool keep)
{
    bool ok = true;
    if (draft->path) {
        block(true);
        ok = !keep || rename(draft->path, draft->target) == 0;
        int reason = errno;
        if (!keep || !ok) {
            unlink(draft->path);
        }
        pending = NULL;
        block(false);
        errno = reason;
    }
    forget(draft);
    return ok;
}
