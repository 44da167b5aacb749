/* SPDX-License-Identifier: Apache-2.0 */
/* Well-formed safetensors: models in the formats that the hub has, indexes, folders. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"

const struct llama llama_8b = { 32, 4096, 14336, 32, 8, 128, 128256 };
const struct llama tiny = { 2, 64, 160, 4, 2, 16, 256 };

#define U(x) ((uint64_t)(x))

void add_llama(struct list *l, const struct llama *m, const char *type, bool tied)
{
    uint64_t q = U(m->heads * m->head_dim), kv = U(m->kv_heads * m->head_dim), h = U(m->hidden);
    uint64_t ffn = U(m->ffn), vocab = U(m->vocab);
    ADD(l, type, (vocab, h), "model.embed_tokens.weight");
    for (int i = 0; i < m->layers; i++) {
        ADD(l, type, (q, h), "model.layers.%d.self_attn.q_proj.weight", i);
        ADD(l, type, (kv, h), "model.layers.%d.self_attn.k_proj.weight", i);
        ADD(l, type, (kv, h), "model.layers.%d.self_attn.v_proj.weight", i);
        ADD(l, type, (h, q), "model.layers.%d.self_attn.o_proj.weight", i);
        if (ffn > 0) {
            ADD(l, type, (ffn, h), "model.layers.%d.mlp.gate_proj.weight", i);
            ADD(l, type, (ffn, h), "model.layers.%d.mlp.up_proj.weight", i);
            ADD(l, type, (h, ffn), "model.layers.%d.mlp.down_proj.weight", i);
        }
        ADD(l, type, (h), "model.layers.%d.input_layernorm.weight", i);
        ADD(l, type, (h), "model.layers.%d.post_attention_layernorm.weight", i);
    }
    ADD(l, type, (h), "model.norm.weight");
    if (!tied) {
        ADD(l, type, (vocab, h), "lm_head.weight");
    }
}

/* How a matrix is packed. */
enum packing {
    GPTQ4,
    GPTQ8,
    AWQ,
    BNB4,
    BNB8,
    FP8,
    NVFP4,
    NVFP4_PACKED,
    PACKED,
    MLX,
    INT4_ROWS, /* ModelOpt: two rows of integers in a byte */
    MXFP4,     /* Quark */
    MXFP8,     /* ModelOpt */
    INT8,      /* a scale a row */
    EXL2
};

static bool is_linear(const struct tensor *t)
{
    return t->dimensions == 2 && strstr(t->name, "_proj");
}

