/* SPDX-License-Identifier: Apache-2.0 */
/* Printing in C: texts, numbers and arrays of these. */
#include <inttypes.h>
#include <string.h>

#include "cli/formed/print.h"

static void print_literal(FILE *file, const char *text)
{
    putc('"', file);
    for (const unsigned char *at = (const unsigned char *)text; *at; at++) {
        if (*at == '"' || *at == '\\') {
            fprintf(file, "\\%c", *at);
        } else if (*at >= ' ' && *at <= '~' && *at != '?') {
            putc(*at, file);
        } else {
            fprintf(file, "\\%03o", *at); /* "?" too: two of them begin a trigraph */
        }
    }
    putc('"', file);
}

void cli_print_text(const struct cli_printer *printer, const char *member, const char *text)
{
    if (text) {
        fprintf(printer->file, ".%s = ", member);
        print_literal(printer->file, text);
        fputs(", ", printer->file);
    }
}

void cli_print_size(const struct cli_printer *printer, const char *member, size_t number)
{
    if (number > 0) {
        fprintf(printer->file, ".%s = %zu, ", member, number);
    }
}

void cli_print_real(const struct cli_printer *printer, const char *member, double number)
{
    if (isfinite(number)) {
        fprintf(printer->file, ".%s = %a, ", member, number);
    } else {
        const char *word = isnan(number) ? "NAN" : number > 0 ? "INFINITY" : "-INFINITY";
        fprintf(printer->file, ".%s = %s, ", member, word);
    }
}

static void print_name(const struct cli_printer *printer, const char *what, size_t part)
{
    fprintf(printer->file, "%s_%s", printer->name, what);
    if (part != AIC_NO_PART) {
        fprintf(printer->file, "_%zu", part);
    }
}

void cli_print_array(const struct cli_printer *printer, const char *member, const char *what,
                     size_t part, size_t count)
{
    if (count > 0) {
        fprintf(printer->file, ".%s = ", member);
        print_name(printer, what, part);
        fputs(", ", printer->file);
    }
}

void cli_print_place(const struct cli_printer *printer, const char *member, const char *what,
                     size_t place)
{
    fprintf(printer->file, ".%s = &%s_%s[%zu], ", member, printer->name, what, place);
}

void cli_print_begin(const struct cli_printer *printer, const char *type, const char *what,
                     size_t part)
{
    fprintf(printer->file, "static const %s ", type);
    print_name(printer, what, part);
    fputs("[] = {\n", printer->file);
}

void cli_print_end(const struct cli_printer *printer)
{
    fputs("};\n", printer->file);
}

static uint64_t number_at(const void *numbers, size_t size, size_t i)
{
    uint8_t byte;
    uint16_t two;
    uint32_t four;
    uint64_t eight;
    const char *at = (const char *)numbers + i * size;
    switch (size) {
    case sizeof byte:
        memcpy(&byte, at, size);
        return byte;
    case sizeof two:
        memcpy(&two, at, size);
        return two;
    case sizeof four:
        memcpy(&four, at, size);
        return four;
    default:
        memcpy(&eight, at, sizeof eight);
        return eight;
    }
}

void cli_print_numbers(const struct cli_printer *printer, const char *type, const char *what,
                       size_t part, const void *numbers, size_t size, size_t count)
{
    if (count == 0) {
        return;
    }
    cli_print_begin(printer, type, what, part);
    for (size_t i = 0; i < count; i++) {
        fprintf(printer->file, "0x%" PRIx64 ",%c", number_at(numbers, size, i),
                i % 12 == 11 || i + 1 == count ? '\n' : ' ');
    }
    cli_print_end(printer);
}

void cli_print_texts(const struct cli_printer *printer, const char *what, const char *const *texts)
{
    cli_print_begin(printer, "char *const", what, AIC_NO_PART);
    for (; *texts; texts++) {
        print_literal(printer->file, *texts);
        fputs(",\n", printer->file);
    }
    fputs("NULL,\n", printer->file);
    cli_print_end(printer);
}
