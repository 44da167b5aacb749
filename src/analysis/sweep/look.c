/* SPDX-License-Identifier: Apache-2.0 */
/* Looks: what the basis of an answer follows from, and the answer that is kept. */
#include "analysis/sweep/look.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/answer_parts.h"

/* Of a result: where it stands, and how to see that it has a value. */
struct place {
    unsigned offset;
    enum aic_kind kind;
};

struct aic_look {
    struct aic_question question; /* as it was asked, with the inputs of the evaluation */
    struct aic_answer answer;
    /*
     * The way of the last walk over formulas: of each input its origin, without which it has no
     * value, of each result whether it has one, of each formula the case that holds.
     */
    unsigned char *origins, *input_cases, *result_cases;
    bool *is_set;
    bool walked;
    struct place *places;
    size_t origin_count, input_count, result_count;
    struct aic_note *marks; /* the warnings of marked values, which follow from the way */
    size_t mark_count;
};

static bool allocate(struct aic_look *look, struct aic_error *error)
{
    const struct aic_calculator *calculator = look->question.calculator;
    look->origin_count = calculator->in_size - sizeof(struct aic_origins);
    look->input_count = aic_table_size(&calculator->inputs);
    look->result_count = aic_table_size(&calculator->results);
    look->origins = malloc(look->origin_count);
    look->input_cases = malloc(look->input_count);
    look->result_cases = malloc(look->result_count);
    look->is_set = malloc(look->result_count * sizeof look->is_set[0]);
    look->places = malloc(look->result_count * sizeof look->places[0]);
    if (!look->origins || !look->input_cases || !look->result_cases || !look->is_set ||
        !look->places) {
        return aic_fail_memory(error);
    }
    for (size_t i = 0; i < look->result_count; i++) {
        size_t offset;
        look->places[i].kind = aic_table_at(&calculator->results, i, &offset)->kind;
        look->places[i].offset = (unsigned)offset;
    }
    return aic_answer_allocate(&look->answer, &look->question, error);
}

struct aic_look *aic_look_new(const struct aic_question *question, void *in,
                              struct aic_error *error)
{
    struct aic_look *look = calloc(1, sizeof *look);
    if (!look) {
        aic_fail_memory(error);
        return NULL;
    }
    look->question = *question;
    look->question.in = in;
    if (!allocate(look, error)) {
        aic_look_free(look);
        return NULL;
    }
    return look;
}

void aic_look_free(struct aic_look *look)
{
    if (look) {
        aic_answer_clear(&look->answer);
        free(look->origins);
        free(look->input_cases);
        free(look->result_cases);
        free(look->is_set);
        free(look->places);
        free(look->marks);
        free(look);
    }
}

static bool has_value(const struct place *place, const char *out)
{
    double number;
    int choice;
    switch (place->kind) {
    case AIC_CHOICE:
        memcpy(&choice, out + place->offset, sizeof choice);
        return choice >= 0;
    case AIC_FLAG:
        return ((const aic_flag *)out)[place->offset] >= 0;
    default: /* no result is a reference */
        memcpy(&number, out + place->offset, sizeof number);
        return number == number;
    }
}

/* Keeps what the walk would look at; true where that is what it was. */
static bool goes_the_same_way(struct aic_look *look)
{
    const struct aic_answer *answer = &look->answer;
    const struct aic_origins *origins = look->question.in;
    bool same = look->walked && memcmp(look->origins, origins->at, look->origin_count) == 0 &&
                memcmp(look->input_cases, answer->input_cases, look->input_count) == 0 &&
                memcmp(look->result_cases, answer->result_cases, look->result_count) == 0;
    for (size_t i = 0; i < look->result_count; i++) {
        bool is_set = has_value(&look->places[i], answer->out);
        same = same && is_set == look->is_set[i];
        look->is_set[i] = is_set;
    }
    if (!same) {
        memcpy(look->origins, origins->at, look->origin_count);
        memcpy(look->input_cases, answer->input_cases, look->input_count);
        memcpy(look->result_cases, answer->result_cases, look->result_count);
    }
    return same;
}

static bool walk(struct aic_look *look, struct aic_error *error)
{
    struct aic_answer *answer = &look->answer;
    look->walked = false;
    answer->notes.count = 0;
    if (!aic_answer_find_basis(answer, error)) {
        return false;
    }
    aic_answer_warn_marked(answer);
    struct aic_note *marks =
        realloc(look->marks, (answer->notes.count + 1) * sizeof look->marks[0]);
    if (!marks) {
        return aic_fail_memory(error);
    }
    look->marks = marks;
    look->mark_count = answer->notes.count;
    memcpy(marks, answer->notes.notes, look->mark_count * sizeof marks[0]);
    look->walked = true;
    return true;
}

static void add_notes(struct aic_notes *notes, const struct aic_note *more, size_t count)
{
    size_t room = AIC_NOTES_MAX - notes->count;
    count = count < room ? count : room;
    memcpy(&notes->notes[notes->count], more, count * sizeof more[0]);
    notes->count += count;
}

struct aic_answer *aic_look_at(struct aic_look *look, const void *out,
                               const struct aic_notes *notes, struct aic_error *error)
{
    struct aic_answer *answer = &look->answer;
    memcpy(answer->out, out, look->question.calculator->out_size);
    aic_answer_find_rows(answer);
    if (!goes_the_same_way(look) && !walk(look, error)) {
        return NULL;
    }
    answer->notes.count = 0;
    add_notes(&answer->notes, look->question.notes.notes, look->question.notes.count);
    add_notes(&answer->notes, notes->notes, notes->count);
    add_notes(&answer->notes, look->marks, look->mark_count);
    return answer;
}
