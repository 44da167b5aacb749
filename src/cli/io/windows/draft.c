/* SPDX-License-Identifier: Apache-2.0 */
/* Drafts of files, and their removal where somebody ends the program. */
#include "cli/io/draft.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include <sys/stat.h>

#include "cli/io/system.h"
#include "cli/io/windows/wide.h"

/* The draft that Ctrl-C removes. */
static wchar_t *pending;

/* A file that is open is not removed, but it is marked to be when it is closed, as it is at the end. */
static BOOL WINAPI end_without_draft(DWORD event)
{
    (void)event;
    if (pending) {
        DeleteFileW(pending);
    }
    return FALSE; /* and the program ends */
}

static void forget(struct cli_draft *draft)
{
    free(pending);
    pending = NULL;
    free(draft->path);
    free(draft->target);
    *draft = (struct cli_draft){ NULL, NULL };
}

/* "a.json.0" beside the target: the first name that no file has. */
static int open_beside(struct cli_draft *draft)
{
    size_t size = strlen(draft->target) + 8;
    draft->path = malloc(size);
    for (int i = 0; draft->path && i < 1000; i++) {
        snprintf(draft->path, size, "%s.%d", draft->target, i);
        pending = cli_to_wide(draft->path);
        HANDLE handle =
            pending ? CreateFileW(pending, GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_DELETE, NULL,
                                  CREATE_NEW, FILE_ATTRIBUTE_NORMAL, NULL)
                    : INVALID_HANDLE_VALUE;
        if (handle != INVALID_HANDLE_VALUE) {
            SetConsoleCtrlHandler(end_without_draft, TRUE);
            return _open_osfhandle((intptr_t)handle, _O_WRONLY | _O_BINARY);
        }
        free(pending);
        pending = NULL;
        if (GetLastError() != ERROR_FILE_EXISTS) {
            break;
        }
    }
    return -1;
}

int cli_draft_open(struct cli_draft *draft, const char *path)
{
    struct cli_status status;
    *draft = (struct cli_draft){ NULL, NULL };
    if (cli_status_at(path, &status) && status.kind != CLI_FILE) {
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
        wchar_t *target = cli_to_wide(draft->target);
        ok = !keep || (target && MoveFileExW(pending, target, MOVEFILE_REPLACE_EXISTING));
        if (!keep || !ok) {
            DeleteFileW(pending);
        }
        free(target);
        errno = EACCES;
    }
    forget(draft);
    return ok;
}
