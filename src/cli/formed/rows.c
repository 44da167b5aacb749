/* SPDX-License-Identifier: Apache-2.0 */
/* Printing in C: assumptions, constants, names, bands and warnings of a composition. */
#include "cli/formed/print.h"

_Static_assert(sizeof(void *) != 8 ||
                   (sizeof(struct aic_assumption) == 32 && sizeof(struct aic_constant) == 32 &&
                    sizeof(struct aic_former) == 24 && sizeof(struct aic_alias) == 24 &&
                    sizeof(struct aic_band) == 48 && sizeof(struct aic_judgement) == 32 &&
                    sizeof(struct aic_cause) == 16 && sizeof(struct aic_searched) == 40 &&
                    sizeof(struct aic_warning) == 32 && sizeof(struct aic_bands) == 72),
               "a new member of these is printed here too");

static void print_assumptions(const struct cli_printer *printer)
{
    const struct aic_assumption *row = printer->composition->calculator.assumptions;
    cli_print_begin(printer, "struct aic_assumption", "assumptions", AIC_NO_PART);
    for (; row->id; row++) {
        fputs("{ ", printer->file);
        cli_print_text(printer, "id", row->id);
        cli_print_text(printer, "text", row->text);
        cli_print_text(printer, "source", row->source);
        cli_print_text(printer, "when", row->when);
        fputs("},\n", printer->file);
    }
    fputs("{ .id = NULL },\n", printer->file);
    cli_print_end(printer);
}

static size_t assumption_count(const struct cli_printer *printer)
{
    size_t count = 0;
    while (printer->composition->calculator.assumptions[count].id) {
        count++;
    }
    return count;
}

static void print_constants(const struct cli_printer *printer)
{
    const struct aic_constant *row = printer->composition->calculator.constants;
    cli_print_begin(printer, "struct aic_constant", "constants", AIC_NO_PART);
    for (; row->name; row++) {
        fputs("{ ", printer->file);
        cli_print_text(printer, "name", row->name);
        cli_print_real(printer, "value", row->value);
        cli_print_text(printer, "unit", row->unit);
        cli_print_text(printer, "meaning", row->meaning);
        fputs("},\n", printer->file);
    }
    fputs("{ .name = NULL },\n", printer->file);
    cli_print_end(printer);
}

static void print_names(const struct cli_printer *printer)
{
    const struct aic_former *former = printer->composition->calculator.former;
    const struct aic_alias *alias = printer->composition->calculator.aliases;
    cli_print_begin(printer, "struct aic_former", "former", AIC_NO_PART);
    for (; former->name; former++) {
        fputs("{ ", printer->file);
        cli_print_text(printer, "name", former->name);
        cli_print_text(printer, "now", former->now);
        cli_print_text(printer, "instead", former->instead);
        fputs("},\n", printer->file);
    }
    fputs("{ .name = NULL },\n", printer->file);
    cli_print_end(printer);
    cli_print_begin(printer, "struct aic_alias", "aliases", AIC_NO_PART);
    for (; alias->name; alias++) {
        fputs("{ ", printer->file);
        cli_print_text(printer, "name", alias->name);
        cli_print_text(printer, "input", alias->input);
        cli_print_text(printer, "note", alias->note);
        fputs("},\n", printer->file);
    }
    fputs("{ .name = NULL },\n", printer->file);
    cli_print_end(printer);
}

static void print_warnings(const struct cli_printer *printer)
{
    const struct aic_warning *row = printer->composition->calculator.warnings;
    if (!row) {
        return;
    }
    cli_print_begin(printer, "struct aic_warning", "warnings", AIC_NO_PART);
    for (; row->id; row++) {
        fputs("{ ", printer->file);
        cli_print_text(printer, "id", row->id);
        cli_print_text(printer, "condition", row->condition);
        cli_print_text(printer, "text", row->text);
        cli_print_text(printer, "values", row->values);
        fputs("},\n", printer->file);
    }
    fputs("{ .id = NULL },\n", printer->file);
    cli_print_end(printer);
}

static void print_bands(const struct cli_printer *printer, const struct aic_bands *all)
{
    if (all->band_count == 0) {
        return;
    }
    cli_print_begin(printer, "struct aic_band", "bands", AIC_NO_PART);
    for (const struct aic_band *row = all->bands; row < all->bands + all->band_count; row++) {
        fputs("{ ", printer->file);
        cli_print_size(printer, "result", row->result);
        cli_print_text(printer, "condition", row->condition);
        cli_print_text(printer, "low", row->low);
        cli_print_text(printer, "high", row->high);
        cli_print_size(printer, "factors", row->factors);
        cli_print_text(printer, "source", row->source);
        fputs("},\n", printer->file);
    }
    cli_print_end(printer);
}

