/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a total of money or time contains and what it lacks. Its rows say so (struct aic_content), in a
 * composition those of the composition before those of the part; without any, it contains the results
 * whose rows say that they are part of it.
 */
#include "cli/views/answer/contents.h"

#include <string.h>

#include <aicalc/calculator_rows.h>

#include "cli/formats/json.h"
#include "cli/views/answer/answer.h"
#include "cli/views/answer/screen.h"

/* Most totals of a screen that say what they contain. */
#define TOTALS_MAX 2

/* A smaller share that no part covers is rounding. */
#define REST_FROM 1e-6

static bool is_total(const struct aic_field *field)
{
    switch (field->dimension) {
    case AIC_MONEY:
    case AIC_MONEY_PER_DAY:
    case AIC_MONEY_PER_MONTH:
    case AIC_MONEY_PER_YEAR:
    case AIC_TIME:
        return field->kind == AIC_REAL;
    default:
        return false;
    }
}

/* Under way: the rows of a total, and in whose part their names are. */
struct reading {
    const struct cli_view *view;
    const struct aic_content *rows; /* NULL: there are none */
    const struct aic_field *of;     /* NULL: the names are those of the whole calculator */
    const char *name;               /* the total's, as rows have it */
    size_t total;
    struct cli_contents *contents;
};

static bool has_rows(const struct aic_content *rows, const char *name)
{
    for (; rows && rows->total; rows++) {
        if (strcmp(rows->total, name) == 0) {
            return true;
        }
    }
    return false;
}

static void find_rows(struct reading *reading)
{
    const struct aic_calculator *calculator = reading->view->answer->question->calculator;
    const struct aic_composition_table *table = aic_composition_table_of(calculator);
    const struct aic_field *field = cli_result(reading->view, reading->total);
    reading->name = field->name;
    reading->rows = table ? table->contents : calculator->contents;
    if (table && !has_rows(table->contents, field->name)) {
        size_t part = aic_part_of_result(calculator, reading->total);
        reading->rows = aic_part_at(calculator, part).calculator->contents;
        reading->of = field;
        reading->name = cli_name_in_part(reading->view, reading->total);
    }
    if (!has_rows(reading->rows, reading->name)) {
        reading->rows = NULL;
    }
}

/* The value that a name of a row stands for; `result` takes its place where it is a result. */
static struct aic_value value_of(const struct reading *reading, const char *name, size_t *result)
{
    const struct aic_answer *answer = reading->view->answer;
    const struct aic_span span = { name, strlen(name) };
    const struct aic_field *field;
    size_t index;
    if (aic_answer_lookup(answer, reading->of, span, &index) == AIC_NAME_RESULT) {
        *result = index;
    }
    return aic_answer_value(answer, reading->of, span, &field);
}

static struct cli_content *add(struct cli_content *list, size_t *count)
{
    return &list[*count < CLI_CONTENTS_MAX ? (*count)++ : CLI_CONTENTS_MAX - 1];
}

/* A part of the total, or what of the others it takes. */
static void add_contained(struct reading *reading, const struct aic_content *row)
{
    size_t result = SIZE_MAX;
    struct aic_value value =
        row->value ? value_of(reading, row->value, &result) : (struct aic_value){ false, 0, NULL };
    if (row->value && (!value.set || (row->kind == AIC_CONTAINS && value.number == 0))) {
        return;
    }
    struct cli_content *item = add(reading->contents->contains, &reading->contents->contain_count);
    struct aic_text text;
    double share;
    aic_text_init(&text, item->what, sizeof item->what);
    cli_add_words(reading->view, reading->of, row->what, &text);
    item->has_value = value.set && row->kind == AIC_CONTAINS;
    item->has_share = value.set && row->kind == AIC_WITHIN;
    item->number = value.number;
    item->result = item->has_value ? result : SIZE_MAX;
    if (item->has_share && result != SIZE_MAX && cli_share(reading->view, result, &share)) {
        item->number = share;
    }
}

static void add_lacking(struct reading *reading, const struct aic_content *row)
{
    struct cli_content *item = add(reading->contents->lacks, &reading->contents->lack_count);
    struct aic_text text;
    aic_text_init(&text, item->what, sizeof item->what);
    cli_add_words(reading->view, reading->of, row->what, &text);
    item->add = row->value;
}

/* "write request" of write_request_cost: what is part of a cost or a time ends with that word. */
static void write_name(const char *name, char *out, size_t capacity)
{
    const char *end = strrchr(name, '_');
    struct aic_text text;
    aic_text_init(&text, out, capacity);
    aic_text_add_spelt(&text, (struct aic_span){ name, end ? (size_t)(end - name) : strlen(name) },
                       '_', ' ');
}

