/* SPDX-License-Identifier: Apache-2.0 */
/* Number formats of a release: what each method says, and which matrices a pattern means. */
#include "config_reading.h"

#include <aicalc/config.h>

/* What stands in the file, the fields that follow from released_dtype on, and the warning. */
struct format {
    const char *source, *fields, *warning;
};

static void check(const char *document, const struct format *format)
{
    struct reading reading;
    char wanted[256];
    read_document(&reading, document);
    assert_true(reading.ok);
    const char *found = strstr(reading.fields, " released_");
    snprintf(wanted, sizeof wanted, "%s%s", *format->fields ? " " : "", format->fields);
    if (strcmp(found ? found : "", wanted) != 0) {
        print_error("%s\n", document);
    }
    assert_string_equal(found ? found : "", wanted);
    static const char *const ids[] = { "released-dtype-unknown", "quantization-by-name-only",
                                       "quantization-pattern-unknown", "quantization-approximate" };
    for (size_t i = 0; i < COUNT(ids); i++) {
        assert_int_equal(aic_warned(&reading.notes, ids[i]),
                         format->warning && strcmp(ids[i], format->warning) == 0);
    }
}

#define QUANTIZED(says)         "'quantization_config': {" says "}"
#define METHOD(name, says)      QUANTIZED("'quant_method': '" name "', " says)
#define GROUP(targets, weights) "{'targets': [" targets "], 'weights': {" weights "}}"
#define ONE_GROUP(more)         METHOD("compressed-tensors", "'config_groups': {'a': " more "}")
#define INT4                    "'num_bits': 4, 'type': 'int', 'strategy': 'group', 'group_size': 32"

