/* SPDX-License-Identifier: Apache-2.0 */
/* Which results decide for what was asked, and the answer in one sentence. */
#include "cli/views/answer/screen.h"

#include <string.h>

#include "cli/views/answer/answer.h"

/* A zero says nothing, unless it counts something or a choice has that place. */
static bool is_empty(const struct aic_answer *answer, size_t index)
{
    const struct aic_field *field =
        aic_table_at(&answer->question->calculator->results, index, NULL);
    struct aic_value value = aic_answer_result(answer, index);
    return !value.set || (field->kind == AIC_REAL && value.number == 0);
}

/* The rows that decide for any question, for a calculator that names none. */
static void take_keys(const struct aic_answer *answer, struct cli_screen *screen)
{
    const struct aic_table *results = &answer->question->calculator->results;
    for (size_t i = 0; i < aic_table_size(results) && screen->count < AIC_SCREEN_ROWS; i++) {
        if (aic_table_at(results, i, NULL)->flags & AIC_KEY && !is_empty(answer, i)) {
            screen->rows[screen->count++] = i;
        }
    }
}

/* What the calculator of a part shows first. */
static struct aic_screen screen_of(const struct aic_answer *answer,
                                   const struct aic_part_view *part)
{
    struct aic_screen found = { .says = NULL };
    if (part->calculator->find_screen) {
        part->calculator->find_screen((const char *)answer->question->in + part->in,
                                      (const char *)answer->out + part->out, &found);
    }
    return found;
}

static void add_part_row(const struct aic_answer *answer, size_t index, struct cli_screen *screen)
{
    const struct aic_field *field =
        aic_table_at(&answer->question->calculator->results, index, NULL);
    bool is_there = !(field->flags & AIC_KEY) || is_empty(answer, index);
    for (size_t i = 0; i < screen->count; i++) {
        is_there = is_there || screen->rows[i] == index;
    }
    if (!is_there && screen->count < CLI_PART_ROWS) {
        screen->rows[screen->count++] = index;
    }
}

void cli_find_part_screen(const struct aic_answer *answer, size_t part, struct cli_screen *screen)
{
    const struct aic_part_view view = aic_part_at(answer->question->calculator, part);
    const struct aic_screen found = screen_of(answer, &view);
    *screen = (struct cli_screen){ .says = NULL };
    for (size_t i = 0; i < found.count; i++) {
        add_part_row(answer, view.first_result + found.rows[i], screen);
    }
    for (size_t i = view.first_result; i < view.first_result + view.results; i++) {
        add_part_row(answer, i, screen);
    }
    for (size_t i = 0; screen->count == 0 && i < found.count;
         i++) { /* what it can say without them */
        if (!is_empty(answer, view.first_result + found.rows[i])) {
            screen->rows[screen->count++] = view.first_result + found.rows[i];
        }
    }
}

/* The results in which answers of the composition are compared. */
static void add_deciding(const struct aic_answer *answer, struct cli_screen *screen)
{
    const struct aic_calculator *calculator = answer->question->calculator;
    const size_t results = aic_table_size(&calculator->results);
    size_t result;
    for (size_t k = 0; (result = aic_deciding_at(calculator, k)) < results; k++) {
        if (!is_empty(answer, result) && screen->count < CLI_SCREEN_ROWS) {
            screen->rows[screen->count++] = result;
        }
    }
}

/* The first row of each part. */
static void add_firsts(const struct aic_answer *answer, struct cli_screen *screen)
{
    const struct aic_calculator *calculator = answer->question->calculator;
    for (size_t p = 0; p < aic_part_count(calculator) && screen->count < CLI_SCREEN_ROWS; p++) {
        struct cli_screen part;
        if (aic_part_is_asked(calculator, answer->out, p)) {
            cli_find_part_screen(answer, p, &part);
            screen->rows[screen->count] = part.rows[0];
            screen->count += part.count > 0;
        }
    }
}