/* The tensors that stand for the matrix `b`weight of o x i. */
static void pack(struct list *out, enum packing packing, const char *b, const char *type,
                 uint64_t o, uint64_t i)
{
    uint64_t bits = packing == GPTQ8 ? 8 : 4, e = o * i;
    const char *weight = packing == NVFP4 ? "weight" : "weight_packed";
    switch (packing) {
    case GPTQ4:
    case GPTQ8:
        ADD(out, "I32", (i * bits / 32, o), "%sqweight", b);
        ADD(out, "F16", (i / 128, o), "%sscales", b);
        ADD(out, "I32", (i), "%sg_idx", b);
        ADD(out, "I32", (i / 128, o * bits / 32), "%sqzeros", b);
        break;
    case AWQ:
        ADD(out, "I32", (i, o / 8), "%sqweight", b);
        ADD(out, "I32", (i / 128, o / 8), "%sqzeros", b);
        ADD(out, "F16", (i / 128, o), "%sscales", b);
        break;
    case BNB4:
        ADD(out, "U8", (e / 2, 1), "%sweight", b);
        ADD(out, "U8", (e / 64), "%sweight.absmax", b);
        ADD(out, "F32", ((e / 64 + 255) / 256), "%sweight.nested_absmax", b);
        ADD(out, "F32", (256), "%sweight.nested_quant_map", b);
        ADD(out, "F32", (16), "%sweight.quant_map", b);
        ADD(out, "U8", (120), "%sweight.quant_state.bitsandbytes__nf4", b);
        break;
    case BNB8:
        ADD(out, "I8", (o, i), "%sweight", b);
        ADD(out, "F32", (o), "%sSCB", b);
        list_add(out, "U8", 0, NULL, "%sweight_format", b);
        break;
    case FP8:
        ADD(out, "F8_E4M3", (o, i), "%sweight", b);
        ADD(out, "F32", ((o + 127) / 128, (i + 127) / 128), "%sweight_scale_inv", b);
        break;
    case NVFP4:
    case NVFP4_PACKED:
        ADD(out, "U8", (o, i / 2), "%s%s", b, weight);
        ADD(out, "F8_E4M3", (o, i / 16), "%sweight_scale", b);
        list_add(out, "F32", packing == NVFP4 ? 0 : 1, SHAPE(1),
                 packing == NVFP4 ? "%sweight_scale_2" : "%sweight_global_scale", b);
        list_add(out, "F32", packing == NVFP4 ? 0 : 1, SHAPE(1),
                 packing == NVFP4 ? "%sinput_scale" : "%sinput_global_scale", b);
        break;
    case PACKED:
        ADD(out, "I32", (o, i / 8), "%sweight_packed", b);
        ADD(out, "BF16", (o, i / 128), "%sweight_scale", b);
        ADD(out, "I64", (2), "%sweight_shape", b);
        break;
    case MLX:
        ADD(out, "U32", (o, i / 8), "%sweight", b);
        ADD(out, "BF16", (o, i / 64), "%sscales", b);
        ADD(out, "BF16", (o, i / 64), "%sbiases", b);
        break;
    case INT4_ROWS:
        ADD(out, "U8", (o / 2, i), "%sweight", b);
        ADD(out, "F32", (o, i / 128), "%sweight_scale", b);
        ADD(out, "BF16", (i), "%spre_quant_scale", b);
        break;
    case MXFP4:
    case MXFP8:
        ADD(out, packing == MXFP4 ? "U8" : "F8_E4M3", (o, packing == MXFP4 ? i / 2 : i), "%sweight",
            b);
        ADD(out, "U8", (o, i / 32), "%sweight_scale", b);
        break;
    case INT8:
        ADD(out, "I8", (o, i), "%sweight", b);
        ADD(out, "BF16", (o, 1), "%sweight_scale", b);
        break;
    case EXL2:
        ADD(out, "I32", (i / 8, o), "%sq_weight", b);
        ADD(out, "I32", (i / 32, o / 8), "%sq_scale", b);
        ADD(out, "F16", (i / 32), "%sq_scale_max", b);
        ADD(out, "I16", (i / 16), "%sq_groups", b);
        ADD(out, "I32", (i), "%sq_invperm", b);
        break;
    }
    (void)type;
}

static void write_packed(const char *name, enum packing packing)
{
    struct list plain = { NULL, 0, 0 }, out = { NULL, 0, 0 };
    bool f16 = packing == GPTQ4 || packing == GPTQ8 || packing == AWQ || packing == EXL2;
    add_llama(&plain, &llama_8b, f16 ? "F16" : "BF16", false);
    for (size_t k = 0; k < plain.count; k++) {
        const struct tensor *t = &plain.at[k];
        char stem[128];
        snprintf(stem, sizeof stem, "%.*s", (int)(strlen(t->name) - strlen("weight")), t->name);
        if (is_linear(t) || (packing == MLX && t->dimensions == 2)) {
            pack(&out, packing, stem, t->type, t->shape[0], t->shape[1]);
        } else {
            list_add(&out, t->type, t->dimensions, t->shape, "%s", t->name);
        }
    }
    list_clear(&plain);
    write_safetensors(name, &out, false);
}

static void add_mixtral(struct list *l)
{
    const struct llama m = { 2, 64, 0, 4, 2, 16, 256 };
    add_llama(l, &m, "BF16", false);
    for (int i = 0; i < m.layers; i++) {
        ADD(l, "BF16", (8, 64), "model.layers.%d.block_sparse_moe.gate.weight", i);
        for (int e = 0; e < 8; e++) {
            ADD(l, "BF16", (96, 64), "model.layers.%d.block_sparse_moe.experts.%d.w1.weight", i, e);
            ADD(l, "BF16", (64, 96), "model.layers.%d.block_sparse_moe.experts.%d.w2.weight", i, e);
            ADD(l, "BF16", (96, 64), "model.layers.%d.block_sparse_moe.experts.%d.w3.weight", i, e);
        }
    }
}