static void add_part(struct reading *reading, size_t result)
{
    struct aic_value part = aic_answer_part(reading->view->answer, result);
    if (part.set && part.number != 0) {
        struct cli_content *item =
            add(reading->contents->contains, &reading->contents->contain_count);
        write_name(cli_name_in_part(reading->view, result), item->what, sizeof item->what);
        item->has_value = true;
        item->number = part.number;
        item->result = result;
    }
}

/* The results that say that they are part of it. */
static void add_parts(struct reading *reading)
{
    const struct aic_table *results = &reading->view->answer->question->calculator->results;
    const char *whole = cli_result(reading->view, reading->total)->name;
    size_t first = 0;
    for (size_t g = 0; g < results->count; g++) {
        const struct aic_group *group = &results->groups[g];
        for (size_t i = 0; i < group->count; i++) {
            const char *part_of = group->fields[i].part_of;
            if (part_of && strcmp(part_of, whole) == 0) {
                add_part(reading, first + i);
            }
        }
        first += group->count;
    }
}

/* The largest first. */
static void sort(struct cli_contents *contents)
{
    for (size_t i = 1; i < contents->contain_count; i++) {
        struct cli_content item = contents->contains[i];
        size_t at = i;
        for (; at > 0 && contents->contains[at - 1].number < item.number; at--) {
            contents->contains[at] = contents->contains[at - 1];
        }
        contents->contains[at] = item;
    }
}

/* What is left of the total beside them, which then come first. */
static void add_rest(struct reading *reading, const char *what)
{
    struct cli_contents *contents = reading->contents;
    double rest = aic_answer_result(reading->view->answer, reading->total).number;
    const double least = REST_FROM * rest;
    add_parts(reading);
    for (size_t i = 0; i < contents->contain_count; i++) {
        rest -= contents->contains[i].number;
    }
    if (rest > least) {
        struct cli_content *item = add(contents->contains, &contents->contain_count);
        cli_print(item->what, sizeof item->what, "%s", what);
        item->has_value = true;
        item->number = rest;
        item->result = SIZE_MAX;
    }
    sort(contents);
}

static void add_row(struct reading *reading, const struct aic_content *row)
{
    size_t result;
    switch (row->kind) {
    case AIC_CONTAINS:
    case AIC_WITHIN:
        add_contained(reading, row);
        break;
    case AIC_REST:
        add_rest(reading, row->what);
        break;
    case AIC_LACKS:
        add_lacking(reading, row);
        break;
    case AIC_PERIOD:
        reading->contents->period = row->what;
        if (row->value) {
            reading->contents->seconds = value_of(reading, row->value, &result);
        }
        break;
    }
}

static const char *period_of(const struct aic_field *field)
{
    switch (field->dimension) {
    case AIC_MONEY_PER_DAY:
        return "day";
    case AIC_MONEY_PER_MONTH:
        return "month";
    case AIC_MONEY_PER_YEAR:
        return "year";
    default:
        return NULL;
    }
}

bool cli_find_contents(const struct cli_view *view, size_t total, struct cli_contents *contents)
{
    struct reading reading = { .view = view, .total = total, .contents = contents };
    memset(contents, 0, sizeof *contents);
    if (!is_total(cli_result(view, total)) || !aic_answer_result(view->answer, total).set) {
        return false;
    }
    find_rows(&reading);
    for (const struct aic_content *row = reading.rows; row && row->total; row++) {
        if (strcmp(row->total, reading.name) == 0 &&
            (!row->when || cli_holds(view->answer, reading.of, row->when))) {
            add_row(&reading, row);
        }
    }
    if (contents->contain_count == 0) {
        add_parts(&reading);
        sort(contents);
    }
    bool any = contents->contain_count > 0 || contents->lack_count > 0;
    if (any && !contents->period && !contents->seconds.set) {
        contents->period = period_of(cli_result(view, total));
    }
    return any;
}

/* "checkpoints and failures (1.3 %)" */
static void add_item(const struct cli_content *item, struct aic_text *text)
{
    aic_text_add(text, item->what);
    if (item->has_share) {
        aic_text_add(text, " (");
        cli_add_percent(text, item->number, false);
        aic_text_add(text, ")");
    }
    if (item->add) {
        aic_text_format(text, ": %s", item->add);
    }
}

/* "; for the run", "; for a month", "; for 30.00 d"; several words stand as they are. */
static void add_period(const struct cli_contents *contents, struct aic_text *text)
{
    static const struct aic_field time = { .kind = AIC_REAL, .dimension = AIC_TIME };
    if (contents->period) {
        bool is_one =
            strcmp(contents->period, "run") == 0 || strcmp(contents->period, "transfer") == 0;
        const char *article = strchr(contents->period, ' ') ? "" : is_one ? "the " : "a ";
        aic_text_format(text, "; for %s%s", article, contents->period);
    } else if (contents->seconds.set) {
        char words[CLI_VALUE_SIZE];
        cli_write_value(&time, contents->seconds, AIC_UNITS_AUTO, words, sizeof words);
        aic_text_format(text, "; for %s", words);
    }
}

