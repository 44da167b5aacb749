/* SPDX-License-Identifier: Apache-2.0 */
/*
 * GGUF headers at the edges of what is read, written out number by number: which are taken, and the place and the
 * reason of those that are not.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>

#include "weight_words.h"

static struct aic_model_file file;
static struct aic_error error;

/* A file from words: "GGUF" as it stands, "8:24" a number of eight bytes, "t:name" a text behind its length,
 * "x*300" so many letters, "0*32" so many zeros, "=FF" a byte. */
struct header {
    unsigned char at[250000];
    size_t length;
};

static void write_header_words(struct header *out, const char *words)
{
    char all[1024], *rest = all;
    out->length = 0;
    assert_true(strlen(words) < sizeof all);
    strcpy(all, words);
    for (char *word; (word = next_word(&rest, " "));) {
        unsigned char *at = out->at + out->length;
        const char *value = word + 2;
        uint64_t number = strtoull(value, NULL, 10);
        if (word[0] == '=') {
            *at = (unsigned char)strtoul(word + 1, NULL, 16);
            out->length++;
        } else if (word[1] == '*') {
            memset(at, word[0] == '0' ? 0 : word[0], number);
            out->length += number;
        } else if (word[0] == 't' && word[1] == ':') {
            size_t length = strlen(value);
            memset(at, 0, 8);
            at[0] = (unsigned char)length;
            memcpy(at + 8, value, length);
            out->length += 8 + length;
        } else if (word[1] == ':') {
            for (int i = 0; i < word[0] - '0'; i++) {
                at[i] = (unsigned char)(number >> 8 * i);
            }
            out->length += (size_t)(word[0] - '0');
        } else {
            memcpy(at, word, strlen(word));
            out->length += strlen(word);
        }
        assert_true(out->length < sizeof out->at);
    }
}

/* A file, and why it is refused; NULL: it is taken. */
struct row {
    const char *head, *words, *message;
};

static void check(const struct row *rows)
{
    static struct header header;
    char words[1024];
    for (; rows->head; rows++) {
        snprintf(words, sizeof words, "%s %s", rows->head, rows->words);
        write_header_words(&header, words);
        bool taken =
            aic_model_text_read("x", (const char *)header.at, header.length, &file, &error);
        if (taken != !rows->message || (!taken && strcmp(error.message, rows->message) != 0)) {
            fail_msg("%s: %s", words, taken ? "taken" : error.message);
        }
    }
}

/* Version, tensors, keys. */
#define ONE_KEY    "GGUF 4:3 8:0 8:1"
#define ONE_TENSOR "GGUF 4:3 8:1 8:0"

static void versions_and_counts(void **state)
{
    static const struct row rows[] = {
        { "GGUF", "", "x: byte 4: the file ends at byte 4, in the middle of the version" },
        { "GGUF", "2:3", "x: byte 4: the file ends at byte 6, in the middle of the version" },
        { "GGUF", "4:0", "x: byte 4: GGUF version 0 is not known: 2 and 3 are" },
        { "GGUF", "4:1", "x: byte 4: GGUF version 1 (2023) is not read" },
        { "GGUF", "4:4", "x: byte 4: GGUF version 4 is not known: 2 and 3 are" },
        { "GGUF", "4:50331648", "x: byte 4: a big-endian GGUF, which is not read" },
        { "GGUF", "4:65536", "x: byte 4: a big-endian GGUF, which is not read" },
        { "GGUF", "4:65535", "x: byte 4: GGUF version 65535 is not known: 2 and 3 are" },
        { "GGUF", "4:2", "x: byte 8: the file ends at byte 8, in the middle of the counts" },
        { "GGUF", "4:3 8:0", "x: byte 16: the file ends at byte 16, in the middle of the counts" },
        { "GGUF", "4:3 8:0 4:0",
          "x: byte 16: the file ends at byte 20, in the middle of the counts" },
        { "GGUF", "4:2 8:0 8:0", NULL },
        { "GGUF", "4:3 8:0 8:0", NULL },
        { "GGUF", "4:3 8:1000001 8:0", "x: byte 8: 1000001 tensors are more than 1000000" },
        { "GGUF", "4:3 8:1000000 8:0",
          "x: byte 24: the file ends at byte 24, in the middle of tensor 0" },
        { "GGUF", "4:3 8:0 8:100001", "x: byte 16: 100001 keys are more than 100000" },
        { "GGUF", "4:3 8:0 8:100000",
          "x: byte 24: the file ends at byte 24, in the middle of key 0" },
        { "GGUF", "4:3 8:18446744073709551615 8:0",
          "x: byte 8: 18446744073709551615 tensors are more than 1000000" },
        { NULL, NULL, NULL },
    };
    (void)state;
    check(rows);
}