static void add_gpt_oss(struct list *l, int layers, uint64_t experts)
{
    const uint64_t h = 2880, q = 4096, kv = 512, ff = 2880, vocab = 201088;
    ADD(l, "BF16", (vocab, h), "model.embed_tokens.weight");
    for (int i = 0; i < layers; i++) {
        const struct {
            const char *name;
            uint64_t out, in;
        } attention[] = {
            { "q_proj", q, h }, { "k_proj", kv, h }, { "v_proj", kv, h }, { "o_proj", h, q }
        };
        ADD(l, "BF16", (64), "model.layers.%d.self_attn.sinks", i);
        for (int k = 0; k < 4; k++) {
            ADD(l, "BF16", (attention[k].out, attention[k].in),
                "model.layers.%d.self_attn.%s.weight", i, attention[k].name);
            ADD(l, "BF16", (attention[k].out), "model.layers.%d.self_attn.%s.bias", i,
                attention[k].name);
        }
        ADD(l, "BF16", (experts, h), "model.layers.%d.mlp.router.weight", i);
        ADD(l, "BF16", (experts), "model.layers.%d.mlp.router.bias", i);
        ADD(l, "U8", (experts, 2 * ff, h / 32, 16),
            "model.layers.%d.mlp.experts.gate_up_proj_blocks", i);
        ADD(l, "U8", (experts, 2 * ff, h / 32), "model.layers.%d.mlp.experts.gate_up_proj_scales",
            i);
        ADD(l, "BF16", (experts, 2 * ff), "model.layers.%d.mlp.experts.gate_up_proj_bias", i);
        ADD(l, "U8", (experts, h, ff / 32, 16), "model.layers.%d.mlp.experts.down_proj_blocks", i);
        ADD(l, "U8", (experts, h, ff / 32), "model.layers.%d.mlp.experts.down_proj_scales", i);
        ADD(l, "BF16", (experts, h), "model.layers.%d.mlp.experts.down_proj_bias", i);
        ADD(l, "BF16", (h), "model.layers.%d.input_layernorm.weight", i);
        ADD(l, "BF16", (h), "model.layers.%d.post_attention_layernorm.weight", i);
    }
    ADD(l, "BF16", (h), "model.norm.weight");
    ADD(l, "BF16", (vocab, h), "lm_head.weight");
}

/* Latent attention with experts: the sizes of DeepSeek's models. */
struct deep {
    int layers, dense, prediction, experts;
    uint64_t hidden, ffn, expert, heads, vocab, q, kv, nope, rope, v;
    bool fp8; /* in blocks of 128 */
};
static const struct deep deepseek_v3 = { 61,     3,    1,   256, 7168, 18432, 2048, 128,
                                         129280, 1536, 512, 128, 64,   128,   true };
static const struct deep dense_first = { 4,   1,   0,   4,  256, 512, 128,  4,
                                         512, 128, 128, 64, 32,  64,  false };

static void add_deep(struct list *l, const struct deep *m, uint64_t out, uint64_t in,
                     const char *format, int i, int e)
{
    char name[128];
    snprintf(name, sizeof name, format, i, e);
    ADD(l, m->fp8 ? "F8_E4M3" : "BF16", (out, in), "%s.weight", name);
    if (m->fp8) {
        ADD(l, "F32", ((out + 127) / 128, (in + 127) / 128), "%s.weight_scale_inv", name);
    }
}

static void add_deep_block(struct list *l, const struct deep *m, const char *stem, int i, int e,
                           uint64_t width)
{
    static const char *const names[] = { "gate_proj", "up_proj", "down_proj" };
    for (int k = 0; k < 3; k++) {
        char format[96];
        snprintf(format, sizeof format, "model.layers.%%d.mlp.%s%s", stem, names[k]);
        add_deep(l, m, k < 2 ? width : m->hidden, k < 2 ? m->hidden : width, format, i, e);
    }
}

