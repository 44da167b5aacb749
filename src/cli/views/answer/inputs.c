/* SPDX-License-Identifier: Apache-2.0 */
/* The inputs of an answer: assumed ones first, because a review argues there. */
#include <math.h>
#include <string.h>

#include "cli/views/answer/answer.h"
#include "cli/views/answer/sources.h"

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

/* Inputs under way to lists. */
struct inputs {
    const struct cli_view *view;
    const bool *picked; /* NULL: all */
    struct doc *doc;
    bool names_only;  /* and no values */
    bool by_strength; /* each says how far it moves the answer */
    bool is_short;    /* without what they mean */
};

static void add_input(void *context, size_t input, double influence)
{
    const struct inputs *inputs = context;
    const struct aic_field *field = cli_input(inputs->view, input);
    char value[CLI_VALUE_SIZE] = "";
    if (inputs->picked && !inputs->picked[input]) {
        return;
    }
    if (!inputs->names_only) {
        cli_write_input(inputs->view, input, value, sizeof value);
    }
    doc_cell(inputs->doc, field->name);
    const struct aic_question *question = inputs->view->answer->question;
    bool is_launched = aic_question_origin(question, input) == AIC_FROM_LAUNCH;
    doc_cell(inputs->doc,
             is_launched ? doc_print(inputs->doc, "%s (%s)", value, question->sources[input].name)
                         : value);
    doc_cell(inputs->doc, inputs->is_short ? "" : field->help);
    if (inputs->by_strength) {
        struct aic_text *text = doc_words(inputs->doc);
        aic_text_add(text, "moves a result by up to ");
        cli_add_percent(text, influence, false);
        doc_cell(inputs->doc, text->at);
    }
    doc_row(inputs->doc);
}

static void open_list(const struct inputs *inputs, const char *label, const char *caption)
{
    doc_list(inputs->doc, DOC_TEXT | DOC_PAGE, label,
             (struct doc_shape){ .caption = caption, .values = true, .names_rows = true });
}

static void count(void *counted, size_t input, double influence)
{
    (void)input;
    (void)influence;
    ++*(size_t *)counted;
}

/* "assumed, moving it by less than 1 %: 12 defaults, listed with --all" */
static void add_count(const struct inputs *inputs)
{
    size_t defaults = 0;
    cli_each_default(inputs->view, 0, AIC_INFLUENCE_COUNTS, count, &defaults);
    if (defaults > 0) {
        doc_point(inputs->doc,
                  "assumed, moving it by less than 1 %%: %g default%s, listed with --all",
                  (double)defaults, defaults == 1 ? "" : "s");
    }
}

/* The defaults that move an answer most, on their way to a line. */
struct strongest {
    const struct cli_view *view;
    struct aic_text *text;
    size_t count;
};

#define STRONGEST 3

static void add_strongest(void *context, size_t input, double influence)
{
    struct strongest *line = context;
    char value[CLI_VALUE_SIZE] = "";
    if (line->count++ >= STRONGEST) {
        return;
    }
    cli_write_input(line->view, input, value, sizeof value);
    aic_text_format(line->text, "%s%s %s (by up to ", line->count > 1 ? ", " : "",
                    cli_input(line->view, input)->name, value);
    cli_add_percent(line->text, influence, false);
    aic_text_add(line->text, ")");
}

/* "assumed, moving it most: seq 4096 (by up to 48 %), tp 1 (by up to 50 %); 9 more: --all" */
static void add_strongest_line(const struct inputs *inputs)
{
    struct strongest line = { inputs->view, doc_words(inputs->doc), 0 };
    size_t all = 0;
    aic_text_add(line.text, "assumed, moving it most: ");
    cli_each_default(inputs->view, AIC_INFLUENCE_COUNTS, INFINITY, add_strongest, &line);
    cli_each_default(inputs->view, 0, INFINITY, count, &all);
    if (all > STRONGEST) {
        aic_text_format(line.text, "; %g more: --all", (double)(all - STRONGEST));
    }
    if (line.count > 0) {
        doc_point(inputs->doc, "%s", line.text->at);
    }
}

