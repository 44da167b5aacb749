/* SPDX-License-Identifier: Apache-2.0 */
/* What a file is: its first bytes decide, not its name. */
#include <string.h>

#include "catalog/weights/sources.h"
#include "core/ascii.h"

#define HEAD 512

static bool begins(const unsigned char *bytes, size_t length, const char *with, size_t size)
{
    return length >= size && memcmp(bytes, with, size) == 0;
}

static const char pointer[] = "version https://git-lfs";

bool aic_fail_pointer(struct reader *reader)
{
    char size[32] = "";
    size_t there = aic_reader_fill(reader, HEAD), length = 0;
    for (size_t i = 0; i + 6 < there; i++) {
        if (memcmp(reader->buffer + i, "\nsize ", 6) == 0) {
            for (i += 6; i < there && aic_is_digit((char)reader->buffer[i]) && length < 20; i++) {
                size[length++] = (char)reader->buffer[i];
            }
            break;
        }
    }
    size[length] = '\0';
    aic_reader_fail(reader, 0, "a Git LFS pointer, not the file itself%s%s%s",
                    length ? " (of " : "", size, length ? " bytes)" : "");
    return aic_suggest(reader->error, "run 'git lfs pull'");
}

/* Formats that are known and not read; eight bytes are there at least. */
static bool refuse(struct reader *reader, size_t there)
{
    const unsigned char *bytes = reader->buffer;
    static const char *const old[] = { "lmgg", "fmgg", "tjgg", "algg" };
    for (size_t i = 0; i < sizeof old / sizeof old[0]; i++) {
        if (begins(bytes, there, old[i], 4)) {
            aic_reader_fail(reader, 0, "a file of GGML before GGUF, which is not read");
            return aic_suggest(reader->error, "convert the model to GGUF");
        }
    }
    if (begins(bytes, there, "PK\3\4", 4) || (bytes[0] == 0x80 && bytes[1] >= 2 && bytes[1] <= 5)) {
        aic_reader_fail(reader, 0, "a PyTorch file (pickle), which is not read");
        return aic_suggest(reader->error, "convert it to safetensors");
    }
    if (there >= 9 && bytes[8] == '{') {
        uint64_t length = 0;
        for (size_t i = 8; i-- > 0;) {
            length = length << 8 | bytes[i];
        }
        aic_reader_fail(reader, 0,
                        "a header of %s bytes is above the 100000000 that safetensors allows",
                        aic_digits(length).text);
        return aic_suggest(reader->error, "it may be no safetensors file");
    }
    aic_reader_fail(reader, 0, "neither safetensors nor GGUF nor JSON");
    return aic_suggest(reader->error, "give a config.json, a .safetensors or .gguf file, or a "
                                      "folder with them");
}

bool aic_sniff(struct reader *reader, enum kind *kind)
{
    size_t there = aic_reader_fill(reader, HEAD);
    const unsigned char *bytes = reader->buffer;
    *kind = KIND_NOTHING;
    if (reader->failed) {
        return false;
    }
    if (begins(bytes, there, "GGUF", 4)) {
        *kind = KIND_GGUF;
        return true;
    }
    /* little-endian and at most 100,000,000: the upper half is 0 */
    if (there >= 8 && memcmp(bytes + 4, "\0\0\0\0", 4) == 0 &&
        (bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
         (uint32_t)bytes[3] << 24) <= HEADER_MAX) {
        *kind = KIND_SAFETENSORS;
        return true;
    }
    if (begins(bytes, there, pointer, sizeof pointer - 1)) {
        *kind = KIND_POINTER;
        return true;
    }
    size_t first = 0;
    while (first < there && memchr(" \t\r\n", bytes[first], 4)) {
        first++;
    }
    if (first < there && bytes[first] == '{') {
        *kind = KIND_JSON;
        return true;
    }
    if (first < there && bytes[first] == '<') {
        aic_reader_fail(reader, 0, "a web page, not a model");
        return aic_suggest(reader->error, "download the file itself");
    }
    if (first == there && there == HEAD) {
        *kind = KIND_JSON; /* blanks: its grammar says what is wrong */
        return true;
    }
    if (there < 8) {
        return aic_reader_fail_end(reader, 0, "its first bytes");
    }
    return refuse(reader, there);
}
