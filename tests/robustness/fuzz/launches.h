/* SPDX-License-Identifier: Apache-2.0 */
/* Texts of launches in a reader of their own: what all these targets share. */
#ifndef AICALC_TESTS_FUZZ_LAUNCHES_H
#define AICALC_TESTS_FUZZ_LAUNCHES_H

#include "fuzz.h"

#include "launch/case.h"

/* The lists of programs, machines and names, which are the same for each text: they are read once. */
static inline struct reader fuzz_lists(const struct aic_catalog *catalog)
{
    static struct reader kept;
    if (!kept.blocks) {
        static struct aic_error error;
        static struct aic_launch launch;
        const struct aic_launch_request request = { .catalog = catalog };
        static const char *const programs[] = { "vllm",     "sglang",     "trtllm",
                                                "llamacpp", "megatron",   "hf",
                                                "axolotl",  "torchtitan", "deepspeed" };
        kept = (struct reader){ .request = &request, .launch = &launch, .error = &error };
        for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
            must(aic_launch_program(&kept, programs[i]));
        }
        must(aic_launch_machines(&kept) && aic_launch_find_gpu(&kept, "h100-sxm") &&
             aic_launch_find_model(&kept, "Qwen/Qwen3-8B").name);
    }
    return (struct reader){ .programs = kept.programs,
                            .machines = kept.machines,
                            .model_names = kept.model_names,
                            .gpu_names = kept.gpu_names };
}

/* Calls `use` with the text as one source of a reader that knows the built-in catalog. */
static inline void fuzz_source(const uint8_t *data, size_t size,
                               void (*use)(struct reader *reader, const struct source *source))
{
    struct aic_catalog catalog;
    struct aic_error error = { .code = AIC_OK };
    struct aic_launch launch = { .memory = NULL };
    const struct aic_launch_request request = { .catalog = &catalog };
    aic_catalog_init(&catalog);
    struct reader reader = fuzz_lists(&catalog);
    reader.request = &request;
    reader.launch = &launch;
    reader.error = &error;
    char *text = fuzz_text(data, size);
    struct source source = { .name = "input", .file = "input", .text = text, .line = 1 };
    for (size_t i = 0; i < size; i++) { /* as aic_launch_read() cleans texts */
        text[i] = text[i] == '\0' || text[i] == HOLE_BEGIN || text[i] == HOLE_END ? ' ' : text[i];
    }
    source.length = size;
    use(&reader, &source);
    must(reader.failed == (error.code != AIC_OK));
    if (reader.failed) {
        must_explain(&error);
    }
    launch.memory = reader.blocks;
    aic_launch_clear(&launch);
    free(text);
}

/* Whole texts, as a command or as a file: with a flag and a variable, or without. */
static inline void fuzz_read(const uint8_t *data, size_t size)
{
    struct aic_catalog catalog;
    struct aic_error error = { .code = AIC_OK };
    struct aic_launch launch = { .memory = NULL };
    char *text = fuzz_text(data, size);
    const struct aic_launch_text texts[] = { { "input", text, size } };
    const struct aic_launch_pair flags[] = { { "gpus", "64" } }, variables[] = { { "TP", "2" } };
    const struct aic_launch_request request = { texts,         1,       variables, size % 2, flags,
                                                size % 3 == 0, &catalog };
    aic_catalog_init(&catalog);
    struct reader reader = fuzz_lists(&catalog);
    reader.request = &request;
    reader.launch = &launch;
    reader.error = &error;
    if (aic_launch_read_all(&reader)) {
        must(launch.case_count > 0 && launch.case_count <= AIC_LAUNCH_CASES_MAX);
        for (size_t i = 0; i < launch.case_count; i++) {
            const struct aic_launch_case *of = &launch.cases[i];
            must(of->name && of->dialect && of->calculators[0]);
            for (size_t k = 0; k < of->input_count; k++) {
                must(of->inputs[k].name && of->inputs[k].text && of->inputs[k].place.name);
            }
            for (size_t k = 0; k < of->measured_count; k++) {
                must(of->measured[k].result && of->measured[k].place.name);
            }
        }
        aic_launch_clear(&launch);
    } else {
        must_explain(&error);
    }
    free(text);
}

#endif
