/* SPDX-License-Identifier: Apache-2.0 */
/* The environment. */
#include "cli/io/system.h"

#include <stdlib.h>

const char *cli_environment(const char *name)
{
    return getenv(name);
}

bool cli_config_folder(struct aic_text *path)
{
    const char *base = getenv("XDG_CONFIG_HOME");
    const char *home = getenv("HOME");
    if (base && base[0] == '/') {
        aic_text_add(path, base);
    } else if (home && home[0] == '/') {
        aic_text_format(path, "%s/.config", home);
    }
    return path->length > 0;
}
