/* SPDX-License-Identifier: Apache-2.0 */
/* Opening files; there are no named pipes to wait for. */
#include "cli/io/system.h"

#include <fcntl.h>
#include <string.h>

int cli_open_read(const char *path)
{
    return strcmp(path, "-") == 0 ? CLI_STDIN : open(path, O_RDONLY);
}

int cli_open_write(const char *path)
{
    return open(path, O_WRONLY | O_CREAT | O_TRUNC);
}
