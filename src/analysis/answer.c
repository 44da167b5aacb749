/* SPDX-License-Identifier: Apache-2.0 */
/* Answers: evaluating a question, and how far each result can be trusted. */
#include <aicalc/answer.h>

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <aicalc/composition.h>
#include <aicalc/text.h>

#include "analysis/answer_parts.h"

struct aic_value aic_answer_result(const struct aic_answer *answer, size_t index)
{
    size_t offset = 0;
    const struct aic_field *field =
        aic_table_at(&answer->question->calculator->results, index, &offset);
    return field ? aic_value_load(field, (const char *)answer->out + offset)
                 : (struct aic_value){ false, NAN, NULL };
}

bool aic_answer_find(const struct aic_answer *answer, const char *name, size_t *index,
                     struct aic_error *error)
{
    const struct aic_calculator *calculator = answer->question->calculator;
    const struct aic_span wanted = { name, strlen(name) };
    return aic_result_find(calculator, wanted, "", index, error);
}

struct aic_value aic_answer_part(const struct aic_answer *answer, size_t index)
{
    const struct aic_table *results = &answer->question->calculator->results;
    struct aic_value part = aic_answer_result(answer, index);
    const struct aic_field *field = aic_table_at(results, index, NULL);
    for (size_t i = 0; i < aic_table_size(results); i++) {
        const char *taken_off = aic_table_at(results, i, NULL)->taken_off;
        if (field && taken_off && strcmp(taken_off, field->name) == 0) {
            struct aic_value value = aic_answer_result(answer, i);
            part.number -= value.set ? value.number : 0;
        }
    }
    return part;
}

enum aic_name_kind aic_answer_lookup(const struct aic_answer *answer, const struct aic_field *of,
                                     struct aic_span name, size_t *index)
{
    const struct aic_question *question = answer->question;
    bool is_input;
    if (!aic_name_find(question->calculator, question->in, of, name, &is_input, index)) {
        return AIC_NAME_UNKNOWN;
    }
    return is_input ? AIC_NAME_INPUT : AIC_NAME_RESULT;
}

/* The number of the case of a field's formula that holds; the field is one of the calculator's. */
static size_t case_of(const struct aic_answer *answer, const struct aic_field *field)
{
    size_t index = 0;
    struct aic_span name = { field->name, strlen(field->name) };
    bool is_input = aic_answer_lookup(answer, NULL, name, &index) == AIC_NAME_INPUT;
    return is_input ? answer->input_cases[index] : answer->result_cases[index];
}

struct aic_value aic_answer_value(const struct aic_answer *answer, const struct aic_field *of,
                                  struct aic_span name, const struct aic_field **field)
{
    const struct aic_calculator *calculator = answer->question->calculator;
    size_t index;
    switch (aic_answer_lookup(answer, of, name, &index)) {
    case AIC_NAME_RESULT:
        *field = aic_table_at(&calculator->results, index, NULL);
        return aic_answer_result(answer, index);
    case AIC_NAME_INPUT:
        *field = aic_table_at(&calculator->inputs, index, NULL);
        return aic_question_value(answer->question, index);
    case AIC_NAME_UNKNOWN:
        break;
    }
    *field = NULL;
    return (struct aic_value){ .set = false };
}

/* The case of that number, or the sentence. */
static struct aic_span case_at(const struct aic_field *field, size_t number,
                               struct aic_span *condition)
{
    const char *words = aic_field_words(field);
    *condition = (struct aic_span){ "", 0 };
    return aic_field_is_sentence(field) ? (struct aic_span){ words, strlen(words) }
                                        : aic_formula_case(words, number, condition);
}

struct aic_span aic_answer_case(const struct aic_answer *answer, const struct aic_field *field,
                                struct aic_span *condition)
{
    size_t number = aic_field_is_sentence(field) ? 0 : case_of(answer, field);
    return case_at(field, number, condition);
}

struct aic_span aic_answer_formula(const struct aic_answer *answer, const struct aic_field *field)
{
    struct aic_span condition;
    return aic_answer_case(answer, field, &condition);
}

