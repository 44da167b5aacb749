/* SPDX-License-Identifier: Apache-2.0 */
/* Matrices by name: as many as are counted, in which layers they are, and which a pattern means. */
#include "config_reading.h"

#include <math.h>

#include <aicalc/config.h>

#include "catalog/formats/matrices.h"

/* Sets fields of a model: "csa_layers=1 hca_layers=0 index_layers=0". */
static void set_fields(struct aic_model *model, const char *fields)
{
    while (*fields != '\0') {
        size_t name = strcspn(fields, "="), length = strcspn(fields, " ");
        bool found = false;
        for (size_t i = 0; i < aic_model_field_count; i++) {
            const struct aic_field *field = &aic_model_fields[i];
            if (strlen(field->name) == name && memcmp(field->name, fields, name) == 0) {
                struct aic_value value;
                found = aic_value_read(field, fields + name + 1, length - name - 1, &value, NULL);
                aic_value_store(field, (char *)model + field->offset, value);
            }
        }
        assert_true(found);
        fields += length + (fields[length] == ' ');
    }
}

/* The matrices of a file of data/hf_configs with some fields set otherwise; which layers are what is not known
 * one by one. */
static void read_matrices(struct matrices *matrices, const char *file, const char *fields)
{
    static const struct aic_release release = { .name = NULL };
    struct reading reading;
    read_file(&reading, file);
    assert_true(reading.ok);
    set_fields(&reading.model, fields);
    assert_true(aic_matrices_init(matrices, &reading.model, &release));
}

static double of_kinds(const struct aic_params *counts, int first, int last)
{
    double sum = 0;
    for (int kind = first; kind <= last; kind++) {
        const struct aic_layer_params *one = &counts->kinds[kind];
        sum += one->layers > 0 ? one->layers * (one->matrices - one->norms) : 0;
    }
    return sum;
}

static void check_count(double found, double counted, const char *name)
{
    if (!(fabs(found - counted) <= 1e-9 * counted)) {
        print_error("%s: %.17g of %.17g\n", name, found, counted);
        fail();
    }
}

/* The matrices that have names are those that are counted. */
static void as_many_as_are_counted(void **state)
{
    (void)state;
    static const struct {
        const char *file, *fields;
    } rows[] = {
        { "llama-3.1-8b.json", "" },
        { "llama-3.1-8b.json", "attention_gate=1" },
        { "deepseek-v3.2.json", "" },
        { "deepseek-v3.2.json", "shared_experts=0" },
        { "deepseek-v3.2.json", "index_layers=1" },
        { "deepseek-v3.2.json", "q_lora_rank=0" },
        { "deepseek-v4-flash.json", "" },
        { "deepseek-v4-flash.json", "csa_layers=1 hca_layers=0 index_layers=0" },
        { "deepseek-v4-flash.json", "csa_layers=0 hca_layers=1 index_layers=0" },
        { "deepseek-v4-flash.json", "csa_layers=20 hca_layers=0 index_layers=0" },
        { "deepseek-v4-flash.json", "o_lora_rank=0 o_groups=0" },
        { "kimi-k3.json", "" },
        { "glm-5.2-fp8.json", "" },
        { "minimax-m3.json", "" },
        { "gemma-3-27b.json", "" },
        { "gemma-3-27b.json", "sliding_layers=0" },
        { "gemma-3-27b.json", "sliding_layers=1" },
        { "gpt-oss-20b.json", "" },
        { "qwen3-next-80b-a3b.json", "" },
        { "falcon-7b.json", "" },
        { "step-3.7-flash.json", "" },
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct matrices matrices;
        struct aic_params counts;
        char name[128];
        snprintf(name, sizeof name, "%s %s", rows[i].file, rows[i].fields);
        read_matrices(&matrices, rows[i].file, rows[i].fields);
        aic_model_count(&matrices.model, &counts, NULL);
        assert_true(counts.counted);
        check_count(aic_matrices_mean(&matrices, RELEASE_ATTENTION).params,
                    of_kinds(&counts, AIC_LAYER_FULL, AIC_LAYER_CROSS), name);
        check_count(aic_matrices_mean(&matrices, RELEASE_MLP).params,
                    of_kinds(&counts, AIC_LAYER_DENSE, AIC_LAYER_DENSE) +
                        of_kinds(&counts, AIC_LAYER_SHARED, AIC_LAYER_SHARED),
                    name);
        check_count(aic_matrices_mean(&matrices, RELEASE_EXPERTS).params,
                    of_kinds(&counts, AIC_LAYER_ROUTED, AIC_LAYER_ROUTED), name);
        double vocabulary = matrices.model.vocab * matrices.model.hidden;
        check_count(aic_matrices_mean(&matrices, RELEASE_HEAD).params, vocabulary, name);
        check_count(aic_matrices_mean(&matrices, RELEASE_EMBEDDING).params, vocabulary, name);
        aic_matrices_clear(&matrices);
    }
}

