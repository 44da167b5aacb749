/* SPDX-License-Identifier: Apache-2.0 */
/* The results that decide, as cards. */
#include "cli/views/page/answer.h"

#define CARDS_MAX 8

/* Yes is good, no is bad, and within the error of what is compared it is neither. */
static const char *class_of(const struct cli_view *view, size_t result)
{
    const struct aic_field *field = cli_result(view, result);
    struct aic_comparison comparison;
    bool compares = aic_answer_comparison(view->answer, result, &comparison);
    if (field->kind != AIC_FLAG || !(compares || field->flags & AIC_MUST_HOLD)) {
        return "";
    }
    if (compares && comparison.tight) {
        return " warn";
    }
    return aic_answer_result(view->answer, result).number != 0 ? " good" : " bad";
}

static void write_card(const struct cli_view *view, size_t result, bool is_quiet,
                       struct aic_sink *sink)
{
    const struct aic_field *field = cli_result(view, result);
    enum aic_basis basis = cli_basis(view, result);
    char value[CLI_VALUE_SIZE], spread[CLI_VALUE_SIZE], method[CLI_VALUE_SIZE],
        band[CLI_VALUE_SIZE];
    cli_write_result(view, result, value, sizeof value);
    cli_write_spread(view, result, spread, sizeof spread);
    cli_write_interval_method(view, result, method, sizeof method);
    cli_write_band(view, result, band, sizeof band);
    html_put(sink, "<div class=\"card%s\"><p class=\"label\">%s</p><p class=\"big\">%s</p>",
             class_of(view, result), field->help, value);
    if (spread[0]) {
        html_put(sink, "<p class=\"sub\">%s, %s</p>", spread, method);
    }
    if (band[0]) {
        html_put(sink, "<p class=\"sub\">%s measured</p>", band);
    }
    aic_sink_text(sink, "<p class=\"foot\">");
    html_put(sink, html_has_row(view, result) ? "<a href=\"#r-%s\">" : "<span title=\"%s\">",
             field->name);
    html_put(sink, "<code>%s</code>", field->name);
    aic_sink_text(sink, html_has_row(view, result) ? "</a>" : "</span>");
    if (is_quiet && basis == AIC_ASSUMED) {
        aic_sink_text(sink, "</p></div>\n");
        return;
    }
    html_put(sink, " <span class=\"basis %s\">%s</span></p></div>\n", aic_basis_name(basis),
             aic_basis_name(basis));
}

void html_cards(const void *context, struct aic_sink *sink)
{
    const struct html_rows *rows = context;
    if (rows->screen.count == 0 || rows->view->chosen) {
        return;
    }
    size_t count = rows->screen.count < CARDS_MAX ? rows->screen.count : CARDS_MAX;
    /* where nearly all is assumed, a badge on each card says nothing */
    bool is_quiet = rows->view->answer->question->calculator->composition ||
                    cli_are_all_assumed(rows->view, rows->screen.rows, count);
    aic_sink_text(sink, "<div class=\"cards\">\n");
    for (size_t i = 0; i < count; i++) {
        write_card(rows->view, rows->screen.rows[i], is_quiet, sink);
    }
    aic_sink_text(sink, "</div>\n");
}
