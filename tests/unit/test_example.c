/* SPDX-License-Identifier: Apache-2.0 */
/* The calculator that CONTRIBUTING.md shows is a good one. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../../examples/vectors.c"

static void tables_are_sound(void **state)
{
    struct aic_error error = { .code = AIC_OK };
    (void)state;
    if (!aic_calculator_check(&aic_vectors, &error)) {
        fail_msg("%s", error.message);
    }
}

static void computes(void **state)
{
    struct aic_vectors_in in;
    struct aic_vectors_out out;
    struct aic_notes notes;
    (void)state;
    assert_true(aic_inputs_init(&aic_vectors, &in, NULL));
    aic_notes_init(&notes);
    assert_false(aic_evaluate(&aic_vectors, &in, &out, &notes));
    assert_string_equal(notes.error.parameter, "vectors");

    in.vectors = 100e6;
    in.width = 768;
    in.element = ELEMENT_FP16;
    aic_notes_init(&notes);
    assert_true(aic_evaluate(&aic_vectors, &in, &out, &notes));
    assert_true(out.index_bytes == 153.6e9);
    assert_true(isnan(out.hosts));

    in.host_memory = 64.0 * 1024 * 1024 * 1024;
    assert_true(aic_evaluate(&aic_vectors, &in, &out, &notes));
    assert_true(out.hosts == 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_sound),
        cmocka_unit_test(computes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