/* After so many names nothing more is tried: what was not tried to its end is named as not known. */
static void after_many_tries(void **state)
{
    (void)state;
    struct reading reading;
    struct matrices matrices;
    const struct aic_release release = { .name = NULL };
    read_file(&reading, "llama-3.1-8b.json");
    assert_true(aic_matrices_init(&matrices, &reading.model, &release));
    aic_matrices_except(&matrices, ".*nothing", true, aic_kept_wide());
    assert_int_equal(matrices.unknown, 0);
    double by_expressions = matrices.tried; /* each of which counts as twenty */
    aic_matrices_except(&matrices, "*nothing", false, aic_kept_wide());
    assert_true(by_expressions == 20 * (matrices.tried - by_expressions));
    matrices.tried = 5e6;
    aic_matrices_except(&matrices, "input_layernorm", false, aic_kept_wide());
    assert_int_equal(matrices.unknown, 1);
    matrices.unknown = 0;
    matrices.tried = 5e6 - 1;
    aic_matrices_except(&matrices, ".*up_proj", true, aic_kept_wide());
    assert_int_equal(matrices.unknown, 1);
    assert_string_equal(matrices.first_unknown, ".*up_proj");
    aic_matrices_except(&matrices, "lm_head", false, aic_kept_wide());
    assert_int_equal(matrices.unknown, 2);
    aic_matrices_clear(&matrices);
}

static double tries(struct matrices *matrices, const char *pattern)
{
    matrices->tried = 0;
    aic_matrices_except(matrices, pattern, false, aic_kept_wide());
    return matrices->tried;
}

/* No more names are tried than a pattern can mean. */
static void names_tried(void **state)
{
    (void)state;
    struct matrices matrices;
    const double of_vocabulary = 6;
    read_matrices(&matrices, "llama-3.1-8b.json", "");
    double of_layers = tries(&matrices, "*layers.5.mlp.wq_a?") - of_vocabulary;
    assert_true(of_layers > 0 && of_layers == 32 * floor(of_layers / 32));
    assert_true(tries(&matrices, "layers.5.mlp.wq_a") - of_vocabulary == of_layers / 32);
    assert_true(tries(&matrices, "layers.*.mlp.wq_a?") - of_vocabulary == of_layers / 16);
    assert_true(tries(&matrices, "layers.32.mlp") == 0);
    assert_true(tries(&matrices, "input_layernorm") == 0);
    assert_true(tries(&matrices, "layers.5.input_layernorm") == 0);
    assert_true(tries(&matrices, "layers.5.mlp_norm") == 0);
    double of_head = tries(&matrices, "lm_head");
    assert_int_equal(matrices.unknown, 0);
    matrices.tried = 5e6 - of_head;
    aic_matrices_except(&matrices, "lm_head", false, aic_kept_wide());
    assert_int_equal(matrices.unknown,
                     1); /* by as many as may be, it is not told from a pattern left early */
    aic_matrices_clear(&matrices);
}

