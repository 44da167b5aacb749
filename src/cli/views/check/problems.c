/* SPDX-License-Identifier: Apache-2.0 */
/* What does not hold in a check file, for formats that tell it at the lines of the file. */
#include "cli/views/check/check.h"

static void visit_line(const struct cli_check_view *view, const struct aic_check *check,
                       const struct aic_check_line *line, const char *name,
                       cli_problem_visitor *visit, void *context)
{
    char words[3 * CLI_CHECK_CELL];
    struct aic_text text;
    aic_text_init(&text, words, sizeof words);
    cli_check_budget(view, check, line, &text);
    aic_text_add(&text, ": ");
    cli_check_message(view, check, line, &text);
    visit(context, &(struct cli_problem){
                       .kind = line->outcome == AIC_OUTCOME_ERROR ? CLI_PROBLEM_QUESTION
                                                                  : CLI_PROBLEM_BUDGET,
                       .warns = line->outcome == AIC_OUTCOME_WARN,
                       .name = name,
                       .words = words,
                       .place = line->file ? (struct aic_place){ line->file_line, 1 } : line->place,
                       .file = line->file });
}

/* A question without an answer is one problem, whatever budgets it has. */
static void visit_check(const struct cli_check_view *view, const struct aic_check *check,
                        cli_problem_visitor *visit, void *context)
{
    char name[CLI_CHECK_CELL], words[2 * CLI_CHECK_CELL];
    struct aic_text text;
    aic_text_init(&text, name, sizeof name);
    cli_check_name(check, &text);
    if (check->why) {
        aic_text_init(&text, words, sizeof words);
        cli_check_why(check->why, &text);
        visit(context, &(struct cli_problem){ CLI_PROBLEM_QUESTION, false, name, words,
                                              check->place, NULL });
        return;
    }
    for (size_t i = 0; i < check->line_count; i++) {
        if (check->lines[i].outcome != AIC_OUTCOME_PASS) {
            visit_line(view, check, &check->lines[i], name, visit, context);
        }
    }
    for (size_t i = 0; i < check->warning_count; i++) {
        if (cli_check_is_measured(&check->warnings[i])) {
            visit(context, &(struct cli_problem){ CLI_PROBLEM_MEASURED, true, name,
                                                  check->warnings[i].text, check->place, NULL });
        }
    }
}

void cli_check_each_problem(const struct cli_check_view *view, cli_problem_visitor *visit,
                            void *context)
{
    for (size_t i = 0; i < view->mistake_count; i++) {
        const struct aic_error *mistake = &view->mistakes[i];
        char words[2 * CLI_CHECK_CELL];
        struct aic_text text;
        aic_text_init(&text, words, sizeof words);
        cli_check_why(mistake, &text);
        visit(context,
              &(struct cli_problem){
                  CLI_PROBLEM_FILE, false, NULL, words, { mistake->line, mistake->column }, NULL });
    }
    for (size_t i = 0; view->mistake_count == 0 && i < view->checks->count; i++) {
        visit_check(view, &view->checks->at[i], visit, context);
    }
}
