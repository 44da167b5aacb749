/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers: what is read and written again is the same bits, in the exact and the short form. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    double value, again;
    char text[AIC_NUMBER_SIZE];
    char *copy = fuzz_text(data, size);
    size_t length = aic_number_read(copy, size, 0, &value);
    must(length <= size);
    if (length > 0 && isfinite(value)) {
        size_t written = aic_number_write(text, value);
        must(written < sizeof text && text[written] == '\0');
        must(aic_number_read(text, written, 0, &again) == written && again == value);
        for (int digits = 1; digits <= 17; digits++) {
            written = aic_number_write_short(text, value, digits);
            must(written < sizeof text);
            must(aic_number_read(text, written, 0, &again) == written);
            must(fabs(again - value) <= fabs(value) * pow(10, 1 - digits) || !isfinite(again));
        }
    }
    if (size >= sizeof value) {
        memcpy(&value, data, sizeof value);
        if (isfinite(value)) {
            size_t written = aic_number_write(text, value);
            must(aic_number_read(text, written, 0, &again) == written && again == value);
        }
    }
    free(copy);
    return 0;
}