/* Two layers of width 64, 4 heads, 128 wide blocks: 16,384 parameters of attention, 24,576 of mlp each. */
static const struct format formats[] = {
    /* no quantization */
    { "'torch_dtype': 'torch.float16'", "released_dtype=fp16", NULL },
    { "'torch_dtype': null, 'dtype': 'float32'", "released_dtype=fp32", NULL },
    { "'dtype': 'float32', 'torch_dtype': 'bfloat16'", "released_dtype=bf16", NULL },
    { "'quantization_config': {}, 'torch_dtype': 'bfloat16'", "released_dtype=bf16", NULL },
    { "'torch_dtype': 'auto'", "", NULL }, /* says nothing, and means to */
    { "'torch_dtype': 'float12'", "", "released-dtype-unknown" },
    { "'torch_dtype': 5", "", "released-dtype-unknown" },
    /* a row for each method */
    { QUANTIZED("'quantized_layers': {'model.layers.0.mlp': {'quant_algo': 'NVFP4'}, "
                "'model.layers.1.mlp': {'quant_algo': 'NVFP4'}}"),
      "released_dtype=nvfp4 attention_bits=16", NULL },
    { METHOD("fp8",
             "'quantized_layers': {'layers.1.mlp': {'quant_algo': 'W4A16', 'group_size': 64}}"),
      "released_dtype=int4 attention_bits=8 mlp_bits=6.125", NULL },
    { QUANTIZED("'quantized_layers': {'lm_head': {'quant_algo': 'NVFP5'}}"), "",
      "released-dtype-unknown" },
    { QUANTIZED("'moe_quant_algo': 'NVFP4'"), "released_dtype=fp8", NULL },
    { "'quantization': {'bits': 4, 'group_size': 64}",
      "released_dtype=int4 attention_bits=4.5 mlp_bits=4.5 head_bits=4.5 embedding_bits=4.5",
      NULL },
    { "'quantization': {'bits': 8, 'group_size': 32, 'mode': 'mxfp8', "
      "'model.layers.0.mlp.down_proj': false, 'lm_head': {'bits': 4}}",
      "released_dtype=fp8 attention_bits=8.25 mlp_bits=9.541666666666666 head_bits=4.25 "
      "embedding_bits=8.25",
      NULL },
    { METHOD("fp8", "'modules_to_not_convert': ['lm_head', 'self_attn']"),
      "released_dtype=fp8 attention_bits=16", NULL },
    { METHOD("fp8", "'modules_to_not_convert': 'self_attn'"),
      "released_dtype=fp8 attention_bits=16", NULL },
    { METHOD("fbgemm_fp8", "'ignored_layers': ['model.layers.1']"),
      "released_dtype=fp8 attention_bits=12 mlp_bits=12", NULL },
    { METHOD("mxfp4", "'modules_to_not_convert': ['model.layers.*.self_attn']"),
      "released_dtype=mxfp4", NULL },
    { METHOD("mxfp4", "'modules_to_not_convert': ['model.layers.*.self_attn.*']"),
      "released_dtype=mxfp4 attention_bits=16", NULL },
    { METHOD("mxfp8", "'ignored_layers': null"),
      "released_dtype=fp8 attention_bits=8.25 mlp_bits=8.25", NULL },
    { METHOD("awq", "'bits': 4"), "released_dtype=int4", NULL },
    { METHOD("awq", "'w_bit': 4, 'q_group_size': 64, 'zero_point': false"),
      "released_dtype=int4 attention_bits=4.25 mlp_bits=4.25", NULL },
    { METHOD("gptq", "'bits': 8, 'group_size': -1"), "released_dtype=int8", NULL },
    { METHOD("gptq", "'bits': 3"),
      "released_dtype=bf16 attention_bits=3.1484375 mlp_bits=3.1484375",
      "quantization-approximate" },
    { METHOD("gptq", "'bits': 4, 'dynamic': {'-:.*\\\\.mlp\\\\.': {}}") ", 'dtype': 'float16'",
      "released_dtype=fp16 attention_bits=4.15625", NULL },
    { METHOD("gptq", "'bits': 4, 'dynamic': {'+:.*mlp': {'bits': 8}}"), "released_dtype=int4",
      "quantization-approximate" },
    { METHOD("auto-round", "'bits': 4, 'extra_config': {'model.layers.0.self_attn.q_proj': "
                           "{'bits': 16}}"),
      "released_dtype=int4 attention_bits=5.63671875", NULL },
    { METHOD("auto-round", "'bits': 4, 'extra_config': {'model.layers.0.self_attn.q_proj': "
                           "{'bits': 4}, 'lm_head': {}}"),
      "released_dtype=int4", NULL },
    { METHOD("auto-round", "'bits': 4, 'extra_config': {'model.layers.0.self_attn.q_proj': "
                           "{'bits': 8}}"),
      "released_dtype=int4", "quantization-approximate" },
    { METHOD("awq", "'modules_to_not_convert': []"), "", "released-dtype-unknown" },
    { METHOD("hqq", "'bits': 4.5"), "", "released-dtype-unknown" },
    { METHOD("bitsandbytes", "'load_in_4bit': true"),
      "released_dtype=nf4 attention_bits=4.5 mlp_bits=4.5", NULL },
    { METHOD("bitsandbytes", "'load_in_4bit': true, 'bnb_4bit_use_double_quant': true"),
      "released_dtype=nf4", NULL },
    { METHOD("bitsandbytes", "'load_in_8bit': true"), "released_dtype=int8", NULL },
    { METHOD("bitsandbytes", "'load_in_8bit': false"), "", "released-dtype-unknown" },
    { ONE_GROUP(GROUP("'Linear'", INT4)), "released_dtype=int4 attention_bits=4.5 mlp_bits=4.5",
      NULL },
    { ONE_GROUP(GROUP("'Linear'", INT4 ", 'symmetric': false")),
      "released_dtype=int4 attention_bits=4.625 mlp_bits=4.625", NULL },
    { ONE_GROUP(GROUP("'Linear'", "'num_bits': 8, 'type': 'float'")) ", 'torch_dtype': 'bfloat16'",
      "released_dtype=fp8", NULL },
    { ONE_GROUP(GROUP("'re:.*mlp.*'", "'num_bits': 4, 'type': 'float', 'group_size': 16")),
      "released_dtype=nvfp4 attention_bits=16", NULL },
    { METHOD("compressed-tensors",
             "'config_groups': {'a': " GROUP(
                 "'Linear'", INT4) "}, 'ignore': ['lm_head', 're:model\\\\.layers\\\\.1\\\\..*']"),
      "released_dtype=int4 attention_bits=10.25 mlp_bits=10.25", NULL },
    { METHOD("compressed-tensors", "'format': 'dense'"), "released_dtype=bf16", NULL },
    { METHOD("compressed-tensors", "'format': 'int-quantized'"), "", "released-dtype-unknown" },
    { ONE_GROUP(GROUP("'Linear'", "'type': 'int'")), "", "released-dtype-unknown" },
    /* activations alone */
    { ONE_GROUP("{'targets': ['Linear'], 'input_activations': {'num_bits': 8}}"),
      "released_dtype=bf16", NULL },
    { "'compression_config': {'config_groups': {'a': " GROUP("'Linear'", "'num_bits': 8") "}}",
      "released_dtype=int8", NULL },
    { METHOD("modelopt", "'quant_algo': 'NVFP4', 'ignore': ['*self_attn*'], 'kv_cache_quant_algo': "
                         "'FP8'"),
      "released_dtype=nvfp4 released_kv_dtype=fp8 attention_bits=16", NULL },
    { QUANTIZED("'quant_algo': 'W4A16_AWQ', 'kv_cache_scheme': {'num_bits': 8, 'type': 'float'}"),
      "released_dtype=int4 released_kv_dtype=fp8 attention_bits=4.125 mlp_bits=4.125", NULL },
    { QUANTIZED("'quant_algo': 'W4A8_MXFP4_FP8'"), "released_dtype=mxfp4", NULL },
    { QUANTIZED("'quant_algo': 'NONE'"), "released_dtype=bf16", NULL },
    { METHOD("modelopt", "'quant_algo': null"), "released_dtype=bf16", NULL },
    { METHOD("modelopt", "'quant_algo': 'W2A2'"), "", "released-dtype-unknown" },
    { METHOD("quark", "'global_quant_config': {'weight': {'dtype': 'fp4', 'qscheme': 'per_group', "
                      "'group_size': 32}}, 'exclude': ['*self_attn*']"),
      "released_dtype=mxfp4 attention_bits=16", NULL },
    { METHOD("quark", "'global_quant_config': {'weight': {'dtype': 'fp8_e4m3', 'qscheme': "
                      "'per_tensor'}}, 'layer_quant_config': {'*down_proj': {'weight': {'dtype': "
                      "'int4', 'qscheme': 'per_group', 'group_size': 64}}}"),
      "released_dtype=fp8 mlp_bits=6.75", NULL },
    { METHOD("quark", "'global_quant_config': {'weight': {'dtype': 'int2'}}"), "",
      "released-dtype-unknown" },
    { METHOD("torchao",
             "'quant_type': 'int4_weight_only', 'quant_type_kwargs': {'group_size': 64}"),
      "released_dtype=int4 attention_bits=4.5 mlp_bits=4.5", NULL },
    { METHOD("torchao", "'quant_type': {'default': {'_type': 'Float8WeightOnlyConfig'}}"),
      "released_dtype=fp8", NULL },
    { METHOD("torchao", "'quant_type': 'autoquant'"), "", "released-dtype-unknown" },
    { METHOD("quanto", "'weights': 'int4'"), "released_dtype=int4 attention_bits=4 mlp_bits=4",
      NULL },
    { METHOD("eetq", "'weights': 'int8'"), "released_dtype=int8", NULL },
    { METHOD("quanto", "'weights': 'float8'"), "released_dtype=fp8", NULL },
    { "'quantization': {'group_size': 64}", "", "released-dtype-unknown" },
    { METHOD("higgs", "'bits': 4"), "released_dtype=int4 attention_bits=4 mlp_bits=4",
      "quantization-approximate" },
    { METHOD("modelopt", "'dtype': 'bfloat16'"), "", "released-dtype-unknown" },
    { METHOD("vptq", "'config_for_layers': {}"), "", "released-dtype-unknown" },
    { "'quantization_config': 'fp8'", "", "released-dtype-unknown" },
    /* widths, groups and kinds of each */
    { QUANTIZED("'quant_algo': 'MXFP8'"), "released_dtype=fp8 attention_bits=8.25 mlp_bits=8.25",
      NULL },
    { QUANTIZED("'quant_algo': 'FP8'"), "released_dtype=fp8", NULL },
    { QUANTIZED("'quant_algo': 'fp8_pb_wo'"), "released_dtype=fp8", NULL },
    { QUANTIZED("'quant_algo': 'NVFP4_AWQ'"), "released_dtype=nvfp4", NULL },
    { QUANTIZED("'quant_algo': 'W4A16_NVFP4'"), "released_dtype=nvfp4", NULL },
    { QUANTIZED("'quant_algo': 'W4A8_NVFP4_FP8'"), "released_dtype=nvfp4", NULL },
    { QUANTIZED("'quant_algo': 'INT8_SQ'"), "released_dtype=int8", NULL },
    { QUANTIZED("'quant_algo': 'W8A8_SQ_PER_CHANNEL'"), "released_dtype=int8", NULL },
    { QUANTIZED("'quant_algo': 'W8A16_GPTQ'"), "released_dtype=int8", NULL },
    { QUANTIZED("'quant_algo': 'W4A16', 'group_size': 64"),
      "released_dtype=int4 attention_bits=4.25 mlp_bits=4.25", NULL },
    { QUANTIZED("'quant_algo': 'W4A16_GPTQ', 'group_size': 0"),
      "released_dtype=int4 attention_bits=4 mlp_bits=4", NULL },
    { QUANTIZED("'quant_algo': 'W4A8_AWQ', 'group_size': 1"),
      "released_dtype=int8 attention_bits=20 mlp_bits=20", NULL },
    { QUANTIZED("'quant_algo': 'W4A8'"), "", "released-dtype-unknown" },
    { QUANTIZED("'quant_algo': 'XFP8'"), "", "released-dtype-unknown" },
    { QUANTIZED("'quant_algo': 'XP8'"), "", "released-dtype-unknown" },
    { QUANTIZED("'quant_algo': 'NVFP'"), "", "released-dtype-unknown" },
    { QUANTIZED("'quant_algo': 'NONEX'"), "", "released-dtype-unknown" },
    { QUANTIZED("'quant_algo': ''"), "", "released-dtype-unknown" },
    { QUANTIZED("'quant_algo': 'MXFP'"), "", "released-dtype-unknown" },
    { METHOD("gptq", "'bits': 1"),
      "released_dtype=bf16 attention_bits=1.1328125 mlp_bits=1.1328125",
      "quantization-approximate" },
    { METHOD("gptq", "'bits': 2"), "released_dtype=bf16 attention_bits=2.140625 mlp_bits=2.140625",
      "quantization-approximate" },
    { METHOD("gptq", "'bits': 9"), "", "released-dtype-unknown" },
    { METHOD("gptq", "'bits': 0"), "", "released-dtype-unknown" },
    { METHOD("gptq", "'bits': 4.5"), "", "released-dtype-unknown" },
    { METHOD("gptq", "'bits': 4, 'group_size': 0"),
      "released_dtype=int4 attention_bits=4 mlp_bits=4", NULL },
    { METHOD("gptq", "'bits': 4, 'zero_point': false"), "released_dtype=int4", NULL },
    { METHOD("awq_marlin", "'bits': 4, 'zero_point': false"),
      "released_dtype=int4 attention_bits=4.125 mlp_bits=4.125", NULL },
    { METHOD("awq", "'bits': 4, 'zero_point': null"), "released_dtype=int4", NULL },
    { METHOD("awq", "'w_bit': 4, 'bits': 8"),
      "released_dtype=int8 attention_bits=8.1875 mlp_bits=8.1875", NULL },
    { METHOD("auto-round",
             "'bits': 4, 'extra_config': {'layers.0.mlp': {'bits': 16}, 'layers.1.mlp': {}}"),
      "released_dtype=int4 mlp_bits=10.078125", NULL },
    { METHOD("bitsandbytes", "'_load_in_8bit': true"), "released_dtype=int8", NULL },
    { METHOD("bitsandbytes", "'_load_in_4bit': true"),
      "released_dtype=nf4 attention_bits=4.5 mlp_bits=4.5", NULL },
    { METHOD("bitsandbytes", "'load_in_4bit': true, 'load_in_8bit': true"),
      "released_dtype=nf4 attention_bits=4.5 mlp_bits=4.5", NULL },
    { METHOD("bitsandbytes", "'load_in_8bit': true, 'llm_int8_skip_modules': ['self_attn', 4]"),
      "released_dtype=int8 attention_bits=16", NULL },
    { METHOD("torchao", "'quant_type': {'default': {'_type': 'Int4WeightOnlyConfig', '_data': "
                        "{'group_size': 32}}}"),
      "released_dtype=int4 attention_bits=5 mlp_bits=5", NULL },
    { METHOD("torchao", "'quant_type': {'default': {'_type': 'Int8WeightOnlyConfig'}}"),
      "released_dtype=int8", NULL },
    { METHOD("torchao", "'quant_type': 'float8_weight_only'"), "released_dtype=fp8", NULL },
    { METHOD("torchao", "'quant_type': 'int4'"),
      "released_dtype=int4 attention_bits=4.25 mlp_bits=4.25", NULL },
    { METHOD("torchao", "'quant_type': 'int'"), "", "released-dtype-unknown" },
    { QUANTIZED("'quant_method': 'quanto'"), "released_dtype=int8", NULL },
    { METHOD("quanto", "'weights': 'int2'"), "", "released-dtype-unknown" },
    { QUANTIZED("'bits': 8"), "released_dtype=int8", "quantization-approximate" },
    { QUANTIZED("'bits': 9"), "", "released-dtype-unknown" },
    { QUANTIZED("'bits': 1"), "released_dtype=bf16 attention_bits=1 mlp_bits=1",
      "quantization-approximate" },
    { "'quantization': {'bits': 4, 'mode': 'affine'}",
      "released_dtype=int4 attention_bits=4.5 mlp_bits=4.5 head_bits=4.5 embedding_bits=4.5",
      NULL },
    { "'quantization': {'bits': 4, 'mode': 'mxfp4', 'group_size': 32}",
      "released_dtype=mxfp4 head_bits=4.25 embedding_bits=4.25", NULL },
    { "'quantization': {'bits': 9}", "", "released-dtype-unknown" },
    { "'quantization': {'bits': 4, 'layers.0.mlp': {'bits': 8, 'group_size': 32, 'mode': 'mxfp8'}}",
      "released_dtype=int4 attention_bits=4.5 mlp_bits=6.375 head_bits=4.5 embedding_bits=4.5",
      NULL },
    { "'quantization': {'bits': 4, 'layers.0.mlp': {'bits': 9}}", "", "released-dtype-unknown" },
    { "'quantization': {'bits': 4, 'lm_head': false}",
      "released_dtype=int4 attention_bits=4.5 mlp_bits=4.5 embedding_bits=4.5", NULL },
    { "'quantization': {'bits': 4, 'model.embed_tokens': false}",
      "released_dtype=int4 attention_bits=4.5 mlp_bits=4.5 head_bits=4.5", NULL },
    { METHOD("compressed-tensors", "'config_groups': {'a': {'targets': ['Linear'], 'weights': "
                                   "{'num_bits': 4, 'type': 'float', 'group_size': 32}}}"),
      "released_dtype=mxfp4", NULL },
    { METHOD("compressed-tensors", "'config_groups': {'a': {'targets': ['Linear'], 'weights': "
                                   "{'num_bits': 9, 'type': 'int'}}}"),
      "", "released-dtype-unknown" },
    { METHOD("compressed-tensors",
             "'config_groups': {'a': {'weights': {'num_bits': 8, 'type': 'int'}}}"),
      "released_dtype=int8", NULL },
    { METHOD("compressed-tensors",
             "'config_groups': {'a': {'targets': ['Linear'], 'weights': {'num_bits': 8}}, 'b': "
             "{'targets': ['Linear'], 'weights': {'num_bits': 4}}}"),
      "released_dtype=int8", NULL },
    { METHOD("compressed-tensors",
             "'config_groups': {'a': {'targets': ['re:.*self_attn.*', 'Linear'], 'weights': "
             "{'num_bits': 8}}, 'b': {'targets': ['re:.*mlp.*'], 'weights': {'num_bits': 4}}}"),
      "released_dtype=int4 attention_bits=8 mlp_bits=4", NULL },
    { METHOD("compressed-tensors",
             "'config_groups': {'a': {'targets': ['re:.*mlp.*', 5], 'weights': {'num_bits': 8}}}"),
      "released_dtype=int8 attention_bits=16", NULL },
    { QUANTIZED("'config_groups': {'a': {'weights': {'num_bits': 8}}}, 'quant_algo': 'FP8'"),
      "released_dtype=fp8", NULL },
    { METHOD("compressed-tensors",
             "'format': 'dense', 'config_groups': {'a': {'weights': {'num_bits': 9}}}"),
      "released_dtype=bf16", NULL },
    { METHOD("quark", "'global_quant_config': {'weight': {'dtype': 'uint4', 'qscheme': "
                      "'per_group', 'group_size': 32}}"),
      "released_dtype=int4 attention_bits=4.5 mlp_bits=4.5", NULL },
    { METHOD("quark", "'global_quant_config': {'weight': {'dtype': 'uint4', 'qscheme': "
                      "'per_channel', 'group_size': 32}}"),
      "released_dtype=int4 attention_bits=4 mlp_bits=4", NULL },
    { METHOD("quark", "'global_quant_config': {'weight': {'dtype': 'fp6_e2m3', 'qscheme': "
                      "'per_group', 'group_size': 32}}"),
      "released_dtype=bf16 attention_bits=6.25 mlp_bits=6.25", "quantization-approximate" },
    { METHOD("quark", "'global_quant_config': {'weight': {'dtype': 'mxfp4', 'qscheme': "
                      "'per_group', 'group_size': 32}}"),
      "released_dtype=mxfp4", NULL },
    { METHOD("quark", "'global_quant_config': {'weight': {'dtype': 'int8'}}"),
      "released_dtype=int8", NULL },
    { METHOD("quark", "'global_quant_config': {'weight': {'dtype': 'int8', 'qscheme': 'per_group', "
                      "'group_size': 64}}"),
      "released_dtype=int8 attention_bits=8.25 mlp_bits=8.25", NULL },
    { METHOD("quark", "'global_quant_config': {'weight': {'dtype': 'fp8_e4m3', 'qscheme': "
                      "'per_group', 'group_size': 32}}"),
      "released_dtype=fp8 attention_bits=8.25 mlp_bits=8.25", NULL },
    { QUANTIZED("'quantized_layers': {}, 'bits': 4"),
      "released_dtype=int4 attention_bits=4 mlp_bits=4", "quantization-approximate" },
    { QUANTIZED("'quantized_layers': {'layers.0.mlp': {'quant_algo': 'W4A16'}, 'layers.1': "
                "{'quant_algo': 'FP8'}}, 'group_size': 32"),
      "released_dtype=int4 attention_bits=12 mlp_bits=6.25", NULL },
    { "'quantization': {'bits': 4, 'model.layers.0.mlp.up_proj': false, 'is_tied': false}",
      "released_dtype=int4 attention_bits=4.5 mlp_bits=6.416666666666667 head_bits=4.5 "
      "embedding_bits=4.5",
      NULL },
    { METHOD("fp8", "'modules_to_not_convert': null, 'ignored_layers': ['self_attn']"),
      "released_dtype=fp8 attention_bits=16", NULL },
    { METHOD("fp8", "'modules_to_not_convert': [], 'ignored_layers': ['self_attn']"),
      "released_dtype=fp8", NULL },
    { METHOD("fp8", "'modules_to_not_convert': ['self_attn', 5, null]"),
      "released_dtype=fp8 attention_bits=16", NULL },
    { METHOD("fp8", "'modules_to_not_convert': {'a': 'self_attn'}"), "released_dtype=fp8", NULL },
    { QUANTIZED("'quant_method': 'ptpc_fp8'"), "released_dtype=fp8", NULL },
    { QUANTIZED("'quant_method': 'fp8x'"), "", "released-dtype-unknown" },
    { QUANTIZED("'quant_method': 'FP8'"), "", "released-dtype-unknown" },
    { METHOD("quark", "'global_quant_config': {}, 'layer_quant_config': {'*mlp*': {'weight': "
                      "{'dtype': 'int4'}}}"),
      "", "released-dtype-unknown" },
    { QUANTIZED("'quant_algo': 'NVFP4', 'kv_cache_quant_algo': 'NVFP4'"),
      "released_dtype=nvfp4 released_kv_dtype=nvfp4", NULL },
    { QUANTIZED("'quant_algo': 'NVFP4', 'kv_cache_quant_algo': 'INT8'"),
      "released_dtype=nvfp4 released_kv_dtype=int8", NULL },
    { QUANTIZED("'quant_algo': 'NVFP4', 'kv_cache_quant_algo': 'FP8_E4M3'"),
      "released_dtype=nvfp4 released_kv_dtype=fp8", NULL },
    { QUANTIZED("'quant_algo': 'NVFP4', 'kv_cache_quant_algo': 'INT4'"), "released_dtype=nvfp4",
      NULL },
    { QUANTIZED("'quant_algo': 'NVFP4', 'kv_cache_scheme': 'FP8'"),
      "released_dtype=nvfp4 released_kv_dtype=fp8", NULL },
    { QUANTIZED("'quant_algo': 'NVFP4', 'kv_cache_scheme': {'num_bits': 8, 'type': 'int'}"),
      "released_dtype=nvfp4", NULL },
    { QUANTIZED("'quant_algo': 'NVFP4', 'kv_cache_scheme': {'num_bits': 4, 'type': 'float'}"),
      "released_dtype=nvfp4", NULL },
    { "'torch_dtype': 'float8_e4m3fn'", "released_dtype=fp8", NULL },
    { "'torch_dtype': 'float8_e5m2'", "released_dtype=fp8", NULL },
    { "'torch_dtype': 'half'", "released_dtype=fp16", NULL },
    { "'torch_dtype': 'float'", "released_dtype=fp32", NULL },
    { "'torch_dtype': 'torch.bfloat16'", "released_dtype=bf16", NULL },
    { "'torch_dtype': 'torch.'", "", "released-dtype-unknown" },
    { "'torch_dtype': ''", "", NULL },
    { "'torch_dtype': false", "", NULL },
    { "'dtype': 5", "", "released-dtype-unknown" },
    { METHOD("hqq", "'bits': 8, 'group_size': 64"),
      "released_dtype=int8 attention_bits=8.375 mlp_bits=8.375", NULL },
    { "'quantization_config': [], 'compression_config': {}, 'torch_dtype': 'float16'",
      "released_dtype=fp16", NULL },
    { "'quantization_config': false, 'torch_dtype': 'float16'", "released_dtype=fp16", NULL },
    { "'quantization_config': '', 'torch_dtype': 'float16'", "released_dtype=fp16", NULL },
    { "'quantization_config': true, 'torch_dtype': 'float16'", "", "released-dtype-unknown" },
    { "'quantization_config': [4], 'torch_dtype': 'float16'", "", "released-dtype-unknown" },
    /* patterns that are not understood are named, and change nothing */
    { METHOD("fp8", "'modules_to_not_convert': ['re:(?!lm_head).*']"), "released_dtype=fp8",
      "quantization-pattern-unknown" },
};

