/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which model of a folder is read: files are told by their names, and by what stands in them. The first file has
 * one layer, the second two, and so on; a config.json says 50.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "gguf_words.h"

#define POINTER "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 123\n"
#define CONFIG                                                                                     \
    "{\"model_type\": \"llama\", \"hidden_size\": 4, \"intermediate_size\": 8, "                   \
    "\"num_hidden_layers\": 50, \"num_attention_heads\": 1, \"vocab_size\": 8, "                   \
    "\"max_position_embeddings\": 64}"
#define INDEX                                                                                      \
    "{\"weight_map\": {\"layers.0.mlp.w\": \"s.safetensors\", \"layers.1.mlp.w\": "                \
    "\"s.safetensors\"}}"

enum { FILES_MAX = 8 };

static struct fake_bytes contents[FILES_MAX];

static void write_safetensors(struct fake_bytes *out, size_t layers)
{
    char header[2048], words[256], *at = words;
    size_t data;
    for (size_t i = 0; i < layers; i++) {
        at += sprintf(at, "%slayers.%zu.mlp.w F16 2", i > 0 ? "," : "", i);
    }
    write_header(header, &data, words);
    put_safetensors(out, header, data);
}

static void write_gguf(struct fake_bytes *out, const char *name, unsigned layers)
{
    static struct fake_gguf gguf;
    double part, count;
    memset(&gguf, 0, sizeof gguf);
    gguf_text(&gguf, "general.architecture", "a");
    gguf_u32(&gguf, "a.block_count", layers);
    if (aic_gguf_part_name(name, &part, &count)) {
        gguf_u32(&gguf, "split.no", (uint32_t)part - 1);
        gguf_u32(&gguf, "split.count", (uint32_t)count);
    }
    put_gguf(out, &gguf);
}

/* What a file of that name holds; one that is marked with '!' is a pointer to it. */
static struct fake_file write_file(const char *name, size_t number)
{
    struct fake_bytes *out = &contents[number];
    bool pointer = name[0] == '!';
    const char *text = pointer                                             ? POINTER
                       : strcmp(name, "config.json") == 0                  ? CONFIG
                       : strcmp(name, "model.safetensors.index.json") == 0 ? INDEX
                                                                           : NULL;
    out->length = 0;
    if (text) {
        put_bytes(out, text, strlen(text));
    } else if (strstr(name, ".safetensors")) {
        write_safetensors(out, number + 1);
    } else if (strstr(name, ".gguf")) {
        write_gguf(out, name, (unsigned)number + 1);
    } else {
        put_bytes(out, "text", 4);
    }
    return (struct fake_file){ name + pointer, out->at, out->length };
}