static void names_of_keys(void **state)
{
    static const struct row rows[] = {
        { ONE_KEY, "", "x: byte 24: the file ends at byte 24, in the middle of key 0" },
        { ONE_KEY, "4:1", "x: byte 24: the file ends at byte 28, in the middle of key 0" },
        { ONE_KEY, "8:0", "x: byte 24: key 0 has an empty name" },
        { ONE_KEY, "8:2 a", "x: byte 24: the name of key 0 has 2 bytes, but the file ends before" },
        { ONE_KEY, "8:1 a",
          "x: byte 33: the file ends at byte 33, in the middle of the value of 'a'" },
        { ONE_KEY, "8:65536 x*65536 4:0 1:0",
          "x: byte 24: the name of key 0 has 65536 bytes, more than 65535" },
        { ONE_KEY, "8:65535 x*65535 4:0 1:0", NULL },
        { ONE_KEY, "8:2 a =1F 4:0 1:0", "x: byte 24: key 0 is not ASCII" },
        { ONE_KEY, "8:2 a =20 4:0 1:0", NULL },
        { ONE_KEY, "8:2 a =7E 4:0 1:0", NULL },
        { ONE_KEY, "8:2 a =7F 4:0 1:0", "x: byte 24: key 0 is not ASCII" },
        { ONE_KEY, "8:2 a =80 4:0 1:0", "x: byte 24: key 0 is not ASCII" },
        { ONE_KEY, "8:2 =00 a 4:0 1:0", "x: byte 24: key 0 is not ASCII" },
        { NULL, NULL, NULL },
    };
    (void)state;
    check(rows);
}

static void types_of_values(void **state)
{
    static const struct row rows[] = {
        { ONE_KEY, "t:key 4:0",
          "x: byte 39: the file ends at byte 39, in the middle of the value of 'key'" },
        { ONE_KEY, "t:key 4:0 1:0", NULL },
        { ONE_KEY, "t:key 4:0 2:0", NULL },
        { ONE_KEY, "t:key 4:2 1:0",
          "x: byte 40: the file ends at byte 40, in the middle of the value of 'key'" },
        { ONE_KEY, "t:key 4:3 2:0", NULL },
        { ONE_KEY, "t:key 4:4 3:0",
          "x: byte 42: the file ends at byte 42, in the middle of the value of 'key'" },
        { ONE_KEY, "t:key 4:5 4:0", NULL },
        { ONE_KEY, "t:key 4:6 4:0", NULL },
        { ONE_KEY, "t:key 4:7 1:1", NULL },
        { ONE_KEY, "t:key 4:7 1:2", NULL },
        { ONE_KEY, "t:key 4:10 7:0",
          "x: byte 46: the file ends at byte 46, in the middle of the value of 'key'" },
        { ONE_KEY, "t:key 4:11 8:0", NULL },
        { ONE_KEY, "t:key 4:12 8:0", NULL },
        { ONE_KEY, "t:key 4:12 7:0",
          "x: byte 46: the file ends at byte 46, in the middle of the value of 'key'" },
        { ONE_KEY, "t:key 4:13 8:0", "x: byte 24: key 'key' has the unknown type 13" },
        { ONE_KEY, "t:key 4:4294967295 8:0",
          "x: byte 24: key 'key' has the unknown type 4294967295" },
        { ONE_KEY, "t:a.vocab_size 4:7 1:1", NULL },
        { ONE_KEY, "t:a.vocab_size 4:7 1:2",
          "x: byte 24: key 'a.vocab_size' holds a flag that is neither 0 nor 1" },
        { ONE_KEY, "t:a.vocab_size 4:4 4:7 0*40", NULL },
        { NULL, NULL, NULL },
    };
    (void)state;
    check(rows);
}

