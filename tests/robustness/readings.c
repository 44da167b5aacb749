/* SPDX-License-Identifier: Apache-2.0 */
/*
 * readings FILE [--write | --first [ROOM] | --every N | --show TEXT KIND NUMBER]: what readers say of a text,
 * and of the text with one thing changed, is what it was when FILE was written.
 *
 * FILE has a line for each text and kind of change (variants.h), with two characters for each variant: a sum over
 * everything that the reader says, values, places and words (told.h). Texts are those of the folder TESTS - what people
 * deploy, configurations and headers of models, catalogs, lists of prices, checks, names, and the corpora of the fuzz targets -
 * and the headers of weight files in WEIGHTS, where weight_files wrote them. A text of which there are more variants
 * than its share has every so many of a kind.
 *
 * --write takes over what is said today; --first stops at the first difference, of texts of that room (launch or catalog)
 * where one is named; --every N compares every N-th variant
 * only, for builds that are slow. --show prints a variant and what is said of it, to be held against the same
 * of an older version.
 */
#include <dirent.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cjson/cJSON.h>

#include "told.h"

#define MOST       64    /* variants of a kind of a text */
#define MOST_SLOW  20    /* of one that is read slowly */
#define MOST_BYTES 8000  /* of all files of a model, in the variants of a kind of it */
#define SUM_LENGTH 2

static struct {
    enum { COMPARE, WRITE, FIRST, SHOW } mode;
    FILE *file;
    char *kept;       /* of the file */
    const char *next; /* line of it */
    size_t every;
    const char *room;        /* to stop at the first difference of; NULL: all */
    const char *text, *kind; /* to show */
    size_t number;
    size_t texts, lines, variants, differ;
} run = { .every = 1 };

static void *taken(size_t size)
{
    void *at = calloc(1, size);
    if (!at) {
        fputs("no memory\n", stderr);
        exit(2);
    }
    return at;
}

/* A text for a place of that size, or none of it. */
static void print(char *out, size_t size, const char *format, ...) AIC_PRINTF(3, 4);
static void print(char *out, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(out, size, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= size) {
        fprintf(stderr, "readings: too long: %s\n", out);
        exit(2);
    }
}

static char *read_file(const char *path, size_t most, size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *text = taken(most + 1);
    if (!file) {
        fprintf(stderr, "readings: cannot read %s\n", path);
        exit(2);
    }
    *length = fread(text, 1, most, file);
    fclose(file);
    text[*length] = '\0';
    return text;
}

static void write_sum(const struct page *page, char *out)
{
    static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
    uint64_t sum = 0xcbf29ce484222325u;
    for (size_t i = 0; i < page->length; i++) {
        sum = (sum ^ (unsigned char)page->at[i]) * 0x100000001b3u;
    }
    sum ^= sum >> 32;
    sum ^= sum >> 12;
    out[0] = digits[sum >> 6 & 63];
    out[1] = digits[sum & 63];
}

/* The sums behind `head` in the file, or NULL. The lines mostly come in their order. */
static const char *find_line(const char *head)
{
    size_t length = strlen(head);
    if (!run.next || strncmp(run.next, head, length) != 0) {
        run.next = run.kept;
        while (*run.next && strncmp(run.next, head, length) != 0) {
            run.next += strcspn(run.next, "\n");
            run.next += *run.next == '\n';
        }
    }
    const char *found = *run.next ? run.next + length : NULL;
    run.next += strcspn(run.next, "\n");
    run.next += *run.next == '\n';
    return found;
}

static void fail(const char *head, size_t number, const char *what)
{
    run.differ++;
    printf("FAIL %s%zu: %s; '--show %s%zu' shows it\n", head, number, what, head, number);
    if (run.mode == FIRST) {
        exit(1);
    }
}

/* Every so many, so that all sorts of edits of a place come. */
static size_t step_of(size_t count, size_t most)
{
    size_t step = count / most + (count % most > 0);
    while (step > 1 && (step % 2 == 0 || step % 3 == 0 || step % 5 == 0)) {
        step++;
    }
    return step > 0 ? step : 1;
}

static void tell(struct page *page, const struct subject *subject, const struct edits *edits,
                 size_t number)
{
    size_t length;
    char *text = variant_make(edits, number, &length);
    page->length = 0;
    subject->tell(page, subject, text, length);
    free(text);
}

