/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What lies under the formats of weights: what a file is by its first bytes, number formats, and tensors that are
 * found by their names.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "weight_words.h"

static struct aic_error error;

/* ---- what a file is ---- */

#define BLANKS_100                                                                                 \
    "                                                                                            " \
    "        "
#define BLANKS_508 BLANKS_100 BLANKS_100 BLANKS_100 BLANKS_100 BLANKS_100 "        "
#define POINTER    "version https://git-lfs"

static void first_bytes_decide(void **state)
{
    static const struct {
        const char *bytes;
        size_t length;
        enum kind kind; /* KIND_NOTHING: it is refused */
        const char *message;
    } cases[] = {
        { "GGUF", 4, KIND_GGUF, NULL },
        { "GGUFx", 5, KIND_GGUF, NULL },
        { "GGU", 3, KIND_NOTHING, "the file ends at byte 3, in the middle of its first bytes" },
        { "", 0, KIND_NOTHING, "the file ends at byte 0, in the middle of its first bytes" },
        { "abcdefg", 7, KIND_NOTHING, "the file ends at byte 7, in the middle of its first bytes" },
        { "abcdefgh", 8, KIND_NOTHING, "neither safetensors nor GGUF nor JSON" },
        /* eight bytes up to 100,000,000 */
        { "\0\0\0\0\0\0\0", 8, KIND_SAFETENSORS, NULL },
        { "\0\0\0\0\0\0", 7, KIND_NOTHING, "the file ends at byte 7, in the middle" },
        { "\x00\xE1\xF5\x05\0\0\0", 8, KIND_SAFETENSORS, NULL },
        { "\x01\xE1\xF5\x05\0\0\0", 8, KIND_NOTHING, "neither safetensors nor GGUF nor JSON" },
        { "\xFF\xE0\xF5\x05\0\0\0", 8, KIND_SAFETENSORS, NULL },
        { "\x00\xFF\xF4\x05\0\0\0", 8, KIND_SAFETENSORS, NULL },
        { "\x00\x00\xFF\x04\0\0\0", 8, KIND_SAFETENSORS, NULL },
        { "\x00\x00\x00\x03\0\0\0", 8, KIND_SAFETENSORS, NULL },
        { "\x00\x00\x00\x06\0\0\0", 8, KIND_NOTHING, "neither safetensors nor GGUF nor JSON" },
        { "\x08\0\0\0\1\0\0", 8, KIND_NOTHING, "neither safetensors nor GGUF nor JSON" },
        { "\x08\7\6\5\4\3\2\1{", 9, KIND_NOTHING, "a header of 72623859790382856 bytes is above" },
        { "\x08\7\6\5\4\3\2\1[", 9, KIND_NOTHING, "neither safetensors nor GGUF nor JSON" },
        { "\x08\7\6\5\4\3\2\1", 8, KIND_NOTHING, "neither safetensors nor GGUF nor JSON" },
        /* pointers */
        { POINTER, sizeof POINTER - 1, KIND_POINTER, NULL },
        { POINTER, sizeof POINTER - 2, KIND_NOTHING, "neither safetensors nor GGUF nor JSON" },
        { POINTER ".", sizeof POINTER, KIND_POINTER, NULL },
        /* others */
        { "lmggaaaa", 8, KIND_NOTHING, "a file of GGML before GGUF" },
        { "fmggaaaa", 8, KIND_NOTHING, "a file of GGML before GGUF" },
        { "algg\1\2\3\4", 8, KIND_NOTHING, "a file of GGML before GGUF" },
        { "tjgaaaaa", 8, KIND_NOTHING, "neither safetensors nor GGUF nor JSON" },
        { "PK\3\4aaaa", 8, KIND_NOTHING, "a PyTorch file" },
        { "PK\3\5aaaa", 8, KIND_NOTHING, "neither safetensors nor GGUF nor JSON" },
        { "\x80\1aaaaaa", 8, KIND_NOTHING, "neither safetensors nor GGUF nor JSON" },
        { "\x80\2aaaaaa", 8, KIND_NOTHING, "a PyTorch file" },
        { "\x80\5aaaaaa", 8, KIND_NOTHING, "a PyTorch file" },
        { "\x80\6aaaaaa", 8, KIND_NOTHING, "neither safetensors nor GGUF nor JSON" },
        { "\x81\3aaaaaa", 8, KIND_NOTHING, "neither safetensors nor GGUF nor JSON" },
        /* JSON and web pages behind blanks, of which the first 512 bytes may be all */
        { "{", 1, KIND_JSON, NULL },
        { " \t\r\n{", 5, KIND_JSON, NULL },
        { "<", 1, KIND_NOTHING, "a web page, not a model" },
        { " \t\r\n<", 5, KIND_NOTHING, "a web page, not a model" },
        { " \t\r\n", 4, KIND_NOTHING, "the file ends at byte 4, in the middle of its first bytes" },
        { BLANKS_508 "   {", 512, KIND_JSON, NULL },
        { BLANKS_508 "   <", 512, KIND_NOTHING, "a web page, not a model" },
        { BLANKS_508 "   a", 512, KIND_NOTHING, "neither safetensors nor GGUF nor JSON" },
        { BLANKS_508 "    a", 513, KIND_JSON, NULL },
        { BLANKS_508 "    <", 513, KIND_JSON, NULL },
        { BLANKS_508 "    ", 512, KIND_JSON, NULL },
        { BLANKS_508 "   ", 511, KIND_NOTHING, "neither safetensors nor GGUF nor JSON" },
    };
    static const char lies_there[] = "{<\1"; /* behind what was read */
    (void)state;
    for (size_t n = 0; n < 3 * (sizeof cases / sizeof cases[0]); n++) {
        size_t i = n / 3;
        struct pieces in;
        enum kind kind;
        open_pieces(&in, cases[i].bytes, cases[i].length, n % 3, &error);
        memset(in.reader.buffer, lies_there[n % 3], READER_SIZE);
        bool taken = aic_sniff(&in.reader, &kind);
        if (taken != !cases[i].message || (taken && kind != cases[i].kind)) {
            fail_msg("%.16s of %zu bytes: %d, %s", cases[i].bytes, cases[i].length, (int)kind,
                     error.message);
        }
        if (!taken && !strstr(error.message, cases[i].message)) {
            fail_msg("%.16s of %zu bytes: %s", cases[i].bytes, cases[i].length, error.message);
        }
        assert_true(taken || strstr(error.message, "t: byte 0: ") == error.message);
        close_pieces(&in);
    }
}