static void texts_and_lists(void **state)
{
    static const struct row rows[] = {
        { ONE_KEY, "t:key 4:8 7:1",
          "x: byte 46: the file ends at byte 46, in the middle of the text of 'key'" },
        { ONE_KEY, "t:key 4:8 8:1",
          "x: byte 47: the text of 'key' has 1 bytes, but the file ends at byte 47" },
        { ONE_KEY, "t:key 4:8 8:1 a", NULL },
        { ONE_KEY, "t:key 4:8 8:2 a",
          "x: byte 47: the text of 'key' has 2 bytes, but the file ends at byte 48" },
        { ONE_KEY, "t:key 4:9 4:0",
          "x: byte 43: the file ends at byte 43, in the middle of the list of 'key'" },
        { ONE_KEY, "t:key 4:9 3:0",
          "x: byte 42: the file ends at byte 42, in the middle of the list of 'key'" },
        { ONE_KEY, "t:key 4:9 4:0 8:2",
          "x: byte 51: the list of 'key' has 2 entries, but the file ends at byte 51" },
        { ONE_KEY, "t:key 4:9 4:0 8:2 a",
          "x: byte 51: the list of 'key' has 2 entries, but the file ends at byte 52" },
        { ONE_KEY, "t:key 4:9 4:0 8:2 aa", NULL },
        { ONE_KEY, "t:key 4:9 4:4 8:2 0*7",
          "x: byte 51: the list of 'key' has 2 entries, but the file ends at byte 58" },
        { ONE_KEY, "t:key 4:9 4:4 8:2 0*8", NULL },
        { ONE_KEY, "t:key 4:9 4:12 8:1 0*7",
          "x: byte 51: the list of 'key' has 1 entries, but the file ends at byte 58" },
        { ONE_KEY, "t:key 4:9 4:12 8:2305843009213693953 0*8",
          "x: byte 51: the list of 'key' has 2305843009213693953 entries, but the file ends at "
          "byte 59" },
        { ONE_KEY, "t:key 4:9 4:13 8:1 0*8", "x: byte 24: key 'key' has the unknown type 13" },
        { ONE_KEY, "t:key 4:9 4:9 8:1 0*8", "x: byte 24: key 'key' holds a list of lists" },
        { ONE_KEY, "t:key 4:9 4:8 8:1 8:0", NULL },
        { ONE_KEY, "t:key 4:9 4:8 8:1 7:0",
          "x: byte 51: the list of 'key' has 1 entries, but the file ends at byte 58" },
        { ONE_KEY, "t:key 4:9 4:8 8:2 t:ab t:c", NULL },
        { ONE_KEY, "t:key 4:9 4:8 8:2 t:abcdefgh 7:1",
          "x: byte 74: the file ends at byte 74, in the middle of the text of 'key'" },
        { ONE_KEY, "t:key 4:9 4:8 8:2 t:ab 8:1",
          "x: byte 69: the text of 'key' has 1 bytes, but the file ends at byte 69" },
        { ONE_KEY, "t:key 4:9 4:7 8:2 1:2 1:2", NULL },
        { ONE_KEY, "t:a.attention.sliding_window_pattern 4:9 4:7 8:2 1:1 1:0", NULL },
        { ONE_KEY, "t:a.attention.sliding_window_pattern 4:9 4:7 8:2 1:1 1:2",
          "x: byte 24: key 'a.attention.sliding_window_pattern' holds a flag that is neither 0 nor "
          "1" },
        { ONE_KEY, "t:a.attention.sliding_window_pattern 4:9 4:7 8:2 1:2 1:1",
          "x: byte 24: key 'a.attention.sliding_window_pattern' holds a flag that is neither 0 nor "
          "1" },
        { ONE_KEY, "t:a.attention.sliding_window_pattern 4:9 4:0 8:2 1:2 1:2", NULL },
        { ONE_KEY, "t:a.attention.sliding_window_pattern 4:9 4:7 8:100001 2*100001", NULL },
        { ONE_KEY, "t:a.attention.sliding_window_pattern 4:9 4:7 8:100000 2*100000",
          "x: byte 24: key 'a.attention.sliding_window_pattern' holds a flag that is neither 0 nor "
          "1" },
        { ONE_KEY, "t:general.architecture 4:8 8:2 a",
          "x: byte 64: the text of 'general.architecture' has 2 bytes, but the file ends at byte "
          "65" },
        { ONE_KEY, "t:general.architecture 4:8 4:1",
          "x: byte 60: the file ends at byte 60, in the middle of the text of "
          "'general.architecture'" },
        { "GGUF", "4:3 8:0 8:2 t:b 4:0 1:0 t:b 4:0 1:0", NULL },
        { "GGUF", "4:3 8:0 8:2 t:b.vocab_size 4:0 1:0 t:b.vocab_size 4:0 1:0",
          "x: byte 49: key 'b.vocab_size' is there twice" },
        { "GGUF",
          "4:3 8:0 8:3 t:b.vocab_size 4:0 1:0 t:a.vocab_size 4:0 1:0 t:b.vocab_size 4:0 1:0",
          "x: byte 74: key 'b.vocab_size' is there twice" },
        { "GGUF", "4:3 8:0 8:2 t:.vocab_size 4:0 1:0 t:.vocab_size 4:0 1:0", NULL },
        { NULL, NULL, NULL },
    };
    (void)state;
    check(rows);
}

