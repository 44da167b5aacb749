/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Weight files at their edges: files that end or break behind the first block, folders that change while they
 * are read, parts that do not belong together.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "catalog/weights/sources.h"
#include "weight_words.h"

static struct aic_model_file file;
static struct aic_error error;

/* ---- files that are longer than what is read at once ---- */

enum { LONG = 200000 };

struct long_file {
    const char *name;
    char *at;
    size_t length;
};

/* Headers whose texts and lists go over several blocks. */
static void make_long(struct long_file *out, const char *name)
{
    char *at = calloc(1, 2 * LONG);
    assert_non_null(at);
    *out = (struct long_file){ name, at, 0 };
    if (strstr(name, ".gguf")) {
        struct fake_bytes head = { .length = 0 };
        put_bytes(&head, "GGUF\3\0\0\0", 8);
        put_number(&head, 1, 8);
        put_number(&head, 3, 8);
        put_text(&head, "a.list");
        put_number(&head, GGUF_IS_LIST, 4);
        put_number(&head, 0, 4); /* bytes: more than are kept */
        put_number(&head, LONG, 8);
        memcpy(at, head.at, head.length);
        out->length = head.length + LONG;
        head.length = 0;
        put_text(&head, "a.text");
        put_number(&head, GGUF_IS_TEXT, 4);
        put_number(&head, LONG / 2, 8);
        memcpy(at + out->length, head.at, head.length);
        out->length += head.length + LONG / 2;
        head.length = 0;
        put_text(&head, "a.attention.head_count_kv");
        put_number(&head, GGUF_IS_LIST, 4);
        put_number(&head, GGUF_IS_U32, 4);
        put_number(&head, 1000, 8);
        head.length += 4000;
        put_text(&head, "t");
        put_number(&head, 1, 4);
        put_number(&head, 8, 8);
        put_number(&head, 0, 4);
        put_number(&head, 0, 8);
        memcpy(at + out->length, head.at, head.length);
        out->length += head.length;
        return;
    }
    char *end = at;
    bool is_header = strstr(name, ".safetensors") && !strstr(name, ".json");
    bool is_index = strstr(name, ".index.json") != NULL;
    end += is_header ? 8 : 0;
    end += sprintf(end, is_header  ? "{\"__metadata__\": {\"text\": \""
                        : is_index ? "{\"metadata\": {\"text\": \""
                                   : "{\"model_type\": \"");
    memset(end, 'x', LONG);
    end += LONG;
    if (is_index) { /* numbers as long as any may be */
        end += sprintf(end, "\", \"numbers\": [1");
        for (int i = 0; i < 100; i++) {
            *end++ = ',';
            memset(end, '1', 200);
            end += 200;
        }
    }
    end += sprintf(end, is_header  ? "\"}, \"t\": {\"dtype\": \"F32\", \"shape\": [0], "
                                     "\"data_offsets\": [0, 0]}}"
                        : is_index ? "]}, \"weight_map\": {\"t\": \"a.safetensors\"}}"
                                   : "\"}");
    out->length = (size_t)(end - at);
    for (int i = 0; is_header && i < 8; i++) {
        at[i] = (char)((out->length - 8) >> 8 * i);
    }
}

static void long_headers_may_end_or_break_anywhere(void **state)
{
    static const char *const names[] = { "a.safetensors", "x.gguf", "config.json",
                                         "model.safetensors.index.json" };
    (void)state;
    for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
        struct long_file whole;
        make_long(&whole, names[n]);
        struct fake_file at[] = { { whole.name, whole.at, whole.length }, { NULL, NULL, 0 } };
        /* Every call may fail: its error is the one that is told. */
        struct fake_files files = { .at = at, .piece = 9999 };
        bool taken = false;
        for (files.fails_at = 1; !taken; files.fails_at++) {
            files.calls = 0;
            taken = fake_model(&files, names[n], &file, &error) || files.calls < files.fails_at;
            assert_true(taken || strcmp(error.message, "the disk is broken") == 0);
            assert_int_equal(files.open, 0);
        }
        assert_true(files.fails_at > 5);
        /* The file may end anywhere, its length being told or not. */
        for (size_t length = 1; length < whole.length; length += length / 4 + 1) {
            for (int told = 0; told < 2; told++) {
                struct fake_file cut[] = { { whole.name, whole.at, length }, { NULL, NULL, 0 } };
                struct fake_files shorter = { .at = cut, .piece = 9999, .tells_no_length = !told };
                assert_false(fake_model(&shorter, names[n], &file, &error));
                assert_true(error.message[0]);
                assert_int_equal(shorter.open, 0);
            }
        }
        free(whole.at);
    }
}

