/* SPDX-License-Identifier: Apache-2.0 */
/* What a value on a command line may become: names, choices, units, and the parts of budgets. */
#include "cli/views/completion/completion.h"

#include <string.h>

#include "cli/io/catalogs.h"
#include "cli/views/answer/view.h"

bool cli_offers(const struct completion *completion, const char *word)
{
    const char *open = completion->typed + completion->kept;
    return strncmp(word, open, strlen(open)) == 0;
}

void cli_offer(const struct completion *completion, const char *word, const char *help)
{
    if (cli_offers(completion, word)) {
        aic_sink_bytes(completion->sink, completion->typed, completion->kept);
        aic_sink_text(completion->sink, word);
        aic_sink_text(completion->sink, help ? "\t" : "");
        aic_sink_text(completion->sink, help ? help : "");
        aic_sink_text(completion->sink, "\n");
    }
}

void cli_offer_files(const struct completion *completion)
{
    aic_sink_text(completion->sink, ":files\n");
}

static bool offer_entry(void *context, const struct aic_entry *entry)
{
    const char *name = aic_entry_name(entry);
    if (name) {
        cli_offer(context, name, aic_json_member_text(entry->node, "label"));
    }
    return true;
}

void cli_offer_entries(struct completion *completion, enum aic_catalog_kind kind)
{
    struct aic_catalog catalog = { .count = 0 };
    struct cli_files files = { .models = NULL };
    const char *paths[AIC_CATALOG_OVERLAYS];
    size_t count = 0;
    bool no_config = false;
    for (size_t i = 0; i < completion->count; i++) {
        no_config = no_config || strcmp(completion->words[i], "--no-config") == 0;
        if (strcmp(completion->words[i], "--catalog") == 0 && i + 1 < completion->count &&
            count < AIC_CATALOG_OVERLAYS) {
            paths[count++] = completion->words[i + 1];
        }
    }
    struct aic_error error = { .code = AIC_OK };
    if (cli_load_catalogs(&catalog, &files, paths, count, no_config, &error)) {
        aic_catalog_each(&catalog, kind, offer_entry, completion, &error);
    }
    aic_catalog_clear(&catalog);
    cli_files_clear(&files);
}

/* A number is on its way: the units it may have. Before that, an example. */
static void offer_quantity(struct completion *completion, const struct aic_field *field)
{
    size_t digits = strspn(completion->typed + completion->kept, "0123456789._");
    const struct aic_unit *unit;
    if (digits == 0 && !aic_dimension_is_plain(field->dimension)) {
        cli_offer(completion,
                  field->example ? field->example : aic_dimension_example(field->dimension),
                  "for example");
    }
    if (digits > 0) {
        completion->kept += digits;
        for (size_t i = 0; (unit = aic_dimension_unit(field->dimension, i)); i++) {
            cli_offer(completion, unit->symbol, aic_dimension_name(field->dimension));
        }
    }
}

void cli_offer_value(struct completion *completion, const struct aic_field *field)
{
    switch (field->kind) {
    case AIC_REAL:
    case AIC_INTEGER:
        offer_quantity(completion, field);
        break;
    case AIC_CHOICE:
        for (size_t i = 0; field->choices[i]; i++) {
            cli_offer(completion, field->choices[i], NULL);
        }
        break;
    case AIC_FLAG:
        cli_offer(completion, "true", NULL);
        cli_offer(completion, "false", NULL);
        break;
    case AIC_REFERENCE:
        cli_offer_entries(completion, field->catalog);
        if (field->catalog == AIC_MODELS) {
            cli_offer_files(completion); /* a config.json */
        }
        break;
    }
}

/* The names of a table, each with `tail` behind it; not the steps of the arithmetic. */
static void offer_names(const struct completion *completion, const struct aic_table *table,
                        bool numbers_only, const char *tail)
{
    for (size_t i = 0; i < aic_table_size(table); i++) {
        const struct aic_field *field = aic_table_at(table, i, NULL);
        bool is_number = cli_is_number(field);
        char word[AIC_TYPED_SIZE + 8];
        cli_print(word, sizeof word, "%s%s", field->name, tail);
        if (!(field->flags & AIC_TERM) && (is_number || !numbers_only)) {
            cli_offer(completion, word, field->help);
        }
    }
}

/* --fields a,b */
void cli_offer_fields(struct completion *completion, const struct aic_calculator *calculator)
{
    const char *comma = strrchr(completion->typed + completion->kept, ',');
    if (comma) {
        completion->kept = (size_t)(comma + 1 - completion->typed);
    }
    offer_names(completion, &calculator->results, false, "");
}

