/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An answer as a document: the sentence, the rows that decide, budgets, what would mend a no, the
 * inputs with the assumed ones first, and the warnings. On a terminal, what matters least is folded
 * until it fits a screen, unless all is asked for.
 */
#include "cli/views/answer/answer.h"

#include <math.h>
#include <string.h>

#include "cli/views/answer/contents.h"
#include "cli/views/answer/screen.h"
#include "cli/views/answer/usual_bill.h"
#include "cli/views/page/answer.h"
#include "cli/views/plot/plots.h"

/* Lines of a first screen: half of a window, so that the answer and the question are both seen. */
#define CLI_SCREEN_LINES 30

/* Of a composition: all lines of it, and the most of what is told behind its parts. */
#define COMPOSED_LINES 60
#define WARNINGS       3
#define MOVES          3

/* Of a composition, whose budgets are those of a whole design: how many of them hold. */
static void add_budgets(const struct cli_view *view, struct aic_text *text)
{
    size_t exceeded = 0;
    for (size_t i = 0; i < view->budget_count; i++) {
        exceeded += !view->verdicts[i].pass;
    }
    if (!view->answer->question->calculator->composition || view->budget_count == 0) {
        return;
    }
    if (exceeded > 0) {
        aic_text_format(text, "%g of %g budgets exceeded; ", (double)exceeded,
                        (double)view->budget_count);
    } else {
        aic_text_add(text, view->budget_count == 1 ? "its budget holds; " : "all budgets hold; ");
    }
}

/* What hours without a price would cost. */
static void add_usual_bill(const struct cli_view *view, struct doc *doc)
{
    if (view->usual_bill) {
        struct aic_text *text = doc_words(doc);
        cli_usual_bill_add(view->usual_bill, text);
        doc_point(doc, "%s", text->at);
    }
}

/* The calculator, the answer in a sentence, and of a composition the line below it; what its total contains. */
static void add_head(const struct cli_view *view, const struct cli_screen *screen, struct doc *doc)
{
    const struct aic_calculator *calculator = view->answer->question->calculator;
    const struct aic_composition_table *table = aic_composition_table_of(calculator);
    const bool is_text = doc->form == DOC_TEXT;
    struct aic_text *text = doc_words(doc);
    if (is_text) {
        add_budgets(view, text);
    }
    cli_add_sentence(view, screen, text);
    const char *joined = doc_join(doc, text->at, false);
    doc_add(doc, (struct doc_block){ .kind = DOC_HEAD,
                                     .name = calculator->name,
                                     .words = is_text ? joined : text->at,
                                     .note = joined });
    text = doc_words(doc);
    cli_add_line(view, text);
    if (text->length > 0) {
        doc_item(doc, table->line_title, is_text ? doc_join(doc, text->at, true) : text->at);
    }
    cli_add_contents(view, screen, doc);
    add_usual_bill(view, doc);
}

static void add_budget_lines(const struct cli_view *view, struct doc *doc)
{
    if (view->budget_count > 0) {
        doc_section(doc, "budgets", view->all || doc->form == DOC_PAGE ? "Budgets" : NULL, NULL);
    }
    for (size_t i = 0; i < view->budget_count; i++) {
        const struct aic_budget *budget = &view->budgets[i];
        const struct aic_verdict *verdict = &view->verdicts[i];
        const struct aic_field *field = cli_result(view, budget->result);
        char words[2 * CLI_VALUE_SIZE], actual[CLI_VALUE_SIZE];
        bool is_number = cli_is_number(field);
        cli_write_span(budget->text, words, sizeof words);
        actual[0] = '\0';
        if (!verdict->no) {
            cli_write_number(field, verdict->actual, view->units, actual, sizeof actual);
        }
        const struct doc_budget line = {
            .style = cli_verdict_style(budget, verdict),
            .verdict = cli_verdict(budget, verdict),
            .budget = words,
            .actual = actual,
            .note = verdict->no ? verdict->no : "",
            .value = verdict->actual,
            .limit = budget->limit,
            .margin = is_number && !verdict->no ? aic_budget_margin(budget, verdict->actual) : NAN,
            .has_bar = is_number && !verdict->no,
        };
        doc_add(doc, (struct doc_block){ .kind = DOC_BUDGET, .budget = line });
    }
}

