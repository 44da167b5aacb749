/* SPDX-License-Identifier: Apache-2.0 */
/* The catalogs as configured: those of the user, of the environment, of the command line. */
#include "cli/io/catalogs.h"

#include "cli/io/service.h"
#include "cli/io/system.h"

static bool add_catalog(struct aic_catalog *catalog, struct cli_files *files, const char *path,
                        struct aic_error *error)
{
    const char *text;
    size_t length;
    return cli_files_read(files, path, &text, &length, error) &&
           aic_catalog_add(catalog, aic_base_name(path), text, length, error);
}

/* aicalc/catalog.json in the user's configuration; that it is not there is no error. */
static bool add_user_catalog(struct aic_catalog *catalog, struct cli_files *files,
                             struct aic_error *error)
{
    char path[4096];
    struct aic_text text;
    aic_text_init(&text, path, sizeof path);
    if (!cli_config_folder(&text)) {
        return true;
    }
    aic_text_add(&text, "/aicalc/catalog.json");
    struct cli_status status;
    return text.cut || !cli_status_at(path, &status) || add_catalog(catalog, files, path, error);
}

bool cli_load_catalogs(struct aic_catalog *catalog, struct cli_files *files,
                       const char *const *paths, size_t count, bool no_config,
                       struct aic_error *error)
{
    const char *from_environment = cli_environment("AICALC_CATALOG");
    if (!no_config && !cli_service()) {
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

bool cli_add_catalogs(void *files, struct aic_catalog *catalog, struct aic_error *error)
{
    return cli_load_catalogs(catalog, files, NULL, 0, false, error);
}
