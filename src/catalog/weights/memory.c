/* SPDX-License-Identifier: Apache-2.0 */
/* A stream over what lies in memory. */
#include <string.h>

#include "catalog/weights/sources.h"

static bool read_memory(void *context, void *bytes, size_t length, size_t *count,
                        struct aic_error *error)
{
    struct memory *memory = context;
    size_t rest = memory->length - memory->at;
    (void)error;
    *count = length < rest ? length : rest;
    if (*count > 0) {
        memcpy(bytes, memory->bytes + memory->at, *count);
    }
    memory->at += *count;
    return true;
}

static bool skip_memory(void *context, uint64_t length, uint64_t *count, struct aic_error *error)
{
    struct memory *memory = context;
    size_t rest = memory->length - memory->at;
    (void)error;
    *count = length < rest ? length : rest;
    memory->at += (size_t)*count;
    return true;
}

struct aic_stream aic_memory_stream(struct memory *memory)
{
    return (struct aic_stream){ read_memory, skip_memory, memory, memory->length };
}
