/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Price lists of the user's: lines of "kind,name,FIELD,..." become a catalog to be laid over the
 * built-in one. All lines are read before anything is written, so that all that are wrong are told
 * together.
 */
#include <aicalc/catalog.h>

#include <string.h>

#include <aicalc/text.h>

#include "catalog/catalog.h"
#include "catalog/names/names.h"
#include "core/utf8.h"

#define CELLS_MAX     64
#define LINE_MAX_SIZE 8192

/* A line of the list, cut into cells. */
struct line {
    char text[LINE_MAX_SIZE];
    const char *cells[CELLS_MAX];
    size_t columns[CELLS_MAX]; /* where each begins in its line, from 1 */
    size_t count, number;
};

struct reading {
    const struct aic_catalog *catalog;
    struct aic_import *import;
    const char *name, *at, *end;
    size_t number; /* of the line that comes next, from 1 */
    struct line head, line;
    bool has_kind;
    enum aic_catalog_kind kind;
    struct aic_json_writer *writer; /* NULL while lines are checked */
};

/* Notes an error of a cell; what comes behind the last that fits is counted. */
static bool refuse(struct reading *reading, const struct line *line, size_t cell,
                   const struct aic_error *why)
{
    struct aic_import *import = reading->import;
    if (import->error_count++ < AIC_IMPORT_ERRORS_MAX) {
        struct aic_error *error = &import->errors[import->error_count - 1];
        size_t column = line->columns[cell];
        aic_fail(error, why->code, why->parameter, "%s: line %g column %g: %s", reading->name,
                 (double)line->number, (double)column, why->message);
        error->line = line->number;
        error->column = column;
        memcpy(error->suggestion, why->suggestion, sizeof error->suggestion);
    }
    return false;
}

/* At a comma, or at the end of a line: "\n", or "\r\n". */
static bool cell_ends(const struct reading *reading)
{
    const char *at = reading->at, *end = reading->end;
    return at == end || *at == ',' || *at == '\n' ||
           (*at == '\r' && (at + 1 == end || at[1] == '\n'));
}

/* One cell from `at`, its quotes taken off, into `text`; false where a quote does not end. */
static bool read_cell(struct reading *reading, struct aic_text *text)
{
    bool quoted = reading->at < reading->end && *reading->at == '"';
    if (!quoted) {
        const char *start = reading->at;
        while (!cell_ends(reading)) {
            reading->at++;
        }
        aic_text_add_bytes(text, start, (size_t)(reading->at - start));
        return true;
    }
    for (reading->at++; reading->at < reading->end; reading->at++) {
        if (*reading->at == '"') {
            reading->at++;
            if (reading->at == reading->end || *reading->at != '"') {
                return true;
            }
        }
        if (*reading->at == '\n') {
            return false;
        }
        aic_text_add_bytes(text, reading->at, 1);
    }
    return false;
}

/* What the last cell or its line cannot be. */
static const char *what_is_wrong(const struct line *line, const struct aic_text *text,
                                 const struct reading *reading)
{
    size_t size, start = (size_t)(line->cells[line->count - 1] - line->text);
    for (size_t i = start; i < text->length; i += size) {
        uint32_t character;
        size = aic_utf8_read(text->at + i, text->length - i, &character);
        if (size == 0 || aic_utf8_is_control(character) || aic_utf8_is_hidden(character)) {
            return "a cell is no plain text in UTF-8";
        }
    }
    if (text->cut || line->count == CELLS_MAX) {
        return "the line is too long";
    }
    return cell_ends(reading) ? NULL : "something stands behind a closing quote";
}

/* Cuts the next line into cells; false, with the error noted, where it is none. */
static bool read_line(struct reading *reading, struct line *line)
{
    struct aic_error error = { .code = AIC_OK };
    struct aic_text text;
    const char *start = reading->at;
    const char *wrong = NULL;
    line->count = 0;
    line->number = reading->number++;
    aic_text_init(&text, line->text, sizeof line->text);
    for (bool more = true; more && !wrong;) {
        line->cells[line->count] = line->text + text.length;
        line->columns[line->count++] = (size_t)(reading->at - start) + 1;
        bool closed = read_cell(reading, &text);
        wrong = closed ? what_is_wrong(line, &text, reading) : "a quote does not end in its line";
        more = reading->at < reading->end && *reading->at == ',';
        reading->at += more;
        aic_text_add_bytes(&text, "", 1);
    }
    const char *end = memchr(reading->at, '\n', (size_t)(reading->end - reading->at));
    reading->at = end ? end + 1 : reading->end;
    if (!wrong) {
        return true;
    }
    aic_fail(&error, AIC_ERR_VALUE, NULL, "%s", wrong);
    return refuse(reading, line, line->count - 1, &error);
}