static void add_assumptions(const struct cli_view *view, struct doc *doc)
{
    const struct aic_assumption *assumption = view->answer->question->calculator->assumptions;
    doc_section(doc, NULL, "Assumptions and sources", NULL);
    for (; assumption && assumption->id; assumption++) {
        if (aic_explanation_rests_on(view->explanation, assumption)) {
            doc_point(doc, "%s: %s [%s]", assumption->id, assumption->text, assumption->source);
        }
    }
}

static bool is_same_reason(const struct aic_unasked *a, const struct aic_unasked *b)
{
    return a && b && strcmp(a->reason, b->reason) == 0;
}

/* The names of the part and of those behind it that were not asked for the same reason; none where one before
 * it has named it. */
static void add_unasked_names(const struct cli_view *view, size_t part, struct aic_text *text)
{
    const struct aic_calculator *calculator = view->answer->question->calculator;
    const void *out = view->answer->out;
    const struct aic_unasked *why = aic_part_unasked(calculator, out, part);
    for (size_t i = 0; i < part; i++) {
        if (is_same_reason(aic_part_unasked(calculator, out, i), why)) {
            return;
        }
    }
    aic_text_format(text, "%s%s", text->length > 0 ? "; " : "", aic_part_at(calculator, part).name);
    for (size_t i = part + 1; i < aic_part_count(calculator); i++) {
        if (is_same_reason(aic_part_unasked(calculator, out, i), why)) {
            aic_text_format(text, ", %s", aic_part_at(calculator, i).name);
        }
    }
    if (why) {
        aic_text_format(text, " (%s)", why->add ? why->add : why->reason);
    }
}

/* The parts that were not asked, why, or what would bring what each lacks; those of one reason together. */
static void add_not_asked(const struct cli_view *view, struct doc *doc)
{
    const struct aic_calculator *calculator = view->answer->question->calculator;
    struct aic_text *text = doc_words(doc);
    for (size_t i = 0; i < aic_part_count(calculator); i++) {
        if (!aic_part_is_asked(calculator, view->answer->out, i)) {
            add_unasked_names(view, i, text);
        }
    }
    if (text->length > 0) {
        doc_item(doc, "not asked", doc_keep(doc, text->at));
    }
}

/* "usual_price 5.07 USD/h (total_cost -50..+100 % from 2.54 to 10.1 USD/h), seq 4096 (..)": what the total moves by. */
static void add_moves(const struct cli_view *view, struct doc *doc)
{
    const struct aic_moves *moves = view->moves;
    struct aic_text *text = doc_words(doc);
    for (size_t i = 0; moves && i < moves->count && i < MOVES; i++) {
        cli_add_moving(view, &moves->moves[i], i == 0, text);
        aic_text_add(text, i + 1 < moves->count && i + 1 < MOVES ? ", " : "");
    }
    if (text->length > 0) {
        doc_item(doc, "assumed", doc_join(doc, text->at, false));
    }
}

/* A value that was taken for one that nobody gave is among what is assumed, not among the warnings. */
static bool is_assumption(const char *id)
{
    static const char ending[] = "-assumed";
    size_t length = strlen(id), end = strlen(ending);
    return length > end && strcmp(id + length - end, ending) == 0;
}

/* Those that change a decision, of names or not; at most so many. */
static size_t add_decisive(const struct cli_view *view, bool taken, size_t most, struct doc *doc)
{
    const struct aic_notes *notes = &view->answer->notes;
    size_t told = 0;
    for (size_t i = 0; i < notes->count && told < most; i++) {
        const char *id = notes->notes[i].id;
        if (cli_tells_what_was_taken(id) == taken && cli_is_first_warning(view, id) &&
            !is_assumption(id)) {
            doc_add(doc, (struct doc_block){ .kind = DOC_ITEM,
                                             .style = CLI_WARNING,
                                             .name = id,
                                             .words = notes->notes[i].text });
            told++;
        }
    }
    return told;
}

/* The warnings that change a decision, and the others as a number; what names were taken for stands above. */
static void add_short_warnings(const struct cli_view *view, size_t above, struct doc *doc)
{
    size_t told = above + add_decisive(view, false, WARNINGS, doc);
    size_t others = view->answer->notes.count - told;
    if (others > 0) {
        doc_point(doc, "%g other warning%s and %g results: --part NAME, or --all", (double)others,
                  others == 1 ? "" : "s", (double)view->result_count);
    }
}

