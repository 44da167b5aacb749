/* SPDX-License-Identifier: Apache-2.0 */
/* The results: a section a part of a composition, a heading a group, a row each that opens. */

#include "cli/views/page/answer.h"

static void write_share(const struct cli_view *view, size_t result, struct aic_sink *sink)
{
    char words[CLI_VALUE_SIZE];
    struct aic_text text;
    double share;
    if (!cli_share(view, result, &share)) {
        return;
    }
    aic_text_init(&text, words, sizeof words);
    cli_add_percent(&text, share, false);
    html_put(sink, "<span class=\"sub\">%s of <code>%s</code></span>", words,
             cli_result(view, result)->part_of);
}

/* The value, and below it the ends of its range, its error, its share. */
static void write_value(const struct cli_view *view, size_t result, struct aic_sink *sink)
{
    char value[CLI_VALUE_SIZE], spread[CLI_VALUE_SIZE], method[CLI_VALUE_SIZE],
        band[CLI_VALUE_SIZE];
    cli_write_result(view, result, value, sizeof value);
    cli_write_spread(view, result, spread, sizeof spread);
    cli_write_interval_method(view, result, method, sizeof method);
    cli_write_band(view, result, band, sizeof band);
    html_put(sink, "<span class=\"value\"><b>%s</b>", value);
    if (spread[0]) {
        html_put(sink, "<span class=\"sub\">%s, %s</span>", spread, method);
    }
    if (band[0]) {
        html_put(sink, "<span class=\"sub\">%s measured</span>", band);
    }
    write_share(view, result, sink);
    aic_sink_text(sink, "</span>");
}

static void write_row(const struct html_rows *rows, size_t result, struct aic_sink *sink)
{
    const struct cli_view *view = rows->view;
    const struct aic_field *field = cli_result(view, result);
    enum aic_basis basis = cli_basis(view, result);
    html_put(sink, "<details class=\"row\" id=\"r-%s\">\n<summary>", field->name);
    html_put(sink, "<span class=\"what\"><code>%s</code><span class=\"sub\">%s</span></span>",
             field->name, field->help);
    write_value(view, result, sink);
    html_put(sink, "<span class=\"basis %s\">%s</span></summary>\n", aic_basis_name(basis),
             aic_basis_name(basis));
    html_explain(rows, result, sink);
    aic_sink_text(sink, "</details>\n");
}

/* What is folded away: terms of the arithmetic, and what is nothing. */
static bool is_folded(const struct cli_view *view, size_t result)
{
    const struct aic_field *field = cli_result(view, result);
    char spread[CLI_VALUE_SIZE];
    cli_write_spread(view, result, spread, sizeof spread);
    bool is_nothing = field->kind == AIC_REAL && !spread[0] &&
                      aic_answer_result(view->answer, result).number == 0;
    return field->flags & AIC_TERM || (is_nothing && !(field->flags & AIC_KEY));
}

/* The rows of a run of results, those that are folded away or those that are not. */
static size_t write_rows(const struct html_rows *rows, size_t first, size_t count, bool folded,
                         struct aic_sink *sink)
{
    const struct cli_view *view = rows->view;
    size_t written = 0;
    for (size_t i = first; i < first + count; i++) {
        if (html_has_row(view, i) && is_folded(view, i) == folded) {
            if (sink) {
                write_row(rows, i, sink);
            }
            written++;
        }
    }
    return written;
}

static void write_folded(const struct html_rows *rows, size_t first, size_t count,
                         struct aic_sink *sink)
{
    size_t folded = write_rows(rows, first, count, true, NULL);
    if (folded > 0) {
        html_put(
            sink,
            "<details class=\"terms\">\n<summary>%g more: steps of the arithmetic, and what is "
            "zero</summary>\n",
            (double)folded);
        write_rows(rows, first, count, true, sink);
        aic_sink_text(sink, "</details>\n");
    }
}

/* The first result of a group; false where the group has no row on the page. */
static bool find_group(const struct cli_view *view, size_t at, size_t *first)
{
    const struct aic_group *groups = view->answer->question->calculator->results.groups;
    *first = 0;
    for (size_t g = 0; g < at; g++) {
        *first += groups[g].count;
    }
    for (size_t i = *first; i < *first + groups[at].count; i++) {
        if (html_has_row(view, i)) {
            return true;
        }
    }
    return false;
}

static void write_group(const struct html_rows *rows, size_t at, struct aic_sink *sink)
{
    const struct cli_view *view = rows->view;
    const struct aic_group *group = &view->answer->question->calculator->results.groups[at];
    size_t first;
    if (!find_group(view, at, &first)) {
        return;
    }
    html_put(sink, "<h3 id=\"g-%g\">%s</h3>\n<div class=\"rows\">\n", (double)(at + 1),
             group->title);
    write_rows(rows, first, group->count, false, sink);
    write_folded(rows, first, group->count, sink);
    aic_sink_text(sink, "</div>\n");
}