static void parts_are_told_by_their_names(void **state)
{
    static const struct {
        const char *name;
        double part, count; /* 0: it is no part */
    } cases[] = {
        { "x-00001-of-00002.gguf", 1, 2 },
        { "x-12345-of-67890.gguf", 12345, 67890 },
        { "a/long-name.f16-00012-of-00345.gguf", 12, 345 },
        { "-00001-of-00002.gguf", 0, 0 },
        { "00001-of-00002.gguf", 0, 0 },
        { "x_00001-of-00002.gguf", 0, 0 },
        { "x-0001-of-00002.gguf", 0, 0 },
        { "x-000001-of-00002.gguf", 0, 0 },
        { "x-00001-of-000002.gguf", 0, 0 },
        { "x-0000a-of-00002.gguf", 0, 0 },
        { "x-00001-of-0000a.gguf", 0, 0 },
        { "x-00001_of-00002.gguf", 0, 0 },
        { "x-00001-of_00002.gguf", 0, 0 },
        { "x-00001-of-00002.ggug", 0, 0 },
        { "x-00001-of-00002.gguf2", 0, 0 },
        { "x-00001-of-00002_gguf", 0, 0 },
        { "", 0, 0 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double part = 0, count = 0;
        bool is_part = aic_gguf_part_name(cases[i].name, &part, &count);
        if (is_part != (cases[i].count > 0) ||
            (is_part && (part != cases[i].part || count != cases[i].count))) {
            fail_msg("%s: part %g of %g", cases[i].name, part, count);
        }
    }
}

/* ---- number formats ---- */

static void products_end_below_2_63(void **state)
{
    static const struct {
        uint64_t a, b;
        bool fits;
    } cases[] = {
        { 0, 0, true },
        { 0, UINT64_MAX, true },
        { UINT64_MAX, 0, true },
        { 1, INT64_MAX, true },
        { INT64_MAX, 1, true },
        { INT64_MAX, 2, false },
        { BELOW_2_63, 1, false },
        { 1, BELOW_2_63, false },
        { UINT64_C(1) << 31, UINT64_C(1) << 31, true },
        { UINT64_C(1) << 31, UINT64_C(1) << 32, false },
        { UINT64_C(1) << 32, UINT64_C(1) << 32, false }, /* 0 in 64 bits */
        { 3037000499, 3037000499, true },                /* the root of 2^63 */
        { 3037000500, 3037000500, false },
        { 7, 11, true },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint64_t product = 0;
        bool fits = aic_multiply(cases[i].a, cases[i].b, &product);
        assert_int_equal(fits, cases[i].fits);
        assert_true(!fits || product == cases[i].a * cases[i].b);
    }
}

static void types_are_named(void **state)
{
    static const char integers[] = "i64 i32 i16 i8 u64 u32 u16 u8 bool";
    (void)state;
    for (int i = 0; i < AIC_TYPES; i++) {
        const char *name = aic_type_name((enum aic_type)i);
        char upper[32], mixed[32];
        enum aic_type type = AIC_TYPES;
        for (size_t at = 0; at <= strlen(name); at++) {
            upper[at] = name[at] >= 'a' && name[at] <= 'z' ? (char)(name[at] - 32) : name[at];
        }
        strcpy(mixed, upper);
        mixed[0] = name[0];
        assert_int_equal(aic_safetensors_type(upper, &type), i <= AIC_TYPE_f4);
        assert_int_equal(type, i <= AIC_TYPE_f4 ? i : AIC_TYPES);
        assert_false(aic_safetensors_type(name, &type));
        assert_false(aic_safetensors_type(mixed, &type));
        assert_int_equal(aic_type_is_integer((enum aic_type)i),
                         aic_list_has(integers, name, strlen(name)));
    }
}

/* The ids of ggml.h; "-" where a type was removed, or is none of tensors. */
static void ids_of_ggufs_are_types(void **state)
{
    static const char names[] =
        "f32 f16 q4_0 q4_1 - - q5_0 q5_1 q8_0 q8_1 q2_k q3_k q4_k q5_k q6_k q8_k iq2_xxs iq2_xs "
        "iq3_xxs iq1_s iq4_nl iq3_s iq2_s iq4_xs i8 i16 i32 i64 f64 iq1_m bf16 - - - tq1_0 tq2_0 "
        "- - - mxfp4 nvfp4 q1_0 q2_0 - - -";
    char words[sizeof names], *rest = words;
    uint64_t id = 0;
    (void)state;
    strcpy(words, names);
    for (char *name; (name = next_word(&rest, " ")); id++) {
        enum aic_type type;
        const char *removed;
        bool known = aic_gguf_type(id, &type, &removed);
        assert_int_equal(known, strcmp(name, "-") != 0);
        if (known) {
            assert_string_equal(aic_type_name(type), name);
        }
        assert_true(known ? !removed : id <= 38 ? removed != NULL : !removed);
    }
    assert_int_equal(id, 46);
}

/* ---- tensors by name ---- */

static void tensors_are_found(void **state)
{
    static const size_t counts[] = { 0, 1, 2, 3, 8, 1023, 1024, 1025, 8193, 9000 };
    (void)state;
    for (size_t n = 0; n < sizeof counts / sizeof counts[0]; n++) {
        struct tensors tensors = { .count = 0 };
        const struct tensor *twice;
        char name[32];
        for (size_t i = 0; i < counts[n]; i++) {
            int length = sprintf(name, "n%zu", 10 * (i * 7919 % counts[n]));
            struct tensor *tensor = aic_tensors_add(&tensors, name, (size_t)length);
            assert_non_null(tensor);
            tensor->elements = i;
        }
        assert_true(aic_tensors_sort(&tensors, &twice, &error));
        assert_null(twice);
        for (size_t i = 0; i < counts[n]; i++) {
            sprintf(name, "%zux", 10 * (i * 7919 % counts[n]));
            name[strlen(name) - 1] = '\0';
            const struct tensor *found = aic_tensors_find(&tensors, "nothing", 1, name);
            assert_true(found && found->elements == i && found == aic_tensor_at(&tensors, i));
            assert_true(aic_tensors_has_prefix(&tensors, "n", 1, name));
            strcat(name, "5");
            assert_null(aic_tensors_find(&tensors, "n", 1, name));
        }
        assert_null(aic_tensors_find(&tensors, "", 0, "m"));
        assert_null(aic_tensors_find(&tensors, "", 0, "n"));
        assert_null(aic_tensors_find(&tensors, "", 0, "o"));
        assert_int_equal(aic_tensors_has_prefix(&tensors, "", 0, "n"), counts[n] > 0);
        assert_false(aic_tensors_has_prefix(&tensors, "", 0, "o"));
        assert_false(aic_tensors_has_prefix(&tensors, "", 0, "m"));
        aic_tensors_clear(&tensors);
        assert_int_equal(tensors.count, 0);
    }
}

static void names_that_are_there_twice_are_found(void **state)
{
    static const char *const names[] = { "b", "d", "a", "c", "e" };
    (void)state;
    for (size_t again = 0; again < 5; again++) {
        struct tensors tensors = { .count = 0 };
        const struct tensor *twice;
        for (size_t i = 0; i < 5; i++) {
            assert_non_null(aic_tensors_add(&tensors, names[i], 1));
        }
        assert_non_null(aic_tensors_add(&tensors, names[again], 1));
        assert_true(aic_tensors_sort(&tensors, &twice, &error));
        assert_true(twice && strcmp(twice->name, names[again]) == 0);
        aic_tensors_clear(&tensors);
    }
}

/* Pieces of memory do not lie over each other. */
static void pieces_of_memory_are_apart(void **state)
{
    static const size_t sizes[] = {
        0,   1,   7,   ARENA_BYTES - 8,   1,  5, ARENA_BYTES, 3, ARENA_BYTES + 1,
        100, 200, 300, ARENA_BYTES - 300, 299
    };
    enum { PIECES = sizeof sizes / sizeof sizes[0] };
    struct arena arena = { NULL, 0 };
    unsigned char *at[PIECES];
    (void)state;
    for (size_t i = 0; i < PIECES; i++) {
        at[i] = aic_arena_take(&arena, sizes[i]);
        assert_non_null(at[i]);
        memset(at[i], (int)i + 1, sizes[i]);
    }
    for (size_t i = 0; i < PIECES; i++) {
        for (size_t k = 0; k < sizes[i]; k++) {
            assert_int_equal(at[i][k], i + 1);
        }
    }
    aic_arena_clear(&arena);
    assert_null(arena.first);
    assert_int_equal(arena.left, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_bytes_decide),
        cmocka_unit_test(parts_are_told_by_their_names),
        cmocka_unit_test(products_end_below_2_63),
        cmocka_unit_test(types_are_named),
        cmocka_unit_test(ids_of_ggufs_are_types),
        cmocka_unit_test(tensors_are_found),
        cmocka_unit_test(names_that_are_there_twice_are_found),
        cmocka_unit_test(pieces_of_memory_are_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
