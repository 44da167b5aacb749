/* SPDX-License-Identifier: Apache-2.0 */
/*
 * boundaries [STRIDE]: every input of every calculator at the ends of its range and just
 * outside, generated from the tables: as flags of the program, and as JSON through the library.
 * The program's main() is linked in and runs again and again in a process of its own for each
 * calculator: starting tens of thousands of processes would take most of the time. It keeps
 * nothing from one run to the next but the list of calculators, which it clears.
 *
 * What lies outside must be refused with an error that names the input; what lies inside must
 * not be refused for its own sake (other inputs may be missing). STRIDE n: flags of every
 * n-th input only; of compositions, which have those of their parts, of every 11th of these.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cjson/cJSON.h>

#include "walk.h"

#include "program.h"

#define ERR_SIZE        4096
#define COMPOSED_STRIDE 11

/* How values are given to an input. */
enum way { AS_DOCUMENT, AS_FLAG };

/* What was tried, and the last word given to the program: shared with the processes that run it. */
static struct tally {
    long flags_tried, documents_tried, failed;
    char last[200];
} * tally;

/* One value of one input, and whether the input must take it. */
struct attempt {
    const struct aic_calculator *calculator;
    const struct aic_field *field;
    const char *text;
    bool inside;
};

static FILE *report; /* the program has stdout */

static void fail(const struct attempt *attempt, const char *how, const char *said)
{
    tally->failed++;
    fprintf(report, "FAIL %s %s = %s (%s, %s): %s\n", attempt->calculator->name,
            attempt->field->name, attempt->text, attempt->inside ? "inside" : "outside", how, said);
}