static void add_deep_layer(struct list *l, const struct deep *m, int i)
{
    const uint64_t h = m->hidden;
    add_deep(l, m, m->q, h, "model.layers.%d.self_attn.q_a_proj", i, 0);
    ADD(l, "BF16", (m->q), "model.layers.%d.self_attn.q_a_layernorm.weight", i);
    add_deep(l, m, m->heads * (m->nope + m->rope), m->q, "model.layers.%d.self_attn.q_b_proj", i,
             0);
    add_deep(l, m, m->kv + m->rope, h, "model.layers.%d.self_attn.kv_a_proj_with_mqa", i, 0);
    ADD(l, "BF16", (m->kv), "model.layers.%d.self_attn.kv_a_layernorm.weight", i);
    add_deep(l, m, m->heads * (m->nope + m->v), m->kv, "model.layers.%d.self_attn.kv_b_proj", i, 0);
    add_deep(l, m, h, m->heads * m->v, "model.layers.%d.self_attn.o_proj", i, 0);
    ADD(l, "BF16", (h), "model.layers.%d.input_layernorm.weight", i);
    ADD(l, "BF16", (h), "model.layers.%d.post_attention_layernorm.weight", i);
    if (i < m->dense) {
        add_deep_block(l, m, "", i, 0, m->ffn);
        return;
    }
    ADD(l, "BF16", (U(m->experts), h), "model.layers.%d.mlp.gate.weight", i);
    ADD(l, "F32", (U(m->experts)), "model.layers.%d.mlp.gate.e_score_correction_bias", i);
    add_deep_block(l, m, "shared_experts.", i, 0, m->expert);
    for (int e = 0; e < m->experts; e++) {
        add_deep_block(l, m, "experts.%d.", i, e, m->expert);
    }
}

static void add_deepseek(struct list *l, const struct deep *m)
{
    const uint64_t h = m->hidden, vocab = m->vocab;
    ADD(l, "BF16", (vocab, h), "model.embed_tokens.weight");
    for (int i = 0; i < m->layers; i++) {
        add_deep_layer(l, m, i);
    }
    ADD(l, "BF16", (h), "model.norm.weight");
    ADD(l, "BF16", (vocab, h), "lm_head.weight");
    for (int i = m->layers; i < m->layers + m->prediction; i++) {
        ADD(l, "BF16", (vocab, h), "model.layers.%d.embed_tokens.weight", i);
        ADD(l, "BF16", (h), "model.layers.%d.enorm.weight", i);
        ADD(l, "BF16", (h), "model.layers.%d.hnorm.weight", i);
        ADD(l, "BF16", (h, 2 * h), "model.layers.%d.eh_proj.weight", i);
        ADD(l, "BF16", (h), "model.layers.%d.shared_head.norm.weight", i);
        ADD(l, "BF16", (vocab, h), "model.layers.%d.shared_head.head.weight", i);
        add_deep_layer(l, m, i);
    }
}

/* ---------------------------------------------------------------- folders --- */

static void write_config(const char *folder, const struct llama *m, int layers, int vocab,
                         const char *tied, const char *more)
{
    char name[128], text[1024];
    snprintf(name, sizeof name, "%s/config.json", folder);
    snprintf(text, sizeof text,
             "{\"model_type\": \"llama\", \"num_hidden_layers\": %d, \"hidden_size\": %d, "
             "\"intermediate_size\": %d, \"num_attention_heads\": %d, \"num_key_value_heads\": %d, "
             "\"head_dim\": %d, \"vocab_size\": %d, \"max_position_embeddings\": %d, "
             "\"tie_word_embeddings\": %s, \"torch_dtype\": \"bfloat16\"%s}\n",
             layers, m->hidden, m->ffn, m->heads, m->kv_heads, m->head_dim, vocab,
             m->layers == 32 ? 131072 : 2048, tied, more);
    write_text(name, text);
}

