/* SPDX-License-Identifier: Apache-2.0 */
/* Budgets, bound to every calculator in turn. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    const struct aic_calculator *calculator;
    for (size_t c = 0; (calculator = aic_calculator_at(c)); c++) {
        struct aic_budget budget;
        struct aic_error error = { 0 };
        if (aic_budget_read(&budget, calculator, text, &error)) {
            must(budget.result < aic_table_size(&calculator->results));
            must(isfinite(budget.limit));
            bool at_limit = aic_budget_holds(&budget, budget.limit);
            must(at_limit == (budget.relation != AIC_LESS && budget.relation != AIC_MORE));
        } else {
            must_explain(&error);
        }
    }
    free(text);
    return 0;
}
