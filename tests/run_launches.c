/* SPDX-License-Identifier: Apache-2.0 */
/*
 * run_launches CASES.json FOLDER [--only NAME]: reads the texts of each case with the library and
 * compares inputs, places, notes, questions, measured figures and errors, no more and no less.
 *
 * A case has files (of the folder) and text (a command), flags and set beside them, and cases or an
 * error; see tests/README.md.
 */
#include <aicalc/launch.h>

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXTS_MAX 8
#define PAIRS_MAX 16

static int failures;
static const char *case_name;

static void fail(const char *what, const char *wanted, const char *found)
{
    printf("FAIL %s: %s: expected %s, found %s\n", case_name, what, wanted, found);
    failures++;
}

static char *read_file(const char *folder, const char *name, size_t *length)
{
    char path[1024];
    snprintf(path, sizeof path, "%s%s%s", folder, folder[0] ? "/" : "", name);
    FILE *file = fopen(path, "rb");
    char *text = malloc(1 << 22);
    if (!file || !text) {
        fprintf(stderr, "run_launches: cannot read %s\n", path);
        exit(2);
    }
    *length = fread(text, 1, (1 << 22) - 1, file);
    text[*length] = '\0';
    fclose(file);
    return text;
}

/* A value of a case as a flag has it. */
static void write_value(const cJSON *value, char *out, size_t size)
{
    if (cJSON_IsString(value)) {
        snprintf(out, size, "%s", value->valuestring);
    } else if (cJSON_IsBool(value)) {
        snprintf(out, size, "%s", cJSON_IsTrue(value) ? "yes" : "no");
    } else {
        snprintf(out, size, "%.17g", value->valuedouble);
    }
}

static size_t read_pairs(const cJSON *object, struct aic_launch_pair *pairs, char values[][128])
{
    size_t count = 0;
    const cJSON *member;
    cJSON_ArrayForEach(member, object)
    {
        write_value(member, values[count], sizeof values[count]);
        pairs[count] = (struct aic_launch_pair){ member->string, values[count] };
        count++;
    }
    return count;
}

static void check_inputs(const struct aic_launch_case *found, const cJSON *wanted)
{
    char text[256], value[128];
    const cJSON *member;
    cJSON_ArrayForEach(member, wanted)
    {
        const struct aic_launch_input *input = aic_launch_input_of(found, member->string);
        snprintf(text, sizeof text, "input %s", member->string);
        write_value(member, value, sizeof value);
        if (!input) {
            fail(text, value, "nothing");
        } else if (cJSON_IsString(member)
                       ? strcmp(input->text, member->valuestring) != 0
                       : fabs(input->number - (cJSON_IsBool(member) ? (double)cJSON_IsTrue(member)
                                                                    : member->valuedouble)) >
                             1e-12 * fabs(member->valuedouble)) {
            char other[160];
            snprintf(other, sizeof other, "%s %.17g", input->text, input->number);
            fail(text, value, other);
        }
    }
    for (size_t i = 0; wanted && i < found->input_count; i++) {
        if (!cJSON_GetObjectItemCaseSensitive(wanted, found->inputs[i].name)) {
            fail("input", "nothing", found->inputs[i].name);
        }
    }
}

static void check_sources(const struct aic_launch_case *found, const cJSON *wanted)
{
    char text[256], place[256];
    const cJSON *member;
    cJSON_ArrayForEach(member, wanted)
    {
        const struct aic_launch_input *input = aic_launch_input_of(found, member->string);
        snprintf(text, sizeof text, "place of %s", member->string);
        if (input) {
            snprintf(place, sizeof place, "%s:%d", input->place.name, input->place.line);
        }
        if (!input || strcmp(place, member->valuestring) != 0) {
            fail(text, member->valuestring, input ? place : "nothing");
        }
    }
}