static void alignments(void **state)
{
    static const struct row rows[] = {
        { ONE_KEY, "t:general.alignment 4:4 4:1", NULL },
        { ONE_KEY, "t:general.alignment 4:4 4:0",
          "x: byte 24: general.alignment is 0, not a power of two up to 2^20 of type u32" },
        { ONE_KEY, "t:general.alignment 4:4 4:3",
          "x: byte 24: general.alignment is 3, not a power of two up to 2^20 of type u32" },
        { ONE_KEY, "t:general.alignment 4:4 4:48",
          "x: byte 24: general.alignment is 48, not a power of two up to 2^20 of type u32" },
        { ONE_KEY, "t:general.alignment 4:4 4:1048576", NULL },
        { ONE_KEY, "t:general.alignment 4:4 4:2097152",
          "x: byte 24: general.alignment is 2097152, not a power of two up to 2^20 of type u32" },
        { ONE_KEY, "t:general.alignment 4:5 4:32",
          "x: byte 24: general.alignment is of another type, not a power of two up to 2^20 of type "
          "u32" },
        { ONE_KEY, "t:general.alignment 4:10 8:32",
          "x: byte 24: general.alignment is of another type, not a power of two up to 2^20 of type "
          "u32" },
        { ONE_KEY, "t:general.alignment 4:8 t:32",
          "x: byte 24: general.alignment is of another type, not a power of two up to 2^20 of type "
          "u32" },
        { NULL, NULL, NULL },
    };
    (void)state;
    check(rows);
}

static void names_of_tensors(void **state)
{
    static const struct row rows[] = {
        { ONE_TENSOR, "", "x: byte 24: the file ends at byte 24, in the middle of tensor 0" },
        { ONE_TENSOR, "8:0 4:0 4:0 8:0", "x: byte 24: tensor 0 has an empty name" },
        { ONE_TENSOR, "8:256 x*256 4:0 4:0 8:0 0*64",
          "x: byte 24: the name of tensor 0 has 256 bytes, more than 255" },
        { ONE_TENSOR, "8:255 x*255 4:0 4:0 8:0 0*64", NULL },
        { ONE_TENSOR, "8:255 x*254",
          "x: byte 24: the name of tensor 0 has 255 bytes, but the file ends before" },
        { ONE_TENSOR, "8:1 =80 4:0 4:0 8:0 0*64", "x: byte 24: the name of tensor 0 is not UTF-8" },
        { ONE_TENSOR, "8:2 =C3 =A9 4:0 4:0 8:0 0*64", NULL },
        { ONE_TENSOR, "8:3 a =C3 a 4:0 4:0 8:0 0*64",
          "x: byte 24: the name of tensor 0 is not UTF-8" },
        { ONE_TENSOR, "8:3 a =C3 =A9 4:0 4:0 8:0 0*64", NULL },
        { ONE_TENSOR, "8:2 a =00 4:0 4:0 8:0 0*64",
          "x: byte 24: the name of tensor 0 is not UTF-8" },
        { ONE_TENSOR, "8:2 a =01 4:0 4:0 8:0 0*64", NULL },
        { "GGUF", "4:3 8:2 8:0 t:a 4:1 8:8 4:0 8:0 t:a 4:1 8:8 4:0 8:32 0*96",
          "x: tensor 'a' is there twice" },
        { NULL, NULL, NULL },
    };
    (void)state;
    check(rows);
}

