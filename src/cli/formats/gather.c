/* SPDX-License-Identifier: Apache-2.0 */
/* Gathering what is written. */
#include "cli/formats/gather.h"

#include <stdlib.h>
#include <string.h>

static bool gather(void *context, const char *bytes, size_t length)
{
    struct cli_gathered *text = context;
    if (text->most > 0 && length > text->most - text->length) {
        return false;
    }
    if (text->length + length + 1 > text->capacity) {
        size_t capacity = 2 * (text->length + length) + 64;
        char *more = realloc(text->at, capacity);
        if (!more) {
            return false;
        }
        text->at = more;
        text->capacity = capacity;
    }
    memcpy(text->at + text->length, bytes, length);
    text->length += length;
    text->at[text->length] = '\0';
    return true;
}

struct aic_sink cli_gather(struct cli_gathered *text)
{
    return (struct aic_sink){ gather, text, false };
}

void cli_gathered_clear(struct cli_gathered *text)
{
    free(text->at);
    *text = (struct cli_gathered){ .most = text->most };
}

const char *cli_gathered_text(const struct cli_gathered *text)
{
    return text->at ? text->at : "";
}
