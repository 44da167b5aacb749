/* SPDX-License-Identifier: Apache-2.0 */
/* Text of the system, UTF-16, and that of the program, UTF-8. */
#ifndef AICALC_CLI_IO_WINDOWS_WIDE_H
#define AICALC_CLI_IO_WINDOWS_WIDE_H

#include <wchar.h>

/* To be freed; NULL without memory, or where the text is not what it should be. */
wchar_t *cli_to_wide(const char *text);
char *cli_from_wide(const wchar_t *wide);

#endif
