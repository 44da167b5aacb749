/* SPDX-License-Identifier: Apache-2.0 */
/* The inputs: assumed ones first, because a review argues there; then given, then looked up. */
#include <math.h>

#include "cli/views/page/answer.h"

static size_t input_count(const struct cli_view *view)
{
    return aic_table_size(&view->answer->question->calculator->inputs);
}

void html_asked(const struct cli_view *view, const bool *picked, struct aic_sink *sink)
{
    bool any = false;
    for (size_t i = 0; i < input_count(view); i++) {
        char value[CLI_VALUE_SIZE];
        if (!cli_is_given(view->answer, i) || (picked && !picked[i])) {
            continue;
        }
        cli_write_input(view, i, value, sizeof value);
        html_put(sink, any ? ",</span> <span>%s <b>%s</b>" : "<span>%s <b>%s</b>",
                 cli_input(view, i)->name, value);
        any = true;
    }
    aic_sink_text(sink, any ? "</span>" : "what is assumed below");
}

/* A table of inputs under way: it opens with its first row. */
struct list {
    const struct cli_view *view;
    struct aic_sink *sink;
    const bool *picked;
    const char *title;
    const char *source; /* of all its inputs; NULL: no single one */
    const struct html_sources *sources;
    bool folded;      /* behind its title */
    bool by_strength; /* each says how far it moves the answer */
    size_t count;
};

static void open_list(struct list *list)
{
    aic_sink_text(list->sink, list->folded ? "<details class=\"inputs\">\n<summary>" : "<h3>");
    html_put(list->sink, "%s", list->title);
    if (list->source) {
        aic_sink_text(list->sink, " ");
        html_entry_source(list->sources, list->source, list->sink);
    }
    aic_sink_text(list->sink, list->folded ? "</summary>\n" : "</h3>\n");
    aic_sink_text(list->sink, "<table class=\"inputs\">\n<tbody>\n");
}

static void add_input(void *context, size_t input, double influence)
{
    struct list *list = context;
    const struct aic_field *field = cli_input(list->view, input);
    char value[CLI_VALUE_SIZE], moves[CLI_VALUE_SIZE];
    struct aic_text text;
    if (list->picked && !list->picked[input]) {
        return;
    }
    if (list->count++ == 0) {
        open_list(list);
    }
    cli_write_input(list->view, input, value, sizeof value);
    html_put(list->sink,
             "<tr id=\"i-%s\"><th scope=\"row\"><code>%s</code></th><td class=\"v\">%s</td>"
             "<td>%s",
             field->name, field->name, value, field->help);
    if (list->by_strength) {
        aic_text_init(&text, moves, sizeof moves);
        cli_add_percent(&text, influence, false);
        html_put(list->sink, " <span class=\"moves\">moves a result by up to %s</span>", moves);
    }
    aic_sink_text(list->sink, "</td></tr>\n");
}

static void end_list(struct list *list)
{
    if (list->count > 0) {
        aic_sink_text(list->sink, "</tbody>\n</table>\n");
        aic_sink_text(list->sink, list->folded ? "</details>\n" : "");
    }
    list->count = 0;
}

/* Adds the inputs for which `picks` holds. */
static void add_all(struct list *list, bool (*picks)(const struct cli_view *, size_t))
{
    for (size_t i = 0; i < input_count(list->view); i++) {
        if (picks(list->view, i)) {
            add_input(list, i, 0);
        }
    }
    end_list(list);
}

static bool is_given(const struct cli_view *view, size_t input)
{
    return cli_is_given(view->answer, input);
}

static bool is_assumed(const struct cli_view *view, size_t input)
{
    return cli_is_assumed(view->answer, input);
}

/* A default in use that is not told among the assumed ones. */
static bool is_quiet_default(const struct cli_view *view, size_t input)
{
    bool is_default = aic_question_origin(view->answer->question, input) == AIC_FROM_DEFAULT;
    bool told =
        view->influence ? view->influence->inputs[input] > 0 : cli_is_assumed(view->answer, input);
    return is_default && view->answer->used[input] && !told;
}

static void write_assumed(struct list *list)
{
    list->title = "Assumed";
    if (!list->view->influence) {
        add_all(list, is_assumed);
        return;
    }
    list->by_strength = true;
    list->title = "Assumed, and the answer moves with them";
    cli_each_default(list->view, AIC_INFLUENCE_COUNTS, INFINITY, add_input, list);
    end_list(list);
    list->title = "Assumed, moving it by less than 1 %";
    cli_each_default(list->view, 0, AIC_INFLUENCE_COUNTS, add_input, list);
    end_list(list);
    list->by_strength = false;
}

/* The inputs of each catalog entry and of each answer that was fed in. */
static void write_looked_up(struct list *list)
{
    const struct cli_view *view = list->view;
    list->folded = true;
    for (size_t i = 0; i < input_count(view); i++) {
        if (!cli_is_first_of_source(view, i)) {
            continue;
        }
        char title[CLI_VALUE_SIZE];
        list->source = view->answer->question->sources[i].name;
        cli_print(title, sizeof title, "From %s", list->source);
        list->title = title;
        for (size_t other = i; other < input_count(view); other++) {
            if (cli_is_from(view, other, list->source)) {
                add_input(list, other, 0);
            }
        }
        end_list(list);
    }
    list->source = list->title = NULL;
}

void html_inputs(const struct cli_view *view, const struct html_sources *sources,
                 const bool *picked, struct aic_sink *sink)
{
    struct list list = { .view = view, .sink = sink, .picked = picked, .sources = sources };
    html_section(sink, "inputs", "Inputs", "What nobody chose comes first: a review argues there.");
    write_assumed(&list);
    list.title = "Given";
    add_all(&list, is_given);
    write_looked_up(&list);
    list.title = "Other defaults in use";
    add_all(&list, is_quiet_default);
    html_section_end(sink);
}