static const struct {
    const char *names;
    double layers; /* NaN: none are known, or it is refused */
    const char *message;
} folders[] = {
    { "", NAN, "folder: no model is in this folder" },
    { "notes.txt", NAN, "folder: no model is in this folder" },
    { "config.json", 50, NULL },
    { "xconfig.json", NAN, "folder: no model is in this folder" },
    { "!config.json", NAN, "folder: no model is in this folder" },
    /* endings */
    { "a.safetensors", 1, NULL },
    { ".safetensors", NAN, "folder: no model is in this folder" },
    { "a.safetensors2", NAN, "folder: no model is in this folder" },
    { "asafetensors", NAN, "folder: no model is in this folder" },
    { ".gguf .safetensors c.gguf", 3, NULL },
    { "a.gguf", 1, NULL },
    { "a.ggug b.gguf", 2, NULL },
    { "notes.txt config.json c.gguf", 3, NULL },
    /* one of several */
    { "a.safetensors b.safetensors", NAN,
      "folder: 2 safetensors files without an index: give one of them: a.safetensors, "
      "b.safetensors" },
    { "c.safetensors b.safetensors a.safetensors", NAN,
      "folder: 3 safetensors files without an index: give one of them: a.safetensors, "
      "b.safetensors, c.safetensors" },
    { "a.safetensors b.safetensors !c.safetensors d.safetensors", NAN,
      "folder: 3 safetensors files without an index: give one of them: a.safetensors, "
      "b.safetensors, d.safetensors" },
    { "a.safetensors model.safetensors", 2, NULL },
    { "model.safetensors z.safetensors", 1, NULL },
    { "a.gguf model.safetensors b.gguf", 2, NULL },
    { "a.gguf b.safetensors", 2, NULL },
    { "b.gguf a.gguf", NAN, "folder: 2 GGUF models: give one of them: a.gguf, b.gguf" },
    /* pointers are not there */
    { "!a.safetensors", NAN, "folder: no model is in this folder" },
    { "!a.safetensors b.safetensors", 2, NULL },
    { "a.safetensors !b.safetensors", 1, NULL },
    { "!a.safetensors !b.safetensors c.safetensors !d.safetensors", 3, NULL },
    { "!a.safetensors b.gguf", 2, NULL },
    { "!model.safetensors b.safetensors", 2, NULL },
    { "!a.gguf b.gguf !c.gguf", 2, NULL },
    { "!config.json b.gguf", 2, NULL },
    /* an index */
    { "model.safetensors.index.json s.safetensors", 2, NULL },
    { "s.safetensors config.json model.safetensors.index.json", NAN,
      "model.safetensors.index.json: tensor 'layers.1.mlp.w' is not in 's.safetensors', which "
      "weight_map names" },
    { "a.safetensors s.safetensors model.safetensors.index.json", 2, NULL },
    { "model.safetensors.index.json !s.safetensors", 2, NULL },
    { "model.safetensors.index.json b.gguf", 2, NULL },
    { "!model.safetensors.index.json b.safetensors", 2, NULL },
    { "!model.safetensors.index.json b.safetensors s.safetensors", NAN,
      "folder: 2 safetensors files without an index: give one of them: b.safetensors, "
      "s.safetensors" },
    /* parts */
    { "x-00001-of-00002.gguf x-00002-of-00002.gguf", 1, NULL },
    { "x-00002-of-00002.gguf x-00001-of-00002.gguf", 2, NULL },
    { "x-00001-of-00001.gguf", 1, NULL },
    { "x-00002-of-00002.gguf", NAN, "x-00001-of-00002.gguf: part 1 of 2 of the model is missing" },
    { "x-00001-of-00002.gguf", NAN, "x-00002-of-00002.gguf: part 2 of 2 of the model is missing" },
    { "x-00001-of-00003.gguf x-00003-of-00003.gguf", NAN,
      "x-00002-of-00003.gguf: part 2 of 3 of the model is missing" },
    { "x-00001-of-00002.gguf x-00002-of-00002.gguf y.gguf", NAN,
      "folder: 2 GGUF models: give one of them: x-00001-of-00002.gguf, x-00002-of-00002.gguf, "
      "y.gguf" },
    { "a.gguf x-00001-of-00002.gguf x-00002-of-00002.gguf", NAN,
      "folder: 2 GGUF models: give one of them: a.gguf, x-00001-of-00002.gguf, "
      "x-00002-of-00002.gguf" },
    { "x-00001-of-00002.gguf x-00001-of-00003.gguf", NAN,
      "folder: 2 GGUF models: give one of them: x-00001-of-00002.gguf, x-00001-of-00003.gguf" },
    { "x-00001-of-00002.gguf y-00001-of-00002.gguf", NAN,
      "folder: 2 GGUF models: give one of them: x-00001-of-00002.gguf, y-00001-of-00002.gguf" },
    { "x-00001-of-00002.gguf xy-00001-of-00002.gguf", NAN,
      "folder: 2 GGUF models: give one of them: x-00001-of-00002.gguf, xy-00001-of-00002.gguf" },
    { "x-00001-of-00002.gguf x-0000a-of-00002.gguf", NAN,
      "folder: 2 GGUF models: give one of them: x-00001-of-00002.gguf, x-0000a-of-00002.gguf" },
};

