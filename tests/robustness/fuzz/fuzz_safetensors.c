/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Safetensors and indexes. A header is fuzzed as it stands, and, because its length and its offsets seldom
 * fit, again with the length that is true put before it.
 */
#include "weights.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    fuzz_weights("x.safetensors", text, size);
    free(text);
    if (size < 8) {
        return 0;
    }
    text = fuzz_text(data, size);
    for (size_t i = 0; i < 8; i++) {
        text[i] = (char)((size - 8) >> 8 * i);
    }
    fuzz_weights("x.safetensors", text, size);
    free(text);
    return 0;
}
