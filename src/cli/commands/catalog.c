/* SPDX-License-Identifier: Apache-2.0 */
/* aicalc catalog [KIND] [WORDS]: what can be named, and what an entry says. */
#include "cli/commands/commands.h"
#include "cli/formats/report.h"
#include "cli/io/catalogs.h"
#include "cli/views/catalog/catalog.h"
#include "cli/views/help/help.h"

static bool write_listing(const struct cli_format *format, const struct cli_listing *listing,
                          struct aic_sink *sink, struct aic_error *error)
{
    struct doc doc;
    if (!format->form) {
        return cli_catalog_json(listing, sink, error);
    }
    doc_init(&doc, format->form);
    bool ok = cli_catalog_document(listing, &doc, error);
    if (ok) {
        doc_write(&doc, sink);
    }
    doc_clear(&doc);
    return ok;
}

/* True where an entry has the words of a listing. */
static bool stop_at_first(void *context, const struct aic_entry *entry)
{
    (void)entry;
    *(bool *)context = true;
    return false;
}

static bool has_any(const struct cli_listing *listing)
{
    struct aic_error ignored;
    bool any = false;
    return cli_listing_each(listing, stop_at_first, &any, &ignored) && any;
}

/* The one entry that words name, or a list of those that have them. */
static bool show_words(const struct cli_options *options, struct cli_listing *listing,
                       struct aic_sink *sink, struct aic_error *error)
{
    struct aic_entry entry;
    bool found = aic_catalog_find(listing->catalog, listing->kind, listing->words, &entry, error);
    if (!found && (error->code != AIC_ERR_UNKNOWN || !has_any(listing))) {
        return false;
    }
    error->code = AIC_OK;
    listing->entry = found && !entry.others[0] ? &entry : NULL;
    bool ok = write_listing(options->format, listing, sink, error);
    if (found) {
        aic_entry_clear(&entry);
    }
    return ok;
}

static bool answer(const struct aic_catalog *catalog, const struct cli_options *options,
                   struct aic_sink *sink, struct aic_error *error)
{
    struct cli_listing listing = { .catalog = catalog, .kind = AIC_CATALOG_KINDS };
    const char *name = options->words[0];
    if (options->word_count > 0 && !aic_catalog_kind_find(name, &listing.kind)) {
        aic_fail(error, AIC_ERR_UNKNOWN, NULL, "'%s' is not a catalog kind", name);
        return aic_catalog_kind_suggest(name, error);
    }
    if (options->word_count < 2) {
        return write_listing(options->format, &listing, sink, error);
    }
    char words[1024];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    for (size_t i = 1; i < options->word_count; i++) {
        aic_text_format(&text, "%s%s", i > 1 ? " " : "", options->words[i]);
    }
    listing.words = words;
    return show_words(options, &listing, sink, error);
}

int command_catalog(const struct cli_options *options)
{
    struct cli_files files = { .models = NULL };
    struct aic_catalog catalog = { .count = 0 };
    struct aic_error error = { .code = AIC_OK };
    struct cli_output output;
    if (options->help) {
        return cli_help_all();
    }
    cli_output_open(&output, NULL);
    bool ok = cli_load_catalogs(&catalog, &files, options->catalogs.at, options->catalogs.count,
                                options->no_config, &error) &&
              answer(&catalog, options, &output.sink, &error);
    int code = ok ? cli_output_close(&output, CLI_OK, options->format)
                  : cli_report(&error, options->format);
    aic_catalog_clear(&catalog);
    cli_files_clear(&files);
    return code;
}
