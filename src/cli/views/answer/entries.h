/* SPDX-License-Identifier: Apache-2.0 */
/* The catalog entries that an answer rests on, for formats that tell what they say of themselves. */
#ifndef AICALC_CLI_VIEWS_ANSWER_ENTRIES_H
#define AICALC_CLI_VIEWS_ANSWER_ENTRIES_H

#include <aicalc/catalog.h>

#define CLI_ENTRIES_MAX 32

struct cli_entries {
    struct {
        const char *source; /* "models:llama-3.1-70b", as inputs name it */
        struct aic_entry entry;
    } at[CLI_ENTRIES_MAX];
    size_t count;
};

struct cli_view;

/* Looks them up. False without memory. Release with cli_entries_clear(), also after a failure. */
bool cli_entries_find(struct cli_entries *entries, const struct cli_view *view,
                      const struct aic_catalog *catalog, struct aic_error *error);
void cli_entries_clear(struct cli_entries *entries);

/* What an entry says under a key, such as its source; NULL: nothing. */
const char *cli_entry_says(const struct cli_entries *entries, const char *source, const char *key);

#endif
