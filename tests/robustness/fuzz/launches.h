/* SPDX-License-Identifier: Apache-2.0 */
/* Texts of launches in a reader of their own: what all these targets share. */
#ifndef AICALC_TESTS_FUZZ_LAUNCHES_H
#define AICALC_TESTS_FUZZ_LAUNCHES_H

#include "fuzz.h"

#include "launch/case.h"

/* Calls `use` with the text as one source of a reader that knows the built-in catalog. */
static inline void fuzz_source(const uint8_t *data, size_t size,
                               void (*use)(struct reader *reader, const struct source *source))
{
    struct aic_catalog catalog;
    struct aic_error error = { .code = AIC_OK };
    struct aic_launch launch = { .memory = NULL };
    const struct aic_launch_request request = { .catalog = &catalog };
    struct reader reader = { .request = &request, .launch = &launch, .error = &error };
    char *text = fuzz_text(data, size);
    struct source source = { .name = "input", .file = "input", .text = text, .line = 1 };
    for (size_t i = 0; i < size; i++) { /* as aic_launch_read() cleans texts */
        text[i] = text[i] == '\0' || text[i] == HOLE_BEGIN || text[i] == HOLE_END ? ' ' : text[i];
    }
    source.length = size;
    aic_catalog_init(&catalog);
    use(&reader, &source);
    must(reader.failed == (error.code != AIC_OK));
    if (reader.failed) {
        must_explain(&error);
    }
    launch.memory = reader.blocks;
    aic_launch_clear(&launch);
    free(text);
}

/* Whole texts through the public way in: as a command, or as a file. */
static inline void fuzz_read(const uint8_t *data, size_t size)
{
    struct aic_catalog catalog;
    struct aic_error error = { .code = AIC_OK };
    struct aic_launch launch;
    char *text = fuzz_text(data, size);
    const struct aic_launch_text texts[] = { { "input", text, size } };
    const struct aic_launch_pair flags[] = { { "gpus", "64" } }, variables[] = { { "TP", "2" } };
    const struct aic_launch_request request = { texts, 1,     variables, size % 2,
                                                flags, size % 3 == 0, &catalog };
    aic_catalog_init(&catalog);
    if (aic_launch_read(&request, &launch, &error)) {
        must(launch.case_count > 0 && launch.case_count <= AIC_LAUNCH_CASES_MAX);
        for (size_t i = 0; i < launch.case_count; i++) {
            const struct aic_launch_case *of = &launch.cases[i];
            must(of->name && of->dialect && of->calculators[0]);
            for (size_t k = 0; k < of->input_count; k++) {
                must(of->inputs[k].name && of->inputs[k].text && of->inputs[k].place.name);
            }
        }
        aic_launch_clear(&launch);
    } else {
        must_explain(&error);
    }
    free(text);
}

#endif
