/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Preloaded into the program: puts it into the locale that LOCPATH holds before main(), as a host that
 * embeds the library may be. A program that reads or writes one number by the locale's rules then
 * writes 1,5. Ends the program at once where the locale has no decimal comma.
 */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

__attribute__((constructor)) static void enter_locale(void)
{
    char number[8];
    const char *name = setlocale(LC_ALL, "de_DE.UTF-8");
    snprintf(number, sizeof number, "%.1f", 1.5);
    if (!name || strcmp(number, "1,5") != 0) {
        fputs("LOCPATH holds no locale de_DE.UTF-8 with a decimal comma\n", stderr);
        _exit(99);
    }
}
