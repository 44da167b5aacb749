/* SPDX-License-Identifier: Apache-2.0 */
/* Looking up the catalog entries that an answer rests on. */
#include "cli/views/answer/entries.h"

#include <string.h>

#include "cli/views/answer/answer.h"

/* "models:llama-3.1-70b" taken apart; false for a source that is no entry. */
static bool find_entry(const struct aic_catalog *catalog, const char *source,
                       struct aic_entry *entry, struct aic_error *error)
{
    char kind_name[AIC_TYPED_SIZE];
    enum aic_catalog_kind kind;
    const char *colon = strchr(source, ':');
    if (!colon) {
        return false;
    }
    cli_write_span((struct aic_span){ source, (size_t)(colon - source) }, kind_name,
                   sizeof kind_name);
    return aic_catalog_kind_find(kind_name, &kind) &&
           aic_catalog_find(catalog, kind, colon + 1, entry, error);
}

bool cli_entries_find(struct cli_entries *entries, const struct cli_view *view,
                      const struct aic_catalog *catalog, struct aic_error *error)
{
    const struct aic_question *question = view->answer->question;
    for (size_t i = 0; i < aic_table_size(&question->calculator->inputs); i++) {
        struct aic_error unknown = { .code = AIC_OK };
        struct aic_entry entry;
        if (!cli_is_first_of_source(view, i) || entries->count == CLI_ENTRIES_MAX) {
            continue;
        }
        if (find_entry(catalog, question->sources[i].name, &entry, &unknown)) {
            entries->at[entries->count].source = question->sources[i].name;
            entries->at[entries->count++].entry = entry;
        } else if (aic_code_is_internal(unknown.code)) {
            *error = unknown;
            return false;
        }
    }
    return true;
}

void cli_entries_clear(struct cli_entries *entries)
{
    while (entries->count > 0) {
        aic_entry_clear(&entries->at[--entries->count].entry);
    }
}

const char *cli_entry_says(const struct cli_entries *entries, const char *source, const char *key)
{
    for (size_t i = 0; entries && i < entries->count; i++) {
        if (strcmp(entries->at[i].source, source) == 0) {
            return aic_json_member_text(entries->at[i].entry.node, key);
        }
    }
    return NULL;
}
