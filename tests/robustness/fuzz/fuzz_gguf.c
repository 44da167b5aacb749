/* SPDX-License-Identifier: Apache-2.0 */
/* GGUF: as it stands, and with the magic and a version that is read. */
#include "weights.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    fuzz_weights("x.gguf", text, size);
    if (size >= 8) {
        memcpy(text, "GGUF\3\0\0\0", 8);
        fuzz_weights("x.gguf", text, size);
    }
    free(text);
    return 0;
}