static void test_methods(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(formats); i++) {
        char document[1024];
        snprintf(document, sizeof document, LLAMA("%s"), formats[i].source);
        check(document, &formats[i]);
    }
}

/* Two layers of 8 experts of 3 x 64 x 32. */
#define EXPERTS(more)                                                                              \
    SMALL("mixtral",                                                                               \
          "'num_hidden_layers': 2, 'num_local_experts': 8, 'num_experts_per_tok': 2, " more)

static void test_experts(void **state)
{
    (void)state;
    static const struct format of_experts[] = {
        { EXPERTS(QUANTIZED("'moe_quant_algo': 'NVFP4'")), "released_dtype=nvfp4 attention_bits=8",
          NULL },
        { EXPERTS(METHOD("fp8", "'a': 1") ", 'expert_dtype': 'fp4'"),
          "released_dtype=mxfp4 attention_bits=8", NULL },
        { EXPERTS(METHOD("mxfp4", "'a': 1")), "released_dtype=mxfp4", NULL },
        { EXPERTS(METHOD("fp8", "'modules_to_not_convert': ['model.layers.0.block_sparse_moe']")),
          "released_dtype=fp8 experts_bits=12", NULL },
        { EXPERTS(ONE_GROUP(GROUP("'re:.*experts\\\\.\\\\d+\\\\..*'", INT4))),
          "released_dtype=int4 attention_bits=16 experts_bits=4.5", NULL },
    };
    for (size_t i = 0; i < COUNT(of_experts); i++) {
        check(of_experts[i].source, &of_experts[i]);
    }
}

