/* SPDX-License-Identifier: Apache-2.0 */
/* Printing in C: a composition as a whole. */
#include "cli/formed/print.h"

#include <string.h>

_Static_assert(sizeof(void *) != 8 ||
                   (sizeof(struct aic_composition) == 7336 && sizeof(struct aic_calculator) == 328),
               "a new member of these is printed here too");

/* What a composition has no use for, and nothing here prints. */
static bool is_printable(const struct aic_composition *composition)
{
    const struct aic_calculator *calculator = &composition->calculator;
    bool ok = !calculator->rules && !calculator->derive_defaults && !calculator->compute &&
              !calculator->find_cases && !calculator->find_screen && !calculator->levers &&
              !calculator->derived && !calculator->choices && !calculator->stacks &&
              !calculator->bands.find;
    for (size_t i = 0; ok && i < composition->input_count; i++) {
        const struct aic_field *field = &composition->input_fields[i];
        ok = field->kind != AIC_REFERENCE || !field->default_text; /* a name is an address */
    }
    if (!ok) {
        fprintf(stderr, "%s: has a member that is not printed\n", composition->table->name);
    }
    return ok;
}

static void print_arrays(const struct cli_printer *printer)
{
    const struct aic_composition *composition = printer->composition;
    const size_t none = AIC_NO_PART, inputs = composition->input_count;
    cli_print_numbers(printer, "unsigned short", "plain_of", none, composition->plain_of,
                      sizeof composition->plain_of[0], inputs);
    cli_print_numbers(printer, "unsigned short", "inputs_of", none, composition->inputs_of,
                      sizeof composition->inputs_of[0],
                      composition->plain_count * composition->part_count);
    cli_print_numbers(printer, "unsigned char", "input_part", none, composition->input_part, 1,
                      inputs);
    cli_print_numbers(printer, "unsigned char", "result_part", none, composition->result_part, 1,
                      composition->result_index.count);
    cli_print_numbers(printer, "uint32_t", "linked", none, composition->linked,
                      sizeof composition->linked[0], composition->plain_count);
    cli_print_numbers(printer, "uint32_t", "asking", none, composition->asking,
                      sizeof composition->asking[0], composition->plain_count);
    cli_print_numbers(printer, "unsigned short", "references", none, composition->references,
                      sizeof composition->references[0], composition->reference_count);
    cli_print_numbers(printer, "unsigned short", "deciding", none, composition->deciding,
                      sizeof composition->deciding[0], composition->deciding_count);
    cli_print_numbers(printer, "uint32_t", "named_at", none, composition->named_at,
                      sizeof composition->named_at[0],
                      composition->input_index.count + composition->result_index.count);
    cli_print_numbers(printer, "unsigned short", "named", none, composition->named,
                      sizeof composition->named[0], composition->named_count);
    cli_print_numbers(printer, "uint64_t", "pristine", none, composition->pristine,
                      sizeof(uint64_t), composition->calculator.in_size / sizeof(uint64_t));
}

static void print_table(const struct cli_printer *printer, const char *member, const char *groups,
                        const char *index, size_t count)
{
    fprintf(printer->file, ".%s = { ", member);
    cli_print_array(printer, "groups", groups, AIC_NO_PART, 1);
    cli_print_size(printer, "count", count);
    fprintf(printer->file, ".index = &formed_%s.%s },\n", printer->name, index);
}

static void print_calculator(const struct cli_printer *printer)
{
    const struct aic_calculator *calculator = &printer->composition->calculator;
    fputs(".calculator = { ", printer->file);
    cli_print_text(printer, "name", calculator->name);
    cli_print_text(printer, "help", calculator->help);
    cli_print_size(printer, "in_size", calculator->in_size);
    cli_print_size(printer, "out_size", calculator->out_size);
    print_table(printer, "inputs", "input_groups", "input_index", calculator->inputs.count);
    print_table(printer, "results", "result_groups", "result_index", calculator->results.count);
    cli_print_rows(printer);
    fprintf(printer->file, ".composition = &formed_%s },\n", printer->name);
}

static void print_index(const struct cli_printer *printer, const char *member, const char *fields,
                        const char *slots, const struct aic_field_index *index)
{
    fprintf(printer->file, ".%s = { ", member);
    cli_print_array(printer, "fields", fields, AIC_NO_PART, 1);
    cli_print_size(printer, "count", index->count);
    cli_print_size(printer, "mask", index->mask);
    cli_print_array(printer, "slots", slots, AIC_NO_PART, 1);
    fputs("},\n", printer->file);
}

static void print_members(const struct cli_printer *printer)
{
    const struct aic_composition *composition = printer->composition;
    const size_t none = AIC_NO_PART;
    cli_print_size(printer, "part_count", composition->part_count);
    cli_print_size(printer, "own_count", composition->own_count);
    cli_print_size(printer, "row_count", composition->row_count);
    cli_print_size(printer, "plain_count", composition->plain_count);
    cli_print_size(printer, "plain_groups", composition->plain_groups);
    cli_print_size(printer, "shown_inputs", composition->shown_inputs);
    cli_print_size(printer, "input_count", composition->input_count);
    cli_print_size(printer, "reference_count", composition->reference_count);
    cli_print_size(printer, "deciding_count", composition->deciding_count);
    cli_print_size(printer, "named_count", composition->named_count);
    cli_print_size(printer, "holds", composition->holds);
    cli_print_array(printer, "input_fields", "inputs", none, 1);
    cli_print_array(printer, "results", "results", none, 1);
    cli_print_array(printer, "plain_of", "plain_of", none, 1);
    cli_print_array(printer, "inputs_of", "inputs_of", none, 1);
    cli_print_array(printer, "input_part", "input_part", none, 1);
    cli_print_array(printer, "result_part", "result_part", none, 1);
    cli_print_array(printer, "assumption_part", "assumption_part", none, 1);
    cli_print_array(printer, "linked", "linked", none, 1);
    cli_print_array(printer, "asking", "asking", none, 1);
    cli_print_array(printer, "references", "references", none, composition->reference_count);
    cli_print_array(printer, "deciding", "deciding", none, composition->deciding_count);
    cli_print_array(printer, "named_at", "named_at", none, 1);
    cli_print_array(printer, "named", "named", none, composition->named_count);
    cli_print_array(printer, "pristine", "pristine", none, 1);
    fputs("\n", printer->file);
    print_index(printer, "input_index", "inputs", "input_slots", &composition->input_index);
    print_index(printer, "result_index", "results", "result_slots", &composition->result_index);
}

bool cli_print_composition(FILE *file, const struct aic_composition *composition)
{
    struct cli_printer printer = { .file = file, .composition = composition };
    if (!is_printable(composition)) {
        return false;
    }
    snprintf(printer.name, sizeof printer.name, "%s", composition->table->name);
    for (char *dash = printer.name; (dash = strchr(dash, '-'));) {
        *dash = '_';
    }
    cli_print_tables(&printer);
    print_arrays(&printer);
    cli_print_part_arrays(&printer);
    cli_print_row_arrays(&printer);
    fprintf(file, "\nstatic const struct aic_composition formed_%s = {\n.table = &aic_%s,\n",
            printer.name, printer.name);
    print_calculator(&printer);
    cli_print_parts(&printer);
    print_members(&printer);
    fputs("};\n\n", file);
    return true;
}
