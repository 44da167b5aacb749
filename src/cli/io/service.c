/* SPDX-License-Identifier: Apache-2.0 */
/* What commands may do that are run for somebody else. */
#include "cli/io/service.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/io/system.h"
#include "cli/io/terminal.h"

static const struct cli_service *current;

void cli_service_set(const struct cli_service *service)
{
    current = service;
}

const struct cli_service *cli_service(void)
{
    return current;
}

bool cli_in_time(void *context)
{
    (void)context;
    return !current || cli_seconds() < current->until;
}

const struct aic_launch_text *cli_service_text(const char *name)
{
    for (size_t i = 0; current && i < current->text_count; i++) {
        if (strcmp(current->texts[i].name, name) == 0) {
            return &current->texts[i];
        }
    }
    return NULL;
}

/* The path as it is named from the folder. */
static char *join(const char *folder, const char *path)
{
    size_t size = strlen(folder) + strlen(path) + 2;
    char *joined = malloc(size);
    struct aic_text text;
    if (joined) {
        aic_text_init(&text, joined, size);
        aic_text_format(&text, "%s%s%s", cli_is_absolute(path) ? "" : folder,
                        cli_is_absolute(path) ? "" : "/", path);
    }
    return joined;
}

/* Links and dots are followed before it is looked where the path leads. */
static char *find_inside(const char *folder, const char *path)
{
    size_t length = strlen(folder);
    char *joined = join(folder, path);
    char *real = joined ? cli_real_path(joined) : NULL;
    free(joined);
    if (real && (strncmp(real, folder, length) != 0 ||
                 (real[length] != '/' && real[length] != '\0' && folder[length - 1] != '/'))) {
        free(real);
        real = NULL;
    }
    return real;
}

char *cli_readable(const char *path, struct aic_error *error)
{
    char *copy = NULL;
    if (!current) {
        copy = malloc(strlen(path) + 1);
        if (!copy) {
            aic_fail_memory(error);
            return NULL;
        }
        return strcpy(copy, path);
    }
    copy = current->folder ? find_inside(current->folder, path) : NULL;
    if (!copy) {
        errno = EACCES; /* whether or not something is there */
        aic_fail(error, AIC_ERR_FILE, NULL, "no file '%s' that may be read", path);
        if (current->folder) {
            aic_suggest(error, "files of '%s' may be, or hand its text in", current->folder);
        } else {
            aic_suggest(error, "hand its text in, or start the server with --files DIR");
        }
    }
    return copy;
}