/*
 * The walk over what results rest on; every result is visited once. It looks up a few thousand names, so
 * that of a calculator of rows each has a place: by its hash, or the next that is free.
 */
struct walk {
    struct aic_answer *answer;
    unsigned char *state; /* of each result: 0 not visited, 1 on the way or done */
    unsigned short
        *places;        /* 0: free; else an input, counted from 1, or a result behind all inputs */
    size_t place_count; /* a power of two, at least twice the names; 0: names are those of parts */
    size_t input_count;
};

static const struct aic_field *field_at(const struct walk *walk, size_t number)
{
    const struct aic_calculator *calculator = walk->answer->question->calculator;
    return number < walk->input_count
               ? aic_table_at(&calculator->inputs, number, NULL)
               : aic_table_at(&calculator->results, number - walk->input_count, NULL);
}

/* The place of a name, or the free one where it would stand. FNV-1a. */
static unsigned short *place_of(const struct walk *walk, struct aic_span name)
{
    size_t hash = 2166136261u;
    for (size_t i = 0; i < name.length; i++) {
        hash = (hash ^ (unsigned char)name.at[i]) * 16777619u & 0xFFFFFFFFu;
    }
    for (;; hash++) {
        unsigned short *place = &walk->places[hash & (walk->place_count - 1)];
        const char *known = *place ? field_at(walk, *place - 1u)->name : NULL;
        if (!known || (strncmp(known, name.at, name.length) == 0 && known[name.length] == '\0')) {
            return place;
        }
    }
}

static bool find_places(struct walk *walk)
{
    const struct aic_calculator *calculator = walk->answer->question->calculator;
    size_t count = walk->input_count + aic_table_size(&calculator->results);
    if (aic_part_count(calculator) > 0 || count >= USHRT_MAX) {
        return true;
    }
    for (walk->place_count = 64; walk->place_count < 2 * count; walk->place_count *= 2) {
    }
    walk->places = calloc(walk->place_count, sizeof walk->places[0]);
    for (size_t i = 0; walk->places && i < count; i++) {
        const char *name = field_at(walk, i)->name;
        unsigned short *place = place_of(walk, (struct aic_span){ name, strlen(name) });
        *place =
            *place ? *place : (unsigned short)(i + 1); /* an input before a result of its name */
    }
    return walk->places != NULL;
}

static enum aic_name_kind look_up(const struct walk *walk, const struct aic_field *of,
                                  struct aic_span name, size_t *index)
{
    if (walk->place_count == 0) {
        return aic_answer_lookup(walk->answer, of, name, index);
    }
    unsigned short place = *place_of(walk, name);
    if (place == 0) {
        return AIC_NAME_UNKNOWN;
    }
    bool is_input = place <= walk->input_count;
    *index = place - 1u - (is_input ? 0 : walk->input_count);
    return is_input ? AIC_NAME_INPUT : AIC_NAME_RESULT;
}

static enum aic_basis weaker(enum aic_basis a, enum aic_basis b)
{
    return a > b ? a : b;
}

static enum aic_basis basis_of_result(struct walk *walk, size_t index);
static enum aic_basis basis_of_input(struct walk *walk, size_t index);

static bool is_input_set(const struct walk *walk, size_t index)
{
    const struct aic_question *question = walk->answer->question;
    size_t offset;
    const struct aic_field *field = aic_table_at(&question->calculator->inputs, index, &offset);
    return aic_value_load(field, (const char *)question->in + offset).set;
}

/* The weakest basis of all names in a text of a field, and how many of them have a value. */
static enum aic_basis basis_of_names(struct walk *walk, const struct aic_field *of,
                                     struct aic_span text, size_t *fields)
{
    enum aic_basis basis = AIC_EXACT;
    struct aic_span name;
    while (aic_formula_next_name(&text, &name)) {
        size_t index;
        enum aic_name_kind kind = look_up(walk, of, name, &index);
        if (kind == AIC_NAME_INPUT) {
            basis = weaker(basis, basis_of_input(walk, index));
            *fields += is_input_set(walk, index);
        } else if (kind == AIC_NAME_RESULT) {
            basis = weaker(basis, basis_of_result(walk, index));
            ++*fields;
        }
    }
    return basis;
}

