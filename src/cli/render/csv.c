/* SPDX-License-Identifier: Apache-2.0 */
/* The answer as CSV: a line a result, base units. */
#include "cli/render/render.h"

static void write_cell(struct aic_sink *sink, const char *text)
{
    aic_sink_text(sink, ",");
    cli_sink_csv(sink, text);
}

static void write_value(struct aic_sink *sink, const struct aic_field *field,
                        struct aic_value value)
{
    char words[CLI_VALUE_SIZE] = "";
    if (value.set) {
        cli_write_plain(field, value, words, sizeof words);
    }
    write_cell(sink, words);
}

void cli_render_csv(const struct cli_view *view, struct aic_sink *sink)
{
    aic_sink_text(sink, "result,value");
    aic_sink_text(sink, view->spread ? ",low,high,unit,basis\n" : ",unit,basis\n");
    for (size_t i = 0; i < view->result_count; i++) {
        size_t index = view->results[i];
        const struct aic_field *field = cli_result(view, index);
        const char *unit = aic_field_unit(field);
        aic_sink_text(sink, field->name);
        write_value(sink, field, aic_answer_result(view->answer, index));
        if (view->spread) {
            struct aic_value low, high;
            aic_spread_ends(view->spread, index, &low, &high);
            write_value(sink, field, low);
            write_value(sink, field, high);
        }
        write_cell(sink, unit ? unit : "");
        write_cell(sink, aic_basis_name(view->answer->basis[index]));
        aic_sink_text(sink, "\n");
    }
}
