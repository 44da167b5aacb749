/* SPDX-License-Identifier: Apache-2.0 */
/* Printing in C: the parts of a composition, and what they are handed. */
#include "cli/formed/print.h"

_Static_assert(sizeof(void *) != 8 || (sizeof(struct part) == 224 && sizeof(struct link) == 56 &&
                                       sizeof(struct feeder) == 40 && sizeof(struct fed) == 240 &&
                                       sizeof(struct known) == 32 && sizeof(struct memory) == 56),
               "a new member of these is printed here too");

static size_t input_place(const struct cli_printer *printer, const struct aic_field *field)
{
    return (size_t)(field - printer->composition->input_fields);
}

/* "plan_link_choices_3_17": of a part, of the k-th of its lists. */
static void print_map(const struct cli_printer *printer, const char *what, size_t part, size_t k,
                      const int *choices, const struct aic_field *from)
{
    if (!choices) {
        return;
    }
    fprintf(printer->file, "static const int %s_%s_%zu_%zu[] = {", printer->name, what, part, k);
    for (size_t i = 0; from->choices[i]; i++) {
        fprintf(printer->file, " %d,", choices[i]);
    }
    fputs(" };\n", printer->file);
}

static void print_map_name(const struct cli_printer *printer, const char *what, size_t part,
                           size_t k, const int *choices)
{
    if (choices) {
        fprintf(printer->file, ".choices = %s_%s_%zu_%zu, ", printer->name, what, part, k);
    }
}

static void print_links(const struct cli_printer *printer, size_t number, const struct part *part)
{
    for (size_t i = 0; i < part->link_count; i++) {
        print_map(printer, "link", number, i, part->links[i].choices, part->links[i].from);
    }
    if (part->link_count == 0) {
        return;
    }
    cli_print_begin(printer, "struct link", "links", number);
    for (size_t i = 0; i < part->link_count; i++) {
        const struct link *link = &part->links[i];
        fputs("{ ", printer->file);
        cli_print_size(printer, "plain", link->plain);
        cli_print_size(printer, "own", link->own);
        cli_print_size(printer, "size", link->size);
        cli_print_place(printer, "field", "inputs", input_place(printer, link->field));
        cli_print_place(printer, "from", "inputs", input_place(printer, link->from));
        print_map_name(printer, "link", number, i, link->choices);
        cli_print_size(printer, "narrower", link->narrower);
        cli_print_size(printer, "yields", link->yields);
        cli_print_size(printer, "default_too", link->default_too);
        fputs("},\n", printer->file);
    }
    cli_print_end(printer);
}

static void print_feeder(const struct cli_printer *printer, const struct feeder *feeder,
                         size_t part, size_t k)
{
    fputs("{ ", printer->file);
    cli_print_place(printer, "field", "results", feeder->result);
    cli_print_size(printer, "offset", feeder->offset);
    cli_print_size(printer, "result", feeder->result);
    cli_print_size(printer, "part", feeder->part);
    print_map_name(printer, "feeder", part, k, feeder->choices);
    fputs("}, ", printer->file);
}

static void print_one_fed(const struct cli_printer *printer, size_t number, const struct fed *fed,
                          size_t k)
{
    fputs("{ ", printer->file);
    cli_print_size(printer, "own", fed->own);
    cli_print_size(printer, "input", fed->input);
    cli_print_place(printer, "field", "inputs", fed->input);
    fputs(".feeders = { ", printer->file);
    for (size_t f = 0; f < fed->count; f++) {
        print_feeder(printer, &fed->feeders[f], number, k * FED_BY_MAX + f);
    }
    fputs("}, ", printer->file);
    cli_print_size(printer, "count", fed->count);
    cli_print_size(printer, "multiple", fed->multiple);
    if (fed->unless.field) {
        fputs(".unless = ", printer->file);
        print_feeder(printer, &fed->unless, number, 0);
    }
    fputs("},\n", printer->file);
}

static void print_fed(const struct cli_printer *printer, size_t number, const struct part *part)
{
    for (size_t i = 0; i < part->fed_count; i++) {
        for (size_t f = 0; f < part->fed[i].count; f++) {
            const struct feeder *feeder = &part->fed[i].feeders[f];
            print_map(printer, "feeder", number, i * FED_BY_MAX + f, feeder->choices,
                      feeder->field);
        }
    }
    if (part->fed_count == 0) {
        return;
    }
    cli_print_begin(printer, "struct fed", "fed", number);
    for (size_t i = 0; i < part->fed_count; i++) {
        print_one_fed(printer, number, &part->fed[i], i);
    }
    cli_print_end(printer);
}

