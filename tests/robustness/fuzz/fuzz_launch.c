/* SPDX-License-Identifier: Apache-2.0 */
/* Texts of any kind through the public way in: cases that are whole, or an error that explains. */
#include "launches.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_read(data, size);
    return 0;
}
