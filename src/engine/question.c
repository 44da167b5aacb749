/* SPDX-License-Identifier: Apache-2.0 */
/* Questions: the one way in for values, with their origins and sources. */
#include <aicalc/question.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <aicalc/composition.h>
#include <aicalc/text.h>

#include "engine/inputs.h"

/* Strings that a question keeps: a list of allocations, freed together. */
struct aic_chunk {
    struct aic_chunk *next;
    char bytes[];
};

bool aic_question_init(struct aic_question *question, const struct aic_calculator *calculator,
                       struct aic_error *error)
{
    question->calculator = calculator;
    question->in = NULL;
    question->sources = NULL;
    question->strings = NULL;
    question->range_count = 0;
    if (!calculator) { /* what aic_calculator_find() gives for a name that is none */
        aic_fail(error, AIC_ERR_UNKNOWN, NULL, "no calculator of that name");
        return aic_suggest(error, "aic_calculator_at() lists them");
    }
    size_t count = aic_table_size(&calculator->inputs);
    question->in = malloc(calculator->in_size);
    question->sources = calloc(count, sizeof question->sources[0]);
    aic_notes_init(&question->notes);
    if (!question->in || !question->sources) {
        return aic_fail_memory(error);
    }
    return aic_inputs_init(calculator, question->in, error);
}

void aic_question_clear(struct aic_question *question)
{
    free(question->in);
    free(question->sources);
    while (question->strings) {
        struct aic_chunk *next = question->strings->next;
        free(question->strings);
        question->strings = next;
    }
    question->in = NULL;
    question->sources = NULL;
}

const char *aic_question_keep(struct aic_question *question, const char *string, size_t length)
{
    for (const struct aic_chunk *kept = question->strings; kept; kept = kept->next) {
        if (strncmp(kept->bytes, string, length) == 0 && kept->bytes[length] == '\0') {
            return kept->bytes;
        }
    }
    struct aic_chunk *chunk = malloc(sizeof *chunk + length + 1);
    if (!chunk) {
        return NULL;
    }
    memcpy(chunk->bytes, string, length);
    chunk->bytes[length] = '\0';
    chunk->next = question->strings;
    question->strings = chunk;
    return chunk->bytes;
}

bool aic_question_find(const struct aic_question *question, const char *name, size_t *index,
                       struct aic_error *error)
{
    char canonical[AIC_TYPED_SIZE];
    char typed[AIC_TYPED_SIZE];
    const char *near = NULL;
    struct aic_text text;
    aic_text_init(&text, canonical, sizeof canonical);
    aic_input_add_name(&text, name);
    const struct aic_span wanted = { canonical, text.length };
    if (!text.cut && aic_input_find(question->calculator, wanted, index, NULL)) {
        return true;
    }
    aic_table_lookup(&question->calculator->inputs, wanted, index, &near, typed);
    aic_fail(error, AIC_ERR_UNKNOWN, NULL, "%s has no parameter '%s'", question->calculator->name,
             name);
    if (!aic_suggest_new_name(error, question->calculator, wanted)) {
        aic_suggest_name(error, near, "see 'aicalc help %s'", question->calculator->name);
    }
    return false;
}

void aic_question_note_alias(struct aic_question *question, const char *name)
{
    const struct aic_alias *alias;
    size_t index;
    struct aic_span span = { name, strlen(name) };
    if (aic_input_find(question->calculator, span, &index, &alias) && alias && alias->note) {
        aic_warn(&question->notes, "other-name", "%s: %s", alias->name, alias->note);
    }
}

struct aic_value aic_question_value(const struct aic_question *question, size_t index)
{
    size_t offset;
    const struct aic_field *field = aic_table_at(&question->calculator->inputs, index, &offset);
    struct aic_value value = aic_value_load(field, (const char *)question->in + offset);
    if (value.set && aic_part_repeats(question->calculator, question->in, index)) {
        return (struct aic_value){ .set = false };
    }
    return value;
}

struct aic_value aic_question_value_of(const struct aic_question *question, const char *name)
{
    const struct aic_table *inputs = &question->calculator->inputs;
    size_t index = aic_table_find(inputs, name, strlen(name));
    return index < aic_table_size(inputs) ? aic_question_value(question, index)
                                          : (struct aic_value){ false, NAN, NULL };
}

enum aic_origin aic_question_origin(const struct aic_question *question, size_t index)
{
    size_t offset;
    aic_table_at(&question->calculator->inputs, index, &offset);
    enum aic_origin origin = aic_origin_get(question->in, offset);
    bool repeats =
        origin != AIC_FROM_NOWHERE && aic_part_repeats(question->calculator, question->in, index);
    return repeats ? AIC_FROM_NOWHERE : origin;
}

/* Rank of an origin; what --solve found stands for what a flag would have said. */
static enum aic_origin rank(enum aic_origin origin)
{
    return origin == AIC_FROM_SOLVE ? AIC_FROM_FLAG : origin;
}

const struct aic_range *aic_question_range(const struct aic_question *question, size_t index)
{
    for (size_t i = 0; i < question->range_count; i++) {
        if (question->ranges[i].input == index) {
            return &question->ranges[i];
        }
    }
    return NULL;
}

static void drop_range(struct aic_question *question, size_t index)
{
    for (size_t i = 0; i < question->range_count; i++) {
        if (question->ranges[i].input == index) {
            question->ranges[i] = question->ranges[--question->range_count];
            return;
        }
    }
}

/* True where a stronger value is in place. */
static bool is_outranked(const struct aic_question *question, size_t index, enum aic_origin origin)
{
    return rank(aic_question_origin(question, index)) > rank(origin);
}