/* Of a field, from its words in the case that holds. */
static enum aic_basis basis_of_words(struct walk *walk, const struct aic_field *field,
                                     size_t number, size_t *fields)
{
    struct aic_span condition;
    return aic_field_words(field)
               ? basis_of_names(walk, field, case_at(field, number, &condition), fields)
               : AIC_EXACT;
}

/* A default is an assumption where the table says so; one that follows from
 * other fields rests on those that have a value instead. */
static enum aic_basis basis_of_default(struct walk *walk, const struct aic_field *field,
                                       size_t index)
{
    const struct aic_answer *answer = walk->answer;
    enum aic_basis own = field->flags & AIC_ASSUMPTION ? AIC_ASSUMED : AIC_EXACT;
    size_t fields = 0, number = answer->input_cases[index];
    enum aic_basis others = basis_of_words(walk, field, number, &fields);
    return fields > 0 ? others : own;
}

/* The input is one that names are found to be: none that repeats a plain one. */
static enum aic_basis basis_of_input(struct walk *walk, size_t index)
{
    struct aic_answer *answer = walk->answer;
    const struct aic_question *question = answer->question;
    size_t offset, feeder;
    if (answer->used[index]) {
        return answer->input_basis[index];
    }
    const struct aic_field *field = aic_table_at(&question->calculator->inputs, index, &offset);
    if (!aic_value_load(field, (const char *)question->in + offset).set) {
        return answer->input_basis[index];
    }
    answer->used[index] = true;
    enum aic_basis *basis = &answer->input_basis[index];
    if (aic_part_feeder(question->calculator, question->in, answer->out, index, &feeder)) {
        *basis = basis_of_result(walk, feeder);
        question->sources[index].basis = *basis;
        return *basis;
    }
    switch (aic_origin_get(question->in, offset)) {
    case AIC_FROM_DEFAULT:
        *basis = basis_of_default(walk, field, index);
        break;
    case AIC_FROM_CATALOG:
    case AIC_FROM_ANSWER:
    case AIC_FROM_PROGRAM:
    case AIC_FROM_LAUNCH:
        *basis = question->sources[index].basis;
        break;
    default:
        break;
    }
    return *basis;
}

/* Drops "known(x)" and "is_given(x)" from the head: whether there is a value is no value. */
static bool skip_presence(struct aic_span *text)
{
    static const char *const asked[] = { "known(", "is_given(" };
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        size_t length = strlen(asked[i]);
        if (text->length > length && memcmp(text->at, asked[i], length) == 0) {
            const char *end = memchr(text->at, ')', text->length);
            size_t used = end ? (size_t)(end - text->at) : text->length;
            *text = (struct aic_span){ text->at + used, text->length - used };
            return true;
        }
    }
    return false;
}

/*
 * Of a choice or a flag, from the conditions up to the one that holds: what is compared decides it, and not
 * the word that stands behind.
 */
static enum aic_basis basis_of_conditions(struct walk *walk, const struct aic_field *field,
                                          size_t held)
{
    enum aic_basis basis = AIC_EXACT;
    const char *words = aic_field_words(field);
    bool is_decided = field->kind == AIC_CHOICE || field->kind == AIC_FLAG;
    bool has_cases =
        words && is_decided && !aic_field_is_sentence(field) && aic_formula_has_cases(words);
    for (size_t number = 0; has_cases && number <= held; number++) {
        struct aic_span text;
        size_t fields = 0;
        case_at(field, number, &text);
        while (text.length > 0) {
            size_t plain = 0; /* up to the next question of presence */
            struct aic_span rest = text;
            while (rest.length > 0 && !skip_presence(&rest)) {
                rest.at++;
                rest.length--;
                plain++;
            }
            basis = weaker(
                basis, basis_of_names(walk, field, (struct aic_span){ text.at, plain }, &fields));
            text = rest;
        }
    }
    return basis;
}

