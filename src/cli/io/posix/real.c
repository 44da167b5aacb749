/* SPDX-License-Identifier: Apache-2.0 */
/* Where a path leads. */
#define _XOPEN_SOURCE 700 /* realpath() */
#include "cli/io/system.h"

#include <stdlib.h>

char *cli_real_path(const char *path)
{
    return realpath(path, NULL);
}

bool cli_is_absolute(const char *path)
{
    return path[0] == '/';
}
