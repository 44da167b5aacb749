/* SPDX-License-Identifier: Apache-2.0 */
/* Assumptions and sources, numbered in the order in which the page lists them. */
#include <string.h>

#include "cli/views/answer/entries.h"
#include "cli/views/answer/sources.h"
#include "core/span.h"

/* The place of a source in the list; its length where it is not there. */
static size_t find(const struct html_sources *sources, enum html_source_kind kind, const void *at)
{
    size_t i = 0;
    while (i < sources->count) {
        const struct html_source *source = &sources->at[i];
        bool is_text = kind == HTML_BAND || kind == HTML_ENTRY;
        if (source->kind == kind &&
            (source->at == at || (is_text && strcmp(source->at, at) == 0))) {
            break;
        }
        i++;
    }
    return i;
}

static void add(struct html_sources *sources, enum html_source_kind kind, const void *at)
{
    if (find(sources, kind, at) == sources->count && sources->count < HTML_SOURCES_MAX) {
        sources->at[sources->count++] = (struct html_source){ kind, at };
    }
}

/* The constant that a name stands for; NULL where it stands for something else. */
static const struct aic_constant *constant_of(const struct cli_view *view,
                                              const struct aic_field *of, struct aic_span name)
{
    size_t index;
    return aic_answer_lookup(view->answer, of, name, &index) == AIC_NAME_UNKNOWN
               ? aic_constant_find(view->answer->question->calculator, name)
               : NULL;
}

/* The formula of a result that holds; empty where a sentence stands for it. */
static struct aic_span formula_of(const struct cli_view *view, size_t result)
{
    const struct aic_field *field = cli_result(view, result);
    if (!aic_field_words(field) || aic_field_is_sentence(field)) {
        return (struct aic_span){ "", 0 };
    }
    return aic_answer_formula(view->answer, field);
}

/* True where an assumption is said to be about the result: by its name, of a part in the part. */
static bool is_about(const struct cli_view *view, const struct aic_assumption *assumption,
                     size_t result)
{
    const struct aic_calculator *calculator = view->answer->question->calculator;
    const char *words = assumption->when ? assumption->when : "";
    const char *is = cli_name_in_part(view, result);
    struct aic_span rest = { words, strlen(words) }, name;
    if (calculator->composition &&
        aic_part_of_assumption(calculator, assumption) != aic_part_of_result(calculator, result)) {
        return false;
    }
    while (aic_formula_next_name(&rest, &name)) {
        if (aic_span_is(name, is)) {
            return true;
        }
    }
    return false;
}

/* Of a composition the page has few rows of each part: what is assumed of others is left to the whole page. */
static bool has_assumption(const struct cli_view *view, const struct aic_assumption *assumption)
{
    size_t count = aic_table_size(&view->answer->question->calculator->results);
    bool has = !view->answer->question->calculator->composition || view->all || !assumption->when;
    for (size_t i = 0; !has && i < count; i++) {
        has = html_has_row(view, i) && is_about(view, assumption, i);
    }
    return has;
}

static void find_assumptions(const struct cli_view *view, struct html_sources *sources)
{
    const struct aic_assumption *assumption = view->answer->question->calculator->assumptions;
    for (; assumption && assumption->id; assumption++) {
        if (cli_assumption_holds(view->answer, assumption) && has_assumption(view, assumption)) {
            add(sources, HTML_ASSUMPTION, assumption);
        }
    }
}

static void find_constants(const struct cli_view *view, struct html_sources *sources)
{
    size_t count = aic_table_size(&view->answer->question->calculator->results);
    for (size_t i = 0; i < count; i++) {
        struct aic_span rest = formula_of(view, i);
        struct aic_span name;
        while (html_has_row(view, i) && aic_formula_next_name(&rest, &name)) {
            const struct aic_constant *constant = constant_of(view, cli_result(view, i), name);
            if (constant) {
                add(sources, HTML_CONSTANT, constant);
            }
        }
    }
}

static void find_bands(const struct cli_view *view, struct html_sources *sources)
{
    size_t count = aic_table_size(&view->answer->question->calculator->results);
    for (size_t i = 0; i < count; i++) {
        struct aic_error_band band;
        if (html_has_row(view, i) && aic_answer_band(view->answer, i, &band)) {
            add(sources, HTML_BAND, band.row->source);
        }
    }
}

static void find_entries(const struct cli_view *view, struct html_sources *sources)
{
    const struct aic_question *question = view->answer->question;
    for (size_t i = 0; i < aic_table_size(&question->calculator->inputs); i++) {
        if (cli_is_first_of_source(view, i)) {
            add(sources, HTML_ENTRY, question->sources[i].name);
        }
    }
}

const struct html_rows *html_rows(const struct cli_view *view, const struct cli_screen *screen,
                                  struct doc *doc)
{
    struct html_rows *rows = doc_room(doc, sizeof *rows);
    if (rows) {
        rows->view = view;
        rows->screen = *screen;
        find_assumptions(view, &rows->sources);
        find_entries(view, &rows->sources);
        find_bands(view, &rows->sources);
        find_constants(view, &rows->sources);
    }
    return rows;
}

