/* SPDX-License-Identifier: Apache-2.0 */
/* Headers of safetensors at the edges of what is read: which are taken, and the place and reason of the others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "weight_words.h"

static struct aic_model_file file;
static struct aic_error error;

/* A header, the bytes of data behind it, and why it is refused; NULL: it is taken. 255 letters x are "XXX". */
struct row {
    const char *header;
    size_t data;
    const char *message;
};

static void check(const struct row *rows)
{
    static struct fake_bytes bytes;
    char header[1024];
    for (; rows->header; rows++) {
        const char *letters = strstr(rows->header, "XXX");
        if (letters) {
            size_t before = (size_t)(letters - rows->header);
            memcpy(header, rows->header, before);
            memset(header + before, 'x', 255);
            strcpy(header + before + 255, letters + 3);
        } else {
            strcpy(header, rows->header);
        }
        put_safetensors(&bytes, header, rows->data);
        bool taken = aic_model_text_read("x", bytes.at, bytes.length, &file, &error);
        if (taken != !rows->message || (!taken && strcmp(error.message, rows->message) != 0)) {
            fail_msg("%s: %s", header, taken ? "taken" : error.message);
        }
    }
}

static void names_and_members(void **state)
{
    static const struct row rows[] = {
        { "{}", 0, NULL },
        { "{", 0, "x: byte 9: no JSON: its end, where a key is wanted" },
        { " {}", 0, "x: byte 8: a header begins with '{'" },
        { "[]", 0, "x: byte 8: a header begins with '{'" },
        { "{} ", 0, NULL },
        { "{}x", 0, "x: byte 10: no JSON: 'x', where the end is wanted" },
        { "{\"\":{}}", 0, "x: byte 9: the name of a tensor has 0 bytes, not 1 to 255" },
        { "{\"XXXx\":{}}", 0, "x: byte 9: the name of a tensor has 256 bytes, not 1 to 255" },
        { "{\"XXX\":{\"dtype\":\"U8\",\"shape\":[],\"data_offsets\":[0,1]}}", 1, NULL },
        { "{\"t\":1}", 0, "x: byte 13: tensor 't': no object" },
        { "{\"t\":{}}", 0, "x: byte 9: tensor 't': without the key 'dtype'" },
        { "{\"t\":{\"dtype\":\"U8\"}}", 0, "x: byte 9: tensor 't': without the key 'shape'" },
        { "{\"t\":{\"dtype\":\"U8\",\"shape\":[]}}", 0,
          "x: byte 9: tensor 't': without the key 'data_offsets'" },
        { "{\"t\":{\"shape\":[],\"data_offsets\":[0,1]}}", 0,
          "x: byte 9: tensor 't': without the key 'dtype'" },
        { "{\"t\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1],\"a\":1}}", 1,
          "x: byte 60: tensor 't': unknown key 'a'" },
        { "{\"t\":{\"dtype\":\"U8\",\"dtype\":\"U8\"}}", 0,
          "x: byte 27: tensor 't': twice the key 'dtype'" },
        { "{\"t\":{\"shape\":[],\"shape\":[]}}", 0,
          "x: byte 25: tensor 't': twice the key 'shape'" },
        { "{\"t\":{\"data_offsets\":[0,1],\"data_offsets\":[0,1]}}", 0,
          "x: byte 35: tensor 't': twice the key 'data_offsets'" },
        { "{\"t\":{\"dtype\":8}}", 0, "x: byte 22: tensor 't': dtype is no text" },
        { "{\"t\":{\"dtype\":\"u8\"}}", 0, "x: byte 22: tensor 't': unknown dtype 'u8'" },
        { "{\"t\":{\"dtype\":\"U8xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
          "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
          "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
          "xxxxxxxxxxxxxxxxxxxxxxxx\"}}",
          0,
          "x: byte 22: tensor 't': unknown dtype "
          "'U8xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx..."
          "'" },
        { "{\"t\":{\"dtype\":\"\"}}", 0, "x: byte 22: tensor 't': unknown dtype ''" },
        { "{\"t\":{\"dtype\":\"Q4_0\"}}", 0, "x: byte 22: tensor 't': unknown dtype 'Q4_0'" },
        { "{\"t\":{\"data_offsets\":[0,1],\"shape\":[1],\"dtype\":\"U8\"}}", 1, NULL },
        { "{\"__metadata__\":{},\"__metadata__\":{}}", 0,
          "x: byte 27: __metadata__ is there twice" },
        { "{\"__metadata__\":{\"a\":1}}", 0,
          "x: byte 29: __metadata__ holds a value that is no text" },
        { "{\"__metadata__\":{\"a\":\"b\",\"c\":\"d\"}}", 0, NULL },
        { "{\"__metadata__\":[]}", 0, "x: byte 24: __metadata__ is no object" },
        { "{\"__metadata__\":{\"a\":{}}}", 0,
          "x: byte 29: __metadata__ holds a value that is no text" },
        { "{\"__metadata__\":{\"a\":\"b\" \"c\":\"d\"}}", 0,
          "x: byte 33: no JSON: '\"c', where ',' or '}' is wanted" },
        { NULL, 0, NULL },
    };
    (void)state;
    check(rows);
}

