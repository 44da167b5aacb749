/* SPDX-License-Identifier: Apache-2.0 */
/* The catalogs as configured, laid over the built-in ones. */
#ifndef AICALC_CLI_IO_CATALOGS_H
#define AICALC_CLI_IO_CATALOGS_H

#include "cli/io/files.h"

/* $XDG_CONFIG_HOME and AICALC_CATALOG unless `no_config`, then `paths`, each over those before. */
bool cli_load_catalogs(struct aic_catalog *catalog, struct cli_files *files,
                       const char *const *paths, size_t count, bool no_config,
                       struct aic_error *error);

/* The same without a path, as hosts of questions give it: the context is the files. */
bool cli_add_catalogs(void *files, struct aic_catalog *catalog, struct aic_error *error);

#endif
