/* SPDX-License-Identifier: Apache-2.0 */
/* Opening what may be a named pipe, without waiting for ever for its other end. */
#ifndef AICALC_CLI_IO_PIPE_H
#define AICALC_CLI_IO_PIPE_H

/* Seconds for which the other end of a named pipe is waited for. */
#define CLI_PIPE_SECONDS 5

/*
 * Opens a file for reading, or a named pipe to which somebody writes, as early or late as the first
 * seconds; -1 with errno, ETIMEDOUT where nobody does.
 */
int cli_open_read(const char *path);

/* Opens a file for writing in place; a named pipe needs a reader as above. */
int cli_open_write(const char *path);

/* strerror(), but for what these two say. */
const char *cli_reason(int number);

#endif