/* "a>b": both have a value, and that of the first is greater. */
static bool is_greater(const struct aic_answer *answer, const struct aic_field *of,
                       struct aic_span word, size_t sign)
{
    const struct aic_field *field;
    const struct aic_span other = { word.at + sign + 1, word.length - sign - 1 };
    struct aic_value a = aic_answer_value(answer, of, (struct aic_span){ word.at, sign }, &field);
    struct aic_value b = aic_answer_value(answer, of, other, &field);
    return a.set && b.set && a.number > b.number;
}

/* "name", "!name", "name=value" or "name>name". */
static bool word_holds(const struct aic_answer *answer, const struct aic_field *of,
                       struct aic_span word)
{
    const bool negated = word.at[0] == '!';
    const struct aic_span rest = { word.at + negated, word.length - negated };
    const char *above = memchr(rest.at, '>', rest.length);
    if (above) {
        return is_greater(answer, of, rest, (size_t)(above - rest.at)) != negated;
    }
    const char *sign = memchr(rest.at, '=', rest.length);
    const struct aic_span name = { rest.at, sign ? (size_t)(sign - rest.at) : rest.length };
    const struct aic_field *field;
    struct aic_value wanted, value = aic_answer_value(answer, of, name, &field);
    bool holds = value.set &&
                 (field->kind == AIC_REFERENCE || field->kind == AIC_CHOICE || value.number != 0);
    if (sign) {
        size_t length = rest.length - name.length - 1;
        holds = value.set && aic_value_read(field, sign + 1, length, &wanted, NULL) &&
                wanted.number == value.number;
    }
    return holds != negated;
}

bool cli_holds(const struct aic_answer *answer, const struct aic_field *of, const char *condition)
{
    bool holds = true;
    for (const char *at = condition; *at;) {
        struct aic_span word = { at, strcspn(at, " ") };
        if (word.at[0] == '|') {
            if (holds) {
                return true;
            }
            holds = true;
        } else {
            holds = holds && word_holds(answer, of, word);
        }
        at += word.length + strspn(at + word.length, " ");
    }
    return holds;
}

/* The first sentence of a composition whose condition holds; NULL: none does. */
static const char *find_sentence(const struct aic_answer *answer,
                                 const struct aic_composed_sentence *sentence)
{
    while (sentence && sentence->says && !cli_holds(answer, NULL, sentence->when)) {
        sentence++;
    }
    return sentence ? sentence->says : NULL;
}

/* What the composition or the part with the verdict says, and the rows that decide. */
static void find_composed(const struct aic_answer *answer, struct cli_screen *screen)
{
    const struct aic_calculator *calculator = answer->question->calculator;
    size_t verdict;
    *screen = (struct cli_screen){ .says = NULL };
    add_deciding(answer, screen);
    if (screen->count == 0) {
        add_firsts(answer, screen);
    }
    screen->says = find_sentence(answer, aic_composition_table_of(calculator)->sentences);
    if (screen->says) {
        return;
    }
    if (aic_part_verdict(calculator, &verdict) && aic_answer_result(answer, verdict).set) {
        const struct aic_part_view view =
            aic_part_at(calculator, aic_part_of_result(calculator, verdict));
        screen->says = screen_of(answer, &view).says;
        screen->of = aic_table_at(&calculator->results, verdict, NULL);
    }
}

void cli_find_screen(const struct aic_answer *answer, struct cli_screen *screen)
{
    const struct aic_calculator *calculator = answer->question->calculator;
    struct aic_screen found = { .says = NULL };
    if (calculator->composition) {
        find_composed(answer, screen);
        return;
    }
    if (calculator->find_screen) {
        calculator->find_screen(answer->question->in, answer->out, &found);
    }
    *screen = (struct cli_screen){ .says = found.says };
    for (size_t i = 0; i < found.count; i++) {
        if (!is_empty(answer, found.rows[i])) {
            screen->rows[screen->count++] = found.rows[i];
        }
    }
    if (screen->count == 0) {
        take_keys(answer, screen);
    }
}