/* What an answer assumes; a terminal folds away what hardly moves it. */
static void add_assumed(struct inputs *inputs)
{
    const struct cli_view *view = inputs->view;
    const bool is_page = inputs->doc->form == DOC_PAGE;
    if (!view->influence) {
        open_list(inputs, "assumed:", "Assumed");
        for (size_t i = 0; is_page && i < input_count(view); i++) {
            if (cli_is_assumed(view->answer, i)) {
                add_input(inputs, i, 0);
            }
        }
        return;
    }
    if (!is_page && view->fold >= CLI_FOLD_ASSUMED) {
        add_strongest_line(inputs);
        return;
    }
    inputs->by_strength = is_page;
    open_list(inputs, "assumed:", "Assumed, and the answer moves with them");
    cli_each_default(view, AIC_INFLUENCE_COUNTS, INFINITY, add_input, inputs);
    if (!is_page && view->fold >= CLI_FOLD_DEFAULTS) {
        add_count(inputs);
        return;
    }
    inputs->names_only = !is_page && view->fold >= CLI_FOLD_VALUES;
    open_list(inputs,
              "assumed, moving it by less than 1 %:", "Assumed, moving it by less than 1 %");
    cli_each_default(view, 0, AIC_INFLUENCE_COUNTS, add_input, inputs);
    inputs->names_only = inputs->by_strength = false;
}

static void add_given(struct inputs *inputs)
{
    open_list(inputs, "given:", "Given");
    for (size_t i = 0; i < input_count(inputs->view); i++) {
        if (cli_is_given(inputs->view->answer, i)) {
            add_input(inputs, i, 0);
        }
    }
}

static void add_change(const char *at, double change, struct aic_text *text)
{
    aic_text_add(text, at);
    if (change == change) {
        cli_add_percent(text, change, true);
    } else {
        aic_text_add(text, "impossible");
    }
}

void cli_add_move(const struct cli_view *view, const struct aic_move *move, bool is_first,
                  struct aic_text *text)
{
    char value[CLI_VALUE_SIZE];
    const char *name = cli_input(view, move->input)->name, *dot = strchr(name, '.');
    cli_write_input(view, move->input, value, sizeof value);
    aic_text_format(text, "%s %s (", dot ? dot + 1 : name, value);
    if (is_first) {
        aic_text_format(text, "%s at half ", cli_name_in_part(view, view->moves->total));
    }
    add_change("", move->half, text);
    add_change(is_first ? ", at double " : ", ", move->twice, text);
    aic_text_add(text, ")");
}

void cli_add_given(const struct cli_view *view, struct doc *doc)
{
    struct inputs inputs = { .view = view, .doc = doc };
    add_given(&inputs);
}

/* The inputs of each catalog entry and of each answer that was fed in. */
static void add_looked_up(struct inputs *inputs, const struct html_sources *sources)
{
    const struct cli_view *view = inputs->view;
    for (size_t i = 0; i < input_count(view); i++) {
        if (cli_is_first_of_source(view, i)) {
            const char *source = view->answer->question->sources[i].name;
            doc_list(inputs->doc, DOC_TEXT | DOC_PAGE, doc_print(inputs->doc, "%s:", source),
                     (struct doc_shape){ .caption = doc_print(inputs->doc, "From %s", source),
                                         .folded = true,
                                         .values = true,
                                         .names_rows = true,
                                         .source = html_entry_number(sources, source) });
            for (size_t other = i; other < input_count(view); other++) {
                if (cli_is_from(view, other, source)) {
                    add_input(inputs, other, 0);
                }
            }
        }
    }
}

/* "models:llama-3.1-8b 8 values" of each source. */
static void add_source_counts(const struct inputs *inputs)
{
    const struct cli_view *view = inputs->view;
    doc_list(inputs->doc, DOC_TEXT, "from", (struct doc_shape){ 0 });
    for (size_t i = 0; i < input_count(view); i++) {
        if (cli_is_first_of_source(view, i)) {
            const char *source = view->answer->question->sources[i].name;
            size_t values = 0;
            for (size_t other = i; other < input_count(view); other++) {
                values += cli_is_from(view, other, source);
            }
            doc_cell(inputs->doc, source);
            doc_cell(inputs->doc,
                     doc_print(inputs->doc, "%g value%s", (double)values, values == 1 ? "" : "s"));
            doc_row(inputs->doc);
        }
    }
}

