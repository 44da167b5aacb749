/* SPDX-License-Identifier: Apache-2.0 */
/* A sweep as a drawing: head, panels below each other, foot. */
#include <math.h>
#include <string.h>

#include "svg_plot.h"

#define TITLE_SIZE 17.0
#define TEXT_SIZE  12.5
#define PANEL_GAP  26.0
#define FOOT       30.0

static const struct svg_font given_font = { TEXT_SIZE, SVG_MUTED, SVG_START, false, false };

/* Panels of a plot: results of one unit together, or each alone. */
static size_t make_panels(const struct svg_plot *plot, struct svg_panel *panels)
{
    size_t count = 0;
    for (size_t i = 0; i < plot->result_count; i++) {
        const struct aic_field *field = svg_plot_result(plot, i);
        size_t p = 0;
        while (p < count) {
            const struct aic_field *other = svg_plot_result(plot, panels[p].results[0]);
            bool alike = field->dimension == other->dimension &&
                         strcmp(aic_field_unit(field), aic_field_unit(other)) == 0;
            if (alike && !svg_plot_has_by(plot)) {
                break;
            }
            p++;
        }
        if (p == count) {
            panels[count++].count = 0;
        }
        panels[p].results[panels[p].count++] = i;
    }
    return count;
}

static void write_title(const struct svg_plot *plot, struct aic_text *text)
{
    const struct aic_sweep *cases = &plot->sweep->cases;
    aic_text_format(text, "%s: ", plot->query->calculator->name);
    for (size_t i = 0; i < plot->result_count; i++) {
        aic_text_format(text, "%s%s", i > 0 ? ", " : "", svg_plot_result(plot, i)->name);
    }
    aic_text_format(text, " over %s", cases->axes[plot->x].field->name);
    if (svg_plot_has_by(plot)) {
        aic_text_format(text, " and %s", cases->axes[plot->by].field->name);
    }
}

/* The inputs that the user gave, and that are the same in every case. */
void svg_given(const struct aic_question *question, enum aic_unit_style units,
               struct aic_text *text)
{
    for (size_t i = 0; i < aic_table_size(&question->calculator->inputs); i++) {
        if (aic_question_origin(question, i) < AIC_FROM_FILE) {
            continue;
        }
        const struct aic_field *field = aic_table_at(&question->calculator->inputs, i, NULL);
        char words[CLI_VALUE_SIZE];
        svg_label(field, aic_question_value(question, i), units, words, sizeof words);
        aic_text_format(text, "%s%s %s", text->length > 0 ? ", " : "", field->name, words);
    }
}

static bool is_swept(const struct svg_plot *plot, size_t input)
{
    const struct aic_sweep *cases = &plot->sweep->cases;
    for (size_t i = 0; i < cases->axis_count; i++) {
        if (cases->inputs[i] == input) {
            return true;
        }
    }
    return false;
}
