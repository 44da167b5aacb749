/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sweeps: lines "P=SPEC" over kvcache; the first and the last case have finite values. Names of entries
 * are looked for in catalogs of hundreds: in few of them.
 */
#include "fuzz.h"

#include <aicalc/sweep.h>

static void check_cases(const struct aic_sweep *sweep)
{
    struct aic_value values[AIC_VARIED_MAX];
    must(sweep->case_count > 0);
    const uint64_t cases[] = { 0, sweep->case_count / 2, sweep->case_count - 1 };
    for (size_t i = 0; i < 3; i++) {
        aic_sweep_case(sweep, cases[i], values);
        for (size_t a = 0; a < sweep->axis_count; a++) {
            must(!values[a].set || values[a].name || isfinite(values[a].number));
        }
    }
}

static bool names_entries(const struct aic_calculator *calculator, const char *line)
{
    const struct aic_table *inputs = &calculator->inputs;
    size_t at = aic_table_find(inputs, line, strcspn(line, "="));
    return at < aic_table_size(inputs) && aic_table_at(inputs, at, NULL)->kind == AIC_REFERENCE;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    const char *lines[AIC_VARIED_MAX];
    size_t count = 0;
    const struct aic_calculator *calculator = aic_calculator_find("kvcache");
    for (char *line = strtok(text, "\n"); line && count < AIC_VARIED_MAX;
         line = strtok(NULL, "\n")) {
        lines[count] = line;
        count += fuzz_goes_on(size) || !names_entries(calculator, line);
    }
    struct aic_catalog catalog;
    struct aic_sweep sweep;
    struct aic_error error = { 0 };
    aic_catalog_init(&catalog);
    const struct aic_recipe recipe = {
        .calculator = calculator,
        .catalog = &catalog,
        .settings_origin = AIC_FROM_FLAG,
    };
    if (count > 0) {
        if (aic_sweep_init(&sweep, &recipe, lines, count, &error)) {
            check_cases(&sweep);
        } else {
            must_explain(&error);
        }
        aic_sweep_clear(&sweep);
    }
    aic_catalog_clear(&catalog);
    free(text);
    return 0;
}
