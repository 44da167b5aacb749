/* SPDX-License-Identifier: Apache-2.0 */
/* Quantities: the first byte chooses the dimension. What is read is finite, and reads back. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) {
        return 0;
    }
    enum aic_dimension dimension = (enum aic_dimension)(data[0] % AIC_DIMENSIONS);
    char *text = fuzz_text(data + 1, size - 1);
    struct aic_error error = { 0 };
    double value, again;
    if (aic_quantity_read(text, size - 1, dimension, "field", &value, &error)) {
        char written[AIC_QUANTITY_SIZE];
        must(isfinite(value));
        for (int style = AIC_UNITS_AUTO; style <= AIC_UNITS_RAW; style++) {
            size_t length = aic_quantity_write(written, sizeof written, value, dimension, NULL,
                                               (enum aic_unit_style)style);
            must(length < sizeof written);
            must(aic_quantity_read(written, length, dimension, NULL, &again, &error));
        }
        must(again == value); /* the last style is raw */
    } else {
        must_explain(&error);
    }
    free(text);
    return 0;
}