/* The fields of a model, without those of towers and number formats, whose readers leave out what they do not know. */
static char *fields_of(const struct page *page)
{
    static const char *const others[] = { "tower_params=", "released_", "_bits=" };
    char *fields = taken(page->length + 1), *end = fields;
    for (const char *at = page->at; *at && *at != '\n';) {
        size_t size = 1 + strcspn(at + 1, " \n");
        memcpy(end, at, size);
        end[size] = '\0';
        bool is_other = false;
        for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
            is_other = is_other || strstr(end, others[i]);
        }
        end += is_other ? 0 : size;
        at += size;
    }
    *end = '\0';
    return fields;
}

/* A value of another kind in a configuration alone never changes what is read: it is refused, or nobody reads the key. */
static bool is_guessed(const struct page *before, const struct page *page)
{
    char *was = fields_of(before), *is = fields_of(page);
    bool refused = strncmp(was, "refused:", 8) == 0 || strncmp(is, "refused:", 8) == 0;
    bool guessed = !refused && strcmp(was, is) != 0;
    free(is);
    free(was);
    return guessed;
}

static void compare(const struct subject *subject, const struct edits *edits, const char *head,
                    size_t step)
{
    static struct page page, before;
    char sum[SUM_LENGTH];
    const char *kept = run.mode == WRITE ? NULL : find_line(head);
    size_t length = kept ? strcspn(kept, "\n") : 0;
    size_t count = (edits->count + step - 1) / step;
    if (run.mode == WRITE) {
        fputs(head, run.file);
    } else if (!kept || length != count * SUM_LENGTH) {
        fail(head, 0, kept ? "another number of variants than before" : "it has no sums yet");
        return;
    }
    if (subject->is_config) {
        before.length = 0;
        subject->tell(&before, subject, subject->text, subject->length);
    }
    for (size_t i = 0; i < count; i++) {
        if (run.variants++ % run.every != 0) {
            continue;
        }
        tell(&page, subject, edits, i * step);
        write_sum(&page, sum);
        if (edits->at[i * step].is_other_kind && subject->is_config && is_guessed(&before, &page)) {
            fail(head, i * step, "a value of another kind is guessed");
        }
        if (run.mode == WRITE) {
            fwrite(sum, 1, sizeof sum, run.file);
        } else if (memcmp(kept + i * SUM_LENGTH, sum, sizeof sum) != 0) {
            fail(head, i * step, "it is read otherwise than before");
            break;
        }
    }
    if (run.mode == WRITE) {
        fputs("\n", run.file);
    }
}

static void show(const struct subject *subject, const struct edits *edits, size_t number)
{
    static struct page page;
    size_t length;
    if (number >= edits->count) {
        fprintf(stderr, "readings: there are %zu such variants\n", edits->count);
        exit(2);
    }
    char *text = variant_make(edits, number, &length);
    fwrite(text, 1, length, stdout);
    printf("\n---- at byte %zu, %zu bytes as '%s'\n", edits->at[number].at,
           edits->at[number].length, edits->at[number].by);
    tell(&page, subject, edits, number);
    fwrite(page.at, 1, page.length, stdout);
    free(text);
}

static void try(struct subject *subject)
{
    bool is_shown = run.mode == SHOW;
    run.texts++;
    for (int kind = 0; kind < VARIANT_KINDS; kind++) {
        struct edits edits;
        char head[1100];
        if (is_shown && (strcmp(run.text, subject->name) != 0 ||
                         strcmp(run.kind, variant_kind_names[kind]) != 0)) {
            continue;
        }
        print(head, sizeof head, "%s %s ", subject->name, variant_kind_names[kind]);
        variants_list(&edits, (enum variant_kind)kind, subject->form, subject->text, subject->length);
        if (is_shown) {
            show(subject, &edits, run.number);
        } else if (edits.count > 0) {
            run.lines++;
            bool all = kind == OTHER_KINDS && subject->is_config;
            compare(subject, &edits, head,
                    step_of(edits.count, all ? SIZE_MAX / 2 : subject->most));
        }
        variants_clear(&edits);
    }
}

static int list_folder(const char *folder, struct dirent ***entries)
{
    int count = scandir(folder, entries, NULL, alphasort);
    if (count < 0) {
        fprintf(stderr, "readings: cannot read %s\n", folder);
        exit(2);
    }
    return count;
}

typedef void subject_teller(struct page *page, const struct subject *subject, const char *text,
                            size_t length);

