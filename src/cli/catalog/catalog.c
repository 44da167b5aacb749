/* SPDX-License-Identifier: Apache-2.0 */
/* aicalc catalog [KIND] [NAME]: what can be named, and what an entry says. */
#include "cli/catalog/catalogs.h"
#include "cli/catalog/listing.h"
#include "cli/commands.h"
#include "cli/io/output.h"
#include "cli/options/options.h"

static bool show_entries(const struct aic_catalog *catalog, const struct cli_options *options,
                         enum aic_catalog_kind kind, struct aic_sink *sink, struct aic_error *error)
{
    struct aic_entry entry;
    struct cli_listing listing = { catalog, kind, NULL };
    if (options->word_count == 1) {
        return options->format->catalog(&listing, sink, error);
    }
    if (!aic_catalog_find(catalog, kind, options->words[1], &entry, error)) {
        return false;
    }
    listing.entry = &entry;
    bool ok = options->format->catalog(&listing, sink, error);
    aic_entry_clear(&entry);
    return ok;
}

static bool answer(const struct aic_catalog *catalog, const struct cli_options *options,
                   struct aic_sink *sink, struct aic_error *error)
{
    enum aic_catalog_kind kind = AIC_MODELS;
    const char *name = options->words[0];
    if (options->word_count == 0) {
        return cli_catalog_kinds(catalog, sink, error);
    }
    if (!aic_catalog_kind_find(name, &kind)) {
        aic_fail(error, AIC_ERR_UNKNOWN, NULL, "'%s' is not a catalog kind", name);
        return aic_catalog_kind_suggest(name, error);
    }
    return show_entries(catalog, options, kind, sink, error);
}

static int show(const struct cli_options *options)
{
    struct cli_files files = { NULL };
    struct aic_catalog catalog = { .count = 0 };
    struct aic_error error = { .code = AIC_OK };
    struct cli_output output;
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

int cli_catalog(int argc, char **argv)
{
    struct cli_options options;
    struct aic_error error = { .code = AIC_OK };
    int code;
    if (!cli_options_read(&options, CLI_CATALOG, NULL, argc, argv, &error)) {
        code = cli_report(&error, cli_peek_format(argc, argv));
    } else if (options.help) {
        code = cli_help(1, argv);
    } else if (options.word_count > 2) {
        code = cli_usage(options.format, "write 'aicalc catalog gpus h100-sxm'",
                         "catalog takes a kind and a name");
    } else {
        code = show(&options);
    }
    cli_options_clear(&options);
    return code;
}