static void shapes(void **state)
{
    static const struct row rows[] = {
        { ONE_TENSOR, "t:w 3:0",
          "x: byte 36: the file ends at byte 36, in the middle of the shape of 'w'" },
        { ONE_TENSOR, "t:w 4:5", "x: byte 24: tensor 'w' has 5 dimensions, more than 4" },
        { ONE_TENSOR, "t:w 4:1 7:8",
          "x: byte 44: the file ends at byte 44, in the middle of the shape of 'w'" },
        { ONE_TENSOR, "t:w 4:1 8:8 3:0",
          "x: byte 48: the file ends at byte 48, in the middle of the type of 'w'" },
        { ONE_TENSOR, "t:w 4:1 8:8 4:0 7:0",
          "x: byte 56: the file ends at byte 56, in the middle of the place of 'w'" },
        { ONE_TENSOR, "t:w 4:4 8:2 8:2 8:2 8:4 4:0 8:0 0*160", NULL },
        { ONE_TENSOR, "t:w 4:1 8:9223372036854775808 4:0 8:0",
          "x: byte 24: tensor 'w': the elements of its shape overflow" },
        { ONE_TENSOR, "t:w 4:1 8:9223372036854775807 4:0 8:0",
          "x: byte 24: tensor 'w': the elements of its shape overflow" },
        { ONE_TENSOR, "t:w 4:2 8:9223372036854775807 8:2 4:0 8:0",
          "x: byte 24: tensor 'w': the elements of its shape overflow" },
        { ONE_TENSOR, "t:w 4:2 8:9223372036854775807 8:0 4:0 8:0 0*32", NULL },
        { ONE_TENSOR, "t:w 4:1 8:9007199254740992 4:24 8:0",
          "x: byte 57: the tensors end at byte 9007199254741056, but the file ends at byte 57" },
        { ONE_TENSOR, "t:w 4:1 8:9007199254740993 4:24 8:0",
          "x: byte 24: tensor 'w': the elements of its shape overflow" },
        { ONE_TENSOR, "t:w 4:1 8:9007199254740992 4:25 8:0",
          "x: byte 24: tensor 'w': the elements of its shape overflow" },
        { ONE_TENSOR, "t:w 4:1 8:9007199254740992 4:8 8:0",
          "x: byte 24: tensor 'w': the elements of its shape overflow" },
        { ONE_TENSOR, "t:w 4:1 8:8477364004462109 4:8 8:0",
          "x: byte 24: tensor 'w': rows of 8477364004462109 elements are no blocks of 32 q8_0" },
        { ONE_TENSOR, "t:w 4:1 8:32 4:2 8:0 0*32", NULL },
        { ONE_TENSOR, "t:w 4:1 8:33 4:2 8:0",
          "x: byte 24: tensor 'w': rows of 33 elements are no blocks of 32 q4_0" },
        { ONE_TENSOR, "t:w 4:2 8:16 8:2 4:2 8:0",
          "x: byte 24: tensor 'w': rows of 16 elements are no blocks of 32 q4_0" },
        { ONE_TENSOR, "t:w 4:2 8:64 8:3 4:2 8:0 0*128",
          "x: byte 193: the tensors end at byte 204, but the file ends at byte 193" },
        { ONE_TENSOR, "t:w 4:0 4:2 8:0",
          "x: byte 24: tensor 'w': one element is no block of its type" },
        { ONE_TENSOR, "t:w 4:0 4:0 8:0 0*32", NULL },
        { ONE_TENSOR, "t:w 4:1 8:0 4:2 8:0 0*32", NULL },
        { NULL, NULL, NULL },
    };
    (void)state;
    check(rows);
}

