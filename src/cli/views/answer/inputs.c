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

/* Inputs under way to lists. */
struct inputs {
    const struct cli_view *view;
    const bool *picked; /* NULL: all */
    struct doc *doc;
    bool names_only; /* and no values */
    size_t moves;    /* of so many more: how far each moves the answer */
    size_t moved;    /* the result that the last of them was of */
    bool is_short;   /* without what they mean */
};

/* How far a default moves the answer, of a sweep what its cases know of it. */
static void add_move(struct inputs *inputs, size_t input, struct aic_text *text)
{
    const struct aic_move *moves = inputs->view->influence->moves;
    if (!moves) {
        aic_text_add(text, "moves a result by up to ");
        cli_add_percent(text, inputs->view->influence->inputs[input], false);
    } else if (cli_move_counts(&moves[input])) {
        bool is_page = inputs->doc->form == DOC_PAGE; /* where each stands alone */
        bool is_other = moves[input].result != inputs->moved;
        cli_add_move(inputs->view, &moves[input], is_page || is_other, text);
        inputs->moved = moves[input].result;
        inputs->moves--;
    }
}

static void add_input(void *context, size_t input)
{
    struct inputs *inputs = context;
    const struct aic_field *field = cli_input(inputs->view, input);
    const struct aic_question *question = inputs->view->answer->question;
    const bool is_page = inputs->doc->form == DOC_PAGE;
    char value[CLI_VALUE_SIZE] = "", move[2 * CLI_VALUE_SIZE] = "";
    struct aic_text text;
    if (inputs->picked && !inputs->picked[input]) {
        return;
    }
    if (!inputs->names_only) {
        cli_write_input(inputs->view, input, value, sizeof value);
    }
    aic_text_init(&text, move, sizeof move);
    if (inputs->moves > 0) {
        add_move(inputs, input, &text);
    }
    doc_cell(inputs->doc, field->name);
    if (aic_question_origin(question, input) == AIC_FROM_LAUNCH) {
        doc_cell(inputs->doc,
                 doc_print(inputs->doc, "%s (%s)", value, question->sources[input].name));
    } else if (move[0] && !is_page) {
        doc_cell(inputs->doc, doc_print(inputs->doc, "%s (%s)", value, move));
    } else {
        doc_cell(inputs->doc, value);
    }
    doc_cell(inputs->doc, inputs->is_short ? "" : field->help);
    doc_cell(inputs->doc, move); /* which a page alone shows there */
    doc_row(inputs->doc);
}

static void open_list(const struct inputs *inputs, const char *label, const char *caption)
{
    doc_list(inputs->doc, DOC_TEXT | DOC_PAGE, label,
             (struct doc_shape){ .caption = caption, .values = true, .names_rows = true });
}

static void count(void *counted, size_t input)
{
    (void)input;
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

static void add_if_told(void *context, size_t input)
{
    const struct inputs *inputs = context;
    if (cli_tells_default(inputs->view, input)) {
        add_input(context, input);
    }
}

/* Those that are told, on their way to a line. */
struct line {
    const struct cli_view *view;
    struct aic_text *text;
    size_t last, count;
};

static void add_to_line(void *context, size_t input)
{
    struct line *line = context;
    if (cli_tells_default(line->view, input)) {
        const struct aic_move *move = &line->view->influence->moves[input];
        aic_text_add(line->text, line->count++ > 0 ? ", " : "");
        cli_add_moving(line->view, move, move->result != line->last, line->text);
        line->last = move->result;
    }
}

size_t cli_add_strongest(const struct cli_view *view, struct aic_text *text)
{
    struct cli_view folded = *view;
    struct line line = { &folded, text, SIZE_MAX, 0 };
    folded.fold = CLI_FOLD_ASSUMED;
    cli_each_default(view, AIC_INFLUENCE_COUNTS, INFINITY, add_to_line, &line);
    return line.count;
}

/* "assumed: seq 4096 (total_memory -38..+95 % from 2048 to 8192), tp 1 (-42 % at 2); 9 more: --all" */
static void add_line(const struct inputs *inputs)
{
    struct aic_text *text = doc_words(inputs->doc);
    size_t all = 0, told = cli_add_strongest(inputs->view, text);
    cli_each_default(inputs->view, 0, INFINITY, count, &all);
    if (all > told) {
        aic_text_format(text, "; %g more: --all", (double)(all - told));
    }
    if (told > 0) {
        doc_point(inputs->doc, "assumed: %s", doc_join(inputs->doc, text->at, false));
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
                add_input(inputs, i);
            }
        }
        return;
    }
    if (!is_page && view->fold >= CLI_FOLD_ASSUMED) {
        add_line(inputs);
        return;
    }
    inputs->moves = is_page || view->all ? SIZE_MAX : CLI_STRONGEST;
    inputs->moved = SIZE_MAX;
    open_list(inputs, "assumed:", "Assumed, and the answer moves with them");
    cli_each_default(view, AIC_INFLUENCE_COUNTS, INFINITY, add_if_told, inputs);
    inputs->moves = 0;
    if (!is_page && view->fold >= CLI_FOLD_DEFAULTS) {
        add_count(inputs);
        return;
    }
    inputs->names_only = !is_page && view->fold >= CLI_FOLD_VALUES;
    open_list(inputs,
              "assumed, moving it by less than 1 %:", "Assumed, moving it by less than 1 %");
    cli_each_default(view, 0, AIC_INFLUENCE_COUNTS, add_input, inputs);
    inputs->names_only = false;
}

static void add_given(struct inputs *inputs)
{
    open_list(inputs, "given:", "Given");
    for (size_t i = 0; i < input_count(inputs->view); i++) {
        if (cli_is_given(inputs->view->answer, i)) {
            add_input(inputs, i);
        }
    }
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
                    add_input(inputs, other);
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
            add_input(inputs, i);
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
