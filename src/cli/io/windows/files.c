/* SPDX-License-Identifier: Apache-2.0 */
/* Files by handles, which tell folders, devices and which file it is; then by descriptors. */
#include "cli/io/system.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "cli/io/windows/wide.h"

static void set_reason(void)
{
    switch (GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
    case ERROR_BAD_NETPATH:
    case ERROR_BAD_PATHNAME:
        errno = ENOENT;
        break;
    case ERROR_BROKEN_PIPE:
    case ERROR_NO_DATA:
        errno = EPIPE;
        break;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
        errno = ENOSPC;
        break;
    default:
        errno = EACCES;
    }
}

static HANDLE open_handle(const char *path, DWORD access, DWORD how)
{
    wchar_t *wide = cli_to_wide(path);
    if (!wide) {
        errno = ENOENT;
        return INVALID_HANDLE_VALUE;
    }
    HANDLE handle =
        CreateFileW(wide, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, how,
                    FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (handle == INVALID_HANDLE_VALUE) {
        set_reason();
    }
    free(wide);
    return handle;
}

static int open_descriptor(const char *path, DWORD access, DWORD how, int flags)
{
    HANDLE handle = open_handle(path, access, how);
    return handle == INVALID_HANDLE_VALUE ? -1
                                          : _open_osfhandle((intptr_t)handle, flags | _O_BINARY);
}

int cli_open_read(const char *path)
{
    return strcmp(path, "-") == 0 ? CLI_STDIN
                                  : open_descriptor(path, GENERIC_READ, OPEN_EXISTING, _O_RDONLY);
}

/* As wide characters, with backslashes, behind the prefix of paths that mean nothing else. */
char *cli_real_path(const char *path)
{
    wchar_t wide[1 << 12];
    char *real = NULL;
    HANDLE handle = open_handle(path, GENERIC_READ, OPEN_EXISTING);
    if (handle == INVALID_HANDLE_VALUE) {
        return NULL;
    }
    DWORD length = GetFinalPathNameByHandleW(handle, wide, sizeof wide / sizeof wide[0], 0);
    CloseHandle(handle);
    if (length > 4 && length < sizeof wide / sizeof wide[0] && wide[0] == L'\\') {
        real = cli_from_wide(wide + 4);
    }
    for (char *at = real; at && *at; at++) {
        *at = *at == '\\' ? '/' : *at;
    }
    errno = ENOENT;
    return real;
}

bool cli_is_absolute(const char *path)
{
    return path[0] == '/' || (path[0] && path[1] == ':');
}

int cli_open_write(const char *path)
{
    return open_descriptor(path, GENERIC_WRITE, CREATE_ALWAYS, _O_WRONLY);
}

bool cli_close(int descriptor)
{
    return _close(descriptor) == 0;
}

static unsigned part_of(size_t length)
{
    return length < INT_MAX ? (unsigned)length : INT_MAX;
}

bool cli_read(int descriptor, void *bytes, size_t length, size_t *count)
{
    struct cli_status status;
    int got = _read(descriptor, bytes, part_of(length));
    *count = got < 0 ? 0 : (size_t)got;
    if (got < 0 && errno == EPIPE) {
        return true; /* its writer has ended */
    }
    if (got < 0 && cli_status_of(descriptor, &status) && status.kind == CLI_FOLDER) {
        errno = EISDIR;
    }
    return got >= 0;
}

bool cli_write_all(int descriptor, const char *bytes, size_t length)
{
    while (length > 0) {
        int count = _write(descriptor, bytes, part_of(length));
        if (count < 0) {
            return false;
        }
        bytes += count;
        length -= (size_t)count;
    }
    return true;
}

bool cli_skip(int descriptor, uint64_t length)
{
    return _lseeki64(descriptor, (int64_t)length, SEEK_CUR) >= 0;
}

static bool fill(HANDLE handle, struct cli_status *status)
{
    BY_HANDLE_FILE_INFORMATION found;
    *status = (struct cli_status){ .kind = CLI_OTHER };
    if (GetFileType(handle) != FILE_TYPE_DISK) {
        return true;
    }
    if (!GetFileInformationByHandle(handle, &found)) {
        set_reason();
        return false;
    }
    status->kind = found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY ? CLI_FOLDER : CLI_FILE;
    status->length = (uint64_t)found.nFileSizeHigh << 32 | found.nFileSizeLow;
    status->device = found.dwVolumeSerialNumber;
    status->number = (uint64_t)found.nFileIndexHigh << 32 | found.nFileIndexLow;
    return true;
}

bool cli_status_of(int descriptor, struct cli_status *status)
{
    return fill((HANDLE)_get_osfhandle(descriptor), status);
}

bool cli_status_at(const char *path, struct cli_status *status)
{
    HANDLE handle = open_handle(path, FILE_READ_ATTRIBUTES, OPEN_EXISTING);
    bool ok = handle != INVALID_HANDLE_VALUE && fill(handle, status);
    if (handle != INVALID_HANDLE_VALUE) {
        CloseHandle(handle);
    }
    return ok;
}

/* The names in a folder that was found, until `visit` has enough. */
static bool visit_names(HANDLE search, WIN32_FIND_DATAW *found,
                        bool (*visit)(void *context, const char *name), void *context)
{
    bool more = true;
    while (more) {
        char *name = cli_from_wide(found->cFileName);
        if (!name) {
            errno = ENOMEM;
            return false;
        }
        more = visit(context, name) && FindNextFileW(search, found);
        free(name);
    }
    return true;
}

bool cli_list_folder(const char *folder, bool (*visit)(void *context, const char *name),
                     void *context)
{
    WIN32_FIND_DATAW found;
    size_t size = strlen(folder) + 3;
    char *pattern = malloc(size);
    wchar_t *wide = NULL;
    if (pattern) {
        strcpy(pattern, folder);
        strcat(pattern, "/*");
        wide = cli_to_wide(pattern);
    }
    free(pattern);
    if (!wide) {
        errno = ENOENT;
        return false;
    }
    HANDLE search = FindFirstFileW(wide, &found);
    free(wide);
    if (search == INVALID_HANDLE_VALUE) {
        set_reason();
        return false;
    }
    bool ok = visit_names(search, &found, visit, context);
    FindClose(search);
    return ok;
}

const char *cli_reason(int number)
{
    return strerror(number);
}