static void shapes_and_offsets(void **state)
{
    static const struct row rows[] = {
        { "{\"t\":{\"shape\":1}}", 0, "x: byte 22: tensor 't': shape is no list" },
        { "{\"t\":{\"shape\":[1,2,3,4,5,6,7,8,9]}}", 0,
          "x: byte 39: tensor 't': shape has more than 8 dimensions" },
        { "{\"t\":{\"dtype\":\"U8\",\"shape\":[1,1,1,1,1,1,1,2],\"data_offsets\":[0,2]}}", 2,
          NULL },
        { "{\"t\":{\"shape\":[1.5]}}", 0,
          "x: byte 23: tensor 't': shape holds no whole number below 2^63, but '1.5'" },
        { "{\"t\":{\"shape\":[-1]}}", 0,
          "x: byte 23: tensor 't': shape holds no whole number below 2^63, but '-1'" },
        { "{\"t\":{\"shape\":[\"1\"]}}", 0,
          "x: byte 23: tensor 't': shape holds no whole number below 2^63, but '\"'" },
        { "{\"t\":{\"shape\":[1,]}}", 0,
          "x: byte 25: tensor 't': shape holds no whole number below 2^63, but ']'" },
        { "{\"t\":{\"shape\":[,1]}}", 0,
          "x: byte 23: tensor 't': shape holds no whole number below 2^63, but ','" },
        { "{\"t\":{\"shape\":[01]}}", 0,
          "x: byte 23: tensor 't': shape holds no whole number below 2^63, but '01'" },
        { "{\"t\":{\"shape\":[9223372036854775808]}}", 0,
          "x: byte 23: tensor 't': shape holds no whole number below 2^63,"
          " but '9223372036854775808'" },
        { "{\"t\":{\"data_offsets\":[0]}}", 0,
          "x: byte 29: tensor 't': data_offsets are not a begin and an end" },
        { "{\"t\":{\"data_offsets\":[]}}", 0,
          "x: byte 29: tensor 't': data_offsets are not a begin and an end" },
        { "{\"t\":{\"data_offsets\":[0,1,2]}}", 0,
          "x: byte 34: tensor 't': data_offsets holds more than two numbers" },
        { "{\"t\":{\"data_offsets\":[2,1]}}", 0,
          "x: byte 29: tensor 't': data_offsets are not a begin and an end" },
        { "{\"t\":{\"data_offsets\":7}}", 0, "x: byte 29: tensor 't': data_offsets is no list" },
        { "{\"t\":{\"data_offsets\":[a,1]}}", 0,
          "x: byte 30: tensor 't': data_offsets holds no whole number below 2^63, but 'a'" },
        { "{\"t\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[0,1]}}", 1,
          "x: byte 9: tensor 't': data_offsets hold 1 bytes, its shape takes 2" },
        { "{\"t\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[0,3]}}", 3,
          "x: byte 9: tensor 't': data_offsets hold 3 bytes, its shape takes 2" },
        { "{\"t\":{\"dtype\":\"F32\",\"shape\":[3,5],\"data_offsets\":[0,60]}}", 60, NULL },
        { "{\"t\":{\"dtype\":\"F64\",\"shape\":[],\"data_offsets\":[0,8]}}", 8, NULL },
        { "{\"t\":{\"dtype\":\"U8\",\"shape\":[0,9223372036854775807],\"data_offsets\":[0,0]}}", 0,
          NULL },
        { "{\"t\":{\"dtype\":\"U8\",\"shape\":[9223372036854775807,2],\"data_offsets\":[0,0]}}", 0,
          "x: byte 9: tensor 't': the elements of its shape overflow" },
        { "{\"t\":{\"dtype\":\"U8\",\"shape\":[9007199254740993],\"data_offsets\":[0,1]}}", 0,
          "x: byte 9: tensor 't': the elements of its shape overflow" },
        { "{\"t\":{\"dtype\":\"U8\",\"shape\":[9007199254740992],\"data_offsets\":[0,1]}}", 0,
          "x: byte 9: tensor 't': data_offsets hold 1 bytes, its shape takes 9007199254740992" },
        { "{\"t\":{\"dtype\":\"F64\",\"shape\":[9007199254740992],\"data_offsets\":[0,1]}}", 0,
          "x: byte 9: tensor 't': data_offsets hold 1 bytes, its shape takes 72057594037927936" },
        { "{\"t\":{\"dtype\":\"F4\",\"shape\":[2],\"data_offsets\":[0,1]}}", 1, NULL },
        { "{\"t\":{\"dtype\":\"F4\",\"shape\":[3],\"data_offsets\":[0,2]}}", 2,
          "x: byte 9: tensor 't': the bits of its shape are no whole bytes" },
        { "{\"t\":{\"dtype\":\"F6_E2M3\",\"shape\":[4],\"data_offsets\":[0,3]}}", 3, NULL },
        { "{\"t\":{\"dtype\":\"F6_E3M2\",\"shape\":[2],\"data_offsets\":[0,2]}}", 2,
          "x: byte 9: tensor 't': the bits of its shape are no whole bytes" },
        { "{\"t\":{\"dtype\":\"F4\",\"shape\":[2],\"data_offsets\":[0,2]}}", 2,
          "x: byte 9: tensor 't': data_offsets hold 2 bytes, its shape takes 1" },
        { NULL, 0, NULL },
    };
    (void)state;
    check(rows);
}