/* A GGUF with a list that is kept and a tensor, cut behind each of its bytes. */
static void every_cut_of_a_list_is_refused(void **state)
{
    static struct fake_gguf gguf;
    static struct fake_bytes bytes;
    (void)state;
    memset(&gguf, 0, sizeof gguf);
    gguf_text(&gguf, "general.architecture", "a");
    gguf_list(&gguf, "a.attention.head_count_kv", (const uint32_t[]){ 1, 2 }, 2);
    gguf_tensor(&gguf, "t", 8, 2);
    put_gguf(&bytes, &gguf);
    for (size_t length = 0; length < bytes.length; length++) {
        for (int told = 0; told < 2; told++) {
            struct fake_file cut[] = { { "x.gguf", bytes.at, length }, { NULL, NULL, 0 } };
            struct fake_files files = { .at = cut, .piece = 7, .tells_no_length = !told };
            assert_false(fake_model(&files, "x.gguf", &file, &error));
            assert_true(error.message[0]);
        }
    }
}

static void too_much_is_refused(void **state)
{
    static const char blanks[5000] = "";
    (void)state;
    /* A config.json of more bytes than any has, in a folder. */
    struct fake_file listed[] = { { "config.json", "{", 1 }, { NULL, NULL, 0 } };
    struct fake_files endless = { .at = listed, .zeros = UINT64_C(1) << 30 };
    assert_false(fake_model(&endless, NULL, &file, &error));
    assert_non_null(strstr(error.message, "which no such file has"));

    /* A million tensors and one. */
    enum { TENSORS = 1000001 };
    static const char format[] =
        "%s\"%d\": {\"dtype\": \"F32\", \"shape\": [0], \"data_offsets\": [0, 0]}";
    char *text = malloc((size_t)TENSORS * 80 + 64), *end = text + 8;
    assert_non_null(text);
    end += sprintf(end, "{");
    for (int i = 0; i < TENSORS; i++) {
        end += sprintf(end, format, i > 0 ? "," : "", i);
    }
    end += sprintf(end, "}");
    for (int i = 0; i < 8; i++) {
        text[i] = (char)((size_t)(end - text - 8) >> 8 * i);
    }
    assert_false(aic_model_text_read("x", text, (size_t)(end - text), &file, &error));
    assert_non_null(strstr(error.message, "more than 1000000 tensors"));
    free(text);

    /* Blanks and a list where an index would be. */
    char *index = malloc(sizeof blanks + 64);
    assert_non_null(index);
    memset(index, ' ', sizeof blanks);
    int length = sprintf(index + sizeof blanks, "[\"weight_map\": {\"a\": \"b\"}]");
    assert_false(
        aic_model_text_read("i.json", index, sizeof blanks + (size_t)length, &file, &error));
    assert_non_null(strstr(error.message, "'{'"));
    free(index);
}

/* ---- folders ---- */

/* The file of that name is there so often, and then gone. */
struct vanishing {
    struct fake_files files;
    const char *name;
    int times;
};

static bool open_vanishing(void *context, const char *path, enum aic_opened *opened,
                           struct aic_stream *stream, struct aic_error *why)
{
    struct vanishing *vanishing = context;
    *opened = AIC_OPENED_NOTHING;
    if (strstr(path, vanishing->name) && vanishing->times-- <= 0) {
        return true;
    }
    return fake_open(&vanishing->files, path, opened, stream, why);
}