static void write_chosen(const struct html_rows *rows, struct aic_sink *sink)
{
    const struct cli_view *view = rows->view;
    aic_sink_text(sink, "<div class=\"rows\">\n");
    for (size_t i = 0; i < view->result_count; i++) {
        write_row(rows, view->results[i], sink);
    }
    for (size_t i = 0; i < view->missing_count; i++) {
        const struct aic_field *field = cli_result(view, view->missing[i]);
        char why[CLI_VALUE_SIZE];
        struct aic_text text;
        aic_text_init(&text, why, sizeof why);
        aic_explain_missing(view->answer, view->missing[i], &text);
        html_put(sink, "<p class=\"missing\"><code>%s</code> %s</p>\n", field->name, why);
    }
    aic_sink_text(sink, "</div>\n");
}

/* The part of a group with rows: its section begins with the first of them. Another's goes on. */
static size_t enter_part(const struct cli_view *view, size_t group, size_t open,
                         struct aic_sink *sink)
{
    const struct aic_calculator *calculator = view->answer->question->calculator;
    size_t first;
    size_t part = find_group(view, group, &first) ? aic_part_of_result(calculator, first) : open;
    if (part != open) {
        struct aic_part_view shown = aic_part_at(calculator, part);
        html_section_end(sink);
        html_section(sink, shown.name, shown.name, shown.help);
    }
    return part;
}

void html_results(const void *context, struct aic_sink *sink)
{
    const struct html_rows *rows = context;
    const struct cli_view *view = rows->view;
    const struct aic_calculator *calculator = view->answer->question->calculator;
    html_section(sink, "results", "Results",
                 "A row opens to its formula, the formula with the numbers, and its sources.");
    aic_sink_text(sink, "<p class=\"toggle\"><label><input type=\"checkbox\" id=\"open-all\"> "
                        "open all rows, on paper too</label></p>\n");
    if (view->chosen) {
        write_chosen(rows, sink);
    }
    size_t open = aic_part_count(calculator); /* none */
    for (size_t g = 0; g < calculator->results.count && !view->chosen; g++) {
        open = enter_part(view, g, open, sink);
        write_group(rows, g, sink);
    }
    html_section_end(sink);
}

/* A row of a part: it opens to its formula, the numbers and its sources. The basis is that of all rows. */
static void write_short_row(const struct html_rows *rows, size_t result, struct aic_sink *sink)
{
    const struct cli_view *view = rows->view;
    const struct aic_field *field = cli_result(view, result);
    char value[CLI_VALUE_SIZE], band[CLI_VALUE_SIZE];
    cli_write_result(view, result, value, sizeof value);
    cli_write_band(view, result, band, sizeof band);
    html_put(sink,
             "<details class=\"row\" id=\"r-%s\"><summary><span class=\"what\"><code>%s</code> "
             "%s</span>",
             field->name, cli_name_in_part(view, result), field->help);
    html_put(sink,
             band[0] ? "<span class=\"value\"><b>%s</b> %s</span></summary>"
                     : "<span class=\"value\"><b>%s</b></span></summary>",
             value, band);
    html_explain_short(rows, result, sink);
    aic_sink_text(sink, "</details>\n");
}

void html_parts(const void *context, struct aic_sink *sink)
{
    const struct html_rows *rows = context;
    const struct cli_view *view = rows->view;
    const struct aic_calculator *calculator = view->answer->question->calculator;
    for (size_t p = 0; p < aic_part_count(calculator); p++) {
        const struct aic_part_view part = aic_part_at(calculator, p);
        if (!aic_part_is_asked(calculator, view->answer->out, p)) {
            continue;
        }
        html_put(sink,
                 view->all ? "<details class=\"part\" open id=\"%s\">\n"
                           : "<details class=\"part\" id=\"%s\">\n",
                 part.name);
        html_put(sink, "<summary>%s: %s</summary>\n<div class=\"rows\">\n", part.name, part.help);
        for (size_t i = part.first_result; i < part.first_result + part.results; i++) {
            if (html_has_row(view, i)) {
                write_short_row(rows, i, sink);
            }
        }
        aic_sink_text(sink, "</div>\n</details>\n");
    }
}

/* A link to each group of results, or of a composition to each part. */
void html_contents(const void *rows, struct aic_sink *sink)
{
    const struct cli_view *view = ((const struct html_rows *)rows)->view;
    const struct aic_calculator *calculator = view->answer->question->calculator;
    size_t parts = aic_part_count(calculator), last = parts;
    aic_sink_text(sink, "<nav aria-label=\"contents\"><a href=\"#results\">Results</a>");
    for (size_t g = 0; g < calculator->results.count && !view->chosen; g++) {
        size_t first;
        if (!find_group(view, g, &first)) {
            continue;
        }
        size_t part = aic_part_of_result(calculator, first);
        if (parts == 0) {
            html_put(sink, " <a class=\"part\" href=\"#g-%g\">%s</a>", (double)(g + 1),
                     calculator->results.groups[g].title);
        } else if (part != last) {
            const char *name = aic_part_at(calculator, part).name;
            html_put(sink, " <a class=\"part\" href=\"#%s\">%s</a>", name, name);
        }
        last = part;
    }
    aic_sink_text(sink, " <a href=\"#inputs\">Inputs</a> <a href=\"#sources\">Assumptions and "
                        "sources</a></nav>\n");
}