static size_t write_folder(const char *names, char *words, struct fake_file *listed)
{
    size_t count = 0;
    char *rest = strcpy(words, names);
    for (char *name; (name = next_word(&rest, " ")); count++) {
        assert_true(count < FILES_MAX);
        listed[count] = write_file(name, count);
    }
    listed[count] = (struct fake_file){ NULL, NULL, 0 };
    return count;
}

static void one_model_of_a_folder_is_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        char words[256];
        struct fake_file listed[FILES_MAX + 1];
        write_folder(folders[i].names, words, listed);
        struct fake_files files = { .at = listed };
        bool taken = fake_model(&files, NULL, &file, &error);
        if (taken ? folders[i].message ||
                        aic_or(file.model.layers, -1) != aic_or(folders[i].layers, -1)
                  : !folders[i].message || strcmp(error.message, folders[i].message) != 0) {
            fail_msg("%s: %g layers, %s", folders[i].names, taken ? file.model.layers : (double)NAN,
                     taken ? "taken" : error.message);
        }
        assert_int_equal(files.open, 0);
    }
}

/* A file that cannot be opened is told, and not passed over, even if it can be a moment later. */
static void every_file_of_a_folder_may_fail_once(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        char words[256];
        struct fake_file listed[FILES_MAX + 1];
        write_folder(folders[i].names, words, listed);
        struct fake_files files = { .at = listed, .fails_once = true };
        for (files.fails_at = 1, files.calls = 1; files.calls >= files.fails_at; files.fails_at++) {
            files.calls = files.unopened = 0;
            bool taken = fake_model(&files, NULL, &file, &error);
            if (files.unopened > 0 && (taken || strcmp(error.message, "the disk is broken") != 0)) {
                fail_msg("%s, call %ld: %s", folders[i].names, files.fails_at,
                         taken ? "taken" : error.message);
            }
            assert_int_equal(files.open, 0);
        }
    }
}

/* In each of these folders each call for a file may fail. */
static void every_call_for_a_folder_may_fail(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        char words[256];
        struct fake_file listed[FILES_MAX + 1];
        write_folder(folders[i].names, words, listed);
        struct fake_files files = { .at = listed };
        for (files.fails_at = 1, files.calls = 1; files.calls >= files.fails_at; files.fails_at++) {
            files.calls = 0;
            bool taken = fake_model(&files, NULL, &file, &error);
            if (files.calls >= files.fails_at && !is_said(&file, "config-not-read")) {
                assert_false(taken);
                assert_string_equal(error.message, "the disk is broken");
            }
            assert_int_equal(files.open, 0);
        }
    }
}

/* What an index says of all files is compared with their headers: bytes, and how many tensors there are. */
static void an_index_may_differ_from_its_files(void **state)
{
    static const struct {
        const char *metadata;
        size_t layers; /* of the file: a tensor of four bytes each, of which the map names two */
        const char *notes[2];
    } cases[] = {
        { "", 2, { NULL } },
        { "\"total_size\": 8", 2, { NULL } },
        { "\"total_size\": 0", 2, { NULL } },
        { "\"total_size\": 7",
          2,
          { "total_size of the index is 7, but the tensors of its files take 8 bytes" } },
        { "\"total_size\": 9",
          2,
          { "total_size of the index is 9, but the tensors of its files take 8 bytes" } },
        { "\"total_size\": 12", 3, { "the files hold 3 tensors, but weight_map names 2" } },
        { "\"total_size\": 8",
          3,
          { "total_size of the index is 8, but the tensors of its files take 12 bytes",
            "the files hold 3 tensors, but weight_map names 2" } },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[256];
        int length =
            snprintf(text, sizeof text, "{\"metadata\": {%s}, %s", cases[i].metadata, &INDEX[1]);
        write_safetensors(&contents[0], cases[i].layers);
        const struct fake_file listed[] = {
            { "model.safetensors.index.json", text, (size_t)length },
            { "s.safetensors", contents[0].at, contents[0].length },
            { NULL, NULL, 0 },
        };
        struct fake_files files = { .at = listed };
        assert_true(fake_model(&files, NULL, &file, &error));
        size_t wanted = cases[i].notes[0] ? cases[i].notes[1] ? 2 : 1 : 0;
        assert_int_equal(file.notes.count, wanted);
        for (size_t n = 0; n < wanted; n++) {
            assert_string_equal(file.notes.notes[n].id, "index-differs");
            if (!strstr(file.notes.notes[n].text, cases[i].notes[n])) {
                fail_msg("%s: %s", cases[i].metadata, file.notes.notes[n].text);
            }
        }
    }
}