/* Each file of a folder as one text. */
static void try_folder(const char *label, const char *folder, const char *ending,
                       subject_teller *teller)
{
    struct dirent **entries;
    char path[1024];
    print(path, sizeof path, "%s/%s", TESTS, folder);
    int count = list_folder(path, &entries);
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        size_t length = strlen(name), end = strlen(ending);
        if (name[0] != '.' && length >= end && strcmp(name + length - end, ending) == 0) {
            struct subject subject = { .tell = teller, .most = MOST };
            bool is_slow =
                teller == told_release || teller == told_catalog || teller == told_checks;
            subject.most = is_slow ? MOST_SLOW : MOST;
            struct aic_launch_text text = { name, NULL, 0 };
            print(subject.name, sizeof subject.name, "%s/%s", label, name);
            print(path, sizeof path, "%s/%s/%s", TESTS, folder, name);
            subject.text = read_file(path, 1 << 20, &subject.length);
            subject.form = subject.text[strspn(subject.text, " \n")] == '{' ? IS_JSON : IS_TEXT;
            subject.request = (struct aic_launch_request){ .texts = &text, .text_count = 1 };
            try(&subject);
            free(subject.text);
            *strrchr(path, '/') = '\0';
        }
        free(entries[i]);
    }
    free(entries);
}

/* Launches: the texts of a case, each of which is changed in its turn. */

#define TEXTS_MAX 8
#define PAIRS_MAX 16

struct pairs {
    struct aic_launch_pair at[PAIRS_MAX];
    char values[PAIRS_MAX][64];
    size_t count;
};

static void read_pairs(const cJSON *object, struct pairs *pairs)
{
    const cJSON *member;
    pairs->count = 0;
    cJSON_ArrayForEach(member, object)
    {
        char *value = pairs->values[pairs->count];
        if (cJSON_IsString(member)) {
            print(value, sizeof pairs->values[0], "%s", member->valuestring);
        } else if (cJSON_IsBool(member)) {
            print(value, sizeof pairs->values[0], "%s", cJSON_IsTrue(member) ? "yes" : "no");
        } else {
            print(value, sizeof pairs->values[0], "%.17g", member->valuedouble);
        }
        pairs->at[pairs->count++] = (struct aic_launch_pair){ member->string, value };
    }
}

/* A name for a line: the case's, its blanks as dashes, and the text's. */
static void name_subject(struct subject *subject, const char *name, const char *text)
{
    print(subject->name, sizeof subject->name, "case/%s/%s", name, text);
    for (char *at = subject->name; *at; at++) {
        *at = *at == ' ' ? '-' : *at;
    }
}

static void try_case(const cJSON *test)
{
    struct aic_launch_text texts[TEXTS_MAX];
    struct pairs flags, variables;
    const cJSON *text = cJSON_GetObjectItem(test, "text"), *file;
    size_t count = 0;
    read_pairs(cJSON_GetObjectItem(test, "flags"), &flags);
    read_pairs(cJSON_GetObjectItem(test, "set"), &variables);
    cJSON_ArrayForEach(file, cJSON_GetObjectItem(test, "files"))
    {
        char path[1024];
        print(path, sizeof path, "%s/data/launch/%s", TESTS, file->valuestring);
        texts[count].name = file->valuestring;
        texts[count].text = read_file(path, 1 << 20, &texts[count].length);
        count++;
    }
    size_t files = count;
    if (text) {
        texts[count++] =
            (struct aic_launch_text){ "command", text->valuestring, strlen(text->valuestring) };
    }
    for (size_t i = 0; i < count; i++) {
        struct subject subject = {
            .tell = told_launch, .length = texts[i].length, .index = i, .most = MOST
        };
        name_subject(&subject, cJSON_GetObjectItem(test, "name")->valuestring, texts[i].name);
        subject.text = (char *)(uintptr_t)texts[i].text;
        subject.form = subject.text[0] == '{' ? IS_JSON : IS_TEXT;
        subject.request =
            (struct aic_launch_request){ texts,    count,       variables.at, variables.count,
                                         flags.at, flags.count, NULL };
        try(&subject);
    }
    for (size_t i = 0; i < files; i++) {
        free((char *)(uintptr_t)texts[i].text);
    }
}

static void try_cases(void)
{
    char path[1024];
    size_t length;
    print(path, sizeof path, "%s/cases/launch.json", TESTS);
    char *text = read_file(path, 1 << 22, &length);
    cJSON *root = cJSON_Parse(text), *test;
    cJSON_ArrayForEach(test, root)
    {
        try_case(test);
    }
    cJSON_Delete(root);
    free(text);
}

