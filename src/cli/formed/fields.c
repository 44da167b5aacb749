/* SPDX-License-Identifier: Apache-2.0 */
/* Printing in C: the fields of a composition. */
#include "cli/formed/print.h"

_Static_assert(sizeof(void *) != 8 || sizeof(struct aic_field) == 160,
               "a new member of struct aic_field is printed here too");

/* All fields in a row: inputs, those of its own parts too, and results. */
static const struct aic_field *field_at(const struct aic_composition *composition, size_t i)
{
    size_t inputs = composition->input_count;
    return i < inputs ? &composition->input_fields[i] : &composition->results[i - inputs];
}

static size_t field_count(const struct aic_composition *composition)
{
    return composition->input_count + composition->result_index.count;
}

/* Fields share their choices: the first field with those of this one. */
static size_t choices_of(const struct aic_composition *composition, size_t field)
{
    size_t first = 0;
    while (field_at(composition, first)->choices != field_at(composition, field)->choices) {
        first++;
    }
    return first;
}

static void print_choices(const struct cli_printer *printer)
{
    const struct aic_composition *composition = printer->composition;
    for (size_t i = 0; i < field_count(composition); i++) {
        const char *const *choices = field_at(composition, i)->choices;
        if (choices && choices_of(composition, i) == i) {
            char what[32];
            snprintf(what, sizeof what, "choices_%zu", i);
            cli_print_texts(printer, what, choices);
        }
    }
}

static void print_numbers(const struct cli_printer *printer, const struct aic_field *field)
{
    cli_print_size(printer, "kind", field->kind);
    cli_print_size(printer, "dimension", field->dimension);
    cli_print_size(printer, "catalog", field->catalog);
    cli_print_size(printer, "basis", field->basis);
    cli_print_size(printer, "flags", field->flags);
    cli_print_size(printer, "offset", field->offset);
    cli_print_real(printer, "min", field->min);
    cli_print_real(printer, "max", field->max);
    cli_print_size(printer, "derived", field->derived);
    cli_print_size(printer, "better", field->better);
}

static void print_field(const struct cli_printer *printer, size_t number)
{
    const struct aic_field *field = field_at(printer->composition, number);
    fputs("{ ", printer->file);
    print_numbers(printer, field);
    cli_print_text(printer, "name", field->name);
    cli_print_text(printer, "help", field->help);
    cli_print_text(printer, "unit", field->unit);
    cli_print_text(printer, "default_text", field->default_text);
    cli_print_text(printer, "example", field->example);
    if (field->choices) {
        cli_print_array(printer, "choices", "choices", choices_of(printer->composition, number), 1);
    }
    cli_print_text(printer, "prefix", field->prefix);
    cli_print_text(printer, "formula", field->formula);
    cli_print_text(printer, "sentence", field->sentence);
    cli_print_text(printer, "rests_on", field->rests_on);
    cli_print_text(printer, "chosen_among", field->chosen_among);
    cli_print_text(printer, "part_of", field->part_of);
    cli_print_text(printer, "taken_off", field->taken_off);
    cli_print_text(printer, "preset", field->preset);
    cli_print_text(printer, "fed_by", field->fed_by);
    fputs("},\n", printer->file);
}

static void print_fields(const struct cli_printer *printer, const char *what, size_t first,
                         size_t count)
{
    cli_print_begin(printer, "struct aic_field", what, AIC_NO_PART);
    for (size_t i = first; i < first + count; i++) {
        print_field(printer, i);
    }
    cli_print_end(printer);
}

static void print_groups(const struct cli_printer *printer, const char *what, const char *fields,
                         const struct aic_table *table)
{
    size_t first = 0;
    cli_print_begin(printer, "struct aic_group", what, AIC_NO_PART);
    for (size_t g = 0; g < table->count; g++) {
        fputs("{ ", printer->file);
        cli_print_text(printer, "title", table->groups[g].title);
        cli_print_place(printer, "fields", fields, first);
        cli_print_size(printer, "count", table->groups[g].count);
        fputs("},\n", printer->file);
        first += table->groups[g].count;
    }
    cli_print_end(printer);
}

void cli_print_tables(const struct cli_printer *printer)
{
    const struct aic_composition *composition = printer->composition;
    const struct aic_field_index *inputs = &composition->input_index;
    const struct aic_field_index *results = &composition->result_index;
    print_choices(printer);
    print_fields(printer, "inputs", 0, composition->input_count);
    print_fields(printer, "results", composition->input_count, results->count);
    print_groups(printer, "input_groups", "inputs", &composition->calculator.inputs);
    print_groups(printer, "result_groups", "results", &composition->calculator.results);
    cli_print_numbers(printer, "uint32_t", "input_slots", AIC_NO_PART, inputs->slots,
                      sizeof inputs->slots[0], inputs->mask + 1);
    cli_print_numbers(printer, "uint32_t", "result_slots", AIC_NO_PART, results->slots,
                      sizeof results->slots[0], results->mask + 1);
}
