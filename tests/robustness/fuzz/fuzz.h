/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fuzz targets: one function each, for libFuzzer (-DAICALC_FUZZ=ON with clang) or for
 * replay.c, which runs the corpus in every test run.
 */
#ifndef AICALC_TESTS_FUZZ_H
#define AICALC_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <aicalc/aicalc.h>
#include <aicalc/registry.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the run where something does not hold, whatever the build. */
static inline void must(bool holds)
{
    if (!holds) {
        abort();
    }
}

/* All calculators, compositions too. */
static inline const struct aic_calculator *fuzz_calculator(const char *name)
{
    static struct aic_registry registry;
    return aic_registry_find(&registry, name, NULL);
}

/*
 * Reading is what most inputs are for. What follows from it - answers, words - takes longer and is the
 * same for many: of so many lengths, those of one go on to it.
 */
static inline bool fuzz_goes_on(size_t size)
{
    return size % 16 == 0;
}

/* The input as a text with a NUL behind it; free() it. */
static inline char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    must(text != NULL);
    if (size > 0) {
        memcpy(text, data, size);
    }
    text[size] = '\0';
    return text;
}

/* A refusal says why, in one line that ends in no full stop. */
static inline void must_explain(const struct aic_error *error)
{
    size_t length = strlen(error->message);
    must(error->code != AIC_OK && length > 0 && length < sizeof error->message);
}

#endif
