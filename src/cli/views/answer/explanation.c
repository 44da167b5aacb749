/* SPDX-License-Identifier: Apache-2.0 */
/* --explain: results, their formulas with numbers, and what these rest on, down to the inputs. */
#include <string.h>

#include "cli/views/answer/answer.h"
#include "cli/views/answer/screen.h"

#define WORDS 4608

/* The tree under way. */
struct lines {
    const struct cli_view *view;
    struct doc *doc;
};

/* One line: what it is about, and words, which may be a formula. */
static void write_line(const struct lines *lines, size_t depth, const char *about,
                       const char *words, bool is_code)
{
    doc_add(lines->doc,
            (struct doc_block){
                .kind = DOC_NODE, .depth = depth, .name = about, .words = words, .code = is_code });
}

/* The head of a node: its name, its value, and what it is. */
static void write_head(const struct lines *lines, const struct aic_explained_node *node)
{
    const struct cli_view *view = lines->view;
    bool is_input = node->kind == AIC_NODE_INPUT, markdown = lines->doc->form == DOC_MARKDOWN;
    const struct aic_field *field =
        is_input ? cli_input(view, node->index) : cli_result(view, node->index);
    char value[CLI_VALUE_SIZE], about[2 * CLI_VALUE_SIZE], words[2 * CLI_VALUE_SIZE];
    if (is_input) {
        cli_write_input(view, node->index, value, sizeof value);
    } else {
        cli_write_result(view, node->index, value, sizeof value);
    }
    const char *mark = is_input   ? ""
                       : markdown ? aic_basis_name(cli_basis(view, node->index))
                                  : cli_mark(view, node->index);
    cli_print(about, sizeof about, "%s %s%s%s: ", field->name, value,
              !mark[0]   ? ""
              : markdown ? ", "
                         : " ",
              mark);
    cli_print(words, sizeof words, "%s%s", field->help, node->again ? "; see above" : "");
    if (node->depth == 0 && !node->again) {
        doc_add(lines->doc, (struct doc_block){ .kind = DOC_GAP, .in = DOC_TEXT });
    }
    write_line(lines, node->depth, about, words, false);
}

/* A formula that is one name or one number needs no second line. */
static bool is_single(struct aic_span formula)
{
    return !memchr(formula.at, ' ', formula.length) && !memchr(formula.at, '(', formula.length);
}

/* The formula, the formula with numbers, and what of it is left out. */
static void write_formula(const struct lines *lines, size_t depth, const struct aic_field *field,
                          struct aic_value value)
{
    const struct aic_answer *answer = lines->view->answer;
    char words[WORDS], terms[WORDS], zeros[1024];
    struct aic_text text, kept, left_out;
    aic_text_init(&text, words, sizeof words);
    aic_explain_formula(answer, field, &text);
    if (aic_field_is_sentence(field)) {
        write_line(lines, depth, "found: ", words, false);
        return;
    }
    char result[CLI_VALUE_SIZE];
    struct aic_text shown;
    aic_text_init(&shown, result, sizeof result);
    aic_explain_value(field, value, &shown);
    if (is_single(aic_answer_formula(answer, field))) {
        aic_text_format(&text, "%s%s", strcmp(words, result) == 0 ? "" : ", ",
                        strcmp(words, result) == 0 ? "" : result);
        write_line(lines, depth, "= ", words, true);
        return;
    }
    write_line(lines, depth, "= ", words, true);
    aic_text_init(&kept, terms, sizeof terms);
    aic_text_init(&left_out, zeros, sizeof zeros);
    aic_explain_terms(answer, field, &kept, &left_out);
    aic_text_init(&text, words, sizeof words);
    aic_explain_with_numbers(answer, field, (struct aic_span){ kept.at, kept.length }, &text);
    if (strcmp(result, words) != 0) {
        aic_text_format(&text, " = %s", result);
    }
    write_line(lines, depth, "= ", words, true);
    if (left_out.length > 0) {
        cli_print(words, sizeof words, "terms that are 0, by %s", zeros);
        write_line(lines, depth, "left out: ", words, false);
    }
}

