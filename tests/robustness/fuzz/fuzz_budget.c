/* SPDX-License-Identifier: Apache-2.0 */
/* Budgets, bound to a calculator that their length tells. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    size_t calculators = 0;
    while (aic_calculator_at(calculators)) {
        calculators++;
    }
    const struct aic_calculator *calculator = aic_calculator_at(size % calculators);
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
    free(text);
    return 0;
}
