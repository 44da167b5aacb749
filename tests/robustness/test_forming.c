/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Compositions without memory: each piece that forming one takes fails in turn.
 *
 * Pieces are handed out of blocks that hold hundreds of them, so that failing allocations
 * (test_memory.c) reach few of the places that take one. The linker hands both functions
 * of the pool to those below (--wrap).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>

#include <aicalc/aicalc.h>

#include "engine/composition/pool.h"

#ifndef STEP /* every n-th piece, where a build is slow */
#define STEP 1
#endif

static long taken;  /* pieces so far */
static long failed; /* the one that fails; 0: none */

void *__real_aic_pool_take(struct aic_pool *pool, size_t count, size_t size);
char *__real_aic_pool_join(struct aic_pool *pool, struct aic_span first, const char *second);
void *__wrap_aic_pool_take(struct aic_pool *pool, size_t count, size_t size);
char *__wrap_aic_pool_join(struct aic_pool *pool, struct aic_span first, const char *second);

static bool fails(struct aic_pool *pool)
{
    pool->failed = pool->failed || ++taken == failed;
    return pool->failed;
}

void *__wrap_aic_pool_take(struct aic_pool *pool, size_t count, size_t size)
{
    return fails(pool) ? NULL : __real_aic_pool_take(pool, count, size);
}

char *__wrap_aic_pool_join(struct aic_pool *pool, struct aic_span first, const char *second)
{
    return fails(pool) ? NULL : __real_aic_pool_join(pool, first, second);
}

static long all_pieces; /* of all compositions */

/* Forms the composition once for each STEP-th of its pieces, which is then not there. */
static void starve(const struct aic_composition_table *table)
{
    struct aic_error error = { .code = AIC_OK };
    taken = failed = 0;
    struct aic_composition *composition = aic_composition_form(table, &error);
    const long pieces = taken;
    assert_non_null(composition);
    assert_true(pieces > 100);
    all_pieces += (pieces + STEP - 1) / STEP;
    aic_composition_free(composition);
    for (long n = 1; n <= pieces; n += STEP) {
        error = (struct aic_error){ .code = AIC_OK };
        taken = 0;
        failed = n;
        composition = aic_composition_form(table, &error);
        if (composition || error.code != AIC_ERR_MEMORY || taken < n) {
            fail_msg("%s without piece %ld of %ld: %s", table->name, n, pieces, error.message);
        }
    }
    failed = 0;
}

/* The registry's compositions. */
static void each_piece_of_the_formed_ones(void **state)
{
    const struct aic_composition_table *table;
    (void)state;
    for (size_t i = 0; (table = aic_composition_table_at(i)); i++) {
        starve(table);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_piece_of_the_formed_ones),
    };
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    printf("%ld pieces of compositions failed in turn\n", all_pieces);
    return failures;
}
