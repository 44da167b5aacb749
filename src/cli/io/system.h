/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the system knows of files and of a program that begins. Beside it terminal.h and draft.h: all that
 * differs between systems stands behind these headers in posix/, windows/ and wasi/, and errno says why
 * something failed.
 */
#ifndef AICALC_CLI_IO_SYSTEM_H
#define AICALC_CLI_IO_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <aicalc/text.h>

/* Prepares the process; makes the words of the command line UTF-8 and their paths such as have slashes. */
void cli_start(int *argc, char ***argv);

/* A variable of the environment as UTF-8, NULL where it is not set; kept until the next call. */
const char *cli_environment(const char *name);

/* The folder of the user's configuration, whether or not it is there; false: there is none. */
bool cli_config_folder(struct aic_text *path);

#define CLI_STDIN  0
#define CLI_STDOUT 1
#define CLI_STDERR 2

/*
 * Opens a file for reading, standard input for "-", or a named pipe to which somebody writes, as early
 * or late as the first seconds. A descriptor, or -1.
 */
int cli_open_read(const char *path);

/* Opens a file for writing in place; a named pipe needs a reader as above. */
int cli_open_write(const char *path);

/* Closes what was opened; false where not all that was written is in the file. */
bool cli_close(int descriptor);

/* At most `length` bytes into `count`, 0 at the end; all of the bytes; `length` bytes further. */
bool cli_read(int descriptor, void *bytes, size_t length, size_t *count);
bool cli_write_all(int descriptor, const char *bytes, size_t length);
bool cli_skip(int descriptor, uint64_t length);

/* The path without links and dots, with slashes; free() it. NULL with errno: nothing is there. */
char *cli_real_path(const char *path);
bool cli_is_absolute(const char *path);

/* What stands at a path, or is open. */
enum cli_kind { CLI_FILE, CLI_FOLDER, CLI_OTHER /* a pipe, a device */ };
struct cli_status {
    enum cli_kind kind;
    uint64_t length;
    uint64_t device, number; /* which file it is */
};
bool cli_status_of(int descriptor, struct cli_status *status);
bool cli_status_at(const char *path, struct cli_status *status);

/* Calls `visit` with each name in a folder until it returns false. */
bool cli_list_folder(const char *folder, bool (*visit)(void *context, const char *name),
                     void *context);

/* strerror(), but for what these functions say. */
const char *cli_reason(int number);

#endif