/* "; whether it serves cannot be told: give connections": of a flag that nobody can judge. */
static void add_unjudged(const struct cli_view *view, size_t row, struct aic_text *text)
{
    if (cli_is_unjudged(view, row)) {
        aic_text_format(text, "; %s cannot be told: ", cli_result(view, row)->name);
        cli_add_settling(view, row, text);
    }
}

/* "; tight: the limit lies within the error of total_memory, -7..+3%" of a verdict within the error of what it compares. */
static void add_tight(const struct cli_view *view, size_t row, struct aic_text *text)
{
    char band[CLI_VALUE_SIZE];
    struct aic_comparison comparison;
    if (aic_answer_comparison(view->answer, row, &comparison) && comparison.tight) {
        cli_write_band(view, comparison.result, band, sizeof band);
        aic_text_format(text, "; tight: the limit lies within the error of %s%s%s",
                        cli_result(view, comparison.result)->name, band[0] ? ", " : "", band);
    }
}

/* The first of the names that has a value; empty where none has. */
static struct aic_span first_with_value(const struct aic_answer *answer, const char *names)
{
    const struct aic_field *field;
    for (const char *at = names; *at;) {
        const struct aic_span name = { at, strcspn(at, " ") };
        if (aic_answer_value(answer, NULL, name, &field).set) {
            return name;
        }
        at += name.length + strspn(at + name.length, " ");
    }
    return (struct aic_span){ names, 0 };
}

/* "tp 1  pp 1  dp 512  zero 3": what a composition tells below its sentence. */
void cli_add_line(const struct cli_view *view, struct aic_text *text)
{
    const struct aic_composition_table *table =
        aic_composition_table_of(view->answer->question->calculator);
    const struct aic_composed_value *row = table ? table->line : NULL;
    for (bool is_first = true; row && row->names; row++, is_first = false) {
        char words[CLI_VALUE_SIZE], named[CLI_VALUE_SIZE];
        struct aic_text value, template;
        bool applies = !row->when || cli_holds(view->answer, NULL, row->when);
        const struct aic_span name = first_with_value(view->answer, applies ? row->names : "");
        if (is_first && name.length == 0) {
            return;
        }
        aic_text_init(&template, named, sizeof named);
        aic_text_add(&template, "{");
        aic_text_add_bytes(&template, name.at, name.length);
        aic_text_add(&template, "}");
        aic_text_init(&value, words, sizeof words);
        cli_add_words(view, NULL, named, &value);
        bool is_told = row->kept || (strcmp(words, "1") != 0 && strcmp(words, "none") != 0);
        if (name.length > 0 && is_told) {
            aic_text_format(text, "%s%s %s", text->length > 0 ? "  " : "", row->label, words);
            cli_add_words(view, NULL, row->then ? row->then : "", text);
        }
    }
}

bool cli_add_title(const struct cli_view *view, struct aic_text *text)
{
    const struct aic_composition_table *table =
        aic_composition_table_of(view->answer->question->calculator);
    const char *title = table ? find_sentence(view->answer, table->titles) : NULL;
    if (title) {
        cli_add_words(view, NULL, title, text);
    }
    return title != NULL;
}

/* How sure the sentence of a composition is. */
static void add_endings(const struct cli_view *view, struct aic_text *text)
{
    const struct aic_composition_table *table =
        aic_composition_table_of(view->answer->question->calculator);
    const struct aic_composed_sentence *ending = table ? table->endings : NULL;
    for (; ending && ending->says; ending++) {
        if (cli_holds(view->answer, NULL, ending->when)) {
            cli_add_words(view, NULL, ending->says, text);
        }
    }
}

void cli_add_sentence(const struct cli_view *view, const struct cli_screen *screen,
                      struct aic_text *text)
{
    const char *help = view->answer->question->calculator->help;
    cli_add_words(view, screen->of, screen->says ? screen->says : help, text);
    add_endings(view, text);
    for (size_t i = 0; i < screen->count; i++) {
        add_tight(view, screen->rows[i], text);
        add_unjudged(view, screen->rows[i], text);
    }
}
