/* SPDX-License-Identifier: Apache-2.0 */
/* The mistakes of a file, told together. */
#include "analysis/check/check.h"

#include <stdlib.h>
#include <string.h>

/* By their places; what was found first at a place stays first. */
static void insert_mistake(struct aic_checks *checks, const struct aic_error *error)
{
    size_t at = checks->mistake_count++;
    for (; at > 0; at--) {
        const struct aic_error *before = &checks->mistakes[at - 1];
        /* NOLINTNEXTLINE(clang-analyzer-core.*): as many as are counted are set */
        if (before->line < error->line ||
            (before->line == error->line && before->column <= error->column)) {
            break;
        }
        checks->mistakes[at] = *before;
    }
    checks->mistakes[at] = *error;
}

/* A default that is wrong is so in every check that has it. */
static bool is_known(const struct aic_checks *checks, const struct aic_error *error)
{
    for (size_t i = 0; i < checks->mistake_count; i++) {
        if (strcmp(checks->mistakes[i].message, error->message) == 0) {
            return true;
        }
    }
    return false;
}

bool aic_check_mistake(struct aic_checks *checks, struct aic_error *error)
{
    if (aic_code_is_internal(error->code)) {
        return false;
    }
    if (!checks->mistakes) {
        checks->mistakes = malloc(AIC_MISTAKES_MAX * sizeof checks->mistakes[0]);
    }
    if (!checks->mistakes) {
        return aic_fail_memory(error);
    }
    if (checks->mistake_count < AIC_MISTAKES_MAX && !is_known(checks, error)) {
        insert_mistake(checks, error);
    }
    *error = (struct aic_error){ .code = AIC_OK };
    return true;
}