static bool is_blank(const struct line *line)
{
    return line->count == 1 && !line->cells[0][0];
}

/* The place of a column of that name; SIZE_MAX where there is none. */
static size_t find_column(const struct line *head, const char *name)
{
    for (size_t i = 0; i < head->count; i++) {
        if (strcmp(head->cells[i], name) == 0) {
            return i;
        }
    }
    return SIZE_MAX;
}

static bool is_about(const char *column)
{
    return strcmp(column, "as_of") == 0 || strcmp(column, "source") == 0;
}

/* The first line: kind, name and fields that entries can have, each once. */
static bool check_head(struct reading *reading)
{
    struct line *head = &reading->head;
    struct aic_error error = { .code = AIC_OK };
    if (head->count < 3 || strcmp(head->cells[0], "kind") != 0 ||
        strcmp(head->cells[1], "name") != 0) {
        aic_fail(&error, AIC_ERR_VALUE, NULL, "the first line is not kind,name,FIELD,...");
        aic_suggest(&error, "for example kind,name,gpu_price,as_of");
        return refuse(reading, head, 0, &error);
    }
    for (size_t i = 2; i < head->count; i++) {
        const char *column = head->cells[i];
        if (find_column(head, column) < i) {
            aic_fail(&error, AIC_ERR_CONFLICT, NULL, "column '%s' stands twice", column);
            refuse(reading, head, i, &error);
        }
    }
    return reading->import->error_count == 0;
}

/* The kind of a line, which is that of all lines. */
static bool check_kind(struct reading *reading)
{
    struct aic_error error = { .code = AIC_OK };
    struct line *line = &reading->line;
    enum aic_catalog_kind kind;
    if (!aic_catalog_kind_find(line->cells[0], &kind)) {
        aic_fail(&error, AIC_ERR_UNKNOWN, NULL, "'%s' is not a catalog kind", line->cells[0]);
        aic_catalog_kind_suggest(line->cells[0], &error);
        return refuse(reading, line, 0, &error);
    }
    if (reading->has_kind && kind != reading->kind) {
        aic_fail(&error, AIC_ERR_CONFLICT, NULL, "'%s' after lines of %s", line->cells[0],
                 aic_catalog_kind_name(reading->kind));
        aic_suggest(&error, "a catalog is of one kind: put them into a file of their own");
        return refuse(reading, line, 0, &error);
    }
    for (size_t i = 2; !reading->has_kind && i < reading->head.count; i++) {
        const char *field = reading->head.cells[i];
        if (!is_about(field) && !aic_catalog_field_is_known(kind, field)) {
            aic_fail(&error, AIC_ERR_UNKNOWN, NULL, "no entry of %s has a field '%s'",
                     aic_catalog_kind_name(kind), field);
            aic_catalog_suggest_field(field, &error);
            refuse(reading, &reading->head, i, &error);
        }
    }
    reading->has_kind = true;
    reading->kind = kind;
    return true;
}

/* "2026-11": the month of a price. */
static bool is_month(const char *text)
{
    static const char form[] = "dddd-dd";
    size_t i = 0;
    for (; form[i] && text[i]; i++) {
        if (form[i] == 'd' ? text[i] < '0' || text[i] > '9' : text[i] != form[i]) {
            return false;
        }
    }
    return (i == 4 || i == 7) && !text[i];
}

static bool check_cell(struct reading *reading, size_t cell)
{
    struct aic_error error = { .code = AIC_OK };
    const char *column = reading->head.cells[cell];
    const char *text = reading->line.cells[cell];
    const struct aic_field *field = aic_catalog_field(column);
    struct aic_value value;
    if (!*text || strcmp(column, "source") == 0) {
        return true;
    }
    if (strcmp(column, "as_of") == 0) {
        if (is_month(text)) {
            return true;
        }
        aic_fail(&error, AIC_ERR_VALUE, column, "as_of: '%s' is no month", text);
        aic_suggest(&error, "write it as 2026-11");
        return refuse(reading, &reading->line, cell, &error);
    }
    return !field || aic_value_read(field, text, strlen(text), &value, &error) ||
           refuse(reading, &reading->line, cell, &error);
}

/* True where an entry has the words of a name that is none by itself. */
struct words {
    enum aic_catalog_kind kind;
    const char *text;
    bool found;
};

static bool has_words(void *context, const struct aic_entry *entry)
{
    struct words *words = context;
    words->found = aic_entry_has_words(words->kind, entry, words->text);
    return !words->found;
}