const struct aic_field *cli_find_field(const struct aic_table *table, const char *name,
                                       size_t length)
{
    size_t index = aic_table_find(table, name, length);
    return index < aic_table_size(table) ? aic_table_at(table, index, NULL) : NULL;
}

/* --budget 'warn: RESULT OP QUANTITY' */
void cli_offer_budget(struct completion *completion, const struct aic_calculator *calculator)
{
    static const char *const relations[] = { "<=", "<", ">=", ">", "==" };
    const char *rest = completion->typed + completion->kept;
    bool warns = strncmp(rest, "warn:", 5) == 0;
    rest += warns ? 5 : 0;
    rest += strspn(rest, " ");
    completion->kept = (size_t)(rest - completion->typed);
    size_t name = strcspn(rest, " <>=");
    size_t blanks = strspn(rest + name, " ");
    size_t relation = strspn(rest + name + blanks, "<>=");
    const struct aic_field *field = cli_find_field(&calculator->results, rest, name);
    if (name + blanks + relation == name) {
        offer_names(completion, &calculator->results, false, "");
        if (!warns) {
            cli_offer(completion, "warn:", "report only, never fail");
        }
        return;
    }
    if (!field) {
        return;
    }
    completion->kept += name + blanks;
    if (!rest[name + blanks + relation]) {
        bool is_number = cli_is_number(field);
        for (size_t i = is_number ? 0 : 4; i < sizeof relations / sizeof relations[0]; i++) {
            cli_offer(completion, relations[i], field->help);
        }
        return;
    }
    completion->kept += relation;
    completion->kept += strspn(completion->typed + completion->kept, " ");
    cli_offer_value(completion, field);
}

/* --measured RESULT=VALUE */
void cli_offer_measured(struct completion *completion, const struct aic_calculator *calculator)
{
    const char *name = completion->typed + completion->kept;
    const char *equals = strchr(name, '=');
    if (!equals) {
        aic_sink_text(completion->sink, ":nospace\n");
        offer_names(completion, &calculator->results, true, "=");
        return;
    }
    const struct aic_field *field =
        cli_find_field(&calculator->results, name, (size_t)(equals - name));
    completion->kept = (size_t)(equals + 1 - completion->typed);
    if (field) {
        cli_offer_value(completion, field);
    }
}

/* --sort RESULT:desc */
void cli_offer_sort(struct completion *completion, const struct aic_calculator *calculator)
{
    const char *colon = strchr(completion->typed + completion->kept, ':');
    if (!colon) {
        offer_names(completion, &calculator->results, false, "");
        return;
    }
    completion->kept = (size_t)(colon + 1 - completion->typed);
    cli_offer(completion, "asc", "the least first");
    cli_offer(completion, "desc", "the largest first");
}

/* How many times a character stands in a part of a text. */
static size_t count_of(const char *from, const char *to, char wanted)
{
    size_t count = 0;
    for (; from < to; from++) {
        count += *from == wanted;
    }
    return count;
}

/* --sweep P=LIST, or P,Q=a:b,c:d: the names, then values of the one whose turn it is. */
void cli_offer_sweep(struct completion *completion, const struct aic_calculator *calculator)
{
    const char *typed = completion->typed;
    const char *end = typed + strlen(typed);
    const char *name = typed + completion->kept;
    const char *equals = strchr(name, '=');
    if (!equals) {
        const char *comma = strrchr(name, ',');
        completion->kept = comma ? (size_t)(comma + 1 - typed) : completion->kept;
        aic_sink_text(completion->sink, ":nospace\n");
        offer_names(completion, &calculator->inputs, false, "=");
        return;
    }
    const char *item = equals + 1;
    for (const char *c = item; c < end; c++) {
        item = *c == ',' ? c + 1 : item;
    }
    size_t turn = count_of(name, equals, ',') > 0 ? count_of(item, end, ':') : 0;
    for (; turn > 0 && name < equals; turn--) {
        name += strcspn(name, ",=") + 1;
        item += strcspn(item, ":") + 1;
    }
    const struct aic_field *field =
        name < equals ? cli_find_field(&calculator->inputs, name, strcspn(name, ",=")) : NULL;
    completion->kept = (size_t)(item - typed);
    if (field) {
        cli_offer_value(completion, field);
    }
}

/* --solve P=min */
void cli_offer_solve(struct completion *completion, const struct aic_calculator *calculator)
{
    const char *equals = strchr(completion->typed + completion->kept, '=');
    if (!equals) {
        aic_sink_text(completion->sink, ":nospace\n");
        offer_names(completion, &calculator->inputs, true, "=");
        return;
    }
    completion->kept = (size_t)(equals + 1 - completion->typed);
    cli_offer(completion, "min", "the smallest value that meets all budgets");
    cli_offer(completion, "max", "the largest value that meets all budgets");
}