/* The weakest basis of what a result rests on. */
static enum aic_basis basis_of_others(struct walk *walk, const struct aic_field *field,
                                      size_t index)
{
    const struct aic_answer *answer = walk->answer;
    size_t fields = 0, number = answer->result_cases[index];
    enum aic_basis basis = weaker(basis_of_words(walk, field, number, &fields),
                                  basis_of_conditions(walk, field, number));
    if (field->rests_on) {
        struct aic_span names = { field->rests_on, strlen(field->rests_on) };
        basis = weaker(basis, basis_of_names(walk, field, names, &fields));
    }
    return basis;
}

static enum aic_basis basis_of_result(struct walk *walk, size_t index)
{
    struct aic_answer *answer = walk->answer;
    size_t offset;
    if (walk->state[index]) {
        return answer->basis[index];
    }
    const struct aic_field *field =
        aic_table_at(&answer->question->calculator->results, index, &offset);
    if (!aic_value_load(field, (const char *)answer->out + offset).set) {
        return answer->basis[index];
    }
    walk->state[index] = 1;
    answer->basis[index] = field->basis;
    answer->basis[index] = weaker(field->basis, basis_of_others(walk, field, index));
    return answer->basis[index];
}

bool aic_answer_find_basis(struct aic_answer *answer, struct aic_error *error)
{
    const struct aic_calculator *calculator = answer->question->calculator;
    size_t count = aic_table_size(&calculator->results);
    size_t inputs = aic_table_size(&calculator->inputs);
    struct walk walk = { .answer = answer, .state = calloc(count, 1), .input_count = inputs };
    if (!walk.state || !find_places(&walk)) {
        free(walk.state);
        return aic_fail_memory(error);
    }
    memset(answer->basis, 0, count * sizeof answer->basis[0]);
    memset(answer->input_basis, 0, inputs * sizeof answer->input_basis[0]);
    memset(answer->used, 0, inputs * sizeof answer->used[0]);
    for (size_t i = 0; i < count; i++) {
        basis_of_result(&walk, i);
    }
    free(walk.places);
    free(walk.state);
    return true;
}

/* What the source of a used catalog value may be marked with. */
enum mark { NOT_CHECKED, AGED_PRICE };

static bool is_marked(const struct aic_answer *answer, size_t input, enum mark mark)
{
    if (!answer->used[input]) {
        return false;
    }
    const struct aic_source *source = &answer->question->sources[input];
    return (mark == NOT_CHECKED ? source->unverified : source->aged) &&
           aic_question_origin(answer->question, input) == AIC_FROM_CATALOG;
}

/* Lists the inputs with the mark and the source of `first`; false if an earlier one listed them. */
static bool list_marked(const struct aic_answer *answer, size_t first, enum mark mark,
                        struct aic_text *list)
{
    const struct aic_question *question = answer->question;
    const struct aic_table *inputs = &question->calculator->inputs;
    for (size_t i = 0; i < aic_table_size(inputs); i++) {
        if (!is_marked(answer, i, mark) ||
            strcmp(question->sources[i].name, question->sources[first].name) != 0) {
            continue;
        }
        if (i < first) {
            return false;
        }
        aic_text_format(list, "%s%s", list->length ? ", " : "",
                        aic_table_at(inputs, i, NULL)->name);
    }
    return true;
}

/* One warning for each source that gave marked values. */
static void warn_marked(struct aic_answer *answer, enum mark mark)
{
    const struct aic_question *question = answer->question;
    const size_t count = aic_table_size(&question->calculator->inputs);
    for (size_t i = 0; i < count; i++) {
        char names[256];
        struct aic_text list;
        if (!is_marked(answer, i, mark)) {
            continue;
        }
        aic_text_init(&list, names, sizeof names);
        if (!list_marked(answer, i, mark, &list)) {
            continue;
        }
        const char *source = question->sources[i].name;
        if (mark == NOT_CHECKED) {
            aic_warn(&answer->notes, "unverified",
                     "%s: not checked against the entry's source: %s; give the value if you "
                     "know it",
                     source, names);
        } else {
            aic_warn(&answer->notes, "price-age",
                     "%s: prices of that date, more than 18 months old: %s; compare them with a "
                     "price list of today",
                     source, names);
        }
    }
}

