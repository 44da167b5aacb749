/* SPDX-License-Identifier: Apache-2.0 */
/* The report of a check as a document. */
#include "cli/views/check/check.h"

#include <math.h>
#include <string.h>

/* The first line of Markdown, by which a pipeline finds the comment that it wrote before. */
#define MARKER "<!-- aicalc check -->"

bool cli_check_is_measured(const struct aic_note *note)
{
    return strcmp(note->id, AIC_MEASURED_OUTSIDE) == 0;
}

/* A result of a saved answer that is as it was. */
static bool is_quiet(const struct cli_check_view *view, const struct aic_check_line *line)
{
    return view->checks->saved && line->outcome == AIC_OUTCOME_PASS;
}

static const char *why(const struct aic_error *error, struct doc *doc)
{
    struct aic_text *text = doc_words(doc);
    cli_check_why(error, text);
    return doc_keep(doc, text->at);
}

static const char *name_of(const struct aic_check *check, struct doc *doc)
{
    struct aic_text *text = doc_words(doc);
    cli_check_name(check, text);
    return doc_keep(doc, text->at);
}

static const char *budget_of(const struct cli_check_view *view, const struct aic_check *check,
                             const struct aic_check_line *line, struct doc *doc)
{
    struct aic_text *text = doc_words(doc);
    cli_check_budget(view, check, line, text);
    return doc_keep(doc, text->at);
}

static const char *change_of(const struct cli_check_view *view, const struct aic_check *check,
                             const struct aic_check_line *line, struct doc *doc)
{
    struct aic_text *text = doc_words(doc);
    cli_check_change(view, check, line, text);
    return doc_keep(doc, text->at);
}

static const char *value_of(const struct cli_check_view *view, const struct aic_field *field,
                            struct aic_value value, struct doc *doc)
{
    char words[CLI_VALUE_SIZE] = "";
    if (value.set) {
        cli_write_value(field, value, view->units, words, sizeof words);
    }
    return doc_keep(doc, words);
}

/* The columns that this report has. */
static void open_table(const struct cli_check_view *view, struct doc *doc)
{
    const bool saved = view->checks->saved;
    const unsigned always = DOC_TEXT | DOC_MARKDOWN, never = DOC_VALUES;
    const struct cli_column columns[] = {
        { .title = "Verdict", .optional = true },
        { .title = saved ? "Answer" : "Check", .optional = true, .gap = 2 },
        { .title = saved ? "Result" : "Budget", .optional = true, .gap = 2 },
        { .title = saved ? "Now" : "Actual", .optional = true, .gap = 2, .right = true },
        { .title = saved ? "Saved" : "Limit", .optional = true, .gap = 2, .right = true },
        { .title = "Margin",
          .optional = true,
          .gap = 2,
          .right = true,
          .in = saved ? never : always },
        { .title = "Change",
          .optional = true,
          .gap = 2,
          .right = true,
          .in = saved || view->checks->source.earlier ? always : never },
    };
    doc_table(doc, always, columns, sizeof columns / sizeof columns[0],
              (struct doc_shape){ .unindented = true });
}

static void add_line(const struct cli_check_view *view, const struct aic_check *check,
                     const struct aic_check_line *line, struct doc *doc)
{
    const struct aic_field *field = aic_budget_field(&line->budget, check->calculator);
    const struct aic_value limit = { aic_is_set(line->budget.limit), line->budget.limit, NULL };
    doc_cell_as(doc, (struct cli_cell){ .text = aic_outcome_name(line->outcome),
                                        .style = cli_outcome_style(line->outcome),
                                        .marked = line->outcome > AIC_OUTCOME_PASS });
    doc_cell(doc, name_of(check, doc));
    doc_cell(doc, budget_of(view, check, line, doc));
    doc_cell(doc, line->no ? "none" : value_of(view, field, line->actual, doc));
    doc_cell(doc, value_of(view, field, limit, doc));
    struct aic_text *text = doc_words(doc);
    cli_add_percent(text, line->margin, true);
    doc_cell(doc, text->at);
    doc_cell(doc, change_of(view, check, line, doc));
    doc_row(doc);
}

/* The lines as a table; nothing where there are none. */
static void add_lines(const struct cli_check_view *view, struct doc *doc)
{
    bool any = false;
    for (size_t i = 0; i < view->checks->count; i++) {
        const struct aic_check *check = &view->checks->at[i];
        for (size_t k = 0; k < check->line_count; k++) {
            if (!is_quiet(view, &check->lines[k])) {
                if (!any) {
                    open_table(view, doc);
                }
                any = true;
                add_line(view, check, &check->lines[k], doc);
            }
        }
    }
    if (any) {
        doc_add(doc, (struct doc_block){ .kind = DOC_GAP });
    }
}

