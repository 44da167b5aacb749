/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks that are counted apart: heads of classes, blocks of a search, embeddings and widths of each layer. */
#include "config_reading.h"

/* h = 64, V = 100: what the class of a file has after its layers. */
#define BERT(class)                                                                                \
    SMALL("bert", "'num_hidden_layers': 1, 'max_position_embeddings': 10, 'type_vocab_size': 3,"   \
                  " 'num_labels': 5, 'architectures': ['" class "']")
#define DISTIL(class)                                                                              \
    SMALL("distilbert", "'num_hidden_layers': 1, 'max_position_embeddings': 10, 'num_labels': 5,"  \
                        " 'architectures': ['" class "']")
#define MODERN(class)                                                                              \
    SMALL("modernbert", "'num_hidden_layers': 1, 'id2label': {'0': 'a', '1': 'b', '2': 'c'},"      \
                        " 'architectures': ['" class "']")
#define DECODER(class, more) LLAMA("'architectures': ['" class "']" more)

static const struct {
    const char *document, *tensors; /* beside the layers */
    bool head;
} heads[] = {
    { BERT("BertModel"), "3x64 64x64 64", false },
    { BERT("BertForMaskedLM"), "3x64 64x64 64 2x64 100", true },
    { BERT("BertForPreTraining"), "3x64 64x64 64 2x64 100 64x64 64 2x64 2", true },
    { BERT("BertForSequenceClassification"), "3x64 64x64 64 5x64 5", false },
    { BERT("BertForTokenClassification"), "3x64 5x64 5", false },
    { BERT("BertForQuestionAnswering"), "3x64 5x64 5", false },
    { DISTIL("DistilBertModel"), "0", false },
    { DISTIL("DistilBertForMaskedLM"), "64x64 64 2x64 100", true },
    { DISTIL("DistilBertForSequenceClassification"), "64x64 64 5x64 5", false },
    { DISTIL("DistilBertForTokenClassification"), "5x64 5", false },
    { MODERN("ModernBertModel"), "0", false },
    { MODERN("ModernBertForMaskedLM"), "64x64 64 100", true },
    { MODERN("ModernBertForSequenceClassification"), "64x64 64 3x64 3", false },
    { MODERN("ModernBertForTokenClassification"), "64x64 64 3x64 3", false },
    { DECODER("LlamaForCausalLM", ""), "0", true },
    { DECODER("LlamaModel", ""), "0", false },
    { DECODER("LlamaLMHeadModel", ""), "0", true },
    { DECODER("LlamaForSequenceClassification", ", 'num_labels': 7"), "7x64", false },
    { DECODER("LlamaForSequenceClassification", ", 'num_labels': null, 'id2label': {'0': 'a'}"),
      "64", false },
    { DECODER("LlamaForSequenceClassification", ", 'id2label': null"), "2x64", false },
    { DECODER("LlamaForTokenClassification", ", 'num_labels': 7"), "7x64 7", false },
    { DECODER("LlamaForQuestionAnswering", ""), "2x64 2", false },
    { DECODER("LlamaForRewardModel", ""), "64", false },
    { DECODER("LlamaForRewardModel", ", 'num_labels': 3"), "3x64", false },
    { DECODER("", ""), "0", true },
    { DECODER("Model", ""), "0", false },
    { DECODER("odel", ""), "0", true },
    { DECODER("RewardModel", ""), "64", false },
    { LLAMA("'architectures': []"), "0", true },
};

static double extra_params(const struct reading *reading)
{
    return aic_is_set(reading->model.extra_params) ? reading->model.extra_params : 0;
}

/* modernbert's first layer has no norm before attention; its own extras are those of its plain class. */
static void classes_have_their_heads(void **state)
{
    (void)state;
    struct reading plain;
    read_document(&plain, MODERN("ModernBertModel"));
    for (size_t i = 0; i < COUNT(heads); i++) {
        struct reading reading;
        read_document(&reading, heads[i].document);
        bool modern = strstr(heads[i].document, "modernbert") != NULL;
        double wanted = params_of(heads[i].tensors) + (modern ? extra_params(&plain) : 0);
        if (!reading.ok || extra_params(&reading) != wanted ||
            (reading.model.output_head == 0) == heads[i].head) {
            fail_msg("%s: %s%g, not %g, %s", heads[i].document, reading.notes.error.message,
                     extra_params(&reading), wanted, reading.fields);
        }
    }
}

static void names_of_classes_are_texts(void **state)
{
    static const char *const wrong[] = { "'architectures': 'LlamaModel'", "'architectures': [7]",
                                         "'architectures': {}" };
    (void)state;
    for (size_t i = 0; i < COUNT(wrong); i++) {
        char document[400];
        struct reading reading;
        snprintf(document, sizeof document, LLAMA("%s"), wrong[i]);
        read_document(&reading, document);
        assert_false(reading.ok);
        assert_non_null(strstr(reading.notes.error.message, "must be a list of names"));
    }
}

/*
 * nemotron-nas, 768 wide: ffn_mult 1 is 512 wide, 1.002 is 513.024, so 768, and 1.001 is 512.5, so 512 again. A matrix in
 * place of a block is 768 x 768; nothing leaves the norm out too.
 */
#define PUZZLE(blocks)                                                                             \
    "{'model_type': 'nemotron-nas', 'hidden_size': 768, 'num_attention_heads': 12, 'vocab_size':"  \
    " 100, 'num_hidden_layers': 3, 'block_configs': [" blocks "]}"
