/* SPDX-License-Identifier: Apache-2.0 */
/* The answer as CSV: a line a result, base units. */
#include "render.h"

void cli_render_csv(const struct cli_view *view, struct aic_sink *sink)
{
    aic_sink_text(sink, "result,value,unit,basis\n");
    for (size_t i = 0; i < view->result_count; i++) {
        const struct aic_field *field = cli_result(view, view->results[i]);
        const char *unit = aic_field_unit(field);
        char value[CLI_VALUE_SIZE];
        cli_write_plain(field, aic_answer_result(view->answer, view->results[i]), value,
                        sizeof value);
        aic_sink_text(sink, field->name);
        aic_sink_text(sink, ",");
        cli_sink_csv(sink, value);
        aic_sink_text(sink, ",");
        cli_sink_csv(sink, unit ? unit : "");
        aic_sink_text(sink, ",");
        aic_sink_text(sink, aic_basis_name(view->answer->basis[view->results[i]]));
        aic_sink_text(sink, "\n");
    }
}