static void add_contained_words(const struct cli_contents *contents, struct aic_text *text)
{
    for (size_t i = 0; i < contents->contain_count; i++) {
        aic_text_add(text, i > 0 ? ", " : "");
        add_item(&contents->contains[i], text);
    }
    if (contents->contain_count > 0) {
        add_period(contents, text);
    }
}

static void add_lacking_words(const struct cli_contents *contents, struct aic_text *text)
{
    for (size_t i = 0; i < contents->lack_count; i++) {
        aic_text_add(text, i > 0 ? "; " : "");
        add_item(&contents->lacks[i], text);
    }
}

static void add_line(const struct cli_view *view, size_t total, bool named, const char *label,
                     const char *words, struct doc *doc)
{
    if (*words) {
        const char *name = cli_result(view, total)->name;
        doc_item(doc, named ? doc_print(doc, "%s %s", name, label) : label,
                 doc->form == DOC_TEXT ? doc_join(doc, words, false) : words);
    }
}

/* Whether the sentence has the value of that name; where it has the ends, it has the value too. */
static bool is_said(const struct cli_screen *screen, const char *name)
{
    const size_t length = strlen(name);
    const char *at = screen->says;
    while (at && (at = strchr(at, '{'))) {
        at++;
        if (strncmp(at, name, length) == 0 && at[length] == '}') {
            return true;
        }
    }
    return false;
}

static bool is_money(const struct cli_view *view, size_t result)
{
    return cli_result(view, result)->dimension != AIC_TIME;
}

void cli_write_contents(const struct cli_view *view, const struct cli_screen *screen,
                        struct aic_text *contained, struct aic_text *lacking)
{
    struct cli_contents contents;
    for (int time = 0; time < 2; time++) {
        for (size_t i = 0; i < screen->count; i++) {
            if (is_money(view, screen->rows[i]) != (time == 1) &&
                cli_find_contents(view, screen->rows[i], &contents)) {
                add_contained_words(&contents, contained);
                add_lacking_words(&contents, lacking);
                return;
            }
        }
    }
}

/* Two lines a total: of those of money where there are any, of a composition of the first alone. What says
 * the same as the one before is not said again. */
void cli_add_contents(const struct cli_view *view, const struct cli_screen *screen, struct doc *doc)
{
    struct cli_contents contents;
    bool has_money = false;
    bool is_short = view->answer->question->calculator->composition || view->fold >= CLI_FOLD_GIVEN;
    size_t told = 0, most = is_short ? 1 : TOTALS_MAX;
    const char *last = "";
    for (size_t i = 0; i < screen->count; i++) {
        has_money = has_money || (is_money(view, screen->rows[i]) &&
                                  cli_find_contents(view, screen->rows[i], &contents));
    }
    for (size_t i = 0; i < screen->count && told < most; i++) {
        size_t row = screen->rows[i];
        if (is_money(view, row) != has_money || !cli_find_contents(view, row, &contents)) {
            continue;
        }
        struct aic_text *text = doc_words(doc);
        add_contained_words(&contents, text);
        const char *contained = doc_keep(doc, text->at);
        if (strcmp(contained, last) == 0) {
            continue;
        }
        text = doc_words(doc);
        add_lacking_words(&contents, text);
        bool named = told > 0 || (screen->says && !is_said(screen, cli_result(view, row)->name));
        add_line(view, row, named, "contains", contained, doc);
        add_line(view, row, named, "lacks", text->at, doc);
        last = contained;
        told++;
    }
}

void cli_contents_json(const struct cli_view *view, struct aic_json_writer *writer, size_t total)
{
    struct cli_contents contents;
    if (!cli_find_contents(view, total, &contents)) {
        return;
    }
    cli_json_open(writer, "contains", '[', false);
    for (size_t i = 0; i < contents.contain_count; i++) {
        const struct cli_content *item = &contents.contains[i];
        aic_json_open(writer, '{', false);
        cli_json_text(writer, "what", item->what);
        if (item->has_value || item->has_share) {
            cli_json_number(writer, item->has_value ? "value" : "share", item->number);
        }
        aic_json_close(writer);
    }
    aic_json_close(writer);
    cli_json_open(writer, "lacks", '[', false);
    for (size_t i = 0; i < contents.lack_count; i++) {
        aic_json_open(writer, '{', false);
        cli_json_text(writer, "what", contents.lacks[i].what);
        cli_json_text(writer, "add", contents.lacks[i].add);
        aic_json_close(writer);
    }
    aic_json_close(writer);
    cli_json_text(writer, "period", contents.period);
    if (!contents.period && contents.seconds.set) {
        cli_json_number(writer, "period", contents.seconds.number);
    }
}