/* The first screen of a composition: its parts below each other, then what changes a decision. */
static void add_composed(const struct cli_view *view, const struct cli_screen *screen,
                         struct doc *doc)
{
    size_t above = add_decisive(view, true, AIC_NOTES_MAX, doc);
    cli_add_steps(view, doc);
    cli_add_measured(view, doc);
    cli_add_solution(view, doc);
    cli_add_results(view, screen, doc);
    add_budget_lines(view, doc);
    doc_add(doc, (struct doc_block){ .kind = DOC_GAP });
    add_moves(view, doc);
    add_short_warnings(view, above, doc);
    cli_add_sensitivity(view, doc);
    add_not_asked(view, doc);
}

/* Its parts stand below each other, with as many rows as there is room for. */
static bool is_composed(const struct cli_view *view)
{
    return view->answer->question->calculator->composition && !view->all && !view->chosen &&
           !view->explain;
}

static void add_text(const struct cli_view *view, const struct cli_screen *screen, struct doc *doc)
{
    add_head(view, screen, doc);
    if (is_composed(view)) {
        add_composed(view, screen, doc);
        return;
    }
    cli_add_measured(view, doc);
    cli_add_solution(view, doc);
    cli_add_first_warnings(view, doc);
    cli_add_results(view, screen, doc);
    add_budget_lines(view, doc);
    cli_add_steps(view, doc);
    cli_add_sensitivity(view, doc);
    cli_add_inputs(view, NULL, NULL, doc);
    cli_add_warnings(view, doc);
    cli_add_launch(view, doc);
    if (view->explanation) {
        cli_add_explanation(view, doc);
        add_assumptions(view, doc);
        add_not_asked(view, doc);
    }
}

static void add_markdown(const struct cli_view *view, const struct cli_screen *screen,
                         struct doc *doc)
{
    add_head(view, screen, doc);
    cli_add_result_table(view, screen, doc);
    add_budget_lines(view, doc);
    cli_add_steps(view, doc);
    cli_add_measured(view, doc);
    cli_add_solution(view, doc);
    cli_add_sensitivity(view, doc);
    cli_add_input_table(view, NULL, doc);
    if (view->explanation) {
        cli_add_explanation(view, doc);
    }
    cli_add_warnings(view, doc);
    cli_add_launch(view, doc);
    doc_add(doc, (struct doc_block){ .kind = DOC_COMMAND, .asked = &view->asked });
}

/* "2 of 3 budgets hold". */
static void add_budgets_pill(const struct cli_view *view, struct doc *doc)
{
    enum cli_style worst = CLI_GOOD;
    const size_t count = view->budget_count;
    size_t held = 0;
    for (size_t i = 0; i < count; i++) {
        enum cli_style style = cli_verdict_style(&view->budgets[i], &view->verdicts[i]);
        worst = style > worst ? style : worst;
        held += view->verdicts[i].pass;
    }
    if (count > 0) {
        doc_add(doc,
                (struct doc_block){
                    .kind = DOC_PILL,
                    .style = worst,
                    .words = doc_print(doc, "%g of %g budget%s hold%s", (double)held, (double)count,
                                       count == 1 ? "" : "s", count == 1 ? "s" : "") });
    }
}

/* The flags that compare something: "fits: yes". */
static void add_flags(const struct cli_view *view, struct doc *doc)
{
    size_t count = aic_table_size(&view->answer->question->calculator->results);
    for (size_t i = 0; i < count; i++) {
        struct aic_comparison comparison;
        char value[CLI_VALUE_SIZE];
        if (!html_has_row(view, i) || !aic_answer_comparison(view->answer, i, &comparison)) {
            continue;
        }
        bool holds = aic_answer_result(view->answer, i).number != 0;
        cli_write_result(view, i, value, sizeof value);
        doc_add(doc, (struct doc_block){
                         .kind = DOC_PILL,
                         .style = comparison.tight ? CLI_WARNING
                                  : holds          ? CLI_GOOD
                                                   : CLI_BAD,
                         .words = doc_print(doc, "%s: %s", cli_result(view, i)->name, value) });
    }
}