/* Models. */

static bool ends_in(const char *name, const char *ending)
{
    size_t length = strlen(name), end = strlen(ending);
    return length >= end && strcmp(name + length - end, ending) == 0;
}

#define HEAD_MAX 65536 /* bytes of a GGUF that are changed */

/* The text of a model's file that is changed: all of a JSON, the header of a safetensors, the head of others. */
static void read_head(struct subject *subject)
{
    struct stat found;
    bool is_json = ends_in(subject->file, ".json");
    subject->text = read_file(subject->file, is_json ? 1 << 20 : 1 << 22, &subject->length);
    subject->file_length = stat(subject->file, &found) == 0 ? (size_t)found.st_size : 0;
    subject->form = is_json ? IS_JSON : IS_BINARY;
    if (ends_in(subject->file, ".safetensors") && subject->length > 8) {
        uint64_t header = 0;
        for (size_t i = 8; i-- > 0;) {
            header = header << 8 | (unsigned char)subject->text[i];
        }
        if (header <= subject->length - 8) {
            memmove(subject->text, subject->text + 8, header);
            subject->length = header;
            subject->text[header] = '\0';
            subject->form = IS_JSON;
        }
    }
    if (subject->form == IS_BINARY && subject->length > HEAD_MAX) {
        subject->length = HEAD_MAX;
    }
}

/* `size`: the bytes that are read at a time. */
static void try_model(const char *label, const char *root, const char *model, const char *file,
                      size_t size)
{
    struct subject subject = { .tell = told_model, .most = MOST_BYTES / (size + 1) + 1 };
    subject.most = subject.most < MOST ? subject.most : MOST;
    print(subject.name, sizeof subject.name, "%s/%s%s%s", label, model, file ? "/" : "",
          file ? file : "");
    print(subject.path, sizeof subject.path, "%s/%s", root, model);
    print(subject.file, sizeof subject.file, "%s%s%s", subject.path, file ? "/" : "",
          file ? file : "");
    read_head(&subject);
    subject.is_config = !file && subject.form == IS_JSON && ends_in(model, ".json");
    try(&subject);
    free(subject.text);
}

/* How many bytes of a file are read. */
static size_t size_of(const char *path)
{
    struct subject subject = { .length = 0 };
    print(subject.file, sizeof subject.file, "%s", path);
    read_head(&subject);
    free(subject.text);
    return subject.length;
}

/* Each model of a folder: a file, or a folder of which each file is changed, shards but for two. */
static void try_models(const char *label, const char *root)
{
    struct dirent **models, **files;
    char path[1024];
    struct stat found;
    int count = list_folder(root, &models);
    for (int i = 0; i < count; i++) {
        const char *model = models[i]->d_name;
        print(path, sizeof path, "%s/%s", root, model);
        if (model[0] == '.' || ends_in(model, ".tsv") || ends_in(model, ".md") ||
            stat(path, &found) != 0) {
            continue;
        }
        if (!S_ISDIR(found.st_mode)) {
            try_model(label, root, model, NULL, size_of(path));
            continue;
        }
        int file_count = list_folder(path, &files);
        size_t size = 0;
        for (int k = 0; k < file_count; k++) {
            char file[2048];
            print(file, sizeof file, "%s/%s", path, files[k]->d_name);
            size += files[k]->d_name[0] == '.' ? 0 : size_of(file);
        }
        for (int k = 0, shards = 0; k < file_count; k++) {
            const char *file = files[k]->d_name;
            shards += strstr(file, "-of-") != NULL;
            if (file[0] != '.' && (!strstr(file, "-of-") || shards <= 2)) {
                try_model(label, root, model, file, size);
            }
            free(files[k]);
        }
        free(files);
    }
    for (int i = 0; i < count; i++) {
        free(models[i]);
    }
    free(models);
}