static void close_vanishing(void *context, struct aic_stream *stream)
{
    fake_close(&((struct vanishing *)context)->files, stream);
}

static bool list_vanishing(void *context, const char *folder, aic_name_visitor *visit,
                           void *visitor, struct aic_error *why)
{
    return fake_list(&((struct vanishing *)context)->files, folder, visit, visitor, why);
}

/* What is gone when it is opened is not there; what is there alone is read. */
static void files_may_vanish(void **state)
{
    static struct fake_bytes weights;
    static char header[8192];
    size_t data;
    static const char config[] = CONFIG_OF("\"torch_dtype\": \"bfloat16\"");
    (void)state;
    write_header(header, &data, "model.layers.0.mlp.up_proj.weight F16 2");
    put_safetensors(&weights, header, data);
    const struct fake_file listed[] = { { "a.safetensors", weights.at, weights.length },
                                        { "config.json", config, sizeof config - 1 },
                                        { NULL, NULL, 0 } };
    struct vanishing vanishing = { .files = { .at = listed }, .name = "config.json" };
    const struct aic_files files = { open_vanishing, close_vanishing, list_vanishing, &vanishing };
    for (int times = 0; times < 3; times++) {
        vanishing.times = times;
        assert_true(aic_model_file_read(&files, FAKE_FOLDER, &file, &error));
        assert_int_equal(file.model.layers, 1);
        assert_int_equal(aic_or(file.model.hidden, 0), times == 2 ? 4 : 0);
    }
    vanishing.name = "a.safetensors";
    vanishing.times = 0;
    assert_true(aic_model_file_read(&files, FAKE_FOLDER, &file, &error));
    assert_true(isnan(file.stored.tensors)); /* the config alone */
    vanishing.times = 1;
    assert_false(aic_model_file_read(&files, FAKE_FOLDER, &file, &error));
    assert_non_null(strstr(error.message, "it is missing"));
}

#define POINTER "version https://git-lfs.github.com/spec/v1\noid sha256:0\n"

static void folders_of_other_files(void **state)
{
    static char long_name[5000];
    static struct fake_gguf gguf;
    static struct fake_bytes part;
    const struct fake_file end = { NULL, NULL, 0 };
    (void)state;
    memset(&gguf, 0, sizeof gguf);
    gguf_text(&gguf, "general.architecture", "a");
    put_gguf(&part, &gguf);
    memset(long_name, 'x', sizeof long_name - 1);
    memcpy(long_name + sizeof long_name - 6, ".gguf", 6);
    const struct {
        struct fake_file files[8];
        const char *message;
    } cases[] = {
        { { { "a.safetensors", POINTER, sizeof POINTER - 1 }, end }, "no model is in this folder" },
        { { { "config.json", POINTER, sizeof POINTER - 1 }, end }, "no model is in this folder" },
        { { { long_name, part.at, part.length }, end }, "a path is too long" },
        { { { "x-00001-of-00002.gguf", part.at, part.length },
            { "x-00001-of-00003.gguf", part.at, part.length },
            { "y-00001-of-00003.gguf", part.at, part.length },
            { "yz-00001-of-00003.gguf", part.at, part.length },
            { "z.gguf", part.at, part.length },
            { "z_-00001-of-0000x.gguf", part.at, part.length },
            end },
          "6 GGUF models" },
        { { { "a-name-of-a-file-that-is-rather-long-1.gguf", part.at, part.length },
            { "a-name-of-a-file-that-is-rather-long-2.gguf", part.at, part.length },
            { "a-name-of-a-file-that-is-rather-long-3.gguf", part.at, part.length },
            { "a-name-of-a-file-that-is-rather-long-4.gguf", part.at, part.length },
            end },
          "..." },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fake_files files = { .at = cases[i].files };
        assert_false(fake_model(&files, NULL, &file, &error));
        if (!strstr(error.message, cases[i].message)) {
            fail_msg("wanted %s, got %s", cases[i].message, error.message);
        }
        assert_int_equal(files.open, 0);
    }
}