/* The part of a part's parameters that one pattern means. */
static void shares_of_patterns(void **state)
{
    (void)state;
    static const struct {
        const char *file, *fields, *pattern;
        enum release_part part;
        double of, all;
    } rows[] = {
        /* which layers are what is not known: dense ones lead, all else is spread evenly */
        { "deepseek-v3.2.json", "", "model.layers.2", RELEASE_EXPERTS, 0, 58 },
        { "deepseek-v3.2.json", "", "model.layers.3", RELEASE_EXPERTS, 1, 58 },
        { "deepseek-v3.2.json", "", "model.layers.2", RELEASE_MLP, 9, 3 * 9 + 58 },
        { "deepseek-v3.2.json", "", "model.layers.3", RELEASE_MLP, 1, 3 * 9 + 58 },
        { "deepseek-v3.2.json", "dense_leading=no", "model.layers.2", RELEASE_EXPERTS, 1, 61 },
        { "deepseek-v3.2.json", "dense_leading=no", "model.layers.3", RELEASE_MLP, 1, 61 },
        { "deepseek-v3.2.json", "ffn_layers=60", "model.layers.2", RELEASE_EXPERTS, 1, 61 },
        { "deepseek-v3.2.json", "ffn_layers=60", "model.layers.3", RELEASE_MLP, 1, 61 },
        { "deepseek-v3.2.json", "", "model.layers.60", RELEASE_ATTENTION, 1, 61 },
        { "deepseek-v3.2.json", "", "model.layers.61", RELEASE_ATTENTION, 0, 61 },
        { "gemma-3-27b.json", "", "model.layers.0", RELEASE_ATTENTION, 1, 62 },
        { "qwen3-next-80b-a3b.json", "", "model.layers.0", RELEASE_MIXER, 1, 48 },
        { "llama-3.1-8b.json", "", "model.layers.31.mlp", RELEASE_MLP, 1, 32 },
        /* all layers whose numbers have as many digits are alike to what has none */
        { "deepseek-v3.2.json", "", "re:.*layers\\.\\d\\..*", RELEASE_ATTENTION, 10, 61 },
        { "deepseek-v3.2.json", "", "re:.*layers\\.\\d\\d\\..*", RELEASE_ATTENTION, 51, 61 },
        { "llama-3.1-8b.json", "layers=101", "*layers.???.*", RELEASE_MLP, 1, 101 },
        { "llama-3.1-8b.json", "layers=1002", "*layers.????.*", RELEASE_MLP, 2, 1002 },
        { "llama-3.1-8b.json", "layers=1002", "*layers.??.*", RELEASE_MLP, 90, 1002 },
        /* more layers than have names: the first stands for all */
        { "llama-3.1-8b.json", "layers=4096", "layers.1", RELEASE_MLP, 1, 4096 },
        { "llama-3.1-8b.json", "layers=4097", "layers.1", RELEASE_MLP, 0, 1 },
        { "llama-3.1-8b.json", "layers=4097", "layers.0", RELEASE_MLP, 1, 1 },
        { "llama-3.1-8b.json", "layers=1", "layers.0", RELEASE_MLP, 1, 1 },
        /* kinds of matrices */
        { "llama-3.1-8b.json", "", "up_proj", RELEASE_MLP, 1, 3 },
        { "llama-3.1-8b.json", "", "gate_up_proj", RELEASE_MLP, 2, 3 },
        { "llama-3.1-8b.json", "gated=no", "up_proj", RELEASE_MLP, 1, 2 },
        { "llama-3.1-8b.json", "gated=no", "fc1", RELEASE_MLP, 1, 2 },
        { "llama-3.1-8b.json", "gated=no", "gate_up_proj", RELEASE_MLP, 0, 2 },
        { "llama-3.1-8b.json", "", "fc1", RELEASE_MLP, 0, 3 },
        { "llama-3.1-8b.json", "", "q_proj", RELEASE_ATTENTION, 4, 10 },
        { "llama-3.1-8b.json", "", "k_proj", RELEASE_ATTENTION, 1, 10 },
        { "llama-3.1-8b.json", "", "qkv_proj", RELEASE_ATTENTION, 6, 10 },
        { "llama-3.1-8b.json", "", "model.embed_tokens", RELEASE_EMBEDDING, 1, 1 },
        { "llama-3.1-8b.json", "", "model.embed_tokens", RELEASE_HEAD, 0, 1 },
        { "llama-3.1-8b.json", "", "lm_head", RELEASE_HEAD, 1, 1 },
        { "llama-3.1-8b.json", "", "*", RELEASE_HEAD, 1, 1 },
        { "llama-3.1-8b.json", "", "layers.0", RELEASE_HEAD, 0, 1 },
        { "llama-3.1-8b.json", "", "input_layernorm", RELEASE_MLP, 0, 1 },
        { "deepseek-v3.2.json", "", "shared_experts", RELEASE_MLP, 58, 3 * 9 + 58 },
        { "deepseek-v3.2.json", "", "experts", RELEASE_MLP, 0, 1 },
        { "deepseek-v3.2.json", "", "mlp.experts", RELEASE_EXPERTS, 1, 1 },
        { "deepseek-v3.2.json", "", "mlp.experts.0.down_proj", RELEASE_EXPERTS, 1, 3 },
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct matrices matrices;
        read_matrices(&matrices, rows[i].file, rows[i].fields);
        aic_matrices_except(&matrices, rows[i].pattern, false, aic_kept_wide());
        aic_matrices_rest(&matrices, (struct width){ 8, FLOATING }, (struct width){ 8, FLOATING });
        double bits = aic_matrices_mean(&matrices, rows[i].part).bits;
        if (!(fabs((bits - 8) / 8 - rows[i].of / rows[i].all) < 1e-9)) {
            fail_msg("%s %s: %s means %.17g, and not %g of %g", rows[i].file, rows[i].fields,
                     rows[i].pattern, (bits - 8) / 8, rows[i].of, rows[i].all);
        }
        assert_int_equal(matrices.unknown, 0);
        aic_matrices_clear(&matrices);
    }
}