/* Names as people type them, of each kind of catalog: data/names.txt. */
static void try_names(void)
{
    char path[1024];
    size_t length;
    print(path, sizeof path, "%s/data/names.txt", TESTS);
    char *all = read_file(path, 1 << 20, &length);
    for (int kind = 0; kind < AIC_CATALOG_KINDS; kind++) {
        const char *name = aic_catalog_kind_name((enum aic_catalog_kind)kind);
        struct subject subject = { .tell = told_names, .most = MOST };
        subject.kind = (enum aic_catalog_kind)kind;
        subject.text = taken(length + 1);
        for (const char *line = all; *line; line += strcspn(line, "\n") + 1) {
            size_t head = strlen(name);
            if (strncmp(line, name, head) == 0 && strncmp(line + head, " | ", 3) == 0) {
                size_t size = strcspn(line + head + 3, "|") - 1;
                memcpy(subject.text + subject.length, line + head + 3, size);
                subject.length += size;
                subject.text[subject.length++] = '\n';
            }
        }
        print(subject.name, sizeof subject.name, "names/%s", name);
        try(&subject);
        free(subject.text);
    }
    free(all);
}

static bool is_asked(const char *room)
{
    return !run.room || strcmp(run.room, room) == 0;
}

static void try_all(void)
{
    static const struct {
        const char *room, *label, *folder, *ending;
        subject_teller *tell; /* NULL: each file or folder is a model */
    } folders[] = {
        { "launch", "corpus-launch", "robustness/corpus/launch", ".log", told_launch },
        { "launch", "yaml", "data/launch", ".yaml", told_yaml },
        { "launch", "corpus-yaml", "robustness/corpus/yaml", "", told_yaml },
        { "launch", "toml", "data/launch", ".toml", told_toml },
        { "launch", "corpus-toml", "robustness/corpus/toml", "", told_toml },
        { "catalog", "config", "data/hf_configs", "", NULL },
        { "catalog", "weights", "data/weights", "", NULL },
        { "catalog", "corpus-config", "robustness/corpus/config", "", NULL },
        { "catalog", "corpus-safetensors", "robustness/corpus/safetensors", "", NULL },
        { "catalog", "corpus-gguf", "robustness/corpus/gguf", "", NULL },
        { "catalog", "corpus-release", "robustness/corpus/release", "", told_release },
        { "catalog", "corpus-catalog", "robustness/corpus/catalog", "", told_catalog },
        { "catalog", "corpus-import", "robustness/corpus/import", "", told_import },
        { "", "corpus-check", "robustness/corpus/check", "", told_checks },
    };
    if (is_asked("launch")) {
        try_cases();
    }
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        char path[1024];
        if (!is_asked(folders[i].room)) {
            continue;
        }
        if (folders[i].tell) {
            try_folder(folders[i].label, folders[i].folder, folders[i].ending, folders[i].tell);
        } else {
            print(path, sizeof path, "%s/%s", TESTS, folders[i].folder);
            try_models(folders[i].label, path);
        }
    }
    if (is_asked("catalog")) {
        try_models("written", WEIGHTS);
        try_names();
    }
}

static bool read_options(int argc, char **argv)
{
    const char *word = argc > 2 ? argv[2] : "";
    if (argc < 2) {
        return false;
    }
    if (strcmp(word, "--write") == 0) {
        run.mode = WRITE;
    } else if (strcmp(word, "--first") == 0) {
        run.mode = FIRST;
        run.room = argc > 3 ? argv[3] : NULL;
    } else if (strcmp(word, "--every") == 0 && argc > 3) {
        run.every = (size_t)strtoul(argv[3], NULL, 10);
    } else if (strcmp(word, "--show") == 0 && argc > 5) {
        run.mode = SHOW;
        run.text = argv[3];
        run.kind = argv[4];
        run.number = (size_t)strtoul(argv[5], NULL, 10);
    } else if (word[0]) {
        return false;
    }
    return run.every > 0;
}

int main(int argc, char **argv)
{
    size_t length;
    if (!read_options(argc, argv)) {
        fputs("usage: readings FILE [--write | --first [ROOM] | --every N | --show TEXT KIND "
              "NUMBER]\n",
              stderr);
        return 2;
    }
    if (run.mode == WRITE) {
        run.file = fopen(argv[1], "w");
    } else {
        run.kept = read_file(argv[1], 1 << 24, &length);
        run.next = run.kept;
    }
    try_all();
    if (run.mode == WRITE && (!run.file || fclose(run.file) != 0)) {
        fprintf(stderr, "readings: cannot write %s\n", argv[1]);
        return 2;
    }
    free(run.kept);
    if (run.mode != SHOW) {
        printf("%zu texts, %zu variants in %zu lines, %zu lines differ\n", run.texts, run.variants,
               run.lines, run.differ);
    }
    return run.differ > 0;
}