/* Pointers of Git LFS that say how long the file is, and that do not. */
static void pointers_are_told(void **state)
{
    (void)state;
    assert_false(aic_model_text_read("x", POINTER, sizeof POINTER - 1, &file, &error));
    assert_non_null(strstr(error.message, "a Git LFS pointer, not the file itself"));
    assert_null(strstr(error.message, "bytes)"));
    assert_false(aic_model_text_read("x", POINTER "size 123\n", sizeof POINTER + 8, &file, &error));
    assert_non_null(strstr(error.message, "(of 123 bytes)"));
    assert_false(aic_model_text_read("x", POINTER "size 123", sizeof POINTER + 7, &file, &error));
    assert_non_null(strstr(error.message, "(of 123 bytes)"));
}

/* ---- GGUFs in parts, and flags that are none ---- */

static void parts_belong_together(void **state)
{
    static struct fake_gguf gguf;
    static struct fake_bytes first, second;
    static const struct {
        uint32_t no, count;
        const char *message;
    } cases[] = {
        { 1, 2, "x-00001-of-00002.gguf: split.tensors.count is 3, but its parts hold 2 tensors" },
        { 0, 2, "its keys say part 1 of 2" },
        { 1, 3, "its keys say part 2 of 3" },
        { 9, 9, "its keys say part 0 of 0" }, /* none at all */
    };
    (void)state;
    memset(&gguf, 0, sizeof gguf);
    gguf_text(&gguf, "general.architecture", "a");
    gguf_u32(&gguf, "split.no", 0);
    gguf_u32(&gguf, "split.count", 2);
    gguf_u32(&gguf, "split.tensors.count", 3);
    gguf_tensor(&gguf, "t", 8, 0);
    put_gguf(&first, &gguf);
    first.length = (first.length + 31) / 32 * 32 + 32;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        memset(&gguf, 0, sizeof gguf);
        gguf_text(&gguf, "general.architecture", "a");
        if (cases[i].no < 9) {
            gguf_u32(&gguf, "split.no", cases[i].no);
            gguf_u32(&gguf, "split.count", cases[i].count);
        }
        gguf_tensor(&gguf, "u", 8, 0);
        put_gguf(&second, &gguf);
        second.length = (second.length + 31) / 32 * 32 + 32;
        const struct fake_file listed[] = {
            { "x-00001-of-00002.gguf", first.at, first.length },
            { "x-00002-of-00002.gguf", second.at, second.length },
            { NULL, NULL, 0 },
        };
        struct fake_files files = { .at = listed };
        assert_false(fake_model(&files, NULL, &file, &error));
        if (!strstr(error.message, cases[i].message)) {
            fail_msg("wanted %s, got %s", cases[i].message, error.message);
        }
    }
    /* A further part that is a pointer. */
    const struct fake_file pointed[] = { { "x-00001-of-00002.gguf", first.at, first.length },
                                         { "x-00002-of-00002.gguf", POINTER, sizeof POINTER - 1 },
                                         { NULL, NULL, 0 } };
    struct fake_files to = { .at = pointed };
    assert_false(fake_model(&to, "x-00001-of-00002.gguf", &file, &error));
    assert_non_null(strstr(error.message, "x-00002-of-00002.gguf: byte 0: a Git LFS pointer"));
    /* A further part that says it holds a million tensors more. */
    second.length = 0;
    put_bytes(&second, "GGUF\3\0\0\0", 8);
    put_number(&second, 1000000, 8);
    put_number(&second, 0, 8);
    const struct fake_file listed[] = { { "x-00001-of-00002.gguf", first.at, first.length },
                                        { "x-00002-of-00002.gguf", second.at, second.length },
                                        { NULL, NULL, 0 } };
    struct fake_files files = { .at = listed };
    assert_false(fake_model(&files, NULL, &file, &error));
    assert_non_null(strstr(error.message, "with those of other parts, are more than 1000000"));
}