/* What the columns do not say. `budget` is "" where that is of the whole check. */
static void add_reason(const char *name, const char *budget, const char *words, struct doc *doc)
{
    const char *colon = budget[0] ? ": " : "";
    const char *line = doc_print(doc, "%s%s%s: %s", name, budget[0] ? ", " : "", budget, words);
    doc_add(doc,
            (struct doc_block){ .kind = DOC_LINE, .in = DOC_TEXT, .words = line, .wrapped = true });
    doc_add(doc, (struct doc_block){ .kind = DOC_ITEM,
                                     .in = DOC_MARKDOWN,
                                     .name = name,
                                     .words = doc_print(doc, "%s%s%s", budget, colon, words) });
}

/* Each thing that could not be judged, and each measurement outside of its band. */
static bool add_reasons(const struct cli_check_view *view, const struct aic_check *check,
                        struct doc *doc)
{
    const struct doc_block *last = doc->last;
    const char *name = name_of(check, doc);
    if (check->why) {
        add_reason(name, "", why(check->why, doc), doc);
    }
    for (size_t k = 0; k < check->line_count; k++) {
        const struct aic_check_line *line = &check->lines[k];
        if (line->why) {
            add_reason(name, budget_of(view, check, line, doc), why(line->why, doc), doc);
        } else if (line->mends || line->recorded || line->no) {
            struct aic_text *text = doc_words(doc);
            cli_check_message(view, check, line, text);
            const char *message = doc_keep(doc, text->at); /* before the next words take the room */
            add_reason(name, budget_of(view, check, line, doc), message, doc);
        }
    }
    for (size_t k = 0; k < check->warning_count; k++) {
        if (cli_check_is_measured(&check->warnings[k])) {
            add_reason(name, "", check->warnings[k].text, doc);
        }
    }
    return doc->last != last;
}

static const char *input_of(const struct cli_check_view *view, size_t i, struct doc *doc)
{
    struct aic_text *text = doc_words(doc);
    cli_check_input(view, &view->checks->inputs[i], text);
    return doc_keep(doc, text->at);
}

/* Inputs that a saved answer has otherwise. */
static void add_inputs(const struct cli_check_view *view, bool reasons, struct doc *doc)
{
    const size_t count = view->checks->input_count;
    if (reasons) {
        doc_add(doc, (struct doc_block){ .kind = DOC_GAP, .in = DOC_TEXT });
    }
    for (size_t i = 0; i < count; i++) {
        const char *words = input_of(view, i, doc);
        if (i == 0) {
            doc_line(doc, DOC_TEXT, CLI_PLAIN, "Inputs that changed");
        }
        doc_line(doc, DOC_TEXT, CLI_PLAIN, doc_print(doc, "  %s", words));
        doc_add(doc, (struct doc_block){ .kind = DOC_ITEM,
                                         .in = DOC_MARKDOWN,
                                         .name = "input that changed",
                                         .words = words });
    }
    unsigned in = (count > 0 ? DOC_TEXT : 0) | (count > 0 || reasons ? DOC_MARKDOWN : 0);
    if (in) {
        doc_add(doc, (struct doc_block){ .kind = DOC_GAP, .in = in });
    }
}

static void add_mistakes(const struct cli_check_view *view, struct doc *doc)
{
    for (size_t i = 0; i < view->mistake_count; i++) {
        const char *words = why(&view->mistakes[i], doc);
        doc_add(doc, (struct doc_block){ .kind = DOC_LINE,
                                         .in = DOC_TEXT | DOC_PAGE,
                                         .style = CLI_BAD,
                                         .words = words,
                                         .wrapped = true });
        doc_add(doc, (struct doc_block){
                         .kind = DOC_ITEM, .in = DOC_MARKDOWN, .name = "error", .words = words });
    }
    if (view->mistake_count > 0) {
        doc_add(doc, (struct doc_block){ .kind = DOC_GAP });
    }
}

static void add_file(const struct cli_check_view *view, struct doc *doc)
{
    bool any = false;
    add_mistakes(view, doc);
    if (view->mistake_count == 0) {
        add_lines(view, doc);
        for (size_t i = 0; i < view->checks->count; i++) {
            any = add_reasons(view, &view->checks->at[i], doc) || any;
        }
        add_inputs(view, any, doc);
    }
}

/* What the numbers of a line do not say, for a page. */
static const char *note_of(const struct cli_check_view *view, const struct aic_check *check,
                           const struct aic_check_line *line, struct doc *doc)
{
    if (line->no) {
        return line->no;
    }
    if (line->why) {
        return why(line->why, doc);
    }
    const char *change = change_of(view, check, line, doc);
    bool is_since = change[0] && !view->checks->saved;
    const char *mends = line->mends
                            ? doc_print(doc, "%smended by %s", change[0] ? "; " : "", line->mends)
                        : line->recorded ? "recorded: a later run is compared with it"
                                         : "";
    return doc_print(doc, "%s%s%s", change, is_since ? " since the baseline" : "", mends);
}