void aic_answer_warn_marked(struct aic_answer *answer)
{
    warn_marked(answer, NOT_CHECKED);
    warn_marked(answer, AGED_PRICE);
}

/* Inputs of parts that results of other parts feed say which. */
static void name_feeders(struct aic_answer *answer)
{
    struct aic_question *question = answer->question;
    const struct aic_calculator *calculator = question->calculator;
    size_t count = calculator->composition ? aic_table_size(&calculator->inputs) : 0;
    size_t result;
    for (size_t input = 0; input < count; input++) {
        if (aic_part_feeder(calculator, question->in, answer->out, input, &result)) {
            const char *name = aic_table_at(&calculator->results, result, NULL)->name;
            question->sources[input] = (struct aic_source){ name, AIC_EXACT, false, false };
        } else if (aic_part_is_assumed(calculator, question->in, answer->out, input)) {
            question->sources[input] =
                (struct aic_source){ calculator->name, AIC_ASSUMED, false, false };
        }
    }
}

void aic_answer_find_rows(struct aic_answer *answer)
{
    const struct aic_question *question = answer->question;
    const struct aic_calculator *calculator = question->calculator;
    aic_find_cases(calculator, question->in, answer->out, answer->input_cases,
                   answer->result_cases);
    aic_find_bands(calculator, question->in, answer->out, answer->bands, answer->limits,
                   answer->goals);
    name_feeders(answer);
}

/* Those that are there: most of the room was never written to. */
static void copy_notes(struct aic_notes *notes, const struct aic_notes *from)
{
    memcpy(notes, from, offsetof(struct aic_notes, notes) + from->count * sizeof from->notes[0]);
}

bool aic_answer_allocate(struct aic_answer *answer, struct aic_question *question,
                         struct aic_error *error)
{
    const struct aic_calculator *calculator = question->calculator;
    answer->question = question;
    copy_notes(&answer->notes, &question->notes);
    answer->out = malloc(calculator->out_size);
    answer->basis = calloc(aic_table_size(&calculator->results), sizeof answer->basis[0]);
    answer->input_basis =
        calloc(aic_table_size(&calculator->inputs), sizeof answer->input_basis[0]);
    answer->used = calloc(aic_table_size(&calculator->inputs), sizeof answer->used[0]);
    answer->input_cases = calloc(aic_table_size(&calculator->inputs), 1);
    answer->result_cases = calloc(aic_table_size(&calculator->results), 1);
    answer->bands = calloc(calculator->bands.band_count + 1, sizeof answer->bands[0]);
    answer->limits = calloc(calculator->bands.judgement_count + 1, sizeof answer->limits[0]);
    answer->goals = calloc(calculator->bands.search_count + 1, sizeof answer->goals[0]);
    if (!answer->out || !answer->basis || !answer->input_basis || !answer->used ||
        !answer->input_cases || !answer->result_cases || !answer->bands || !answer->limits ||
        !answer->goals) {
        return aic_fail_memory(error);
    }
    return true;
}

bool aic_answer_init(struct aic_answer *answer, struct aic_question *question,
                     struct aic_error *error)
{
    const struct aic_calculator *calculator = question->calculator;
    if (!aic_answer_allocate(answer, question, error)) {
        return false;
    }
    if (!aic_evaluate(calculator, question->in, answer->out, &answer->notes)) {
        *error = answer->notes.error;
        return false;
    }
    aic_answer_find_rows(answer);
    if (!aic_answer_find_basis(answer, error)) {
        return false;
    }
    aic_answer_warn_marked(answer);
    return true;
}

void aic_answer_clear(struct aic_answer *answer)
{
    free(answer->out);
    free(answer->basis);
    free(answer->input_basis);
    free(answer->used);
    free(answer->input_cases);
    free(answer->result_cases);
    free(answer->bands);
    free(answer->limits);
    free(answer->goals);
    answer->out = NULL;
    answer->basis = NULL;
    answer->input_basis = NULL;
    answer->used = NULL;
    answer->input_cases = NULL;
    answer->result_cases = NULL;
    answer->bands = NULL;
    answer->limits = NULL;
    answer->goals = NULL;
}