/* Cuts a model into shards, with an index; `total` 0: the true one, `keep`: the shards are there. */
static void write_tree(const char *folder, const struct llama *m, size_t shards, uint64_t total,
                       const char *metadata, bool keep)
{
    struct list all = { NULL, 0, 0 };
    struct bytes index = { NULL, 0, 0 };
    char name[160], text[512];
    uint64_t size = 0;
    add_llama(&all, m, "BF16", false);
    size_t each = (all.count + shards - 1) / shards;
    for (size_t i = 0; i < all.count; i++) {
        size += 2 * elements(&all.at[i]);
    }
    snprintf(text, sizeof text, "{\"metadata\": {\"total_size\": %llu%s}, \"weight_map\": {",
             (unsigned long long)(total ? total : size), metadata);
    put_text(&index, text);
    for (size_t s = 0; s < shards; s++) {
        struct list part = { NULL, 0, 0 };
        for (size_t i = s * each; i < all.count && i < (s + 1) * each; i++) {
            const struct tensor *t = &all.at[i];
            list_add(&part, t->type, t->dimensions, t->shape, "%s", t->name);
            snprintf(text, sizeof text, "%s\"%s\": \"model-%05d-of-%05d.safetensors\"",
                     i > 0 ? ", " : "", t->name, (int)s + 1, (int)shards);
            put_text(&index, text);
        }
        snprintf(name, sizeof name, "%s/model-%05d-of-%05d.safetensors", folder, (int)s + 1,
                 (int)shards);
        if (keep) {
            write_safetensors(name, &part, true);
        }
        list_clear(&part);
    }
    put_text(&index, "}}\n");
    snprintf(name, sizeof name, "%s/model.safetensors.index.json", folder);
    write_file(name, &index, index.length);
    list_clear(&all);
}

static void write_trees(void)
{
    struct llama padded = tiny;
    padded.vocab = 320;
    write_tree("llama-8b", &llama_8b, 4, 0, "", true);
    write_config("llama-8b", &llama_8b, 32, 128256, "false", "");
    write_tree("tiny-index-only", &tiny, 3, 0, ", \"total_parameters\": 119104", false);
    write_config("tiny-index-only", &tiny, 2, 256, "false", "");
    write_tree("tiny-index-wrong-total", &tiny, 2, 1, "", true);
    write_config("tiny-index-wrong-total", &tiny, 2, 256, "false", "");
    write_tree("tiny-index-wrong-params", &tiny, 2, 0, ", \"total_parameters\": 17", false);
    write_config("tiny-index-wrong-params", &tiny, 2, 256, "false", "");
    write_tree("config-other-layers", &tiny, 2, 0, "", true);
    write_config("config-other-layers", &tiny, 3, 256, "false", "");
    write_tree("config-says-tied", &tiny, 1, 0, "", true);
    write_config("config-says-tied", &tiny, 2, 256, "true", "");
    write_tree("padded-vocab", &padded, 1, 0, "", true);
    write_config("padded-vocab", &tiny, 2, 256, "false", "");
    write_tree("lfs-pointers", &tiny, 1, 0, "", false);
    write_config("lfs-pointers", &tiny, 2, 256, "false", "");
    write_text("lfs-pointers/model-00001-of-00001.safetensors",
               "version https://git-lfs.github.com/spec/v1\noid sha256:0000\nsize 123456\n");
    write_packed("llama-8b-packed/model.safetensors", PACKED);
    write_config("llama-8b-packed", &llama_8b, 32, 128256, "false",
                 ", \"quantization_config\": {\"quant_method\": \"compressed-tensors\", "
                 "\"config_groups\": {\"group_0\": {\"weights\": {\"num_bits\": 4}}}}");
    write_packed("llama-8b-mlx/model.safetensors", MLX);
    write_config("llama-8b-mlx", &llama_8b, 32, 128256, "false",
                 ", \"quantization\": {\"group_size\": 64, \"bits\": 4}");
}

/* ------------------------------------------------------------ other shapes --- */

