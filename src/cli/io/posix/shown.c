/* SPDX-License-Identifier: Apache-2.0 */
/* What standard output can show, by the environment: colours, characters; and the clock. */
#include "cli/io/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

bool cli_use_color(int color)
{
    if (color != CLI_COLOR_AUTO) {
        return color == CLI_COLOR_ALWAYS;
    }
    const char *no_color = getenv("NO_COLOR");
    const char *term = getenv("TERM");
    return !(no_color && no_color[0]) && isatty(STDOUT_FILENO) && term && strcmp(term, "dumb") != 0;
}

bool cli_use_unicode(void)
{
    static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG" };
    const char *locale = NULL;
    for (size_t i = 0; i < 3 && !(locale && locale[0]); i++) {
        locale = getenv(names[i]);
    }
    const char *code = locale ? strchr(locale, '.') : NULL;
    return code && (strcasecmp(code, ".UTF-8") == 0 || strcasecmp(code, ".UTF8") == 0);
}

bool cli_is_terminal(int descriptor)
{
    return isatty(descriptor);
}

double cli_seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}