/* Codes of errors that say "this is no value of the input". */
static bool is_refusal(const char *code)
{
    static const char *const codes[] = { "bad-value", "bad-unit", "out-of-range", "unknown-name" };
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        if (strcmp(code, codes[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* Runs the program with two words after the calculator: its exit code, and what it said on stderr,
 * which is a file. */
static int run(const char *calculator, const char *flag, const char *value, char *err)
{
    const char *const words[] = { "aicalc", calculator, "--no-config", "-o", "json", flag, value };
    char copies[sizeof words / sizeof words[0]][ERR_SIZE];
    char *argv[sizeof words / sizeof words[0] + 1] = { NULL };
    int argc = 0;
    for (; argc < (int)(sizeof words / sizeof words[0]); argc++) {
        argv[argc] = strcpy(copies[argc], words[argc]);
    }
    if (ftruncate(STDERR_FILENO, 0) != 0 || lseek(STDERR_FILENO, 0, SEEK_SET) != 0) {
        abort();
    }
    int code = program_main(argc, argv);
    ssize_t length = pread(STDERR_FILENO, err, ERR_SIZE - 1, 0);
    err[length > 0 ? length : 0] = '\0';
    return code;
}

/* The code of an error that the program wrote as JSON; "" if it is about another input. */
static void read_code(const char *err, const char *name, char *code, size_t size)
{
    cJSON *root = cJSON_Parse(err);
    const cJSON *error = cJSON_GetObjectItemCaseSensitive(root, "error");
    const cJSON *word = cJSON_GetObjectItemCaseSensitive(error, "code");
    const cJSON *parameter = cJSON_GetObjectItemCaseSensitive(error, "parameter");
    bool ours = cJSON_IsString(parameter) && strcmp(parameter->valuestring, name) == 0;
    snprintf(code, size, "%s", cJSON_IsString(word) && ours ? word->valuestring : "");
    cJSON_Delete(root);
}

static void try_flag(const struct attempt *attempt)
{
    char flag[80], err[ERR_SIZE], code[64];
    struct aic_text text;
    aic_text_init(&text, flag, sizeof flag);
    aic_text_add(&text, "--");
    for (const char *c = attempt->field->name; *c; c++) {
        aic_text_add_bytes(&text, *c == '_' ? "-" : c, 1);
    }
    snprintf(tally->last, sizeof tally->last, "%s %s", flag, attempt->text);
    int exit_code = run(attempt->calculator->name, flag, attempt->text, err);
    read_code(err, attempt->field->name, code, sizeof code);
    tally->flags_tried++;
    bool refused = exit_code == 2 && is_refusal(code);
    if (exit_code < 0 || exit_code > 2 || refused == attempt->inside) {
        fail(attempt, "flag", err);
    }
}

/* The same as a document {"name": VALUE}, in this process. */
static void try_document(const struct attempt *attempt, const char *value)
{
    static struct aic_question question;
    char document[512];
    struct aic_error error = { 0 };
    struct aic_json json = { 0 };
    struct aic_text text;
    aic_text_init(&text, document, sizeof document);
    aic_text_format(&text, "{\"%s\": %s}", attempt->field->name, value);
    tally->documents_tried++;
    if (!aic_json_parse(&json, "input", document, text.length, AIC_JSON_INPUT_MAX, 0, &error)) {
        if (attempt->inside) {
            fail(attempt, "document", error.message);
        }
        return;
    }
    const struct aic_catalog catalog = { .count = 0 };
    const struct aic_recipe recipe = { .calculator = attempt->calculator,
                                       .catalog = &catalog,
                                       .input = &json };
    bool asked = aic_recipe_ask(&recipe, &question, &error);
    bool refused = !asked && (is_refusal(aic_code_name(error.code)) || error.code == AIC_ERR_JSON);
    if (refused == attempt->inside || (refused && !error.message[0])) {
        fail(attempt, value, asked ? "taken" : error.message);
    }
    aic_question_clear(&question);
    aic_json_clear(&json);
}

/* Zero parameters are a value of the field, and a model that nothing can be asked about. */
static bool is_excused(const struct aic_field *field, double number)
{
    return strcmp(field->name, "params") == 0 && number == 0;
}

/* A number in base units as people write it. */
static void write_number(const struct aic_field *field, double number, char *text, size_t size)
{
    aic_quantity_write(text, size, number, field->dimension, NULL, AIC_UNITS_RAW);
}

static void try_number(const struct aic_calculator *calculator, const struct aic_field *field,
                       double number, bool inside, enum way way)
{
    char text[AIC_QUANTITY_SIZE], bare[AIC_NUMBER_SIZE], quoted[AIC_QUANTITY_SIZE + 2];
    if (!isfinite(number) || is_excused(field, number)) {
        return;
    }
    write_number(field, number, text, sizeof text);
    struct attempt attempt = { calculator, field, text, inside };
    aic_number_write(bare, number);
    snprintf(quoted, sizeof quoted, "\"%s\"", text);
    if (way == AS_FLAG) {
        try_flag(&attempt);
        return;
    }
    try_document(&attempt, bare);
    try_document(&attempt, quoted);
}

static void try_range(const struct aic_calculator *calculator, const struct aic_field *field,
                      enum way way)
{
    bool whole = field->kind == AIC_INTEGER;
    bool is_signed = field->flags & AIC_SIGNED;
    double max = field->max > 0 ? field->max : whole ? AIC_MAX_INTEGER : INFINITY;
    double below = whole ? field->min - 1 : nextafter(field->min, -INFINITY);
    double above = whole ? max + 1 : nextafter(max, INFINITY);
    bool open_below = field->flags & AIC_ABOVE_MIN && !is_signed;
    try_number(calculator, field, field->min, !open_below, way);
    if (!is_signed) {
        /* 1e-308 of a base unit is a value too, but not one below nothing. */
        double outside = field->min == 0 && !whole ? -1 : below;
        try_number(calculator, field, outside, false, way);
    }
    if (isfinite(max)) {
        try_number(calculator, field, max, !(field->flags & AIC_BELOW_MAX), way);
        try_number(calculator, field, above, false, way);
    }
    if (whole) {
        try_number(calculator, field, field->min + 0.5, false, way);
    }
}

/* Words that are no number of any input. */
static void try_nonsense(const struct aic_calculator *calculator, const struct aic_field *field,
                         enum way way)
{
    static const char *const words[] = { "",      " ",   "nan",      "inf",  "-",
                                         "1e400", "1 2", "0x10",     "1,5",  "1__0",
                                         "+-1",   "1e",  "12parsec", "\x01", "1\xC2\xA0",
                                         "\xFF",  "1..", "..1",      "2..1", "%s%n" };
    static const char *const values[] = { "null",        "true",    "[]",
                                          "{}",          "[1]",     "\"\"",
                                          "1e400",       "\"inf\"", "{\"value\": []}",
                                          "\"1\\u0000\"" };
    for (size_t i = 0; way == AS_FLAG && i < sizeof words / sizeof words[0]; i++) {
        try_flag(&(struct attempt){ calculator, field, words[i], false });
    }
    for (size_t i = 0; way == AS_DOCUMENT && i < sizeof values / sizeof values[0]; i++) {
        try_document(&(struct attempt){ calculator, field, values[i], false }, values[i]);
    }
}

static void try_choices(const struct aic_calculator *calculator, const struct aic_field *field,
                        enum way way)
{
    static const char *const values[] = { "null", "true",      "[]",
                                          "{}",   "1",         "0",
                                          "\"\"", "\"none \"", "\"no-such-choice\"" };
    for (size_t i = 0; field->choices[i]; i++) {
        char quoted[80];
        struct attempt attempt = { calculator, field, field->choices[i], true };
        snprintf(quoted, sizeof quoted, "\"%s\"", field->choices[i]);
        if (way == AS_FLAG) {
            try_flag(&attempt);
        } else {
            try_document(&attempt, quoted);
        }
    }
    for (size_t i = 0; way == AS_DOCUMENT && i < sizeof values / sizeof values[0]; i++) {
        try_document(&(struct attempt){ calculator, field, values[i], false }, values[i]);
    }
    if (way == AS_FLAG) {
        try_flag(&(struct attempt){ calculator, field, "", false });
        try_flag(&(struct attempt){ calculator, field, "no-such-choice", false });
    }
}

static void try_flags(const struct aic_calculator *calculator, const struct aic_field *field)
{
    static const char *const good[] = { "true", "false" };
    static const char *const bad[] = { "null", "1", "0", "\"\"", "\"yes!\"", "[]", "{}", "2" };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        try_document(&(struct attempt){ calculator, field, good[i], true }, good[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        try_document(&(struct attempt){ calculator, field, bad[i], false }, bad[i]);
    }
}

static void try_references(const struct aic_calculator *calculator, const struct aic_field *field,
                           enum way way)
{
    static const char *const bad[] = {
        "null", "1", "true", "[]", "{}", "\"\"", "\"no such entry\""
    };
    for (size_t i = 0; way == AS_DOCUMENT && i < sizeof bad / sizeof bad[0]; i++) {
        try_document(&(struct attempt){ calculator, field, bad[i], false }, bad[i]);
    }
    if (way == AS_FLAG) {
        try_flag(&(struct attempt){ calculator, field, "", false });
        try_flag(&(struct attempt){ calculator, field, "no such entry", false });
    }
}

static void try_field(const struct aic_calculator *calculator, const struct aic_field *field,
                      enum way way)
{
    switch (field->kind) {
    case AIC_REAL:
    case AIC_INTEGER:
        try_range(calculator, field, way);
        try_nonsense(calculator, field, way);
        break;
    case AIC_CHOICE:
        try_choices(calculator, field, way);
        break;
    case AIC_FLAG:
        if (way == AS_DOCUMENT) {
            try_flags(calculator, field);
        }
        break;
    case AIC_REFERENCE:
        try_references(calculator, field, way);
        break;
    }
}

/* Tries inputs of a calculator, every so manieth. */
static void try_fields(const struct aic_calculator *calculator, size_t first, size_t every,
                       enum way way)
{
    for (size_t i = 0; i < aic_table_size(&calculator->inputs); i++) {
        if ((first + i) % every == 0) {
            try_field(calculator, aic_table_at(&calculator->inputs, i, NULL), way);
        }
    }
}

/* The same as flags, in a process that has the program's stdout and stderr. */
static void try_program(const struct aic_calculator *calculator, size_t first, size_t every)
{
    int status;
    pid_t pid = fork();
    if (pid == 0) {
        FILE *err = tmpfile();
        if (!err || dup2(fileno(err), STDERR_FILENO) < 0 ||
            dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO) < 0) {
            abort();
        }
        try_fields(calculator, first, every, AS_FLAG);
        fclose(err);
        fclose(report);
        exit(0);
    }
    if (pid < 0 || waitpid(pid, &status, 0) < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        tally->failed++;
        fprintf(report, "FAIL the program ended at %s %s\n", calculator->name, tally->last);
    }
}

int main(int argc, char **argv)
{
    size_t stride = argc > 1 ? (size_t)strtoul(argv[1], NULL, 10) : 1;
    const struct aic_calculator *calculator;
    size_t fields = 0;
    FILE *shared = tmpfile();
    report = fdopen(dup(STDOUT_FILENO), "w");
    if (!shared || !report || ftruncate(fileno(shared), sizeof *tally) != 0) {
        return 2;
    }
    tally = mmap(NULL, sizeof *tally, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(shared), 0);
    if (tally == MAP_FAILED) {
        return 2;
    }
    setvbuf(report, NULL, _IOLBF, 0); /* what a child has of it is not written twice */
    for (size_t c = 0; (calculator = walk_calculator_at(c)); c++) {
        bool is_composed = aic_part_count(calculator) > 0;
        try_program(calculator, fields, stride * (is_composed ? COMPOSED_STRIDE : 1));
        fields += aic_table_size(&calculator->inputs);
    }
    for (size_t c = 0; (calculator = walk_calculator_at(c)); c++) {
        try_fields(calculator, 0, 1, AS_DOCUMENT);
    }
    fprintf(report, "%zu inputs, %ld flags, %ld documents, %ld failed\n", fields,
            tally->flags_tried, tally->documents_tried, tally->failed);
    fclose(report);
    return tally->failed > 0;
}