/* The width nearest to some bits is the narrower one of two; the first that was said of a matrix stays. */
static void widths_of_a_part(void **state)
{
    (void)state;
    static const struct {
        double bits, nearest;
    } rows[] = { { 4, 4 }, { 5.9, 4 }, { 6, 4 }, { 6.1, 8 }, { 12, 8 }, { 12.1, 16 }, { 99, 16 } };
    struct matrices matrices;
    read_matrices(&matrices, "llama-3.1-8b.json", "");
    aic_matrices_except(&matrices, "up_proj", false, (struct width){ 8, FLOATING });
    aic_matrices_except(&matrices, "gate_up_proj", false, aic_kept_wide());
    aic_matrices_except(&matrices, "lm_head", false, aic_kept_wide());
    aic_matrices_rest(&matrices, (struct width){ 4, INTEGERS }, (struct width){ 2, INTEGERS });
    for (size_t i = 0; i < COUNT(rows); i++) {
        assert_true(aic_matrices_nearest(&matrices, RELEASE_MLP, rows[i].bits).bits ==
                    rows[i].nearest);
    }
    assert_true(aic_matrices_mean(&matrices, RELEASE_MLP).bits == (8.0 + 16 + 4) / 3);
    assert_true(aic_matrices_nearest(&matrices, RELEASE_ATTENTION, 16).bits == 4);
    assert_true(aic_matrices_nearest(&matrices, RELEASE_HEAD, 2).bits == 16);
    assert_true(aic_matrices_nearest(&matrices, RELEASE_EMBEDDING, 16).bits == 2);
    assert_true(aic_matrices_nearest(&matrices, RELEASE_EXPERTS, 4).bits == 0);
    assert_true(aic_matrices_mean(&matrices, RELEASE_EXPERTS).bits == 0);
    aic_matrices_clear(&matrices);
    /* of two that are as wide the first */
    read_matrices(&matrices, "llama-3.1-8b.json", "");
    aic_matrices_except(&matrices, "layers.0", false, (struct width){ 8, FLOATING });
    aic_matrices_rest(&matrices, (struct width){ 8, INTEGERS }, aic_kept_wide());
    assert_int_equal(aic_matrices_nearest(&matrices, RELEASE_ATTENTION, 8).kind, FLOATING);
    assert_int_equal(aic_matrices_nearest(&matrices, RELEASE_ATTENTION, 4).kind, FLOATING);
    aic_matrices_clear(&matrices);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_many_as_are_counted), cmocka_unit_test(names_tried),
        cmocka_unit_test(shares_of_patterns),     cmocka_unit_test(widths_of_a_part),
        cmocka_unit_test(after_many_tries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