/* Defaults in use that are not told among the assumed ones. */
static void add_quiet(struct inputs *inputs)
{
    const struct cli_view *view = inputs->view;
    doc_list(inputs->doc, DOC_PAGE, NULL,
             (struct doc_shape){ .caption = "Other defaults in use",
                                 .folded = true,
                                 .values = true,
                                 .names_rows = true });
    for (size_t i = 0; i < input_count(view); i++) {
        bool told =
            view->influence ? view->influence->inputs[i] > 0 : cli_is_assumed(view->answer, i);
        if (aic_question_origin(view->answer->question, i) == AIC_FROM_DEFAULT &&
            view->answer->used[i] && !told) {
            add_input(inputs, i, 0);
        }
    }
}

void cli_add_inputs(const struct cli_view *view, const bool *picked,
                    const struct html_sources *sources, struct doc *doc)
{
    struct inputs inputs = { .view = view, .picked = picked, .doc = doc };
    bool is_page = doc->form == DOC_PAGE;
    doc_section(doc, "inputs", is_page || view->all ? "Inputs" : NULL,
                "What nobody chose comes first: a review argues there.");
    add_assumed(&inputs);
    if (is_page || view->fold < CLI_FOLD_GIVEN) {
        add_given(&inputs);
    }
    inputs.is_short = is_page && view->answer->question->calculator->composition && !view->all;
    if (is_page || view->all) {
        add_looked_up(&inputs, sources);
    } else if (view->fold < CLI_FOLD_SOURCES) {
        add_source_counts(&inputs);
    }
    if (is_page && !inputs.is_short) {
        add_quiet(&inputs);
    }
}

/* Given, or a default that moves what is shown, as far as that is known; with --all those of catalogs
 * and answers too. */
static bool is_told(const struct cli_view *view, size_t input)
{
    enum aic_origin origin = aic_question_origin(view->answer->question, input);
    bool is_given = cli_is_given(view->answer, input);
    bool moves = view->influence ? origin == AIC_FROM_DEFAULT && view->influence->inputs[input] > 0
                                 : cli_is_assumed(view->answer, input);
    return view->all || is_given || moves;
}

void cli_add_input_table(const struct cli_view *view, const bool *picked, struct doc *doc)
{
    static const struct cli_column columns[] = {
        { .title = "Input", .code = true },
        { .title = "Value", .right = true },
        { .title = "Origin" },
        { .title = "Meaning" },
    };
    const struct aic_question *question = view->answer->question;
    doc_section(doc, "inputs", NULL, NULL);
    doc_table(doc, 0, columns, sizeof columns / sizeof columns[0], (struct doc_shape){ 0 });
    for (size_t i = 0; i < input_count(view); i++) {
        enum aic_origin origin = aic_question_origin(question, i);
        bool is_used =
            origin > AIC_FROM_DEFAULT || (origin == AIC_FROM_DEFAULT && view->answer->used[i]);
        bool has_source = aic_origin_has_source(origin);
        char value[CLI_VALUE_SIZE];
        if (!is_used || (picked && !picked[i]) || !is_told(view, i)) {
            continue;
        }
        cli_write_input(view, i, value, sizeof value);
        doc_cell(doc, cli_input(view, i)->name);
        doc_cell(doc, value);
        doc_cell(doc, has_source ? question->sources[i].name : aic_origin_name(origin));
        doc_cell(doc, cli_input(view, i)->help);
        doc_row(doc);
    }
}

void cli_add_asked(const struct cli_view *view, const bool *picked, struct doc *doc)
{
    doc_asked(doc, view->answer->question->calculator->help);
    for (size_t i = 0; i < input_count(view); i++) {
        char value[CLI_VALUE_SIZE];
        if (cli_is_given(view->answer, i) && (!picked || picked[i])) {
            cli_write_input(view, i, value, sizeof value);
            doc_cell(doc, cli_input(view, i)->name);
            doc_cell(doc, value);
            doc_row(doc);
        }
    }
}