/* The entry that a name is of; `known` is false where it makes a new one. */
static bool find_entry(struct reading *reading, struct aic_entry *entry, bool *known)
{
    struct aic_error error = { .code = AIC_OK };
    struct line *line = &reading->line;
    struct aic_folded folded;
    if (!aic_fold_bare(&folded, aic_span_of(line->cells[1]))) {
        aic_fail(&error, AIC_ERR_MISSING, NULL, "a line without a name");
        return refuse(reading, line, 1, &error);
    }
    *known = aic_catalog_find(reading->catalog, reading->kind, line->cells[1], entry, &error);
    if (!*known) {
        struct words words = { reading->kind, line->cells[1], false };
        struct aic_error ignored;
        aic_catalog_each(reading->catalog, reading->kind, has_words, &words, &ignored);
        return !words.found || refuse(reading, line, 1, &error);
    }
    if (entry->others[0]) {
        aic_fail(&error, AIC_ERR_UNKNOWN, NULL, "'%s' is short for '%s' and others", line->cells[1],
                 aic_entry_name(entry));
        aic_suggest(&error, "name one of %s, %s", aic_entry_name(entry), entry->others);
        aic_entry_clear(entry);
        return refuse(reading, line, 1, &error);
    }
    return true;
}

static void write_text(struct reading *reading, const char *key, const char *text)
{
    aic_json_key(reading->writer, key);
    aic_json_string(reading->writer, text);
}

/* A node of an entry as it stands there. */
static void copy_node(struct reading *reading, const struct aic_json_value *node)
{
    struct aic_json_writer *writer = reading->writer;
    if (aic_json_key_of(node)) {
        aic_json_key(writer, aic_json_key_of(node));
    }
    if (aic_json_is(node, AIC_JSON_STRING)) {
        aic_json_string(writer, aic_json_text_of(node));
    } else if (aic_json_is(node, AIC_JSON_NUMBER)) {
        aic_json_number(writer, aic_json_number_of(node));
    } else if (aic_json_is(node, AIC_JSON_BOOL)) {
        aic_json_bool(writer, aic_json_is_true(node));
    } else if (aic_json_is(node, AIC_JSON_NULL)) {
        aic_json_null(writer);
    } else {
        aic_json_open(writer, aic_json_is(node, AIC_JSON_OBJECT) ? '{' : '[', false);
        AIC_JSON_EACH(child, node) {
            copy_node(reading, child);
        }
        aic_json_close(writer);
    }
}

/* The cell of a line under a column; "" where it has none. */
static const char *cell_of(const struct reading *reading, const char *column)
{
    size_t cell = find_column(&reading->head, column);
    return cell < reading->line.count ? reading->line.cells[cell] : "";
}

/* A price as it is sold, anything else in the base unit of its field. */
static void write_value(struct reading *reading, const char *column, const char *text)
{
    const struct aic_field *field = aic_catalog_field(column);
    struct aic_value value = { .set = false };
    aic_json_key(reading->writer, column);
    bool is_number = field && aic_field_is_number(field) &&
                     !aic_dimension_is_price(field->dimension) &&
                     aic_value_read(field, text, strlen(text), &value, NULL);
    if (is_number) {
        aic_json_number(reading->writer, value.number);
    } else if (field && field->kind == AIC_FLAG &&
               aic_value_read(field, text, strlen(text), &value, NULL)) {
        aic_json_bool(reading->writer, value.number != 0);
    } else {
        aic_json_string(reading->writer, text);
    }
}

/* The price of a GPU and that of its node are one price: the list's replaces both. */
static bool is_replaced(const struct reading *reading, const char *field)
{
    static const char *const prices[] = { "gpu_price", "node_price" };
    bool is_price = strcmp(field, prices[0]) == 0 || strcmp(field, prices[1]) == 0;
    return *cell_of(reading, field) ||
           (is_price && (*cell_of(reading, prices[0]) || *cell_of(reading, prices[1])));
}

static void write_fields(struct reading *reading, const struct aic_json_value *entry)
{
    aic_json_key(reading->writer, "fields");
    aic_json_open(reading->writer, '{', false);
    AIC_JSON_EACH(field, aic_json_member(entry, "fields")) {
        if (!is_replaced(reading, aic_json_key_of(field))) {
            copy_node(reading, field);
        }
    }
    for (size_t i = 2; i < reading->head.count; i++) {
        const char *column = reading->head.cells[i];
        if (!is_about(column) && *reading->line.cells[i]) {
            write_value(reading, column, reading->line.cells[i]);
        }
    }
    aic_json_close(reading->writer);
}