static void write_vision(void)
{
    struct list l = { NULL, 0, 0 }, text = { NULL, 0, 0 };
    ADD(&l, "BF16", (32, 32), "vision_tower.encoder.layers.0.self_attn.q_proj.weight");
    ADD(&l, "BF16", (64, 32), "multi_modal_projector.linear_1.weight");
    add_llama(&text, &tiny, "BF16", false);
    for (size_t i = 0; i < text.count; i++) {
        const struct tensor *t = &text.at[i];
        list_add(&l, t->type, t->dimensions, t->shape, "language_model.%s", t->name);
    }
    list_clear(&text);
    write_safetensors("vision.safetensors", &l, false);
}

static void write_gpt2(void)
{
    struct list l = { NULL, 0, 0 };
    ADD(&l, "F32", (512, 64), "wte.weight");
    ADD(&l, "F32", (128, 64), "wpe.weight");
    ADD(&l, "F32", (64), "ln_f.weight");
    ADD(&l, "F32", (64), "ln_f.bias");
    for (int i = 0; i < 2; i++) {
        ADD(&l, "F32", (1, 1, 128, 128), "h.%d.attn.bias", i);
        ADD(&l, "F32", (64, 192), "h.%d.attn.c_attn.weight", i);
        ADD(&l, "F32", (192), "h.%d.attn.c_attn.bias", i);
        ADD(&l, "F32", (64, 64), "h.%d.attn.c_proj.weight", i);
        ADD(&l, "F32", (64), "h.%d.attn.c_proj.bias", i);
        ADD(&l, "F32", (64), "h.%d.ln_1.weight", i);
        ADD(&l, "F32", (64), "h.%d.ln_1.bias", i);
        ADD(&l, "F32", (64), "h.%d.ln_2.weight", i);
        ADD(&l, "F32", (64), "h.%d.ln_2.bias", i);
        ADD(&l, "F32", (64, 256), "h.%d.mlp.c_fc.weight", i);
        ADD(&l, "F32", (256), "h.%d.mlp.c_fc.bias", i);
        ADD(&l, "F32", (256, 64), "h.%d.mlp.c_proj.weight", i);
        ADD(&l, "F32", (64), "h.%d.mlp.c_proj.bias", i);
    }
    write_safetensors("gpt2.safetensors", &l, false);
}

static void write_hybrids(void)
{
    struct list l = { NULL, 0, 0 };
    ADD(&l, "BF16", (512, 64), "backbone.embeddings.weight");
    ADD(&l, "BF16", (64), "backbone.norm_f.weight");
    ADD(&l, "BF16", (512, 64), "lm_head.weight");
    for (int i = 0; i < 4; i++) {
        ADD(&l, "BF16", (64), "backbone.layers.%d.norm.weight", i);
    }
    ADD(&l, "BF16", (300, 64), "backbone.layers.0.mixer.in_proj.weight");
    ADD(&l, "BF16", (160, 1, 4), "backbone.layers.0.mixer.conv1d.weight");
    ADD(&l, "F32", (8), "backbone.layers.0.mixer.A_log");
    ADD(&l, "BF16", (128), "backbone.layers.0.mixer.norm.weight");
    ADD(&l, "BF16", (64, 128), "backbone.layers.0.mixer.out_proj.weight");
    ADD(&l, "BF16", (256, 64), "backbone.layers.1.mixer.up_proj.weight");
    ADD(&l, "BF16", (64, 256), "backbone.layers.1.mixer.down_proj.weight");
    ADD(&l, "BF16", (64, 64), "backbone.layers.2.mixer.q_proj.weight");
    ADD(&l, "BF16", (32, 64), "backbone.layers.2.mixer.k_proj.weight");
    ADD(&l, "BF16", (32, 64), "backbone.layers.2.mixer.v_proj.weight");
    ADD(&l, "BF16", (64, 64), "backbone.layers.2.mixer.o_proj.weight");
    ADD(&l, "BF16", (4, 64), "backbone.layers.3.mixer.gate.weight");
    ADD(&l, "BF16", (32, 64), "backbone.layers.3.mixer.experts.0.up_proj.weight");
    ADD(&l, "BF16", (64, 32), "backbone.layers.3.mixer.experts.0.down_proj.weight");
    ADD(&l, "BF16", (32, 64), "backbone.layers.3.mixer.shared_experts.up_proj.weight");
    write_safetensors("nemotron-h.safetensors", &l, false);

    ADD(&l, "BF16", (512, 64), "model.embed_tokens.weight");
    ADD(&l, "BF16", (64), "model.norm.weight");
    ADD(&l, "BF16", (512, 64), "lm_head.weight");
    ADD(&l, "BF16", (192, 64), "model.layers.0.linear_attn.in_proj_qkvz.weight");
    ADD(&l, "BF16", (128, 1, 4), "model.layers.0.linear_attn.conv1d.weight");
    ADD(&l, "BF16", (32), "model.layers.0.linear_attn.norm.weight");
    ADD(&l, "BF16", (4, 64), "model.layers.0.mlp.gate.weight");
    ADD(&l, "BF16", (32, 64), "model.layers.0.mlp.experts.0.up_proj.weight");
    ADD(&l, "BF16", (32, 64), "model.layers.0.mlp.shared_expert.up_proj.weight");
    ADD(&l, "BF16", (1, 64), "model.layers.0.mlp.shared_expert_gate.weight");
    ADD(&l, "BF16", (64), "model.layers.0.input_layernorm.weight");
    ADD(&l, "BF16", (64, 128), "mtp.fc.weight");
    ADD(&l, "BF16", (64), "mtp.norm.weight");
    write_safetensors("qwen3-next.safetensors", &l, false);
}

