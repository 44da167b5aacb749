/* SPDX-License-Identifier: Apache-2.0 */
/* Reading files whole, once each, with a cap; and what the environment says. */
#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

static bool fail_read(const char *path, int reason, struct aic_error *error)
{
    aic_fail(error, AIC_ERR_FILE, NULL, "cannot read '%s': %s", path, strerror(reason));
    return reason == EISDIR ? aic_suggest(error, "give a file, not a directory") : false;
}

/* Appends what the descriptor gives to `file`, up to one byte beyond the cap. */
static bool read_all(int descriptor, struct cli_file *file, struct aic_error *error)
{
    size_t capacity = 0;
    for (;;) {
        if (file->length + 1 >= capacity) {
            capacity = capacity ? 2 * capacity : 1 << 16;
            char *text = realloc(file->text, capacity);
            if (!text) {
                return aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
            }
            file->text = text;
        }
        ssize_t count = read(descriptor, file->text + file->length, capacity - file->length - 1);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            return fail_read(file->path, errno, error);
        }
        file->length += (size_t)count;
        if (count == 0 || file->length > AIC_JSON_FILE_MAX) {
            file->text[file->length] = '\0';
            return true;
        }
    }
}

static bool read_path(struct cli_file *file, struct aic_error *error)
{
    bool is_stdin = strcmp(file->path, "-") == 0;
    int descriptor = is_stdin ? STDIN_FILENO : open(file->path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        return fail_read(file->path, errno, error);
    }
    bool ok = read_all(descriptor, file, error);
    if (!is_stdin) {
        close(descriptor);
    }
    return ok;
}

static void free_file(struct cli_file *file)
{
    free(file->path);
    free(file->text);
    free(file);
}

bool cli_files_read(struct cli_files *files, const char *path, const char **text, size_t *length,
                    struct aic_error *error)
{
    struct cli_file *file = files->first;
    while (file && strcmp(file->path, path) != 0) {
        file = file->next;
    }
    if (!file) {
        file = calloc(1, sizeof *file);
        char *copy = file ? malloc(strlen(path) + 1) : NULL;
        if (!copy) {
            free(file);
            return aic_fail(error, AIC_ERR_MEMORY, NULL, "out of memory");
        }
        file->path = strcpy(copy, path);
        if (!read_path(file, error)) {
            free_file(file);
            return false;
        }
        file->next = files->first;
        files->first = file;
    }
    *text = file->text;
    *length = file->length;
    return true;
}

void cli_files_clear(struct cli_files *files)
{
    while (files->first) {
        struct cli_file *next = files->first->next;
        free_file(files->first);
        files->first = next;
    }
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool add_catalog(struct aic_catalog *catalog, struct cli_files *files, const char *path,
                        struct aic_error *error)
{
    const char *text;
    size_t length;
    return cli_files_read(files, path, &text, &length, error) &&
           aic_catalog_add(catalog, base_name(path), text, length, error);
}

/* $XDG_CONFIG_HOME/aicalc/catalog.json, or ~/.config/...; that it is not there is no error. */
static bool add_user_catalog(struct aic_catalog *catalog, struct cli_files *files,
                             struct aic_error *error)
{
    const char *base = getenv("XDG_CONFIG_HOME");
    const char *home = getenv("HOME");
    char path[4096];
    struct aic_text text;
    aic_text_init(&text, path, sizeof path);
    if (base && base[0] == '/') {
        aic_text_format(&text, "%s/aicalc/catalog.json", base);
    } else if (home && home[0] == '/') {
        aic_text_format(&text, "%s/.config/aicalc/catalog.json", home);
    } else {
        return true;
    }
    if (text.cut || access(path, F_OK) != 0) {
        return true;
    }
    return add_catalog(catalog, files, path, error);
}

bool cli_load_catalogs(struct aic_catalog *catalog, struct cli_files *files,
                       const char *const *paths, size_t count, bool no_config,
                       struct aic_error *error)
{
    const char *from_environment = getenv("AICALC_CATALOG");
    if (!no_config) {
        if (!add_user_catalog(catalog, files, error)) {
            return false;
        }
        if (from_environment && from_environment[0] &&
            !add_catalog(catalog, files, from_environment, error)) {
            return false;
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (!add_catalog(catalog, files, paths[i], error)) {
            return false;
        }
    }
    return true;
}

bool cli_use_color(enum cli_color color)
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

int cli_columns(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40) {
        return size.ws_col;
    }
    return CLI_COLUMNS;
}
