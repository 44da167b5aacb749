/* SPDX-License-Identifier: Apache-2.0 */
/* The reader under the formats of weights: bytes are read, passed over, cut off, or a stream fails to give them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "weight_words.h"

static struct aic_error error;

static void numbers_are_written_as_digits(void **state)
{
    static const struct {
        uint64_t number;
        const char *digits;
    } cases[] = {
        { 0, "0" },     { 9, "9" },       { 10, "10" },
        { 101, "101" }, { 4096, "4096" }, { UINT64_MAX, "18446744073709551615" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_string_equal(aic_digits(cases[i].number).text, cases[i].digits);
    }
}

enum { LONG = 3 * READER_SIZE };

static unsigned char bytes_at(size_t place)
{
    return (unsigned char)(place * 7 + place / 256);
}

/* Bytes that are taken after others were passed over are those of that place, whatever lies in the buffer. */
static void bytes_are_those_of_their_place(void **state)
{
    static unsigned char whole[LONG], taken[LONG];
    static const size_t sizes[] = {
        0, 1, 2, 7, 100, READER_SIZE - 1, READER_SIZE, READER_SIZE + 1
    };
    enum { SIZES = sizeof sizes / sizeof sizes[0] };
    (void)state;
    for (size_t i = 0; i < LONG; i++) {
        whole[i] = bytes_at(i);
    }
    for (size_t n = 0; n < SIZES * SIZES; n++) {
        size_t first = sizes[n % SIZES], passed = sizes[n / SIZES];
        for (size_t piece = 0; piece <= 5000; piece += 2500) {
            struct pieces in;
            open_pieces(&in, whole, LONG, piece, &error);
            assert_true(aic_reader_take(&in.reader, taken, first));
            assert_memory_equal(taken, whole, first);
            assert_true(aic_reader_skip(&in.reader, passed));
            assert_int_equal(aic_reader_place(&in.reader), first + passed);
            assert_int_equal(aic_reader_rest(&in.reader), LONG - first - passed);
            assert_int_equal(aic_reader_peek(&in.reader), bytes_at(first + passed));
            size_t rest = LONG - first - passed;
            assert_true(aic_reader_take(&in.reader, taken, rest));
            assert_memory_equal(taken, whole + first + passed, rest);
            assert_int_equal(aic_reader_peek(&in.reader), -1);
            assert_int_equal(aic_reader_next(&in.reader), -1);
            assert_false(aic_reader_take(&in.reader, taken, 1));
            assert_int_equal(error.code, AIC_OK);
            close_pieces(&in);
        }
    }
}

/* Numbers are little-endian, and nothing behind the end of a header is looked at. */
static void headers_end_before_the_data(void **state)
{
    static const unsigned char bytes[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 };
    static const uint64_t numbers[] = {
        [1] = 0x01, [2] = 0x0201, [4] = 0x04030201, [8] = 0x0807060504030201
    };
    (void)state;
    for (size_t size = 1; size <= 8; size *= 2) {
        for (size_t end = 0; end <= sizeof bytes; end++) {
            struct pieces in;
            uint64_t number = 0;
            open_pieces(&in, bytes, sizeof bytes, end % 3, &error);
            in.reader.end = end;
            assert_int_equal(aic_reader_fill(&in.reader, 10), end);
            assert_int_equal(aic_reader_number(&in.reader, size, &number), size <= end);
            assert_true(size > end || number == numbers[size]);
            assert_int_equal(aic_reader_peek(&in.reader), size < end ? (int)size + 1 : -1);
            close_pieces(&in);
        }
    }
}

/* A stream that ends before what is passed over does. */
static void ends_are_noticed(void **state)
{
    struct pieces in;
    (void)state;
    for (size_t piece = 0; piece < 3; piece++) {
        open_pieces(&in, "abcdef", 6, piece, &error);
        assert_int_equal(aic_reader_next(&in.reader), 'a');
        assert_false(aic_reader_skip(&in.reader, 6));
        assert_true(in.reader.ended);
        assert_int_equal(aic_reader_place(&in.reader), 6);
        assert_int_equal(aic_reader_peek(&in.reader), -1);
        close_pieces(&in);
        open_pieces(&in, "abcdef", 6, piece, &error);
        assert_int_equal(aic_reader_next(&in.reader), 'a');
        assert_true(aic_reader_skip(&in.reader, 5));
        assert_int_equal(aic_reader_peek(&in.reader), -1);
        assert_true(aic_reader_skip(&in.reader, 0));
        close_pieces(&in);
    }
}

