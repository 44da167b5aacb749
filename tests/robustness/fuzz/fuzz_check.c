/* SPDX-License-Identifier: Apache-2.0 */
/* Check files: what is read is computed and judged. */
#include "fuzz.h"

#include <aicalc/check.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    struct aic_catalog catalog;
    struct aic_json json;
    struct aic_error error = { 0 };
    aic_catalog_init(&catalog);
    if (aic_json_parse(&json, "check.json", text, size, AIC_JSON_INPUT_MAX, 0, &error)) {
        struct aic_checks checks;
        const struct aic_check_source source = { .json = &json,
                                                 .name = "check",
                                                 .catalog = &catalog };
        if (!aic_checks_read(&checks, &source, &error) || !aic_checks_run(&checks, &error)) {
            must_explain(&error);
        }
        aic_checks_clear(&checks);
    }
    aic_json_clear(&json);
    aic_catalog_clear(&catalog);
    free(text);
    return 0;
}