static void types_of_tensors(void **state)
{
    static const struct row rows[] = {
        { ONE_TENSOR, "t:w 4:0 4:4 8:0",
          "x: byte 24: tensor 'w' has the type Q4_2, which was removed from GGUF" },
        { ONE_TENSOR, "t:w 4:0 4:38 8:0",
          "x: byte 24: tensor 'w' has the type IQ4_NL_8_8, which was removed from GGUF" },
        { ONE_TENSOR, "t:w 4:0 4:43 8:0",
          "x: byte 24: tensor 'w' has the type 43, which is not known" },
        { ONE_TENSOR, "t:w 4:0 4:4294967295 8:0",
          "x: byte 24: tensor 'w' has the type 4294967295, which is not known" },
        { ONE_TENSOR, "t:w 4:1 8:128 4:42 8:0",
          "x: byte 57: the tensors end at byte 100, but the file ends at byte 57" },
        { NULL, NULL, NULL },
    };
    (void)state;
    check(rows);
}

static void places_of_tensors(void **state)
{
    static const struct row rows[] = {
        { ONE_TENSOR, "t:w 4:1 8:8 4:0 8:32",
          "x: byte 24: tensor 'w': data begins at 32, not at 0" },
        { ONE_TENSOR, "t:w 4:1 8:8 4:0 8:1", "x: byte 24: tensor 'w': data begins at 1, not at 0" },
        { "GGUF", "4:3 8:2 8:0 t:a 4:1 8:8 4:0 8:0 t:b 4:1 8:8 4:0 8:32 0*96", NULL },
        { "GGUF", "4:3 8:2 8:0 t:a 4:1 8:8 4:0 8:0 t:b 4:1 8:8 4:0 8:64",
          "x: byte 57: tensor 'b': data begins at 64, not at 32" },
        { "GGUF", "4:3 8:2 8:0 t:a 4:1 8:9 4:0 8:0 t:b 4:1 8:8 4:0 8:36",
          "x: byte 57: tensor 'b': data begins at 36, not at 64" },
        { "GGUF", "4:3 8:2 8:0 t:a 4:1 8:9 4:0 8:0 t:b 4:1 8:8 4:0 8:64 0*128", NULL },
        { "GGUF", "4:3 8:2 8:0 t:a 4:1 8:1 4:0 8:0 t:b 4:1 8:8 4:0 8:32 0*96", NULL },
        { "GGUF",
          "4:3 8:2 8:1 t:general.alignment 4:4 4:64 t:a 4:1 8:1 4:0 8:0 t:b 4:1 8:8 4:0 8:32",
          "x: byte 90: tensor 'b': data begins at 32, not at 64" },
        { "GGUF",
          "4:3 8:2 8:1 t:general.alignment 4:4 4:64 t:a 4:1 8:1 4:0 8:0 t:b 4:1 8:8 4:0 8:64 0*192",
          NULL },
        { "GGUF",
          "4:3 8:2 8:1 t:general.alignment 4:4 4:1 t:a 4:1 8:1 4:0 8:0 t:b 4:1 8:8 4:0 8:4 0*36",
          NULL },
        { "GGUF",
          "4:3 8:2 8:0 t:a 4:1 8:9007199254740992 4:24 8:0 t:b 4:1 8:1 4:24 8:9007199254740992",
          "x: byte 57: tensor 'b': the bytes of all tensors overflow" },
        { "GGUF",
          "4:3 8:2 8:0 t:a 4:1 8:9007199254740991 4:24 8:0 t:b 4:1 8:1 4:24 8:9007199254740992",
          "x: byte 57: tensor 'b': the bytes of all tensors overflow" },
        { ONE_TENSOR, "t:w 4:1 8:8 4:0 8:0 0*39", NULL },
        { ONE_TENSOR, "t:w 4:1 8:8 4:0 8:0 0*63", NULL },
        { ONE_TENSOR, "t:w 4:1 8:8 4:0 8:0 0*8",
          "x: byte 65: the tensors end at byte 96, but the file ends at byte 65" },
        { NULL, NULL, NULL },
    };
    (void)state;
    check(rows);
}

