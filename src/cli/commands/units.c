/* SPDX-License-Identifier: Apache-2.0 */
/* aicalc units [DIMENSION]: the units that values can be given in. */
#include <string.h>

#include "cli/commands/commands.h"
#include "cli/formats/grid.h"
#include "cli/formats/report.h"
#include "cli/views/help/help.h"

static const char *dimension_at(const void *context, size_t i)
{
    (void)context;
    return i < AIC_DIMENSIONS ? aic_dimension_name((enum aic_dimension)i) : NULL;
}

/* All dimensions, each with its units beside it. */
static void list_dimensions(struct aic_sink *sink)
{
    struct cli_column columns[] = { { .width = 22 }, { .overflow = CLI_OVERFLOW_WRAPPED } };
    struct cli_grid grid;
    cli_grid_init(&grid, sink, &cli_layout_text, columns, 2);
    grid.terminal = 78;
    for (int i = 0; i < AIC_DIMENSIONS; i++) {
        enum aic_dimension dimension = (enum aic_dimension)i;
        const struct aic_unit *unit;
        char units[1024];
        struct aic_text text;
        aic_text_init(&text, units, sizeof units);
        for (size_t at = 0; (unit = aic_dimension_unit(dimension, at)); at++) {
            aic_text_format(&text, "%s%s", at > 0 ? " " : "", unit->symbol);
        }
        cli_grid_row(&grid, (const char *[]){ aic_dimension_name(dimension), units });
    }
}

/* One dimension: what each of its units is in the base unit. */
static void show_dimension(struct aic_sink *sink, enum aic_dimension dimension)
{
    const struct aic_unit *unit;
    const char *base = aic_dimension_base(dimension);
    cli_write(sink, "base unit %s, for example %s\n", base, aic_dimension_example(dimension));
    for (size_t i = 0; (unit = aic_dimension_unit(dimension, i)); i++) {
        char one[AIC_QUANTITY_SIZE];
        struct aic_text text;
        double value = 0;
        aic_text_init(&text, one, sizeof one);
        aic_text_format(&text, "1%s", unit->symbol);
        if (aic_quantity_read(one, text.length, dimension, NULL, &value, NULL)) {
            cli_write(sink, "  1 %s = %g %s\n", unit->symbol, value, base);
        }
    }
}

static const char usage[] =
    "aicalc units [DIMENSION]: units that values can be given in\n"
    "\n"
    "Examples\n"
    "  aicalc units\n"
    "  aicalc units bytes\n"
    "  aicalc units rate\n"
    "\n"
    "Without a dimension all of them are listed, each with its units; with one, what\n"
    "each unit is in the base unit. 'aicalc help units' says how values are written.\n";

int command_units(const struct cli_options *options)
{
    const char *name = options->word_count > 0 ? options->words[0] : NULL;
    struct cli_output output;
    int found = 0;
    if (options->help) {
        return cli_help_page(usage, 0, "");
    }
    if (options->word_count > 1) {
        return cli_usage(NULL, "write 'aicalc units rate'", "units takes one dimension");
    }
    while (name && found < AIC_DIMENSIONS && strcmp(name, dimension_at(NULL, (size_t)found)) != 0) {
        found++;
    }
    if (found == AIC_DIMENSIONS) {
        struct aic_error error = { .code = AIC_OK };
        const char *near = aic_nearest(name, dimension_at, NULL, AIC_ALL_NAMES);
        aic_fail(&error, AIC_ERR_UNKNOWN, NULL, "no dimension '%s'", name);
        aic_suggest_name(&error, near, "'aicalc units' lists all");
        return cli_report(&error, NULL);
    }
    cli_output_open(&output, NULL);
    if (name) {
        show_dimension(&output.sink, (enum aic_dimension)found);
    } else {
        list_dimensions(&output.sink);
    }
    return cli_output_close(&output, CLI_OK, NULL);
}
