/* SPDX-License-Identifier: Apache-2.0 */
/* A pool: memory that is handed out in pieces and released together. */
#include "engine/composition/pool.h"

#include <stdlib.h>
#include <string.h>

#define CHUNK 1048576 /* about what a composition needs; untouched pages cost nothing */
#define ALIGN 16

struct aic_pool_chunk {
    struct aic_pool_chunk *next;
    size_t size;
    _Alignas(ALIGN) char bytes[];
};

static bool add_chunk(struct aic_pool *pool, size_t least)
{
    size_t size = least > CHUNK ? least : CHUNK;
    struct aic_pool_chunk *chunk = calloc(1, sizeof *chunk + size);
    if (!chunk) {
        return false;
    }
    chunk->next = pool->chunks;
    chunk->size = size;
    pool->chunks = chunk;
    pool->left = size;
    return true;
}

void *aic_pool_take(struct aic_pool *pool, size_t count, size_t size)
{
    size_t wanted = (count * size + ALIGN) & ~(size_t)(ALIGN - 1); /* never nothing */
    if (wanted > pool->left && !add_chunk(pool, wanted)) {
        pool->failed = true;
        return NULL;
    }
    char *at = pool->chunks->bytes + pool->chunks->size - pool->left;
    pool->left -= wanted;
    return at;
}

char *aic_pool_join(struct aic_pool *pool, struct aic_span first, const char *second)
{
    size_t rest = strlen(second);
    char *joined = aic_pool_take(pool, first.length + rest + 1, 1);
    if (joined) {
        memcpy(joined, first.at, first.length);
        memcpy(joined + first.length, second, rest + 1);
    }
    return joined;
}

void aic_pool_clear(struct aic_pool *pool)
{
    while (pool->chunks) {
        struct aic_pool_chunk *next = pool->chunks->next;
        free(pool->chunks);
        pool->chunks = next;
    }
    pool->left = 0;
}