/* Bytes behind the last tensor are worth a word where they are more than what fills up to the alignment. */
static void bytes_behind_are_told(void **state)
{
    static const struct {
        const char *words;
        bool told;
    } cases[] = {
        { "GGUF 4:3 8:0 8:0 0*32", false },
        { "GGUF 4:3 8:0 8:0 0*33", true },
        { ONE_TENSOR " t:w 4:1 8:8 4:0 8:0 0*39", false },
        { ONE_TENSOR " t:w 4:1 8:8 4:0 8:0 0*71", false },
        { ONE_TENSOR " t:w 4:1 8:8 4:0 8:0 0*72", true },
        { "GGUF 4:3 8:1 8:1 t:general.alignment 4:4 4:64 t:w 4:1 8:8 4:0 8:0 0*134", false },
        { "GGUF 4:3 8:1 8:1 t:general.alignment 4:4 4:64 t:w 4:1 8:8 4:0 8:0 0*135", true },
        { "GGUF 4:3 8:1 8:1 t:general.alignment 4:4 4:2 t:w 4:1 8:8 4:0 8:0 0*64", false },
        { "GGUF 4:3 8:1 8:1 t:general.alignment 4:4 4:2 t:w 4:1 8:8 4:0 8:0 0*65", true },
    };
    static struct header header;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        write_header_words(&header, cases[i].words);
        if (!aic_model_text_read("x", (const char *)header.at, header.length, &file, &error)) {
            fail_msg("%s: %s", cases[i].words, error.message);
        }
        if (is_said(&file, "trailing-bytes") != cases[i].told) {
            fail_msg("%s: told otherwise", cases[i].words);
        }
    }
}

/* In a file that goes on for ever the header ends where no header goes on. */
static void headers_end_somewhere(void **state)
{
    static const struct {
        const char *words, *message;
    } cases[] = {
        { ONE_KEY " t:key 4:8 8:99999953", NULL },
        { ONE_KEY " t:key 4:8 8:99999954", "x: byte 47: the text of 'key' has 99999954 bytes, but "
                                           "the header ends at byte 100000000" },
        { ONE_KEY " t:key 4:9 4:4 8:24999988",
          "x: byte 51: the list of 'key' has 24999988 entries, but the header ends at byte "
          "100000000" },
    };
    static struct header header;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        write_header_words(&header, cases[i].words);
        const struct fake_file listed[] = { { "x", header.at, header.length }, { NULL, NULL, 0 } };
        struct fake_files endless = { .at = listed, .zeros = UINT64_C(1) << 40 };
        bool taken = fake_model(&endless, "x", &file, &error);
        if (taken != !cases[i].message ||
            (!taken && strcmp(error.message, cases[i].message) != 0)) {
            fail_msg("%s: %s", cases[i].words, taken ? "taken" : error.message);
        }
    }
}

/* A second part may have as many tensors as the first leaves of a million. */
static void parts_hold_a_million_tensors(void **state)
{
    static struct header first, second;
    static const char keys[] = "t:split.no 4:4 4:%d t:split.count 4:4 4:2 %s";
    static const char *const counts[] = { "999999", "1000000" };
    static const char *const messages[] = { "in the middle of tensor 0",
                                            "1000000 tensors, with those of other parts" };
    char words[384], tail[256];
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        snprintf(tail, sizeof tail, keys, 0, "t:w 4:1 8:8 4:0 8:0 0*64");
        snprintf(words, sizeof words, "GGUF 4:3 8:1 8:2 %s", tail);
        write_header_words(&first, words);
        snprintf(tail, sizeof tail, keys, 1, "");
        snprintf(words, sizeof words, "GGUF 4:3 8:%s 8:2 %s", counts[i], tail);
        write_header_words(&second, words);
        const struct fake_file listed[] = { { "x-00001-of-00002.gguf", first.at, first.length },
                                            { "x-00002-of-00002.gguf", second.at, second.length },
                                            { NULL, NULL, 0 } };
        struct fake_files files = { .at = listed };
        assert_false(fake_model(&files, NULL, &file, &error));
        if (!strstr(error.message, messages[i])) {
            fail_msg("%s", error.message);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(versions_and_counts),
        cmocka_unit_test(names_of_keys),
        cmocka_unit_test(types_of_values),
        cmocka_unit_test(texts_and_lists),
        cmocka_unit_test(alignments),
        cmocka_unit_test(names_of_tensors),
        cmocka_unit_test(shapes),
        cmocka_unit_test(types_of_tensors),
        cmocka_unit_test(places_of_tensors),
        cmocka_unit_test(bytes_behind_are_told),
        cmocka_unit_test(headers_end_somewhere),
        cmocka_unit_test(parts_hold_a_million_tensors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