static void flags_are_0_or_1(void **state)
{
    enum { IS_BOOL = 7 };
    static struct fake_gguf gguf;
    static struct fake_bytes bytes;
    (void)state;
    for (int value = 0; value < 3; value++) {
        for (int list = 0; list < 2; list++) {
            memset(&gguf, 0, sizeof gguf);
            gguf_text(&gguf, "general.architecture", "a");
            gguf_key(&gguf, "a.attention.sliding_window_pattern", list ? GGUF_IS_LIST : IS_BOOL);
            if (list) {
                put_number(&gguf.pairs, IS_BOOL, 4);
                put_number(&gguf.pairs, 2, 8);
                put_number(&gguf.pairs, (uint64_t)value, 1);
            }
            put_number(&gguf.pairs, (uint64_t)value, 1);
            put_gguf(&bytes, &gguf);
            bool taken = aic_model_text_read("x", bytes.at, bytes.length, &file, &error);
            assert_int_equal(taken, value < 2);
            assert_true(taken || strstr(error.message, "a flag that is neither 0 nor 1"));
        }
    }
}

/* ---- layers of a GGUF whose windows are told by marks or by a period ---- */

static struct fake_gguf *start_four_layers(uint32_t window)
{
    static struct fake_gguf gguf;
    memset(&gguf, 0, sizeof gguf);
    gguf_text(&gguf, "general.architecture", "a");
    gguf_u32(&gguf, "a.block_count", 4);
    gguf_u32(&gguf, "a.embedding_length", 64);
    gguf_u32(&gguf, "a.attention.head_count", 4);
    gguf_u32(&gguf, "a.context_length", 4096);
    gguf_u32(&gguf, "a.attention.sliding_window", window);
    return &gguf;
}

static void read_gguf(const struct fake_gguf *gguf)
{
    static struct fake_bytes bytes;
    put_gguf(&bytes, gguf);
    if (!aic_model_text_read("x.gguf", bytes.at, bytes.length, &file, &error)) {
        fail_msg("%s", error.message);
    }
}

static void windows_follow_marks_and_periods(void **state)
{
    static const uint32_t marks[] = { 1, 1, 0 }, heads[] = { 2, 2, 4, 4 }, none[] = { 0, 0, 0, 0 };
    static const char pattern[] = "a.attention.sliding_window_pattern";
    const struct aic_model *m = &file.model;
    struct fake_gguf *gguf = start_four_layers(1024);
    (void)state;
    gguf_list(gguf, pattern, marks, 3); /* the fourth has no mark */
    gguf_list(gguf, "a.attention.head_count_kv", heads, 4);
    gguf_list(gguf, "a.attention.compress_ratios", none, 4);
    read_gguf(gguf);
    assert_true(m->sliding_layers == 2 && m->sliding_window == 1024);
    assert_true(m->kv_heads == 4 && m->sliding_kv_heads == 2);
    assert_false(is_said(&file, "layers-differ"));

    gguf = start_four_layers(1024);
    gguf_u32(gguf, pattern, 0); /* all do */
    read_gguf(gguf);
    assert_true(m->sliding_layers == 4 && m->kv_heads == 4 && isnan(m->sliding_kv_heads));

    gguf = start_four_layers(1024);
    gguf_list(gguf, pattern, none, 4); /* none does */
    read_gguf(gguf);
    assert_true(isnan(m->sliding_layers) && m->kv_heads == 4);

    gguf = start_four_layers(4096); /* as long as the context: no window */
    gguf_u32(gguf, pattern, 0);
    read_gguf(gguf);
    assert_true(isnan(m->sliding_layers));

    gguf = start_four_layers(1024); /* nothing says which */
    read_gguf(gguf);
    assert_true(isnan(m->sliding_layers));
    assert_true(file.notes.count > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(long_headers_may_end_or_break_anywhere),
        cmocka_unit_test(every_cut_of_a_list_is_refused),
        cmocka_unit_test(too_much_is_refused),
        cmocka_unit_test(files_may_vanish),
        cmocka_unit_test(folders_of_other_files),
        cmocka_unit_test(pointers_are_told),
        cmocka_unit_test(parts_belong_together),
        cmocka_unit_test(flags_are_0_or_1),
        cmocka_unit_test(windows_follow_marks_and_periods),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
