/* SPDX-License-Identifier: Apache-2.0 */
/* What the library asks the program to read. */
#include "cli/io/files.h"

static bool load_text(void *context, const char *path, const char **text, size_t *length,
                      struct aic_error *error)
{
    return cli_files_read(context, path, text, length, error);
}

static bool read_model(void *context, const char *path, const struct aic_model_file **file,
                       struct aic_error *error)
{
    return cli_models_read(context, path, file, error);
}

struct aic_loader cli_loader(struct cli_files *files)
{
    return (struct aic_loader){ load_text, files, read_model };
}
