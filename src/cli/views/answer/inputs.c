/* SPDX-License-Identifier: Apache-2.0 */
/* The inputs of an answer for a terminal: assumed ones first, because a review argues there. */
#include <string.h>

#include "cli/views/answer/answer.h"

/* A list "label name value, name value" under way, wrapped at the terminal's width. */
struct list {
    const struct cli_view *view;
    struct aic_sink *sink;
    const char *label;
    size_t column; /* 0: nothing is written yet */
};

static void add_item(struct list *list, const char *item, size_t width)
{
    if (list->column == 0) {
        cli_repeat(list->sink, ' ', CLI_INDENT);
        aic_sink_text(list->sink, list->label);
        list->column = CLI_INDENT + cli_width(list->label);
    } else {
        aic_sink_text(list->sink, ",");
        list->column++;
    }
    if (list->column + 1 + width + 1 > list->view->columns) {
        aic_sink_text(list->sink, "\n    ");
        list->column = 2 * CLI_INDENT;
    } else {
        aic_sink_text(list->sink, " ");
        list->column++;
    }
    aic_sink_text(list->sink, item);
    list->column += width;
}

static void add_input(struct list *list, size_t input)
{
    char item[CLI_VALUE_SIZE + 80];
    char value[CLI_VALUE_SIZE];
    cli_write_input(list->view, input, value, sizeof value);
    cli_print(item, sizeof item, "%s %s", cli_input(list->view, input)->name, value);
    add_item(list, item, cli_width(item));
}

static void end_list(struct list *list)
{
    if (list->column > 0) {
        aic_sink_text(list->sink, "\n");
    }
    list->column = 0;
}

static size_t input_count(const struct cli_view *view)
{
    return aic_table_size(&view->answer->question->calculator->inputs);
}

void cli_each_default(const struct cli_view *view, double above, double most,
                      cli_default_visitor *visit, void *context)
{
    const double *influence = view->influence->inputs;
    double done = INFINITY;
    for (;;) {
        double next = 0;
        for (size_t i = 0; i < input_count(view); i++) {
            bool in = influence[i] > above && influence[i] <= most && influence[i] < done;
            next = in && influence[i] > next ? influence[i] : next;
        }
        if (!(next > 0)) {
            break;
        }
        for (size_t i = 0; i < input_count(view); i++) {
            if (influence[i] == next) {
                visit(context, i, next);
            }
        }
        done = next;
    }
}

static void add_default(void *list, size_t input, double influence)
{
    (void)influence;
    add_input(list, input);
}

static void add_name(void *context, size_t input, double influence)
{
    struct list *list = context;
    const char *name = cli_input(list->view, input)->name;
    (void)influence;
    add_item(list, name, cli_width(name));
}

static void count(void *counted, size_t input, double influence)
{
    (void)input;
    (void)influence;
    ++*(size_t *)counted;
}

static void write_defaults(const struct cli_view *view, struct aic_sink *sink, const char *label,
                           double above, double most)
{
    bool is_name = most < INFINITY && view->fold >= CLI_FOLD_VALUES;
    struct list list = { .view = view, .sink = sink, .label = label };
    cli_each_default(view, above, most, is_name ? add_name : add_default, &list);
    end_list(&list);
}

/* "assumed, moving it by less than 1 %: 12 defaults, --all lists them" */
static void write_count(const struct cli_view *view, struct aic_sink *sink)
{
    char words[128];
    size_t defaults = 0;
    cli_each_default(view, 0, AIC_INFLUENCE_COUNTS, count, &defaults);
    if (defaults > 0) {
        cli_print(words, sizeof words,
                  "assumed, moving it by less than 1 %%: %g default%s, listed with --all",
                  (double)defaults, defaults == 1 ? "" : "s");
        cli_paragraph(sink, view->columns, words);
    }
}

/* What an answer assumes, for a format that does not know what moves it. */
static void write_assumed(const struct cli_view *view, struct aic_sink *sink)
{
    if (view->influence) {
        write_defaults(view, sink, "assumed:", AIC_INFLUENCE_COUNTS, INFINITY);
        if (view->fold >= CLI_FOLD_DEFAULTS) {
            write_count(view, sink);
        } else {
            write_defaults(view, sink, "assumed, moving it by less than 1 %:", 0,
                           AIC_INFLUENCE_COUNTS);
        }
    }
}

void cli_given_text(const struct cli_view *view, struct aic_sink *sink)
{
    struct list list = { .view = view, .sink = sink, .label = "given:" };
    for (size_t i = 0; i < input_count(view); i++) {
        if (cli_is_given(view->answer, i)) {
            add_input(&list, i);
        }
    }
    end_list(&list);
}

bool cli_is_from(const struct cli_view *view, size_t i, const char *source)
{
    const struct aic_question *question = view->answer->question;
    enum aic_origin origin = aic_question_origin(question, i);
    return (origin == AIC_FROM_CATALOG || origin == AIC_FROM_ANSWER) && view->answer->used[i] &&
           strcmp(question->sources[i].name, source) == 0;
}

bool cli_is_first_of_source(const struct cli_view *view, size_t i)
{
    const char *source = view->answer->question->sources[i].name;
    if (!source || !cli_is_from(view, i, source)) {
        return false;
    }
    for (size_t before = 0; before < i; before++) {
        const char *other = view->answer->question->sources[before].name;
        if (other && cli_is_from(view, before, source)) {
            return false;
        }
    }
    return true;
}

static void write_source(const struct cli_view *view, struct aic_sink *sink, const char *source)
{
    char label[192];
    struct list list = { .view = view, .sink = sink, .label = label };
    cli_print(label, sizeof label, "%s:", source);
    for (size_t i = 0; i < input_count(view); i++) {
        if (cli_is_from(view, i, source)) {
            add_input(&list, i);
        }
    }
    end_list(&list);
}

/* "models:llama-3.1-8b 8 values" of each source. */
static void write_source_counts(const struct cli_view *view, struct aic_sink *sink)
{
    struct list list = { .view = view, .sink = sink, .label = "from" };
    for (size_t i = 0; i < input_count(view); i++) {
        if (cli_is_first_of_source(view, i)) {
            const char *source = view->answer->question->sources[i].name;
            char item[192];
            size_t count = 0;
            for (size_t other = i; other < input_count(view); other++) {
                count += cli_is_from(view, other, source);
            }
            cli_print(item, sizeof item, "%s %g value%s", source, (double)count,
                      count == 1 ? "" : "s");
            add_item(&list, item, cli_width(item));
        }
    }
    end_list(&list);
}

void cli_inputs_text(const struct cli_view *view, struct aic_sink *sink)
{
    cli_heading(sink, view->all ? "Inputs" : NULL, view->color);
    write_assumed(view, sink);
    if (view->fold < CLI_FOLD_GIVEN) {
        cli_given_text(view, sink);
    }
    if (!view->all) {
        if (view->fold < CLI_FOLD_SOURCES) {
            write_source_counts(view, sink);
        }
        return;
    }
    for (size_t i = 0; i < input_count(view); i++) {
        if (cli_is_first_of_source(view, i)) {
            write_source(view, sink, view->answer->question->sources[i].name);
        }
    }
}
