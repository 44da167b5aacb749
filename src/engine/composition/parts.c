/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of a composition by their names, and what is wrong with one. */
#include <string.h>

#include <aicalc/text.h>

#include "engine/composition/composition.h"

bool aic_composition_fail(const struct aic_composition *composition, struct aic_error *error,
                          const char *part, const char *what)
{
    return aic_fail(error, AIC_ERR_TABLE, NULL, "%s: %s: %s", composition->table->name, part, what);
}

size_t aic_composition_part(const struct aic_composition *composition, const char *name,
                            size_t length)
{
    for (size_t p = 0; p < composition->part_count; p++) {
        const char *other = composition->parts[p].calculator->name;
        if (strncmp(other, name, length) == 0 && other[length] == '\0') {
            return p;
        }
    }
    return composition->part_count;
}

bool aic_name_part(const char *part, struct aic_error *error)
{
    char message[sizeof error->message];
    struct aic_text text;
    memcpy(message, error->message, sizeof message);
    aic_text_init(&text, error->message, sizeof error->message);
    aic_text_format(&text, "%s: %s", part, message);
    return false;
}