static void add_budget(const struct cli_check_view *view, const struct aic_check *check,
                       const struct aic_check_line *line, struct doc *doc)
{
    const struct aic_field *field = aic_budget_field(&line->budget, check->calculator);
    bool is_judged = cli_is_number(field) && line->actual.set && !view->checks->saved;
    const struct doc_budget budget = {
        .style = cli_outcome_style(line->outcome),
        .verdict = aic_outcome_name(line->outcome),
        .budget = budget_of(view, check, line, doc),
        .actual = line->no ? line->no : value_of(view, field, line->actual, doc),
        .note = note_of(view, check, line, doc),
        .value = line->actual.number,
        .limit = line->budget.limit,
        .margin = is_judged ? line->margin : NAN,
        .has_bar = is_judged,
    };
    doc_add(doc, (struct doc_block){ .kind = DOC_BUDGET, .in = DOC_PAGE, .budget = budget });
}

/* A check as a section of a page; `number` is that of the section. */
static void add_check(const struct cli_check_view *view, const struct aic_check *check,
                      size_t number, struct doc *doc)
{
    const struct aic_calculator *calculator = check->calculator;
    doc_add(doc, (struct doc_block){
                     .kind = DOC_SECTION,
                     .id = doc_print(doc, "c-%g", (double)number),
                     .name = check->name,
                     .words = aic_outcome_name(check->outcome),
                     .style = cli_outcome_style(check->outcome),
                     .note = doc_print(doc, "%s: %s", calculator->name, calculator->help) });
    if (check->why) {
        doc_line(doc, DOC_PAGE, CLI_BAD, why(check->why, doc));
    }
    for (size_t k = 0; k < check->line_count; k++) {
        if (!is_quiet(view, &check->lines[k])) {
            add_budget(view, check, &check->lines[k], doc);
        }
    }
    for (size_t i = 0; i < check->warning_count; i++) {
        const struct aic_note *note = &check->warnings[i];
        doc_add(doc,
                (struct doc_block){ .kind = DOC_ITEM,
                                    .style = cli_check_is_measured(note) ? CLI_WARNING : CLI_PLAIN,
                                    .name = note->id,
                                    .words = note->text });
    }
}

static void add_page(const struct cli_check_report *report, struct doc *doc)
{
    size_t number = 0;
    for (size_t i = 0; i < report->count; i++) {
        const struct cli_check_view *view = &report->files[i];
        if (report->count > 1) {
            doc_line(doc, DOC_PAGE, CLI_PLAIN, cli_check_file(view));
        }
        add_mistakes(view, doc);
        for (size_t k = 0; view->mistake_count == 0 && k < view->checks->count; k++) {
            add_check(view, &view->checks->at[k], ++number, doc);
        }
    }
    for (size_t i = 0; i < report->count; i++) {
        const struct cli_check_view *view = &report->files[i];
        bool any = view->mistake_count == 0 && view->checks->input_count > 0;
        if (any) {
            doc_section(doc, doc_print(doc, "inputs-%g", (double)(i + 1)), "Inputs that changed",
                        NULL);
        }
        for (size_t k = 0; any && k < view->checks->input_count; k++) {
            doc_item(doc, NULL, input_of(view, k, doc));
        }
    }
}

/* The head of a page. */
static void add_head(const struct cli_check_report *report, const char *summary, struct doc *doc)
{
    enum aic_outcome outcome = cli_check_outcome(report);
    doc_add(doc, (struct doc_block){ .kind = DOC_HEAD, .name = "check", .words = summary });
    doc_add(doc, (struct doc_block){ .kind = DOC_PILL,
                                     .style = cli_outcome_style(outcome),
                                     .words = aic_outcome_name(outcome) });
    doc_add(doc, (struct doc_block){ .kind = DOC_COMMAND, .asked = &report->asked });
    doc_add(doc, (struct doc_block){ .kind = DOC_BODY });
}

void cli_check_document(const struct cli_check_report *report, struct doc *doc)
{
    struct aic_text *text = doc_words(doc);
    cli_check_summary(report, text);
    const char *summary = doc_keep(doc, text->at);
    if (doc->form == DOC_PAGE) {
        add_head(report, summary, doc);
        add_page(report, doc);
        return;
    }
    doc_add(doc, (struct doc_block){
                     .kind = DOC_LINE, .in = DOC_MARKDOWN, .words = MARKER, .code = true });
    for (size_t i = 0; i < report->count; i++) {
        if (report->count > 1) {
            const char *file = cli_check_file(&report->files[i]);
            doc_line(doc, DOC_TEXT, CLI_PLAIN, file);
            doc_line(doc, DOC_MARKDOWN, CLI_STRONG, file);
            doc_add(doc, (struct doc_block){ .kind = DOC_GAP, .in = DOC_MARKDOWN });
        }
        add_file(&report->files[i], doc);
    }
    doc_line(doc, 0, cli_outcome_style(cli_check_outcome(report)), summary);
}