/* Fields that nobody saw beside their source, but for those that the list gives. */
static void write_unverified(struct reading *reading, const struct aic_json_value *entry)
{
    aic_json_key(reading->writer, "unverified");
    aic_json_open(reading->writer, '[', false);
    AIC_JSON_EACH(item, aic_json_member(entry, "unverified")) {
        if (!*cell_of(reading, aic_json_text_of(item))) {
            aic_json_string(reading->writer, aic_json_text_of(item));
        }
    }
    aic_json_close(reading->writer);
}

/* What the entry says, the list's fields over its own; their source and month are the list's. */
static void write_entry(struct reading *reading, const struct aic_entry *entry, bool known)
{
    const struct aic_json_value *node = known ? entry->node : NULL;
    const char *source = cell_of(reading, "source");
    const char *month = cell_of(reading, "as_of");
    char both[2048];
    struct aic_text text;
    const char *old = aic_json_member_text(node, "source");
    aic_text_init(&text, both, sizeof both);
    aic_text_format(&text, "%s%s%s", *source ? source : reading->name, old ? "; else: " : "",
                    old ? old : "");
    aic_json_open(reading->writer, '{', false);
    write_text(reading, "name", known ? aic_entry_name(entry) : reading->line.cells[1]);
    AIC_JSON_EACH(member, node) {
        const char *key = aic_json_key_of(member);
        if (strcmp(key, "unverified") == 0) {
            write_unverified(reading, node);
        } else if (strcmp(key, "name") != 0 && strcmp(key, "fields") != 0 &&
                   strcmp(key, "source") != 0 && strcmp(key, "as_of") != 0) {
            copy_node(reading, member);
        }
    }
    write_fields(reading, node);
    write_text(reading, "source", both);
    if (*month) {
        write_text(reading, "as_of", month);
    }
    aic_json_close(reading->writer);
}

/* Checks a line, or writes what it says. */
static void take_line(struct reading *reading)
{
    struct aic_error error = { .code = AIC_OK };
    struct aic_entry entry;
    struct line *line = &reading->line;
    bool known;
    if (line->count != reading->head.count) {
        aic_fail(&error, AIC_ERR_VALUE, NULL, "%g cells under %g columns", (double)line->count,
                 (double)reading->head.count);
        refuse(reading, line, 0, &error);
        return;
    }
    if (!check_kind(reading) || !find_entry(reading, &entry, &known)) {
        return;
    }
    for (size_t i = 2; !reading->writer && i < line->count; i++) {
        check_cell(reading, i);
    }
    if (reading->writer) {
        write_entry(reading, &entry, known);
        *(known ? &reading->import->overridden : &reading->import->added) += 1;
    }
    if (known) {
        aic_entry_clear(&entry);
    }
}

/* Walks all lines behind the first. */
static void take_lines(struct reading *reading, const char *text)
{
    reading->at = text;
    reading->number = 1;
    if (!read_line(reading, &reading->head) || (!reading->writer && !check_head(reading))) {
        return;
    }
    while (reading->at < reading->end) {
        if (read_line(reading, &reading->line) && !is_blank(&reading->line)) {
            take_line(reading);
        }
    }
}

bool aic_catalog_import(const struct aic_catalog *catalog, const char *name, const char *text,
                        size_t length, struct aic_sink *sink, struct aic_import *import)
{
    static const char mark[] = "\xEF\xBB\xBF"; /* that some programs put before UTF-8 */
    size_t skipped = length >= 3 && memcmp(text, mark, 3) == 0 ? 3 : 0;
    struct aic_error error = { .code = AIC_OK };
    struct aic_json_writer writer;
    struct reading reading = {
        .catalog = catalog, .import = import, .name = name, .end = text + length
    };
    memset(import, 0, sizeof *import);
    take_lines(&reading, text + skipped);
    if (import->error_count == 0 && !reading.has_kind) {
        aic_fail(&error, AIC_ERR_MISSING, NULL, "no line names an entry");
        refuse(&reading, &reading.head, 0, &error);
    }
    if (import->error_count > 0) {
        return false;
    }
    reading.writer = &writer;
    aic_json_writer_init(&writer, sink);
    aic_json_open(&writer, '{', true);
    write_text(&reading, "schema", "aicalc-catalog/1");
    write_text(&reading, "kind", aic_catalog_kind_name(reading.kind));
    aic_json_key(&writer, "entries");
    aic_json_open(&writer, '[', true);
    take_lines(&reading, text + skipped);
    aic_json_close(&writer);
    aic_json_close(&writer);
    aic_sink_text(sink, "\n");
    return true;
}