static void add_page_head(const struct cli_view *view, struct doc *doc)
{
    size_t warnings = view->answer->notes.count;
    doc_add(doc, (struct doc_block){ .kind = DOC_PILL });
    add_flags(view, doc);
    add_budgets_pill(view, doc);
    if (warnings > 0) {
        doc_add(doc, (struct doc_block){ .kind = DOC_PILL,
                                         .style = CLI_WARNING,
                                         .id = "warnings",
                                         .words = doc_print(doc, "%g warning%s", (double)warnings,
                                                            warnings == 1 ? "" : "s") });
    }
    cli_add_asked(view, NULL, doc);
    doc_add(doc, (struct doc_block){ .kind = DOC_COMMAND, .asked = &view->asked });
}

static void write_chart(const void *view, struct aic_sink *sink)
{
    struct aic_error error = { .code = AIC_OK };
    if (svg_accepts_answer(view, &error)) {
        aic_sink_text(sink, "<figure class=\"scroll\" tabindex=\"0\">\n");
        svg_answer_figure(view, sink);
        aic_sink_text(sink, "</figure>\n");
    }
}

/* One paragraph: what was asked and found, the line below it, what the total contains and lacks. */
static void add_paragraph(const struct cli_view *view, const struct cli_screen *screen,
                          struct doc *doc)
{
    char contained[1024], lacking[1024], line[1024];
    struct aic_text has, lacks, values, *text;
    aic_text_init(&has, contained, sizeof contained);
    aic_text_init(&lacks, lacking, sizeof lacking);
    aic_text_init(&values, line, sizeof line);
    cli_write_contents(view, screen, &has, &lacks);
    cli_add_line(view, &values);
    text = doc_words(doc);
    cli_add_sentence(view, screen, text);
    aic_text_format(text, values.length > 0 ? ". The layout: %s" : "%s", line);
    aic_text_format(text, has.length > 0 ? ". The total contains %s" : "%s", contained);
    aic_text_format(text, lacks.length > 0 ? ". It lacks %s" : "%s", lacking);
    doc_point(doc, "%s.", doc_keep(doc, text->at));
}

/* Decisions and risks: budgets, what mends a no, the warnings that change a decision, what was assumed. */
static void add_decisions(const struct cli_view *view, struct doc *doc)
{
    add_budget_lines(view, doc);
    cli_add_steps(view, doc);
    cli_add_solution(view, doc);
    doc_section(doc, "decisions", "Decisions and risks", NULL);
    add_decisive(view, true, AIC_NOTES_MAX, doc);
    add_decisive(view, false, AIC_NOTES_MAX, doc);
    add_moves(view, doc);
    add_not_asked(view, doc);
    cli_add_measured(view, doc);
    cli_add_sensitivity(view, doc);
    doc_add(doc, (struct doc_block){ .kind = DOC_SECTION, .in = DOC_PAGE });
}

static void begin_appendix(const void *view, struct aic_sink *sink)
{
    bool is_printed = ((const struct cli_view *)view)->all;
    html_put(sink, "<div class=\"%s\">\n", is_printed ? "appendix printed" : "appendix");
}

static void end_appendix(const void *view, struct aic_sink *sink)
{
    (void)view;
    aic_sink_text(sink, "</div>\n");
}

static void begin_fold(const void *title, struct aic_sink *sink)
{
    html_put(sink, "<details class=\"part\">\n<summary>%s</summary>\n", (const char *)title);
}

/* The same open, for what is printed whole. */
static void begin_open_fold(const void *title, struct aic_sink *sink)
{
    html_put(sink, "<details class=\"part\" open>\n<summary>%s</summary>\n", (const char *)title);
}

static void add_fold(const struct cli_view *view, const char *title, struct doc *doc)
{
    doc_own(doc, view->all ? begin_open_fold : begin_fold, title);
}

static void end_fold(const void *title, struct aic_sink *sink)
{
    (void)title;
    aic_sink_text(sink, "</details>\n");
}

/* The warnings that stand beside no decision. */
static void add_other_warnings(const struct cli_view *view, struct doc *doc)
{
    const struct aic_notes *notes = &view->answer->notes;
    add_fold(view, "Warnings", doc);
    for (size_t i = 0; i < notes->count; i++) {
        if (!cli_is_first_warning(view, notes->notes[i].id) || is_assumption(notes->notes[i].id)) {
            doc_item(doc, notes->notes[i].id, notes->notes[i].text);
        }
    }
    doc_own(doc, end_fold, NULL);
}

static void write_totals(const void *context, struct aic_sink *sink)
{
    svg_totals_figure(context, sink);
}

