/* SPDX-License-Identifier: Apache-2.0 */
/* The beginning of the program: words in UTF-8, bytes as they are; its environment. */
#include "cli/io/system.h"

#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include <shellapi.h>

#include "cli/io/windows/wide.h"

wchar_t *cli_to_wide(const char *text)
{
    int size = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, NULL, 0);
    wchar_t *wide = size > 0 ? malloc((size_t)size * sizeof *wide) : NULL;
    if (wide) {
        MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, wide, size);
    }
    return wide;
}

char *cli_from_wide(const wchar_t *wide)
{
    int size = WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 0, NULL, NULL);
    char *text = size > 0 ? malloc((size_t)size) : NULL;
    if (text) {
        WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, size, NULL, NULL);
    }
    return text;
}

/* The system takes "a/b" for "a\b": the program knows the first alone. */
static void use_slashes(char *path)
{
    for (; *path; path++) {
        *path = *path == '\\' ? '/' : *path;
    }
}

/* The words as they were typed, wildcards too, which no calculator wants to have expanded. */
static char **read_words(int *count)
{
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), count);
    char **words = wide ? calloc((size_t)*count + 1, sizeof *words) : NULL;
    for (int i = 0; words && i < *count; i++) {
        words[i] = cli_from_wide(wide[i]);
        if (!words[i]) {
            return NULL;
        }
        use_slashes(words[i]);
    }
    LocalFree(wide);
    return words;
}

/* Until the program ends. */
static char **kept_words;

static void free_words(void)
{
    for (size_t i = 0; kept_words[i]; i++) {
        free(kept_words[i]);
    }
    free(kept_words);
}

void cli_start(int *argc, char ***argv)
{
    int count = 0;
    for (int descriptor = CLI_STDIN; descriptor <= CLI_STDERR; descriptor++) {
        _setmode(descriptor, _O_BINARY);
    }
    SetConsoleOutputCP(CP_UTF8);
    kept_words = read_words(&count);
    if (kept_words) {
        *argc = count;
        *argv = kept_words;
        atexit(free_words);
    }
}

const char *cli_environment(const char *name)
{
    static char *kept;
    wchar_t *wide = cli_to_wide(name);
    const wchar_t *value = wide ? _wgetenv(wide) : NULL;
    free(kept);
    kept = value ? cli_from_wide(value) : NULL;
    free(wide);
    if (kept) {
        use_slashes(kept);
    }
    return kept;
}

bool cli_config_folder(struct aic_text *path)
{
    const char *base = cli_environment("XDG_CONFIG_HOME");
    base = base && base[0] ? base : cli_environment("APPDATA");
    if (base) {
        aic_text_add(path, base);
    }
    return path->length > 0;
}