static void print_judgements(const struct cli_printer *printer, const struct aic_bands *all)
{
    if (all->judgement_count == 0) {
        return;
    }
    cli_print_begin(printer, "struct aic_judgement", "judgements", AIC_NO_PART);
    for (size_t i = 0; i < all->judgement_count; i++) {
        const struct aic_judgement *row = &all->judgements[i];
        fputs("{ ", printer->file);
        cli_print_size(printer, "flag", row->flag);
        cli_print_size(printer, "result", row->result);
        cli_print_text(printer, "relation", row->relation);
        cli_print_text(printer, "limit", row->limit);
        fputs("},\n", printer->file);
    }
    cli_print_end(printer);
}

static void print_causes(const struct cli_printer *printer, const struct aic_bands *all)
{
    if (all->cause_count == 0) {
        return;
    }
    cli_print_begin(printer, "struct aic_cause", "causes", AIC_NO_PART);
    for (size_t i = 0; i < all->cause_count; i++) {
        fputs("{ ", printer->file);
        cli_print_size(printer, "result", all->causes[i].result);
        cli_print_text(printer, "inputs", all->causes[i].inputs);
        fputs("},\n", printer->file);
    }
    cli_print_end(printer);
}

static void print_searches(const struct cli_printer *printer, const struct aic_bands *all)
{
    if (all->search_count == 0) {
        return;
    }
    cli_print_begin(printer, "struct aic_searched", "searches", AIC_NO_PART);
    for (size_t i = 0; i < all->search_count; i++) {
        const struct aic_searched *row = &all->searches[i];
        fputs("{ ", printer->file);
        cli_print_size(printer, "result", row->result);
        cli_print_size(printer, "input", row->input);
        cli_print_size(printer, "row", row->row);
        cli_print_text(printer, "relation", row->relation);
        cli_print_text(printer, "limit", row->limit);
        fputs("},\n", printer->file);
    }
    cli_print_end(printer);
}

void cli_print_row_arrays(const struct cli_printer *printer)
{
    const struct aic_composition *composition = printer->composition;
    const struct aic_calculator *calculator = &composition->calculator;
    print_assumptions(printer);
    cli_print_numbers(printer, "unsigned char", "assumption_part", AIC_NO_PART,
                      composition->assumption_part, 1, assumption_count(printer));
    print_constants(printer);
    print_names(printer);
    print_warnings(printer);
    print_bands(printer, &calculator->bands);
    print_judgements(printer, &calculator->bands);
    print_causes(printer, &calculator->bands);
    print_searches(printer, &calculator->bands);
    cli_print_texts(printer, "first_warnings", calculator->first_warnings);
    cli_print_texts(printer, "examples", calculator->examples);
    cli_print_numbers(printer, "unsigned short", "asks", AIC_NO_PART, calculator->asks,
                      sizeof calculator->asks[0], calculator->asks_count);
}

void cli_print_rows(const struct cli_printer *printer)
{
    const struct aic_calculator *calculator = &printer->composition->calculator;
    const struct aic_bands *bands = &calculator->bands;
    const size_t none = AIC_NO_PART;
    cli_print_array(printer, "assumptions", "assumptions", none, 1);
    cli_print_array(printer, "constants", "constants", none, 1);
    cli_print_array(printer, "former", "former", none, 1);
    cli_print_array(printer, "aliases", "aliases", none, 1);
    cli_print_array(printer, "warnings", "warnings", none, calculator->warnings != NULL);
    cli_print_array(printer, "first_warnings", "first_warnings", none, 1);
    cli_print_array(printer, "examples", "examples", none, 1);
    cli_print_array(printer, "asks", "asks", none, calculator->asks_count);
    cli_print_size(printer, "asks_count", calculator->asks_count);
    fputs("\n.bands = { ", printer->file);
    cli_print_array(printer, "bands", "bands", none, bands->band_count);
    cli_print_size(printer, "band_count", bands->band_count);
    cli_print_array(printer, "judgements", "judgements", none, bands->judgement_count);
    cli_print_size(printer, "judgement_count", bands->judgement_count);
    cli_print_array(printer, "causes", "causes", none, bands->cause_count);
    cli_print_size(printer, "cause_count", bands->cause_count);
    cli_print_array(printer, "searches", "searches", none, bands->search_count);
    cli_print_size(printer, "search_count", bands->search_count);
    fputs("},\n", printer->file);
}