#define ATTENDS(group) "'attention': {'n_heads_in_group': " group "}, "
#define FFN(mult)      "'ffn': {'ffn_mult': " mult "}"
static const struct wanted puzzles[] = {
    { PUZZLE("{" ATTENDS("4") FFN("1") "}, {" ATTENDS("4") FFN("1") "}, {" ATTENDS("4")
                 FFN("1") "}"),
      "attention_layers=3 ffn_layers=3 kv_heads=3 ffn=512 -extra_params -mlp_extra "
      "-attention_extra" },
    { PUZZLE("{" ATTENDS("3") FFN("1") "}, {" ATTENDS("3") FFN("1.002") "}, {" ATTENDS("3")
                 FFN("1.001") "}"),
      "kv_heads=4 ffn=768 mlp_extra=-1179648" },
    { PUZZLE("{" ATTENDS("1") "'ffn': {'no_op': true}}, {'attention': {'no_op': true}, " FFN(
          "1") "}, {'attention': {'no_op': true}, 'ffn': {'no_op': true}}"),
      "attention_layers=1 ffn_layers=1 kv_heads=12 ffn=512 extra_params=-3072 -mlp_extra" },
    { PUZZLE("{" ATTENDS("1") "'ffn': {'replace_with_linear': true}}, {'attention':"
                              " {'replace_with_linear': true}, " FFN("1.002") "}, {" ATTENDS("1")
                                  FFN("1.002") "}"),
      "attention_layers=2 ffn_layers=2 ffn=768 mlp_extra=589824 attention_extra=589824 "
      "-extra_params" },
    { PUZZLE("{" ATTENDS(
          "1") "'ffn': {'no_op': true}}, {'attention': {'no_op': true}, 'ffn':"
               " {'no_op': true}}, {'attention': {'no_op': true}, 'ffn': {'no_op': true}}"),
      "attention_layers=1 ffn_layers=0 -ffn -mlp_extra" },
    /* the one layer that attends is not converted, nor is the one with a block */
    { PUZZLE("{" ATTENDS("1") "'ffn': {'no_op': true}}, {'attention': {'no_op': true}, " FFN(
          "1") "}, {'attention': {'no_op': true}, 'ffn': {'no_op': true}}], 'torch_dtype':"
               " 'bfloat16', 'quantization_config': {'quant_method': 'awq', 'bits': 4, "
               "'group_size':"
               " 128, 'modules_to_not_convert': ['model.layers.0']}, 'a': ["),
      "released_dtype=bf16 -attention_bits mlp_bits=4.15625" },
    { PUZZLE("{" ATTENDS("1") "'ffn': {'no_op': true}}, {'attention': {'no_op': true}, " FFN(
          "1") "}, {'attention': {'no_op': true}, 'ffn': {'no_op': true}}], 'torch_dtype':"
               " 'bfloat16', 'quantization_config': {'quant_method': 'awq', 'bits': 4, "
               "'group_size':"
               " 128, 'modules_to_not_convert': ['model.layers.1']}, 'a': ["),
      "-attention_bits mlp_bits=16" },
};

static void blocks_of_a_search_are_counted(void **state)
{
    (void)state;
    assert_answers(puzzles, COUNT(puzzles));
}

static void a_block_has_a_width(void **state)
{
    static const char *const mults[] = { "0", "-1", "'1'", "null" };
    (void)state;
    for (size_t i = 0; i < COUNT(mults); i++) {
        char document[600];
        struct reading reading;
        snprintf(document, sizeof document,
                 PUZZLE("{" ATTENDS("1") FFN("%s") "}, {" ATTENDS("1") FFN("1") "}, {" ATTENDS("1")
                            FFN("1") "}"),
                 mults[i]);
        read_document(&reading, document);
        assert_false(reading.ok);
        assert_non_null(strstr(reading.notes.error.message, "'ffn_mult' must be a number above 0"));
    }
}

/* An embedding of 3 tokens for each of 2 layers, as wide as 1 or 0. */
#define GEMMA3N(more)                                                                              \
    SMALL("gemma3n_text",                                                                          \
          "'num_hidden_layers': 2, 'head_dim': 16, 'num_kv_shared_layers': 0,"                     \
          " 'layer_types': ['full_attention', 'sliding_attention'],"                               \
          " 'altup_num_inputs': 3, 'laurel_rank': 5, 'vocab_size_per_layer_input':"                \
          " 3, 'hidden_size_per_layer_input': " more)

/* gemma3n: low-rank branch with a norm; predictor, corrector, router with its norm, scale; streams in and out. */
static void embeddings_of_layers_are_looked_up(void **state)
{
    static const char streams[] = "2x2x64x5 2x64 2x27 2x9 2x3x64 2x64 2x64 2x64x64 2x64x64 2x2x16";
    static const char narrow[] = "2x64 1 2x64 2x64 2x64";
    struct reading reading;
    (void)state;
    read_document(&reading, GEMMA3N("0"));
    assert_true(reading.model.extra_params == params_of(streams));
    assert_false(aic_is_set(reading.model.lookup_params));
    read_document(&reading, GEMMA3N("1"));
    assert_true(reading.model.extra_params == params_of(streams) + params_of(narrow));
    assert_true(reading.model.lookup_params == 3 * 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classes_have_their_heads),
        cmocka_unit_test(names_of_classes_are_texts),
        cmocka_unit_test(blocks_of_a_search_are_counted),
        cmocka_unit_test(a_block_has_a_width),
        cmocka_unit_test(embeddings_of_layers_are_looked_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