static void check_notes(const struct aic_launch_note *notes, size_t count, const cJSON *wanted)
{
    const cJSON *note;
    cJSON_ArrayForEach(note, wanted)
    {
        bool is_there = false;
        for (size_t i = 0; i < count; i++) {
            is_there = is_there ||
                       (strcmp(notes[i].id, cJSON_GetArrayItem(note, 0)->valuestring) == 0 &&
                        strcmp(notes[i].subject, cJSON_GetArrayItem(note, 1)->valuestring) == 0);
        }
        if (!is_there) {
            char *text = cJSON_PrintUnformatted(note);
            fail("note", text, "none");
            free(text);
        }
    }
    for (size_t i = 0; wanted && i < count; i++) {
        bool is_wanted = strcmp(notes[i].id, "no-effect") == 0;
        cJSON_ArrayForEach(note, wanted)
        {
            is_wanted = is_wanted ||
                        (strcmp(notes[i].id, cJSON_GetArrayItem(note, 0)->valuestring) == 0 &&
                         strcmp(notes[i].subject, cJSON_GetArrayItem(note, 1)->valuestring) == 0);
        }
        if (!is_wanted) {
            char text[256];
            snprintf(text, sizeof text, "%s %s", notes[i].id, notes[i].subject);
            fail("note", "none", text);
        }
    }
}

static void check_asks(const struct aic_launch_case *found, const cJSON *wanted)
{
    char text[256] = "", list[256] = "";
    const cJSON *item;
    cJSON_ArrayForEach(item, wanted)
    {
        strncat(text, item->valuestring, 100);
        strncat(text, " ", 2);
    }
    for (size_t i = 0; i < found->ask_count; i++) {
        strncat(list, found->asks[i].subject, 100);
        strncat(list, " ", 2);
    }
    if (strcmp(text, list) != 0) {
        fail("ask", text, list);
    }
}

static void check_measured(const struct aic_launch_case *found, const cJSON *wanted)
{
    size_t i = 0;
    const cJSON *row;
    cJSON_ArrayForEach(row, wanted)
    {
        const cJSON *name = cJSON_GetArrayItem(row, 0);
        double value = cJSON_GetArrayItem(row, 1)->valuedouble;
        bool is_there = false;
        for (i = 0; i < found->measured_count; i++) {
            const struct aic_launch_measured *m = &found->measured[i];
            bool same = cJSON_IsString(name)
                            ? strcmp(m->result, name->valuestring) == 0
                            : m->size == name->valuedouble && strcmp(m->result, "busbw") == 0;
            is_there = is_there || (same && fabs(m->value - value) <= 1e-9 * fabs(value));
        }
        if (!is_there) {
            char *text = cJSON_PrintUnformatted(row);
            fail("measured", text, "another");
            free(text);
        }
    }
}

static void check_implied(const struct aic_launch_case *found, const cJSON *wanted)
{
    const cJSON *member;
    cJSON_ArrayForEach(member, wanted)
    {
        bool is_there = false;
        for (size_t i = 0; i < found->implied_count; i++) {
            is_there = is_there || (strcmp(found->implied[i].name, member->string) == 0 &&
                                    fabs(found->implied[i].number - member->valuedouble) <=
                                        1e-9 * member->valuedouble);
        }
        if (!is_there) {
            fail("implied", member->string, "another");
        }
    }
}

static void check_case(const struct aic_launch_case *found, const cJSON *wanted)
{
    const char *dialect = cJSON_GetObjectItem(wanted, "dialect")->valuestring;
    char text[128] = "", list[128] = "";
    const cJSON *calculator;
    if (strcmp(found->dialect, dialect) != 0) {
        fail("dialect", dialect, found->dialect);
    }
    cJSON_ArrayForEach(calculator, cJSON_GetObjectItem(wanted, "calculators"))
    {
        strncat(text, calculator->valuestring, 40);
    }
    for (size_t i = 0; i < 3 && found->calculators[i]; i++) {
        strncat(list, found->calculators[i], 40);
    }
    if (strcmp(text, list) != 0) {
        fail("calculators", text, list);
    }
    check_inputs(found, cJSON_GetObjectItem(wanted, "inputs"));
    check_sources(found, cJSON_GetObjectItem(wanted, "sources"));
    check_notes(found->notes, found->note_count, cJSON_GetObjectItem(wanted, "notes"));
    check_asks(found, cJSON_GetObjectItem(wanted, "ask"));
    check_measured(found, cJSON_GetObjectItem(wanted, "measured"));
    check_implied(found, cJSON_GetObjectItem(wanted, "implied"));
}

