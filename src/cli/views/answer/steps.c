/* SPDX-License-Identifier: Apache-2.0 */
/* What would mend a no: changes as flags to add, each with the number that it gives. */
#include "cli/views/answer/answer.h"

#include <aicalc/calculator_rows.h>

static void add_flags(const struct aic_calculator *calculator, const struct aic_step *step,
                      struct aic_text *text)
{
    for (size_t i = 0; i < step->change_count; i++) {
        aic_text_add(text, i > 0 ? " " : "");
        aic_change_flag(calculator, &step->changes[i], text);
    }
}

/* "fits": what holds then; behind a number that is judged itself its name is not repeated. */
static void add_success(const struct cli_view *view, struct aic_text *text)
{
    const struct aic_lever *verdict = view->steps->verdict;
    if (!verdict) {
        aic_text_add(text, "budgets hold");
    } else if (verdict->goal) {
        aic_text_format(text, "meets %s", verdict->goal);
    } else {
        aic_text_add(text, verdict->verdict);
    }
}

static void write_step(const struct cli_view *view, const struct aic_step *step, char *flags,
                       char *gives, size_t capacity)
{
    struct aic_text text;
    aic_text_init(&text, flags, capacity);
    add_flags(view->answer->question->calculator, step, &text);
    aic_text_init(&text, gives, capacity);
    if (aic_is_set(step->number)) {
        const struct aic_field *field = cli_result(view, view->steps->deciding);
        char number[CLI_VALUE_SIZE];
        cli_write_number(field, step->number, view->units, number, sizeof number);
        aic_text_format(&text, "%s %s, ", field->name, number);
    }
    add_success(view, &text);
}

void cli_add_steps(const struct cli_view *view, struct doc *doc)
{
    const struct aic_steps *steps = view->steps;
    if (!steps || steps->tried == 0 || (steps->count == 0 && doc->form == DOC_MARKDOWN)) {
        return;
    }
    doc_section(doc, "steps", doc->form == DOC_PAGE ? "Next step" : "Next step: add",
                steps->count > 0
                    ? "Any of these mends it, added to the command or in place of what it has."
                    : NULL);
    if (steps->count == 0) {
        doc_point(doc, "none of %g combinations of other settings mends it", (double)steps->tried);
        return;
    }
    doc_line(doc, DOC_MARKDOWN, CLI_PLAIN, "Next step: add");
    doc_add(doc, (struct doc_block){ .kind = DOC_GAP, .in = DOC_MARKDOWN });
    for (size_t i = 0; i < steps->count; i++) {
        char flags[CLI_VALUE_SIZE], gives[CLI_VALUE_SIZE];
        write_step(view, &steps->steps[i], flags, gives, sizeof flags);
        doc_add(doc, (struct doc_block){ .kind = DOC_STEP, .name = flags, .words = gives });
    }
}