static void test_released_files(void **state)
{
    (void)state;
    static const struct {
        const char *name, *fields;
    } files[] = {
        { "gpt-oss-20b.json", " released_dtype=mxfp4" },
        { "deepseek-v3.1-nvfp4/config.json", " released_dtype=bf16" }, /* its neighbour says more */
        { "minimax-m2.5-nvfp4/config.json",
          " released_dtype=nvfp4 released_kv_dtype=fp8 attention_bits=16" },
    };
    for (size_t i = 0; i < COUNT(files); i++) {
        struct reading reading;
        read_file(&reading, files[i].name);
        assert_true(reading.ok);
        assert_string_equal(strstr(reading.fields, " released_"), files[i].fields);
    }
}

/* More layers than are named one by one: a matrix counts by the share of the layers that hold it. */
static void test_many_layers(void **state)
{
    (void)state;
    static const struct format kept = { "", "released_dtype=fp8 attention_bits=16 mixer_bits=16",
                                        NULL };
    static const char form[] =
        SMALL("qwen3_next",
              "'num_hidden_layers': %s, 'full_attention_interval': 4, 'linear_num_key_heads': 2,"
              " 'linear_num_value_heads': 4, 'linear_key_head_dim': 8, 'linear_value_head_dim': 8,"
              " 'linear_conv_kernel_dim': 4, " METHOD(
                  "fp8", "'modules_to_not_convert': ['linear_attn', 'self_attn']"));
    static const char *const layers[] = { "4", "4096", "4100" };
    for (size_t i = 0; i < COUNT(layers); i++) {
        char document[1024];
        snprintf(document, sizeof document, form, layers[i]);
        check(document, &kept);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_methods),
        cmocka_unit_test(test_experts),
        cmocka_unit_test(test_released_files),
        cmocka_unit_test(test_many_layers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