/* "kv_per_gpu 41.2e9 B <= kv_pool, 42.9e9 B" */
static void add_inequality(const struct lines *lines, size_t row, double value,
                           const char *relation, const char *limit_words, double limit,
                           struct aic_text *text)
{
    const struct aic_field *field = cli_result(lines->view, row);
    aic_text_format(text, "%s ", field->name);
    aic_explain_value(field, (struct aic_value){ true, value, NULL }, text);
    aic_text_format(text, " %s %s, ", relation, limit_words);
    aic_explain_value(field, (struct aic_value){ true, limit, NULL }, text);
}

/* What a flag compares. */
static void write_comparison(const struct lines *lines, size_t depth, size_t result)
{
    const struct cli_view *view = lines->view;
    const struct aic_bands *all = &view->answer->question->calculator->bands;
    struct aic_comparison comparison;
    if (!aic_answer_comparison(view->answer, result, &comparison)) {
        return;
    }
    for (size_t i = 0; i < all->judgement_count; i++) {
        const struct aic_judgement *row = &all->judgements[i];
        if (row->flag == result && row->result == comparison.result) {
            char words[WORDS];
            struct aic_text text;
            aic_text_init(&text, words, sizeof words);
            add_inequality(lines, row->result, comparison.value, row->relation, row->limit,
                           comparison.limit, &text);
            write_line(lines, depth, "compares: ", words, true);
            return;
        }
    }
}

static void write_probe(const struct lines *lines, size_t depth, const struct aic_searched *row,
                        const struct aic_explained_probe *probe)
{
    const struct aic_field *input = cli_input(lines->view, row->input);
    char about[CLI_VALUE_SIZE], words[WORDS];
    struct aic_text text;
    if (!probe->possible) {
        return;
    }
    aic_text_init(&text, about, sizeof about);
    aic_text_format(&text, "at %s ", input->name);
    aic_explain_value(input, (struct aic_value){ true, probe->input, NULL }, &text);
    aic_text_add(&text, probe->holds ? " it holds: " : " it does not hold: ");
    aic_text_init(&text, words, sizeof words);
    add_inequality(lines, row->row, probe->value, row->relation, row->limit, probe->limit, &text);
    write_line(lines, depth, about, words, true);
}

/* What a search compared, at the value that it found and a step further. */
static void write_search(const struct lines *lines, size_t depth, size_t result)
{
    const struct aic_explained_search *search =
        aic_explanation_search(lines->view->explanation, result);
    if (search) {
        write_probe(lines, depth, search->row, &search->found);
        write_probe(lines, depth, search->row, &search->next);
        if (search->next.possible && search->next.holds) {
            write_line(lines, depth, "", "what ends the search is another limit", false);
        }
    }
}

static void write_computed(const struct lines *lines, const struct aic_explained_node *node)
{
    const struct cli_view *view = lines->view;
    bool is_input = node->kind == AIC_NODE_INPUT;
    const struct aic_field *field =
        is_input ? cli_input(view, node->index) : cli_result(view, node->index);
    struct aic_value value = is_input ? aic_question_value(view->answer->question, node->index)
                                      : aic_answer_result(view->answer, node->index);
    size_t below = node->depth + 1;
    struct aic_error_band band;
    write_head(lines, node);
    if (node->again) {
        return;
    }
    if (aic_field_words(field)) {
        write_formula(lines, below, field, value);
    }
    if (!is_input) {
        write_comparison(lines, below, node->index);
        write_search(lines, below, node->index);
        if (aic_answer_band(view->answer, node->index, &band)) {
            write_line(lines, below, "measured: ", band.row->source, false);
        }
    }
}

/* Where the value of an input came from. */
static const char *origin_of(const struct lines *lines, size_t input)
{
    const struct aic_answer *answer = lines->view->answer;
    const char *source = answer->question->sources[input].name;
    switch (aic_question_origin(answer->question, input)) {
    case AIC_FROM_CATALOG:
    case AIC_FROM_ANSWER:
    case AIC_FROM_PROGRAM:
    case AIC_FROM_LAUNCH:
        return source ? source : "catalog";
    case AIC_FROM_FILE:
        return "input file";
    case AIC_FROM_FLAG:
        return "given";
    case AIC_FROM_SOLVE:
        return "solved for";
    default:
        return cli_is_assumed(answer, input) ? "assumed, by default" : "default";
    }
}

