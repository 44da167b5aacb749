/* SPDX-License-Identifier: Apache-2.0 */
/* The width of the terminal. */
#include "cli/io/terminal.h"

#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

size_t cli_columns(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40) {
        return size.ws_col;
    }
    return CLI_COLUMNS;
}