/* The page of a composition: what is wanted for a decision on one screen, all else folded behind it and
 * printed with --all alone. */
static void add_composed_page(const struct cli_view *view, const struct cli_screen *screen,
                              struct doc *doc)
{
    const struct html_rows *rows = html_rows(view, screen, doc);
    struct aic_text *title = doc_words(doc);
    if (!cli_add_title(view, title)) {
        cli_add_sentence(view, screen, title);
    }
    const char *words = doc_keep(doc, title->at);
    doc_add(doc, (struct doc_block){ .kind = DOC_HEAD,
                                     .name = view->answer->question->calculator->name,
                                     .words = words,
                                     .wrapped = true });
    add_paragraph(view, screen, doc);
    doc_add(doc, (struct doc_block){ .kind = DOC_COMMAND, .asked = &view->asked });
    doc_add(doc, (struct doc_block){ .kind = DOC_BODY });
    doc_own(doc, html_cards, rows);
    doc_own(doc, write_totals, view);
    add_decisions(view, doc);
    cli_add_launch(view, doc);
    doc_add(doc, (struct doc_block){ .kind = DOC_SECTION, .in = DOC_PAGE });
    doc_own(doc, begin_appendix, view);
    doc_own(doc, html_parts, rows);
    add_other_warnings(view, doc);
    add_fold(view, "Inputs", doc);
    cli_add_inputs(view, NULL, rows ? &rows->sources : NULL, doc);
    doc_add(doc, (struct doc_block){ .kind = DOC_SECTION, .in = DOC_PAGE });
    doc_own(doc, end_fold, NULL);
    add_fold(view, "Assumptions and sources", doc);
    doc_own(doc, html_list_sources, rows);
    doc_own(doc, end_fold, NULL);
    doc_own(doc, end_appendix, view);
}

/* The title, and below it what the total contains and lacks, and what hours without a price would cost. */
static void add_page_title(const struct cli_view *view, const struct cli_screen *screen,
                           struct doc *doc)
{
    char contained[1024], lacking[1024];
    struct aic_text has, lacks, *text = doc_words(doc);
    cli_add_sentence(view, screen, text);
    doc_add(doc, (struct doc_block){ .kind = DOC_HEAD,
                                     .name = view->answer->question->calculator->name,
                                     .words = text->at,
                                     .note = text->at });
    aic_text_init(&has, contained, sizeof contained);
    aic_text_init(&lacks, lacking, sizeof lacking);
    cli_write_contents(view, screen, &has, &lacks);
    text = doc_words(doc);
    aic_text_format(text, has.length > 0 ? "The total contains %s. " : "%s", contained);
    aic_text_format(text, lacks.length > 0 ? "It lacks %s. " : "%s", lacking);
    if (text->length > 0) {
        doc_point(doc, "%s", doc_keep(doc, text->at));
    }
    add_usual_bill(view, doc);
}

/* The defaults that move the answer most, on the first screen; all of them stand among the inputs. */
static void add_page_assumed(const struct cli_view *view, struct doc *doc)
{
    struct aic_text *text = doc_words(doc);
    if (view->influence && view->influence->moves && cli_add_strongest(view, text) > 0) {
        doc_section(doc, "moves", "What is assumed, and moves it most", NULL);
        doc_point(doc, "%s", text->at);
    }
}

static void add_page(const struct cli_view *view, const struct cli_screen *screen, struct doc *doc)
{
    if (view->answer->question->calculator->composition && !view->chosen) {
        add_composed_page(view, screen, doc);
        return;
    }
    const struct html_rows *rows = html_rows(view, screen, doc);
    add_page_title(view, screen, doc);
    add_page_head(view, doc);
    doc_own(doc, html_contents, rows);
    doc_add(doc, (struct doc_block){ .kind = DOC_BODY });
    doc_own(doc, html_cards, rows);
    add_page_assumed(view, doc);
    cli_add_warnings(view, doc);
    cli_add_launch(view, doc);
    add_budget_lines(view, doc);
    cli_add_steps(view, doc);
    cli_add_solution(view, doc);
    cli_add_measured(view, doc);
    cli_add_sensitivity(view, doc);
    doc_add(doc, (struct doc_block){ .kind = DOC_SECTION, .in = DOC_PAGE });
    doc_own(doc, write_chart, view);
    doc_own(doc, html_results, rows);
    cli_add_inputs(view, NULL, rows ? &rows->sources : NULL, doc);
    doc_add(doc, (struct doc_block){ .kind = DOC_SECTION, .in = DOC_PAGE });
    doc_own(doc, html_list_sources, rows);
}

