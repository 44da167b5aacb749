/* SPDX-License-Identifier: Apache-2.0 */
/* Consoles, and the clock. */
#include "cli/io/terminal.h"

#include <io.h>
#include <string.h>
#include <windows.h>

#include "cli/io/system.h"

bool cli_is_terminal(int descriptor)
{
    return _isatty(descriptor);
}

/* A console shows colours from Windows 10 on, where it is asked to. */
static bool shows_colors(void)
{
    HANDLE console = GetStdHandle(STD_OUTPUT_HANDLE);
    DWORD mode = 0;
    return GetConsoleMode(console, &mode) &&
           SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

bool cli_use_color(int color)
{
    if (color != CLI_COLOR_AUTO) {
        return color == CLI_COLOR_ALWAYS;
    }
    const char *no_color = cli_environment("NO_COLOR");
    return !(no_color && no_color[0]) && cli_is_terminal(CLI_STDOUT) && shows_colors();
}

/* By a locale, where one is set as elsewhere; a console has been set to UTF-8. */
bool cli_use_unicode(void)
{
    static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG" };
    for (size_t i = 0; i < 3; i++) {
        const char *locale = cli_environment(names[i]);
        if (locale && locale[0]) {
            const char *code = strchr(locale, '.');
            return code && (_stricmp(code, ".UTF-8") == 0 || _stricmp(code, ".UTF8") == 0);
        }
    }
    return cli_is_terminal(CLI_STDOUT);
}

size_t cli_columns(void)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    bool known = GetConsoleScreenBufferInfo(GetStdHandle(STD_OUTPUT_HANDLE), &info);
    int columns = known ? info.srWindow.Right - info.srWindow.Left + 1 : 0;
    return columns >= 40 ? (size_t)columns : CLI_COLUMNS;
}

double cli_seconds(void)
{
    LARGE_INTEGER count, per_second;
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&per_second);
    return (double)count.QuadPart / (double)per_second.QuadPart;
}
