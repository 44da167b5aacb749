/* SPDX-License-Identifier: Apache-2.0 */
/* Drafts of files; no signal ends the program here. */
#include "cli/io/draft.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/io/system.h"

static void forget(struct cli_draft *draft)
{
    free(draft->path);
    free(draft->target);
    *draft = (struct cli_draft){ NULL, NULL };
}

/* "a.json.0" beside the target: the first name that no file has. */
static int open_beside(struct cli_draft *draft)
{
    size_t size = strlen(draft->target) + 8;
    int descriptor = -1;
    draft->path = malloc(size);
    for (int i = 0; draft->path && descriptor < 0 && i < 1000; i++) {
        snprintf(draft->path, size, "%s.%d", draft->target, i);
        descriptor = open(draft->path, O_WRONLY | O_CREAT | O_EXCL);
        if (descriptor < 0 && errno != EEXIST) {
            break;
        }
    }
    return descriptor;
}

int cli_draft_open(struct cli_draft *draft, const char *path)
{
    struct stat status;
    *draft = (struct cli_draft){ NULL, NULL };
    if (lstat(path, &status) == 0 && !S_ISREG(status.st_mode)) { /* a link, a device */
        return cli_open_write(path);
    }
    draft->target = strdup(path);
    int descriptor = draft->target ? open_beside(draft) : -1;
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
        ok = !keep || rename(draft->path, draft->target) == 0;
        int reason = errno;
        if (!keep || !ok) {
            unlink(draft->path);
        }
        errno = reason;
    }
    forget(draft);
    return ok;
}