static void add_value(const struct aic_field *field, struct aic_value value, struct doc *doc)
{
    char words[CLI_VALUE_SIZE];
    cli_write_plain(field, value, words, sizeof words);
    doc_cell(doc, words);
}

/* A row a result, in base units. */
static void add_values(const struct cli_view *view, struct doc *doc)
{
    const unsigned ends = view->spread ? DOC_VALUES : DOC_TEXT;
    const struct cli_column columns[] = {
        { .title = "result" },           { .title = "value" }, { .title = "low", .in = ends },
        { .title = "high", .in = ends }, { .title = "unit" },  { .title = "basis" },
    };
    doc_table(doc, DOC_VALUES, columns, sizeof columns / sizeof columns[0],
              (struct doc_shape){ 0 });
    for (size_t i = 0; i < view->result_count; i++) {
        size_t index = view->results[i];
        const struct aic_field *field = cli_result(view, index);
        const char *unit = aic_field_unit(field);
        struct aic_value low = { false, 0, NULL }, high = low;
        if (view->spread) {
            aic_spread_ends(view->spread, index, &low, &high);
        }
        doc_cell(doc, field->name);
        add_value(field, aic_answer_result(view->answer, index), doc);
        add_value(field, low, doc);
        add_value(field, high, doc);
        doc_cell(doc, unit ? unit : "");
        doc_cell(doc, aic_basis_name(view->answer->basis[index]));
        doc_row(doc);
    }
}

void cli_answer_bare(const struct cli_view *view, struct aic_sink *sink)
{
    for (size_t i = 0; i < view->result_count; i++) {
        char words[CLI_VALUE_SIZE]; /* empty where there is no value */
        cli_write_plain(cli_result(view, view->results[i]),
                        aic_answer_result(view->answer, view->results[i]), words, sizeof words);
        cli_write(sink, "%s\n", words);
    }
}

static void build_document(const struct cli_view *view, enum doc_form form, struct doc *doc)
{
    struct cli_screen screen;
    doc_init(doc, form);
    doc->color = view->color;
    doc->columns = view->columns;
    cli_find_screen(view->answer, &screen);
    switch (form) {
    case DOC_TEXT:
        add_text(view, &screen, doc);
        break;
    case DOC_MARKDOWN:
        add_markdown(view, &screen, doc);
        break;
    case DOC_PAGE:
        add_page(view, &screen, doc);
        break;
    case DOC_VALUES:
        add_values(view, doc);
        break;
    }
}

/* Counts the lines that are written. */
static bool count_lines(void *lines, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        *(size_t *)lines += bytes[i] == '\n';
    }
    return true;
}

/* What cannot be measured cannot be written either: the sink has failed then. */
static bool fits_screen(const struct cli_view *view, struct doc *doc, struct aic_sink *sink)
{
    size_t lines = 0;
    struct aic_sink counter = { .write = count_lines, .context = &lines };
    doc_write(doc, &counter);
    sink->failed = sink->failed || counter.failed;
    return sink->failed || lines <= (is_composed(view) ? COMPOSED_LINES : CLI_SCREEN_LINES);
}

/* False: nothing is left to fold. */
static bool fold_more(struct cli_view *view)
{
    bool more = is_composed(view) ? view->part_rows > 1 : view->fold + 1 < CLI_FOLDS;
    if (more && is_composed(view)) {
        view->part_rows--;
    } else if (more) {
        view->fold++;
    }
    return more;
}

void cli_answer_write(const struct cli_view *shown, enum doc_form form, struct aic_sink *sink)
{
    struct cli_view view = *shown;
    struct doc doc;
    bool folds = form == DOC_TEXT && !view.all && !view.explain;
    view.part_rows = CLI_PART_ROWS;
    if (form == DOC_PAGE) { /* the same bytes on every terminal: it has its own colours */
        view.unicode = true;
        view.color = false;
    }
    build_document(&view, form, &doc);
    while (folds && !fits_screen(&view, &doc, sink) && fold_more(&view)) {
        doc_clear(&doc);
        build_document(&view, form, &doc);
    }
    doc_write(&doc, sink);
    doc_clear(&doc);
}