static void write_tiny(void)
{
    struct list l = { NULL, 0, 0 };
    struct bytes bytes = { NULL, 0, 0 };
    add_llama(&l, &tiny, "BF16", false);
    write_safetensors("tiny.safetensors", &l, true);
    add_llama(&l, &tiny, "BF16", true);
    write_safetensors("tiny-tied.safetensors", &l, false);
    add_llama(&l, &tiny, "F32", false);
    uint64_t length = safetensors(&bytes, &l, false, 8, true);
    write_file("tiny-f32-unordered.safetensors", &bytes, length);
    list_clear(&l);
    add_llama(&l, &tiny, "F16", false);
    length = safetensors(&bytes, &l, false, 1, false);
    write_file("tiny-nopad.safetensors", &bytes, length);
    list_clear(&l);
    ADD(&l, "F32", (0, 4), "a");
    list_add(&l, "F64", 0, NULL, "b");
    ADD(&l, "F4", (2, 3), "c");
    write_safetensors("empty-and-scalar.safetensors", &l, false);
    write_raw("no-tensors.safetensors", "{}", 2, 0, -1);
}

/* All experts of a layer in one tensor, whose name does not end in .weight: two weights in a byte. */
static void add_stack(struct list *l, int i, const char *name, uint64_t in, uint64_t out)
{
    ADD(l, "U8", (4, in / 2, out), "model.layers.%d.feed_forward.experts.%s", i, name);
    ADD(l, "F8_E4M3", (4, in / 16, out), "model.layers.%d.feed_forward.experts.%s_weight_scale", i,
        name);
    ADD(l, "F32", (1), "model.layers.%d.feed_forward.experts.%s_weight_scale_2", i, name);
    ADD(l, "F32", (1), "model.layers.%d.feed_forward.experts.%s_input_scale", i, name);
}

static void write_stacked(void)
{
    const struct llama m = { 2, 64, 0, 4, 2, 16, 256 };
    struct list l = { NULL, 0, 0 };
    add_llama(&l, &m, "BF16", false);
    for (int i = 0; i < m.layers; i++) {
        ADD(&l, "BF16", (4, 64), "model.layers.%d.feed_forward.router.weight", i);
        add_stack(&l, i, "gate_up_proj", 64, 256);
        add_stack(&l, i, "down_proj", 128, 64);
    }
    write_safetensors("stacked-nvfp4.safetensors", &l, false);
}