/* Where a header is cut off it is the file that ends, unless there is more of it than is ever read. */
static void ends_of_headers_are_told(void **state)
{
    static const struct {
        uint64_t place;
        bool ended;
        const char *message;
    } cases[] = {
        { 7, false, "t: byte 5: the file ends at byte 7, in the middle of it" },
        { 7, true, "t: byte 5: the file ends at byte 7, in the middle of it" },
        { HEADER_MAX - 1, false, "t: byte 5: the file ends at byte 99999999, in the middle of it" },
        { HEADER_MAX, false,
          "t: byte 5: the header goes on behind byte 100000000, in the middle of it" },
        { HEADER_MAX + 1, false,
          "t: byte 5: the header goes on behind byte 100000000, in the middle of it" },
        { HEADER_MAX, true, "t: byte 5: the file ends at byte 100000000, in the middle of it" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct pieces in;
        open_pieces(&in, "", 0, 0, &error);
        in.reader.base = cases[i].place;
        in.reader.ended = cases[i].ended;
        assert_false(aic_reader_fail_end(&in.reader, 5, "it"));
        assert_string_equal(error.message, cases[i].message);
        close_pieces(&in);
    }
    for (int told = 0; told < 2; told++) {
        struct pieces in;
        open_pieces(&in, "", 0, 0, &error);
        in.reader.stream.length = told ? 9 : AIC_LENGTH_UNKNOWN;
        assert_false(aic_reader_fail_end(&in.reader, 5, "it"));
        assert_non_null(
            strstr(error.suggestion, told ? "fetch the file again" : "give more of it"));
        close_pieces(&in);
    }
}

static void memory_is_a_stream(void **state)
{
    (void)state;
    for (size_t length = 0; length <= 10; length++) {
        for (size_t passed = 0; passed <= length; passed++) {
            struct memory memory = { "abcdefghij", length, 0 };
            struct aic_stream stream = aic_memory_stream(&memory);
            struct reader reader;
            unsigned char taken[10];
            assert_int_equal(stream.length, length);
            assert_true(aic_reader_init(&reader, "m", &stream, &error));
            memset(reader.buffer, '-', READER_SIZE);
            assert_true(aic_reader_skip(&reader, passed));
            assert_true(aic_reader_take(&reader, taken, length - passed));
            assert_memory_equal(taken, memory.bytes + passed, length - passed);
            assert_int_equal(aic_reader_next(&reader), -1);
            aic_reader_clear(&reader);
        }
    }
}

/* Behind a failure there is nothing, whatever lies in the buffer. */
static void nothing_is_read_after_a_failure(void **state)
{
    (void)state;
    for (int failing = 0; failing < 2; failing++) { /* reading, passing over */
        struct pieces in;
        unsigned char byte;
        uint64_t number;
        open_pieces(&in, "abcdefghij", 10, 4, &error);
        assert_int_equal(aic_reader_next(&in.reader), 'a');
        in.files.calls = 0;
        in.files.fails_at = 1;
        if (failing == 0) {
            assert_int_equal(aic_reader_fill(&in.reader, 8), 0);
        } else {
            assert_false(aic_reader_skip(&in.reader, 8));
        }
        assert_true(in.reader.failed);
        assert_string_equal(error.message, "the disk is broken");
        assert_int_equal(aic_reader_fill(&in.reader, 1), 0);
        assert_int_equal(aic_reader_fill(&in.reader, 5), 0);
        assert_int_equal(aic_reader_peek_slow(&in.reader), -1);
        assert_false(aic_reader_take(&in.reader, &byte, 1));
        assert_false(aic_reader_number(&in.reader, 8, &number));
        while (in.reader.at < in.reader.filled) { /* what lay there before may be looked at */
            assert_in_range(aic_reader_next(&in.reader), 'b', 'd');
        }
        assert_int_equal(aic_reader_peek(&in.reader), -1);
        assert_false(aic_reader_fail(&in.reader, 0, "another error"));
        assert_false(aic_reader_fail_end(&in.reader, 0, "another one"));
        assert_string_equal(error.message, "the disk is broken");
        close_pieces(&in);
    }
}

/* Of what lies there already all is taken before a stream is asked for more. */
static void nothing_is_read_before_it_is_needed(void **state)
{
    (void)state;
    for (size_t taken = 1; taken <= 4; taken++) {
        struct pieces in;
        char bytes[4];
        open_pieces(&in, "abcdefghij", 10, 4, &error);
        assert_int_equal(aic_reader_fill(&in.reader, 1), 1);
        in.files.calls = 0;
        in.files.fails_at = 1;
        assert_true(aic_reader_take(&in.reader, bytes, 4 - taken));
        assert_true(aic_reader_take(&in.reader, bytes, taken));
        assert_memory_equal(bytes, &"abcd"[4 - taken], taken);
        assert_int_equal(in.files.calls, 0);
        assert_false(aic_reader_take(&in.reader, bytes, 1));
        assert_string_equal(error.message, "the disk is broken");
        close_pieces(&in);
    }
}

/* A whole file is read up to so many bytes, and a NUL stands behind it. */
static void whole_files_have_a_largest_length(void **state)
{
    static const size_t lengths[] = {
        0, 1, 100, READER_SIZE - 1, READER_SIZE, READER_SIZE + 1, LONG
    };
    static unsigned char whole[LONG];
    (void)state;
    for (size_t i = 0; i < LONG; i++) {
        whole[i] = bytes_at(i);
    }
    for (size_t n = 0; n < 3 * (sizeof lengths / sizeof lengths[0]); n++) {
        size_t length = lengths[n / 3], found;
        for (size_t most = length > 0 ? length - 1 : 0; most <= length + 1; most++) {
            struct pieces in;
            char *text;
            open_pieces(&in, whole, length, n % 3 * 777, &error);
            assert_int_equal(aic_read_whole(&in.reader, most, &text, &found), most >= length);
            if (most >= length) {
                assert_int_equal(found, length);
                assert_memory_equal(text, whole, length);
                assert_int_equal(text[length], 0);
            } else {
                assert_null(text);
                assert_non_null(strstr(error.message, aic_digits(most).text));
            }
            free(text);
            close_pieces(&in);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_written_as_digits),
        cmocka_unit_test(bytes_are_those_of_their_place),
        cmocka_unit_test(headers_end_before_the_data),
        cmocka_unit_test(ends_are_noticed),
        cmocka_unit_test(ends_of_headers_are_told),
        cmocka_unit_test(memory_is_a_stream),
        cmocka_unit_test(nothing_is_read_after_a_failure),
        cmocka_unit_test(nothing_is_read_before_it_is_needed),
        cmocka_unit_test(whole_files_have_a_largest_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