static void lower(char *text)
{
    for (; *text; text++) {
        *text = *text >= 'A' && *text <= 'Z' ? (char)(*text | 0x20) : *text;
    }
}

static void check_error(const char *message, const cJSON *words)
{
    const cJSON *word;
    char text[1024], wanted[256];
    snprintf(text, sizeof text, "%s", message);
    lower(text);
    cJSON_ArrayForEach(word, words)
    {
        snprintf(wanted, sizeof wanted, "%s", word->valuestring);
        lower(wanted);
        if (!strstr(text, wanted)) {
            fail("error", word->valuestring, message);
        }
    }
}

static void check_answer(const struct aic_launch *launch, const cJSON *test)
{
    const cJSON *cases = cJSON_GetObjectItem(test, "cases"), *wanted;
    size_t i = 0;
    if ((size_t)cJSON_GetArraySize(cases) != launch->case_count) {
        char a[32], b[32];
        snprintf(a, sizeof a, "%d", cJSON_GetArraySize(cases));
        snprintf(b, sizeof b, "%d", (int)launch->case_count);
        fail("cases", a, b);
        return;
    }
    cJSON_ArrayForEach(wanted, cases)
    {
        check_case(&launch->cases[i++], wanted);
    }
    if (cJSON_GetObjectItem(test, "notes")) {
        check_notes(launch->notes, launch->note_count, cJSON_GetObjectItem(test, "notes"));
    }
}

static void run(const cJSON *test, const char *folder, const struct aic_catalog *catalog)
{
    struct aic_launch_text texts[TEXTS_MAX];
    struct aic_launch_pair flags[PAIRS_MAX], variables[PAIRS_MAX];
    char flag_values[PAIRS_MAX][128], variable_values[PAIRS_MAX][128];
    struct aic_launch_request request = {
        .texts = texts, .variables = variables, .flags = flags, .catalog = catalog
    };
    const cJSON *file, *error = cJSON_GetObjectItem(test, "error");
    const cJSON *text = cJSON_GetObjectItem(test, "text");
    cJSON_ArrayForEach(file, cJSON_GetObjectItem(test, "files"))
    {
        struct aic_launch_text *one = &texts[request.text_count++];
        one->name = file->valuestring;
        one->text = read_file(folder, file->valuestring, &one->length);
    }
    if (text) {
        texts[request.text_count++] =
            (struct aic_launch_text){ "command", text->valuestring, strlen(text->valuestring) };
    }
    request.flag_count = read_pairs(cJSON_GetObjectItem(test, "flags"), flags, flag_values);
    request.variable_count =
        read_pairs(cJSON_GetObjectItem(test, "set"), variables, variable_values);
    struct aic_launch launch;
    struct aic_error why = { .code = AIC_OK };
    if (aic_launch_read(&request, &launch, &why)) {
        if (error) {
            fail("error", "one", "an answer");
        } else {
            check_answer(&launch, test);
        }
        aic_launch_clear(&launch);
    } else if (error) {
        check_error(why.message, error);
    } else {
        fail("answer", "one", why.message);
    }
    for (size_t i = 0; i < request.text_count - (text != NULL); i++) {
        free((char *)(size_t)texts[i].text);
    }
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: run_launches CASES.json FOLDER [NAME]\n");
        return 2;
    }
    size_t length;
    char *text = read_file("", argv[1], &length);
    cJSON *root = cJSON_Parse(text), *test;
    struct aic_catalog catalog;
    int failed = 0, count = 0;
    aic_catalog_init(&catalog);
    cJSON_ArrayForEach(test, root)
    {
        int before = failures;
        case_name = cJSON_GetObjectItem(test, "name")->valuestring;
        if (argc > 3 && strcmp(argv[3], case_name) != 0) {
            continue;
        }
        run(test, argv[2], &catalog);
        failed += failures > before;
        count++;
    }
    printf("%d of %d cases pass\n", count - failed, count);
    cJSON_Delete(root);
    free(text);
    return !root || failed > 0;
}