/* Stores a checked value whose texts live as long as the question. */
static void store(struct aic_question *question, size_t index, struct aic_value value,
                  enum aic_origin origin, struct aic_source source)
{
    size_t offset;
    const struct aic_field *field = aic_table_at(&question->calculator->inputs, index, &offset);
    drop_range(question, index);
    aic_value_store(field, (char *)question->in + offset, value);
    *aic_origin_at(question->in, offset) = (unsigned char)origin;
    question->sources[index] = source;
}

static const struct aic_source no_source = { NULL, AIC_EXACT, false, false };

/* Puts a checked value in place unless a stronger one is there; keeps its texts. */
static bool put(struct aic_question *question, size_t index, struct aic_value value,
                enum aic_origin origin, const struct aic_source *source, struct aic_error *error)
{
    if (is_outranked(question, index, origin)) {
        return true;
    }
    struct aic_source kept = source ? *source : no_source;
    bool has_name = value.name != NULL, has_source = kept.name != NULL;
    if (has_name) {
        value.name = aic_question_keep(question, value.name, strlen(value.name));
    }
    if (has_source) {
        kept.name = aic_question_keep(question, kept.name, strlen(kept.name));
    }
    if ((has_name && !value.name) || (has_source && !kept.name)) {
        return aic_fail_memory(error);
    }
    store(question, index, value, origin, kept);
    return true;
}

bool aic_question_set_range(struct aic_question *question, size_t index, double low, double high,
                            enum aic_origin origin, struct aic_error *error)
{
    const struct aic_field *field = aic_table_at(&question->calculator->inputs, index, NULL);
    struct aic_value ends[2];
    if (!aic_value_from_number(field, low, &ends[0], error) ||
        !aic_value_from_number(field, high, &ends[1], error)) {
        return false;
    }
    if (low > high) {
        aic_fail(error, AIC_ERR_RANGE, field->name, "%s: the range starts above its end",
                 field->name);
        return aic_suggest(error, "write the lower end first");
    }
    double middle = low + (high - low) / 2;
    struct aic_value value = { true, field->kind == AIC_INTEGER ? floor(middle) : middle, NULL };
    if (is_outranked(question, index, origin)) {
        return true;
    }
    if (low < high && question->range_count == AIC_RANGES_MAX &&
        !aic_question_range(question, index)) {
        return aic_fail(error, AIC_ERR_RANGE, field->name, "more than %d inputs have ranges",
                        AIC_RANGES_MAX);
    }
    store(question, index, value, origin, no_source);
    if (low < high) {
        question->ranges[question->range_count++] = (struct aic_range){ index, low, high };
    }
    return true;
}

/* The ".." of a range; NULL where the field takes none or the text has none. */
static const char *find_range(const struct aic_field *field, const char *text)
{
    bool is_number = field->kind == AIC_REAL || field->kind == AIC_INTEGER;
    return is_number ? strstr(text, "..") : NULL;
}

/* Reads a value as people type it; a number without its unit is told with the one that it was given. */
static bool read_typed(struct aic_question *question, const struct aic_field *field,
                       struct aic_span typed, struct aic_value *value, struct aic_error *error)
{
    char with_unit[AIC_QUANTITY_SIZE], bare[AIC_QUANTITY_SIZE];
    const struct aic_span text = aic_field_with_usual(field, typed, with_unit);
    if (!aic_value_read(field, text.at, text.length, value, error)) {
        return false;
    }
    if (text.at != typed.at) {
        struct aic_text number;
        aic_text_init(&number, bare, sizeof bare);
        aic_text_add_bytes(&number, typed.at, typed.length);
        aic_warn(&question->notes, "usual-unit", "%s %s is taken as %s", field->name, bare,
                 with_unit);
    }
    return true;
}

bool aic_question_set_text(struct aic_question *question, size_t index, const char *text,
                           enum aic_origin origin, const struct aic_source *source,
                           struct aic_error *error)
{
    const struct aic_field *field = aic_table_at(&question->calculator->inputs, index, NULL);
    const char *dots = find_range(field, text);
    struct aic_value value;
    if (dots) {
        struct aic_value high;
        const struct aic_span first = { text, (size_t)(dots - text) };
        const struct aic_span last = { dots + 2, strlen(dots + 2) };
        return read_typed(question, field, first, &value, error) &&
               read_typed(question, field, last, &high, error) &&
               aic_question_set_range(question, index, value.number, high.number, origin, error);
    }
    const struct aic_span typed = { text, strlen(text) };
    return read_typed(question, field, typed, &value, error) &&
           put(question, index, value, origin, source, error);
}

bool aic_question_set_number(struct aic_question *question, size_t index, double number,
                             enum aic_origin origin, const struct aic_source *source,
                             struct aic_error *error)
{
    const struct aic_field *field = aic_table_at(&question->calculator->inputs, index, NULL);
    struct aic_value value;
    return aic_value_from_number(field, number, &value, error) &&
           put(question, index, value, origin, source, error);
}

static const char read_mark[] = "file";

bool aic_question_mark_read(struct aic_question *question, size_t index, struct aic_error *error)
{
    const char *mark = aic_question_keep(question, read_mark, sizeof read_mark - 1);
    question->sources[index].name = mark;
    return mark || aic_fail_memory(error);
}

bool aic_question_is_read(const struct aic_question *question, size_t index)
{
    const char *name = question->sources[index].name;
    return name && strcmp(name, read_mark) == 0;
}

void aic_question_reset(struct aic_question *question, size_t index)
{
    size_t offset;
    const struct aic_field *field = aic_table_at(&question->calculator->inputs, index, &offset);
    drop_range(question, index);
    aic_input_reset(field, offset, question->in);
    question->sources[index] = no_source;
}