/* The nodes from `first` on that are values of one origin, from the run that begins at `run`. */
static void write_origin(const struct lines *lines, const struct aic_explained_node *run,
                         size_t count, size_t first)
{
    const char *origin = origin_of(lines, run[first].index);
    char about[CLI_VALUE_SIZE], words[WORDS];
    struct aic_text text;
    for (size_t i = 0; i < first; i++) {
        if (strcmp(origin_of(lines, run[i].index), origin) == 0) {
            return; /* told with the first of them */
        }
    }
    aic_text_init(&text, words, sizeof words);
    for (size_t i = first; i < count; i++) {
        char value[CLI_VALUE_SIZE];
        if (strcmp(origin_of(lines, run[i].index), origin) == 0) {
            cli_write_input(lines->view, run[i].index, value, sizeof value);
            aic_text_format(&text, "%s%s %s", i > first ? ", " : "",
                            cli_input(lines->view, run[i].index)->name, value);
        }
    }
    cli_print(about, sizeof about, "%s: ", origin);
    write_line(lines, run->depth, about, words, false);
}

static void write_constant(const struct lines *lines, const struct aic_explained_node *node)
{
    const struct aic_constant *constant =
        &lines->view->answer->question->calculator->constants[node->index];
    char about[CLI_VALUE_SIZE];
    struct aic_text text;
    aic_text_init(&text, about, sizeof about);
    aic_text_format(&text, "%s ", constant->name);
    aic_explain_constant(constant, &text);
    aic_text_add(&text, ": ");
    write_line(lines, node->depth, about, constant->meaning, false);
}

static const char *name_of(const struct lines *lines, const struct aic_explained_node *node)
{
    return node->kind == AIC_NODE_RESULT ? cli_result(lines->view, node->index)->name
           : node->kind == AIC_NODE_INPUT
               ? cli_input(lines->view, node->index)->name
               : lines->view->answer->question->calculator->constants[node->index].name;
}

static void write_again(const struct lines *lines, const struct aic_explained_node *run,
                        size_t count)
{
    char words[WORDS];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    for (size_t i = 0; i < count; i++) {
        aic_text_format(&text, "%s%s", i > 0 ? ", " : "", name_of(lines, &run[i]));
    }
    write_line(lines, run->depth, "see above: ", words, false);
}

/* What nodes that stand beside each other are told with: one line for those that are alike. */
enum sort { COMPUTED, VALUE, CONSTANT, AGAIN };

static enum sort sort_of(const struct aic_explained_node *node)
{
    if (node->depth == 0) {
        return COMPUTED;
    }
    return node->again                       ? AGAIN
           : node->computed                  ? COMPUTED
           : node->kind == AIC_NODE_CONSTANT ? CONSTANT
                                             : VALUE;
}

/* Writes the nodes that stand with the first of them; returns how many. */
static size_t write_run(const struct lines *lines, const struct aic_explained_node *run,
                        size_t left)
{
    enum sort sort = sort_of(run);
    size_t count = 1;
    if (sort == COMPUTED) {
        write_computed(lines, run);
        return 1;
    }
    if (sort == CONSTANT) {
        write_constant(lines, run);
        return 1;
    }
    while (count < left && sort_of(&run[count]) == sort && run[count].depth == run->depth) {
        count++;
    }
    if (sort == AGAIN) {
        write_again(lines, run, count);
    }
    for (size_t i = 0; sort == VALUE && i < count; i++) {
        write_origin(lines, run, count, i);
    }
    return count;
}

void cli_add_explanation(const struct cli_view *view, struct doc *doc)
{
    static const char notation[] = "numbers in base units, six digits; 12.3e9 is 12.3 * 10^9";
    const struct aic_explanation *explanation = view->explanation;
    const struct lines lines = { view, doc };
    doc_section(doc, NULL, "Explanation", NULL);
    if (doc->form == DOC_TEXT) {
        doc_point(doc, "%s", notation);
    } else {
        doc_add(doc, (struct doc_block){ .kind = DOC_LINE,
                                         .words = doc_print(doc, "Explanation: %s", notation),
                                         .code = true });
        doc_add(doc, (struct doc_block){ .kind = DOC_GAP });
    }
    for (size_t i = 0; i < explanation->count;) {
        i += write_run(&lines, &explanation->nodes[i], explanation->count - i);
    }
}
