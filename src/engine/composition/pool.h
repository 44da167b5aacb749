/* SPDX-License-Identifier: Apache-2.0 */
/* A pool: memory that is handed out in pieces and released together. */
#ifndef AICALC_ENGINE_POOL_H
#define AICALC_ENGINE_POOL_H

#include <stdbool.h>
#include <stddef.h>

#include <aicalc/text.h>

struct aic_pool_chunk;

struct aic_pool {
    struct aic_pool_chunk *chunks; /* the last one first */
    size_t left;                   /* bytes of it that are free */
    bool failed;                   /* a piece could not be handed out */
};

/* Zeroed memory for `count` things, aligned for all types of a table; NULL without memory. */
void *aic_pool_take(struct aic_pool *pool, size_t count, size_t size);
/* "ab" of "a" and "b"; NULL without memory. */
char *aic_pool_join(struct aic_pool *pool, struct aic_span first, const char *second);
void aic_pool_clear(struct aic_pool *pool);

#endif