static void print_asked(const struct cli_printer *printer, size_t number, const struct part *part)
{
    if (part->asked_count == 0) {
        return;
    }
    cli_print_begin(printer, "struct known", "asked", number);
    for (size_t i = 0; i < part->asked_count; i++) {
        const struct known *known = &part->asked[i];
        fputs("{ ", printer->file);
        cli_print_place(printer, "field", "inputs", input_place(printer, known->field));
        cli_print_size(printer, "offset", known->offset);
        cli_print_real(printer, "equals", known->equals);
        cli_print_size(printer, "last", known->last);
        fputs("},\n", printer->file);
    }
    cli_print_end(printer);
}

void cli_print_part_arrays(const struct cli_printer *printer)
{
    const struct aic_composition *composition = printer->composition;
    for (size_t p = 0; p < composition->part_count; p++) {
        const struct part *part = &composition->parts[p];
        print_links(printer, p, part);
        cli_print_numbers(printer, "unsigned short", "link_of", p, part->link_of,
                          sizeof part->link_of[0], composition->plain_count);
        cli_print_numbers(printer, "unsigned short", "defaults", p, part->defaults,
                          sizeof part->defaults[0], part->default_count);
        print_fed(printer, p, part);
        print_asked(printer, p, part);
        cli_print_numbers(printer, "unsigned char", "ruled", p, part->ruled, 1,
                          AIC_SLOT_OF(part->calculator->in_size));
        cli_print_numbers(printer, "uint64_t", "blank", p, part->blank, sizeof(uint64_t),
                          part->calculator->in_size / sizeof(uint64_t));
    }
}

static void print_part(const struct cli_printer *printer, size_t number)
{
    const struct part *part = &printer->composition->parts[number];
    fputs("{ ", printer->file);
    cli_print_size(printer, "row", part->row);
    cli_print_size(printer, "is_own", part->is_own);
    fprintf(printer->file, ".calculator = &aic_");
    for (const char *at = part->calculator->name; *at; at++) {
        putc(*at == '-' ? '_' : *at, printer->file);
    }
    fputs(", .prefix = { ", printer->file);
    cli_print_text(printer, "at", part->prefix.at);
    cli_print_size(printer, "length", part->prefix.length);
    fputs("}, ", printer->file);
    cli_print_size(printer, "in_base", part->in_base);
    cli_print_size(printer, "out_base", part->out_base);
    cli_print_size(printer, "first_input", part->first_input);
    cli_print_size(printer, "inputs", part->inputs);
    cli_print_size(printer, "first_result", part->first_result);
    cli_print_size(printer, "results", part->results);
    cli_print_size(printer, "first_band", part->first_band);
    cli_print_size(printer, "first_judgement", part->first_judgement);
    cli_print_size(printer, "first_search", part->first_search);
    fprintf(printer->file, ".pristine = (const char *)%s_pristine + %zu, ", printer->name,
            part->in_base);
    cli_print_array(printer, "blank", "blank", number, 1);
    cli_print_array(printer, "links", "links", number, part->link_count);
    cli_print_size(printer, "link_count", part->link_count);
    cli_print_array(printer, "link_of", "link_of", number, 1);
    cli_print_array(printer, "defaults", "defaults", number, part->default_count);
    cli_print_size(printer, "default_count", part->default_count);
    cli_print_array(printer, "fed", "fed", number, part->fed_count);
    cli_print_size(printer, "fed_count", part->fed_count);
    cli_print_array(printer, "asked", "asked", number, part->asked_count);
    cli_print_size(printer, "asked_count", part->asked_count);
    cli_print_text(printer, "needs", part->needs);
    cli_print_size(printer, "repeats", part->repeats);
    cli_print_size(printer, "asked_by_fed", part->asked_by_fed);
    cli_print_size(printer, "fed_by", part->fed_by);
    cli_print_array(printer, "ruled", "ruled", number, 1);
    fputs("},\n", printer->file);
}

void cli_print_parts(const struct cli_printer *printer)
{
    const struct aic_composition *composition = printer->composition;
    fputs(".parts = {\n", printer->file);
    for (size_t p = 0; p < composition->part_count; p++) {
        print_part(printer, p);
    }
    fputs("},\n.rows = {\n", printer->file);
    for (size_t r = 0; r < composition->row_count; r++) {
        const struct memory *row = &composition->rows[r];
        fputs("{ ", printer->file);
        cli_print_size(printer, "part", row->part);
        cli_print_size(printer, "repeats", row->repeats);
        cli_print_size(printer, "after_part", row->after_part);
        cli_print_size(printer, "before", row->before);
        cli_print_size(printer, "after", row->after);
        cli_print_size(printer, "out", row->out);
        cli_print_size(printer, "ok", row->ok);
        fputs("},\n", printer->file);
    }
    fputs("},\n", printer->file);
}