static void places_of_data(void **state)
{
    static const struct row rows[] = {
        { "{\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]},"
          "\"b\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[1,3]}}",
          3, NULL },
        { "{\"b\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[1,3]},"
          "\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}}",
          3, NULL },
        { "{\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]},"
          "\"b\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[1,4]}}",
          4, "x: byte 61: tensor 'b': data_offsets hold 3 bytes, its shape takes 2" },
        { "{\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]},"
          "\"b\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[2,4]}}",
          4, "x: tensor 'b': data begins at 2, not at 1: a hole" },
        { "{\"a\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[0,2]},"
          "\"b\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[1,3]}}",
          3, "x: tensor 'b': data begins at 1, not at 2: an overlap" },
        { "{\"t\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[1,2]}}", 2,
          "x: tensor 't': data begins at 1, not at 0: a hole" },
        { "{\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]},"
          "\"b\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0]}}",
          1, NULL },
        { "{\"a\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[1,1]},"
          "\"b\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}}",
          1, NULL },
        { "{\"b\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0]},"
          "\"a\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0]},"
          "\"c\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}}",
          1, NULL },
        { "{\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]},"
          "\"b\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}}",
          1, "x: tensor 'b': data begins at 0, not at 1: an overlap" },
        { "{\"b\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]},"
          "\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}}",
          1, "x: tensor 'b': data begins at 0, not at 1: an overlap" },
        { "{\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]},"
          "\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[1,2]}}",
          2, "x: tensor 'a' is there twice" },
        { "{\"b\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]},"
          "\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[1,2]},"
          "\"b\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[2,3]}}",
          3, "x: tensor 'b' is there twice" },
        { "{\"t\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[0,2]}}", 1,
          "x: byte 62: the tensors end at byte 63, but the file ends at byte 62" },
        { "{\"t\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[0,2]}}", 3,
          "x: byte 63: the tensors end at byte 63, but the file goes on to byte 64" },
        { "{}", 1, "x: byte 10: the tensors end at byte 10, but the file goes on to byte 11" },
        { NULL, 0, NULL },
    };
    (void)state;
    check(rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_members),
        cmocka_unit_test(shapes_and_offsets),
        cmocka_unit_test(places_of_data),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
