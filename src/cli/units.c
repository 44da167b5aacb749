/* SPDX-License-Identifier: Apache-2.0 */
/* aicalc units [DIMENSION]: the units that values can be given in. */
#include "cli/cli.h"

#include <string.h>

static void put_dimension(struct aic_sink *sink, enum aic_dimension dimension)
{
    const char *name = aic_dimension_name(dimension);
    size_t column = 0;
    aic_sink_text(sink, name);
    for (column = strlen(name); column < 22; column++) {
        aic_sink_text(sink, " ");
    }
    const struct aic_unit *unit;
    for (size_t i = 0; (unit = aic_dimension_unit(dimension, i)); i++) {
        size_t length = strlen(unit->symbol) + 1;
        if (column + length > 79) {
            aic_sink_text(sink, "\n");
            for (column = 0; column < 22; column++) {
                aic_sink_text(sink, " ");
            }
        }
        aic_sink_text(sink, unit->symbol);
        aic_sink_text(sink, " ");
        column += length;
    }
    aic_sink_text(sink, "\n");
}

static void put_units(struct aic_sink *sink, enum aic_dimension dimension)
{
    const struct aic_unit *unit;
    const char *base = aic_dimension_base(dimension);
    aic_sink_text(sink, "base unit ");
    aic_sink_text(sink, base);
    aic_sink_text(sink, ", for example ");
    aic_sink_text(sink, aic_dimension_example(dimension));
    aic_sink_text(sink, "\n");
    for (size_t i = 0; (unit = aic_dimension_unit(dimension, i)); i++) {
        char one[AIC_QUANTITY_SIZE];
        struct aic_text text;
        double value = 0;
        aic_text_init(&text, one, sizeof one);
        aic_text_format(&text, "1%s", unit->symbol);
        if (!aic_quantity_read(one, text.length, dimension, NULL, &value, NULL)) {
            continue;
        }
        aic_sink_text(sink, "  1 ");
        aic_sink_text(sink, unit->symbol);
        aic_sink_text(sink, " = ");
        aic_sink_number(sink, value);
        aic_sink_text(sink, " ");
        aic_sink_text(sink, base);
        aic_sink_text(sink, "\n");
    }
}

static const char *name_at(const void *context, size_t i)
{
    (void)context;
    return aic_dimension_name((enum aic_dimension)i);
}

int cli_units(int argc, char **argv)
{
    struct cli_output output;
    cli_output_open(&output);
    if (argc > 2) {
        return cli_usage(CLI_TABLE, "write 'aicalc units rate'", "units takes one dimension");
    }
    bool found = argc < 2;
    for (int i = 0; i < AIC_DIMENSIONS; i++) {
        enum aic_dimension dimension = (enum aic_dimension)i;
        if (argc < 2) {
            put_dimension(&output.sink, dimension);
        } else if (strcmp(argv[1], aic_dimension_name(dimension)) == 0) {
            put_units(&output.sink, dimension);
            found = true;
        }
    }
    if (!found) {
        struct aic_error error = { .code = AIC_OK };
        const char *near = aic_nearest(argv[1], name_at, NULL, AIC_DIMENSIONS);
        aic_fail(&error, AIC_ERR_UNKNOWN, NULL, "no dimension '%s'", argv[1]);
        if (near) {
            aic_suggest(&error, "did you mean '%s'?", near);
        } else {
            aic_suggest(&error, "'aicalc units' lists all");
        }
        return cli_report(&error, CLI_TABLE);
    }
    return cli_output_close(&output, CLI_OK, CLI_TABLE);
}