/* Which sources something refers to, by their place. */
struct references {
    bool at[HTML_SOURCES_MAX];
};

static void refer(const struct html_sources *sources, enum html_source_kind kind, const void *at,
                  struct references *references)
{
    size_t place = find(sources, kind, at);
    if (place < sources->count) {
        references->at[place] = true;
    }
}

/* The catalog entry that a name of a formula has its value from; NULL: it has it from elsewhere. */
static const char *entry_of(const struct cli_view *view, const struct aic_field *of,
                            struct aic_span name)
{
    const struct aic_question *question = view->answer->question;
    size_t index;
    if (aic_answer_lookup(view->answer, of, name, &index) != AIC_NAME_INPUT) {
        return NULL;
    }
    const char *source = question->sources[index].name;
    return source && cli_is_from(view, index, source) ? source : NULL;
}

/* What the names of a result's formula are from. */
static void refer_names(const struct cli_view *view, const struct html_sources *sources,
                        size_t result, struct references *references)
{
    struct aic_span rest = formula_of(view, result);
    struct aic_span name;
    while (aic_formula_next_name(&rest, &name)) {
        const struct aic_field *of = cli_result(view, result);
        const struct aic_constant *constant = constant_of(view, of, name);
        const char *entry = entry_of(view, of, name);
        if (constant) {
            refer(sources, HTML_CONSTANT, constant, references);
        }
        if (entry) {
            refer(sources, HTML_ENTRY, entry, references);
        }
    }
}

void html_result_sources(const struct html_rows *rows, size_t result, struct aic_sink *sink)
{
    const struct cli_view *view = rows->view;
    const struct html_sources *sources = &rows->sources;
    struct references references = { { false } };
    struct aic_error_band band;
    bool any = false;
    for (size_t i = 0; i < sources->count; i++) {
        const struct html_source *source = &sources->at[i];
        references.at[i] = source->kind == HTML_ASSUMPTION && is_about(view, source->at, result);
    }
    refer_names(view, sources, result, &references);
    if (aic_answer_band(view->answer, result, &band)) {
        refer(sources, HTML_BAND, band.row->source, &references);
    }
    for (size_t i = 0; i < sources->count; i++) {
        if (references.at[i]) {
            aic_sink_text(sink, any ? "" : "<dt>Sources</dt><dd>");
            html_reference(sink, i + 1);
            any = true;
        }
    }
    aic_sink_text(sink, any ? "</dd>\n" : "");
}

size_t html_entry_number(const struct html_sources *sources, const char *entry)
{
    size_t place = sources ? find(sources, HTML_ENTRY, entry) : 0;
    return sources && place < sources->count ? place + 1 : 0;
}

/* What the catalog says of an entry: its label, its source, and of when it is. */
static void describe_entry(const struct cli_view *view, const char *source, struct aic_sink *sink)
{
    const char *label = cli_entry_says(view->entries, source, "label");
    const char *cite = cli_entry_says(view->entries, source, "source");
    const char *as_of = cli_entry_says(view->entries, source, "as_of");
    html_put(sink, "<code>%s</code>", source);
    if (label) {
        html_put(sink, " %s", label);
    }
    if (cite) {
        html_put(sink, " <cite>%s</cite>", cite);
    }
    if (as_of) {
        html_put(sink, " as of %s", as_of);
    }
}

static void describe(const struct cli_view *view, const struct html_source *source,
                     struct aic_sink *sink)
{
    const struct aic_assumption *assumption = source->at;
    const struct aic_constant *constant = source->at;
    switch (source->kind) {
    case HTML_ASSUMPTION:
        html_put(sink, "<b>%s</b> %s <cite>%s</cite>", assumption->id, assumption->text,
                 assumption->source);
        break;
    case HTML_CONSTANT:
        html_put(sink, "<code>%s</code> = %g %s <cite>%s</cite>", constant->name, constant->value,
                 constant->unit ? constant->unit : "", constant->meaning);
        break;
    case HTML_BAND:
        html_put(sink, "<b>measured</b> <cite>%s</cite>", (const char *)source->at);
        break;
    case HTML_ENTRY:
        describe_entry(view, source->at, sink);
        break;
    }
}

void html_list_sources(const void *context, struct aic_sink *sink)
{
    const struct html_rows *rows = context;
    const struct html_sources *sources = &rows->sources;
    html_section(sink, "sources", "Assumptions and sources",
                 sources->count > 0 ? "Numbered as the rows refer to them."
                                    : "None: the answer is arithmetic on what was given.");
    aic_sink_text(sink, sources->count > 0 ? "<ol class=\"sources\">\n" : "");
    for (size_t i = 0; i < sources->count; i++) {
        html_put(sink, "<li id=\"s-%g\">", (double)(i + 1));
        describe(rows->view, &sources->at[i], sink);
        aic_sink_text(sink, "</li>\n");
    }
    aic_sink_text(sink, sources->count > 0 ? "</ol>\n" : "");
    html_section_end(sink);
}
