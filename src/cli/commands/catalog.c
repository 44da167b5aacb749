/* SPDX-License-Identifier: Apache-2.0 */
/* aicalc catalog [KIND] [WORDS]: what can be named, and what an entry says; import of price lists. */
#include <string.h>

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
    bool found = !listing->choice &&
                 aic_catalog_find(listing->catalog, listing->kind, listing->words, &entry, error);
    if (!found && !listing->choice && (error->code != AIC_ERR_UNKNOWN || !has_any(listing))) {
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
    struct cli_entry_choice choice = { .count = 0 };
    bool chooses = options->wheres.count > 0 || options->sort || options->top;
    if (chooses && listing.kind == AIC_CATALOG_KINDS) {
        aic_fail(error, AIC_ERR_USAGE, NULL, "--where, --sort and --top without a kind of entries");
        return aic_suggest(error, "aicalc catalog gpus --where 'gpu_memory_bw > 3TB/s'");
    }
    if (chooses && !cli_entry_choice_read(&choice, catalog, listing.kind, options, error)) {
        return false;
    }
    listing.choice = chooses ? &choice : NULL;
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

/* "2 entries overridden, 1 new": what an import wrote into a file. */
static void note_import(const struct aic_import *import)
{
    char words[128];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    aic_text_format(&text, "%g overridden, %g new", (double)import->overridden,
                    (double)import->added);
    cli_note((struct aic_span){ words, text.length });
}

/* aicalc catalog import PRICES.csv: a catalog to be laid over the built-in one. */
static int import_list(const struct aic_catalog *catalog, struct cli_files *files,
                       const struct cli_options *options)
{
    struct aic_error error = { .code = AIC_OK };
    struct aic_import import;
    struct cli_output output;
    const char *text;
    size_t length;
    if (options->word_count != 2 || options->files.count > 1) {
        return cli_usage(options->format, "aicalc catalog import PRICES.csv -O overlay.json",
                         "import takes one file, and writes one");
    }
    const char *path = options->words[1];
    if (!cli_files_read(files, path, &text, &length, &error)) {
        return cli_report(&error, options->format);
    }
    if (length > AIC_JSON_FILE_MAX) {
        return cli_usage(options->format, NULL, "'%s' is above 1 MiB", path);
    }
    cli_output_open(&output, options->files.count > 0 ? options->files.at[0] : NULL);
    if (!aic_catalog_import(catalog, path, text, length, &output.sink, &import)) {
        size_t told =
            import.error_count < AIC_IMPORT_ERRORS_MAX ? import.error_count : AIC_IMPORT_ERRORS_MAX;
        cli_output_end(&output, false, &error);
        return cli_report_all(import.errors, told, options->format);
    }
    if (options->files.count > 0) {
        note_import(&import);
    }
    return cli_output_close(&output, CLI_OK, options->format);
}

static const char usage[] =
    "aicalc catalog [KIND] [WORDS]: models, GPUs, nodes and other facts by name\n"
    "\n"
    "Examples\n"
    "  aicalc catalog\n"
    "  aicalc catalog models qwen moe\n"
    "  aicalc catalog gpus --where 'gpu_memory >= 90GiB' --top 5\n"
    "  aicalc catalog gpus h100-sxm -o json\n"
    "  aicalc catalog import prices.csv -O prices.json\n"
    "\n"
    "Kinds are models, gpus, nodes, fabrics, tiers, grids, drives and routes. One\n"
    "name alone shows what its entry sets, with its source; words filter the list.\n"
    "import makes a catalog for --catalog of a list whose first line is 'kind,name',\n"
    "then fields of that kind.\n"
    "\n"
    "Options\n";

int command_catalog(const struct cli_options *options)
{
    struct cli_files files = { .models = NULL };
    struct aic_catalog catalog = { .count = 0 };
    struct aic_error error = { .code = AIC_OK };
    struct cli_output output;
    if (options->help) {
        return cli_help_page(usage, CLI_CATALOG, "");
    }
    bool ok = cli_load_catalogs(&catalog, &files, options->catalogs.at, options->catalogs.count,
                                options->no_config, &error);
    bool imports = options->word_count > 0 && strcmp(options->words[0], "import") == 0;
    int code = CLI_OK;
    if (ok && imports) {
        code = import_list(&catalog, &files, options);
    } else if (ok && options->files.count > 0) {
        code = cli_usage(options->format, "redirect the list: aicalc catalog gpus -o csv >gpus.csv",
                         "-O is of 'aicalc catalog import'");
    } else {
        cli_output_open(&output, NULL);
        ok = ok && answer(&catalog, options, &output.sink, &error);
        code = ok ? cli_output_close(&output, CLI_OK, options->format)
                  : cli_report(&error, options->format);
    }
    aic_catalog_clear(&catalog);
    cli_files_clear(&files);
    return code;
}