static const char mixtral_config[] =
    "{\"model_type\": \"mixtral\", \"num_hidden_layers\": 2, \"hidden_size\": 64, "
    "\"intermediate_size\": 96, \"num_attention_heads\": 4, \"num_key_value_heads\": 2, "
    "\"head_dim\": 16, \"vocab_size\": 256, \"max_position_embeddings\": 2048, "
    "\"tie_word_embeddings\": false, \"torch_dtype\": \"bfloat16\", "
    "\"num_local_experts\": 8, \"num_experts_per_tok\": 2}";

/* Folders that say how their weights are packed, with and without headers. */
static void write_releases(void)
{
    write_packed("packed-two-widths/model.safetensors", PACKED);
    write_config("packed-two-widths", &llama_8b, 32, 128256, "false",
                 ", \"quantization_config\": {\"quant_method\": \"compressed-tensors\", "
                 "\"format\": \"pack-quantized\", \"config_groups\": {"
                 "\"group_0\": {\"targets\": [\"re:.*self_attn.*\"], "
                 "\"weights\": {\"num_bits\": 8, \"group_size\": 128}}, "
                 "\"group_1\": {\"targets\": [\"re:.*mlp.*\"], "
                 "\"weights\": {\"num_bits\": 4, \"group_size\": 128}}}}");
    write_config("nvfp4-release", &llama_8b, 32, 128256, "false", "");
    write_text("nvfp4-release/hf_quant_config.json",
               "{\"producer\": {\"name\": \"modelopt\"}, \"quantization\": {\"quant_algo\": "
               "\"NVFP4\", \"kv_cache_quant_algo\": \"FP8\", \"group_size\": 16, "
               "\"exclude_modules\": [\"lm_head\"]}}");
    write_text("nvfp4-experts-release/config.json", mixtral_config);
    write_text("nvfp4-experts-release/hf_quant_config.json",
               "{\"producer\": {\"name\": \"modelopt\"}, \"quantization\": {\"quant_algo\": "
               "\"NVFP4\", \"kv_cache_quant_algo\": null, \"group_size\": 16, "
               "\"exclude_modules\": [\"lm_head\", \"model.layers.*.self_attn*\"]}}");
}

static void write_experts(void)
{
    struct list l = { NULL, 0, 0 };
    add_mixtral(&l);
    write_safetensors("mixtral-tiny.safetensors", &l, false);
    add_mixtral(&l);
    write_safetensors("mixtral-tiny/model.safetensors", &l, false);
    write_text("mixtral-tiny/config.json", mixtral_config);
    add_gpt_oss(&l, 24, 32);
    write_safetensors("gpt-oss-20b.safetensors", &l, false);
    add_gpt_oss(&l, 36, 128);
    write_safetensors("gpt-oss-120b.safetensors", &l, false);
    add_deepseek(&l, &deepseek_v3);
    write_safetensors("deepseek-v3.safetensors", &l, false);
    add_deepseek(&l, &dense_first);
    write_safetensors("deepseek-dense-first.safetensors", &l, false);
}

void write_good_safetensors(void)
{
    write_tiny();
    write_experts();
    write_packed("llama-8b-gptq.safetensors", GPTQ4);
    write_packed("llama-8b-gptq8.safetensors", GPTQ8);
    write_packed("llama-8b-awq.safetensors", AWQ);
    write_packed("llama-8b-bnb4.safetensors", BNB4);
    write_packed("llama-8b-bnb8.safetensors", BNB8);
    write_packed("llama-8b-fp8.safetensors", FP8);
    write_packed("llama-8b-nvfp4.safetensors", NVFP4);
    write_packed("llama-8b-nvfp4-packed.safetensors", NVFP4_PACKED);
    write_packed("llama-8b-packed.safetensors", PACKED);
    write_packed("llama-8b-mlx.safetensors", MLX);
    write_packed("llama-8b-modelopt-int4.safetensors", INT4_ROWS);
    write_packed("llama-8b-quark-mxfp4.safetensors", MXFP4);
    write_packed("llama-8b-mxfp8.safetensors", MXFP8);
    write_packed("llama-8b-int8-channel.safetensors", INT8);
    write_packed("llama-8b-exl2.safetensors", EXL2);
    write_stacked();
    write_releases();
    write_trees();
    write_vision();
    write_gpt2();
    write_hybrids();
}