/* A part whose keys do not say which part of how many it is, as its name does, or that holds other tensors. */
static void keys_of_parts_are_those_of_their_names(void **state)
{
    static const struct {
        const char *name, *keys, *message;
    } cases[] = {
        { "x-00001-of-00002.gguf", "split.no 0; split.count 2",
          "part 2 of 2 of the model is missing" },
        { "x-00001-of-00002.gguf", "split.no 1; split.count 2",
          "its name says part 1 of 2, its keys say part 2 of 2" },
        { "x-00001-of-00002.gguf", "split.no 0; split.count 3",
          "its name says part 1 of 2, its keys say part 1 of 3" },
        { "x-00001-of-00002.gguf", "split.count 2",
          "its name says part 1 of 2, its keys say part 0 of 2" },
        { "x-00001-of-00002.gguf", "split.no 0; split.count 1", NULL },
        { "x-00001-of-00002.gguf", "split.no 0; split.count [2]", NULL },
        { "x-00001-of-00002.gguf", "split.no 0", NULL },
        { "x.gguf", "split.no 3; split.count 7",
          "part 4 of 7 of a model, but its name does not say so" },
        { "x.gguf", "split.count 2", "part 1 of 2 of a model, but its name does not say so" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static struct fake_gguf gguf;
        char words[128], *rest = strcpy(words, cases[i].keys);
        memset(&gguf, 0, sizeof gguf);
        for (char *key; (key = next_word(&rest, ";"));) {
            char *value = strchr(key, ' ');
            *value++ = '\0';
            put_key(&gguf, "", key, value);
        }
        put_gguf(&contents[0], &gguf);
        const struct fake_file listed[] = { { cases[i].name, contents[0].at, contents[0].length },
                                            { NULL, NULL, 0 } };
        struct fake_files files = { .at = listed };
        bool taken = fake_model(&files, cases[i].name, &file, &error);
        if (taken ? cases[i].message != NULL
                  : !cases[i].message || !strstr(error.message, cases[i].message)) {
            fail_msg("%s, %s: %s", cases[i].name, cases[i].keys, taken ? "taken" : error.message);
        }
    }
}

/* Bytes behind the last tensor of any part are told. */
static void bytes_behind_parts_are_told(void **state)
{
    (void)state;
    for (unsigned behind = 0; behind < 4; behind++) { /* a bit for each part */
        struct fake_file listed[] = { { "x-00001-of-00002.gguf", NULL, 0 },
                                      { "x-00002-of-00002.gguf", NULL, 0 },
                                      { NULL, NULL, 0 } };
        for (unsigned part = 0; part < 2; part++) {
            listed[part] = write_file(listed[part].name, part);
            listed[part].length += behind >> part & 1 ? 33 : 0;
        }
        struct fake_files files = { .at = listed };
        assert_true(fake_model(&files, NULL, &file, &error));
        assert_int_equal(is_said(&file, "trailing-bytes"), behind > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_model_of_a_folder_is_read),
        cmocka_unit_test(every_call_for_a_folder_may_fail),
        cmocka_unit_test(every_file_of_a_folder_may_fail_once),
        cmocka_unit_test(an_index_may_differ_from_its_files),
        cmocka_unit_test(keys_of_parts_are_those_of_their_names),
        cmocka_unit_test(bytes_behind_parts_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
