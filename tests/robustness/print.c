/* SPDX-License-Identifier: Apache-2.0 */
/* Answers as lines that people and diff can read. */
#include <math.h>
#include <string.h>

#include "walk.h"

static void print_result(FILE *to, const struct aic_answer *answer, size_t index, int digits)
{
    const struct aic_field *field =
        aic_table_at(&answer->question->calculator->results, index, NULL);
    struct aic_value value = aic_answer_result(answer, index);
    const char *unit = aic_field_unit(field);
    char number[AIC_NUMBER_SIZE];
    if (field->kind == AIC_CHOICE) {
        fprintf(to, "  %s %s", field->name, aic_choice_name(field, (int)value.number));
    } else if (field->kind == AIC_FLAG) {
        fprintf(to, "  %s %s", field->name, value.number > 0 ? "true" : "false");
    } else {
        if (value.number == floor(value.number)) {
            aic_number_write(number, value.number);
        } else {
            aic_number_write_short(number, value.number, digits);
        }
        fprintf(to, "  %s %s %s", field->name, number, unit);
    }
    fprintf(to, " %s\n", aic_basis_name(answer->basis[index]));
}

void walk_print(FILE *to, const struct aic_answer *answer, int digits, bool terms)
{
    const struct aic_table *results = &answer->question->calculator->results;
    for (size_t i = 0; i < aic_table_size(results); i++) {
        const struct aic_field *field = aic_table_at(results, i, NULL);
        if (aic_answer_result(answer, i).set && (terms || !(field->flags & AIC_TERM))) {
            print_result(to, answer, i, digits);
        }
    }
    for (size_t i = 0; i < answer->notes.count; i++) {
        fprintf(to, "  ! %s\n", answer->notes.notes[i].id);
    }
}

void walk_print_refusal(FILE *to, const struct aic_error *error)
{
    fprintf(to, "  refused: %s; %s\n", error->message, error->suggestion);
}
