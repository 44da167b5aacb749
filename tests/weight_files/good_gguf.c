/* SPDX-License-Identifier: Apache-2.0 */
/* Well-formed GGUF: the architectures whose keys and tensors differ. */
#include <stdio.h>
#include <string.h>

#include "files.h"

const struct llama gguf_tiny = { 2, 256, 512, 4, 2, 64, 512 };

#define U(x) ((uint64_t)(x))
#define U32  4
#define I32  5

const char *all_f16(const char *name, int layer)
{
    (void)name;
    (void)layer;
    return "f16";
}

static const char *all_q8_0(const char *name, int layer)
{
    (void)name;
    (void)layer;
    return "q8_0";
}

/* llama-quant.cpp: some layers' values and down projections, and the output, have more bits. */
static const char *q4_k_m(const char *name, int i)
{
    bool more = i < 32 / 8 || i >= 7 * 32 / 8 || (i - 32 / 8) % 3 == 2;
    bool wide = strcmp(name, "attn_v") == 0 || strcmp(name, "ffn_down") == 0;
    return strcmp(name, "output") == 0 || (wide && more) ? "q6_k" : "q4_k";
}

static const char *nvfp4_ffn(const char *name, int i)
{
    (void)i;
    return strncmp(name, "ffn", 3) == 0 ? "nvfp4" : "f16";
}

void add_llama_gguf(struct list *l, const struct llama *m, const char *(*type)(const char *, int),
                    bool tied, bool bias)
{
    uint64_t h = U(m->hidden), ff = U(m->ffn);
    uint64_t q = U(m->heads * m->head_dim), kv = U(m->kv_heads * m->head_dim);
    ADD(l, type("token_embd", 0), (h, U(m->vocab)), "token_embd.weight");
    for (int i = 0; i < m->layers; i++) {
        ADD(l, "f32", (h), "blk.%d.attn_norm.weight", i);
        if (ff > 0) {
            ADD(l, type("ffn_down", i), (ff, h), "blk.%d.ffn_down.weight", i);
            ADD(l, type("ffn_gate", i), (h, ff), "blk.%d.ffn_gate.weight", i);
            ADD(l, type("ffn_up", i), (h, ff), "blk.%d.ffn_up.weight", i);
        }
        ADD(l, "f32", (h), "blk.%d.ffn_norm.weight", i);
        ADD(l, type("attn_k", i), (h, kv), "blk.%d.attn_k.weight", i);
        if (bias) {
            ADD(l, "f32", (kv), "blk.%d.attn_k.bias", i);
        }
        ADD(l, type("attn_output", i), (q, h), "blk.%d.attn_output.weight", i);
        ADD(l, type("attn_q", i), (h, q), "blk.%d.attn_q.weight", i);
        if (bias) {
            ADD(l, "f32", (q), "blk.%d.attn_q.bias", i);
        }
        ADD(l, type("attn_v", i), (h, kv), "blk.%d.attn_v.weight", i);
        if (bias) {
            ADD(l, "f32", (kv), "blk.%d.attn_v.bias", i);
        }
    }
    ADD(l, "f32", (h), "output_norm.weight");
    if (!tied) {
        ADD(l, type("output", 0), (h, U(m->vocab)), "output.weight");
    }
}

static void key_of(struct gguf *g, const char *architecture, const char *key, uint64_t value)
{
    char name[128];
    snprintf(name, sizeof name, "%s.%s", architecture, key);
    key_u32(g, name, value);
}

/* Keys up to the heads; kv_heads 0: that key is the caller's. */
static void head_keys(struct gguf *g, const char *architecture, const struct llama *m,
                      uint64_t context)
{
    key_text(g, "general.architecture", architecture);
    key_text(g, "general.name", "test");
    key_of(g, architecture, "block_count", U(m->layers));
    key_of(g, architecture, "context_length", context);
    key_of(g, architecture, "embedding_length", U(m->hidden));
    key_of(g, architecture, "feed_forward_length", U(m->ffn));
    key_of(g, architecture, "attention.head_count", U(m->heads));
    if (m->kv_heads > 0) {
        key_of(g, architecture, "attention.head_count_kv", U(m->kv_heads));
    }
}

static void end_keys(struct gguf *g, const char *architecture)
{
    char name[128];
    snprintf(name, sizeof name, "%s.attention.layer_norm_rms_epsilon", architecture);
    key_number(g, name, 6, 4, 0x3727c5ac); /* 1e-5 */
}

void llama_keys(struct gguf *g, const char *architecture, const struct llama *m, uint64_t context)
{
    head_keys(g, architecture, m, context);
    end_keys(g, architecture);
}

static void write_8b(void)
{
    struct gguf g = { .count = 0 };
    llama_keys(&g, "llama", &llama_8b, 131072);
    key_tokens(&g, 64);
    ADD(&g.tensors, "f32", (64), "rope_freqs.weight");
    add_llama_gguf(&g.tensors, &llama_8b, q4_k_m, false, false);
    write_gguf("llama-8b-q4_k_m.gguf", &g);
    llama_keys(&g, "llama", &llama_8b, 131072);
    ADD(&g.tensors, "f32", (64), "rope_freqs.weight");
    add_llama_gguf(&g.tensors, &llama_8b, all_q8_0, false, false);
    write_gguf("llama-8b-q8_0.gguf", &g);
    llama_keys(&g, "llama", &llama_8b, 131072);
    key_u32(&g, "llama.vocab_size", 128256);
    g.version = 2;
    add_llama_gguf(&g.tensors, &llama_8b, all_f16, false, false);
    write_gguf("llama-8b-f16-v2.gguf", &g);
}

static void write_types(void)
{
    static const char *const types[] = { "f32",     "f16",    "q4_0",   "q4_1",  "q5_0",  "q5_1",
                                         "q8_0",    "q2_k",   "q3_k",   "q4_k",  "q5_k",  "q6_k",
                                         "iq2_xxs", "iq4_nl", "iq4_xs", "i32",   "iq1_m", "bf16",
                                         "tq1_0",   "mxfp4",  "nvfp4",  "iq1_s", "iq3_s", "q1_0",
                                         "q2_0",    "tq2_0" };
    struct gguf g = { .count = 0 };
    struct llama one = gguf_tiny;
    one.layers = 1;
    llama_keys(&g, "llama", &one, 4096);
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        ADD(&g.tensors, types[i], (256, 3), "blk.0.x_%s.weight", types[i]);
    }
    list_add(&g.tensors, "f32", 0, NULL, "scalar.weight");
    ADD(&g.tensors, "f16", (0, 7), "none.weight");
    write_gguf("tiny-types.gguf", &g);
}

static void write_small(void)
{
    struct gguf g = { .count = 0 };
    llama_keys(&g, "llama", &gguf_tiny, 4096);
    key_u32(&g, "general.alignment", 64);
    g.alignment = 64;
    add_llama_gguf(&g.tensors, &gguf_tiny, all_f16, false, false);
    write_gguf("tiny-align64.gguf", &g);
    llama_keys(&g, "qwen2", &gguf_tiny, 4096);
    add_llama_gguf(&g.tensors, &gguf_tiny, all_f16, true, true);
    write_gguf("tiny-tied.gguf", &g);
    static const char *const keys[] = { "block_count",          "context_length",
                                        "embedding_length",     "feed_forward_length",
                                        "attention.head_count", "attention.head_count_kv" };
    static const uint64_t values[] = { 2, 4096, 256, 512, 4, 2 };
    key_text(&g, "general.architecture", "llama");
    for (size_t i = 0; i < 6; i++) {
        char name[64];
        snprintf(name, sizeof name, "llama.%s", keys[i]);
        key_number(&g, name, 10, 8, values[i]);
    }
    add_llama_gguf(&g.tensors, &gguf_tiny, all_f16, false, false);
    write_gguf("tiny-u64-keys.gguf", &g);
    llama_keys(&g, "llama", &gguf_tiny, 4096);
    key_tokens(&g, 300);
    write_gguf("vocabulary.gguf", &g);
    llama_keys(&g, "llama", &gguf_tiny, 4096);
    add_llama_gguf(&g.tensors, &gguf_tiny, all_f16, false, false);
    g.extra = 4096;
    write_gguf("trailing.gguf", &g);
    static const char *const copies[] = { "two-models/a.gguf", "two-models/b.gguf",
                                          "one-model/a.gguf" };
    for (size_t i = 0; i < 3; i++) {
        llama_keys(&g, "llama", &gguf_tiny, 4096);
        add_llama_gguf(&g.tensors, &gguf_tiny, all_f16, false, false);
        write_gguf(copies[i], &g);
    }
    key_text(&g, "general.architecture", "clip");
    ADD(&g.tensors, "f16", (64, 64), "v.blk.0.attn_q.weight");
    write_gguf("one-model/mmproj-a.gguf", &g);
    key_text(&g, "general.architecture", "clip");
    key_text(&g, "general.type", "mmproj");
    key_u32(&g, "clip.vision.block_count", 1);
    ADD(&g.tensors, "f16", (64, 64), "v.blk.0.attn_q.weight");
    ADD(&g.tensors, "f16", (64, 256), "mm.0.weight");
    write_gguf("mmproj.gguf", &g);
}

static void write_splits(void)
{
    struct list all = { NULL, 0, 0 };
    add_llama_gguf(&all, &gguf_tiny, all_f16, false, false);
    static const size_t from[] = { 0, 0, 9, SIZE_MAX };
    for (int i = 0; i < 3; i++) {
        struct gguf g = { .count = 0 };
        char name[64];
        if (i == 0) {
            llama_keys(&g, "llama", &gguf_tiny, 4096);
        }
        key_number(&g, "split.no", 2, 2, U(i));
        key_number(&g, "split.count", 2, 2, 3);
        key_number(&g, "split.tensors.count", I32, 4, all.count);
        for (size_t k = from[i]; k < all.count && k < from[i + 1]; k++) {
            const struct tensor *t = &all.at[k];
            list_add(&g.tensors, t->type, t->dimensions, t->shape, "%s", t->name);
        }
        snprintf(name, sizeof name, "split-%05d-of-00003.gguf", i + 1);
        write_gguf(name, &g);
    }
    list_clear(&all);
}

/* ---------------------------------------------------------------- windows --- */

static void write_windows(void)
{
    struct gguf g = { .count = 0 };
    struct llama m = gguf_tiny;
    m.layers = 8;
    head_keys(&g, "gemma3", &m, 131072);
    key_u32(&g, "gemma3.attention.key_length", 64);
    key_u32(&g, "gemma3.attention.value_length", 64);
    key_u32(&g, "gemma3.attention.sliding_window", 1024);
    add_llama_gguf(&g.tensors, &m, all_f16, true, false);
    write_gguf("gemma3.gguf", &g);
    m.layers = 6;
    m.kv_heads = 0;
    head_keys(&g, "gemma4", &m, 131072);
    key_list(&g, "gemma4.attention.head_count_kv", I32, 4, 6, SHAPE(4, 4, 2, 4, 4, 2));
    key_u32(&g, "gemma4.attention.key_length", 128);
    key_u32(&g, "gemma4.attention.value_length", 128);
    key_u32(&g, "gemma4.attention.key_length_swa", 64);
    key_u32(&g, "gemma4.attention.sliding_window", 1024);
    key_list(&g, "gemma4.attention.sliding_window_pattern", 7, 1, 6, SHAPE(1, 1, 0, 1, 1, 0));
    m.kv_heads = 2;
    add_llama_gguf(&g.tensors, &m, all_f16, true, false);
    write_gguf("gemma4.gguf", &g);
    llama_keys(&g, "phi3", &gguf_tiny, 4096);
    key_u32(&g, "phi3.attention.sliding_window", 2047);
    add_llama_gguf(&g.tensors, &gguf_tiny, all_f16, false, false);
    write_gguf("phi3-window.gguf", &g);
    llama_keys(&g, "newarch", &gguf_tiny, 4096);
    key_u32(&g, "newarch.attention.sliding_window", 512);
    add_llama_gguf(&g.tensors, &gguf_tiny, all_f16, false, false);
    write_gguf("unknown-window.gguf", &g);
    m.kv_heads = 0;
    m.layers = 2;
    key_text(&g, "general.architecture", "deci");
    key_u32(&g, "deci.block_count", 2);
    key_u32(&g, "deci.context_length", 4096);
    key_u32(&g, "deci.embedding_length", 256);
    key_list(&g, "deci.feed_forward_length", U32, 4, 2, SHAPE(512, 256));
    key_list(&g, "deci.attention.head_count", U32, 4, 2, SHAPE(4, 4));
    key_list(&g, "deci.attention.head_count_kv", U32, 4, 2, SHAPE(2, 1));
    add_llama_gguf(&g.tensors, &gguf_tiny, all_f16, false, false);
    write_gguf("deci-differs.gguf", &g);
}

/* ---------------------------------------------------------------- experts --- */

static void add_experts(struct list *l, const struct llama *m, uint64_t experts, uint64_t width,
                        bool shared, int dense)
{
    struct llama without = *m;
    uint64_t h = U(m->hidden), ff = U(m->ffn);
    without.ffn = 0;
    add_llama_gguf(l, &without, all_q8_0, false, false);
    for (int i = 0; i < m->layers; i++) {
        if (i < dense) {
            ADD(l, "q8_0", (h, ff), "blk.%d.ffn_gate.weight", i);
            ADD(l, "q8_0", (h, ff), "blk.%d.ffn_up.weight", i);
            ADD(l, "q8_0", (ff, h), "blk.%d.ffn_down.weight", i);
            continue;
        }
        ADD(l, "f32", (h, experts), "blk.%d.ffn_gate_inp.weight", i);
        ADD(l, "q4_k", (h, width, experts), "blk.%d.ffn_gate_exps.weight", i);
        ADD(l, "q4_k", (h, width, experts), "blk.%d.ffn_up_exps.weight", i);
        ADD(l, "q4_k", (width, h, experts), "blk.%d.ffn_down_exps.weight", i);
        if (shared) {
            ADD(l, "q8_0", (h, width), "blk.%d.ffn_gate_shexp.weight", i);
            ADD(l, "q8_0", (h, width), "blk.%d.ffn_up_shexp.weight", i);
            ADD(l, "q8_0", (width, h), "blk.%d.ffn_down_shexp.weight", i);
        }
    }
}

static void expert_keys(struct gguf *g, const char *a, uint64_t experts, uint64_t used,
                        uint64_t width, uint64_t shared)
{
    key_of(g, a, "expert_count", experts);
    key_of(g, a, "expert_used_count", used);
    if (width > 0) {
        key_of(g, a, "expert_feed_forward_length", width);
    }
    if (shared > 0) {
        key_of(g, a, "expert_shared_count", shared);
    }
}

static void write_gpt_oss(void)
{
    const uint64_t h = 2880, experts = 32, vocab = 201088;
    const struct llama m = { 24, 2880, 2880, 64, 8, 64, 201088 };
    struct gguf g = { .count = 0 };
    struct list *l = &g.tensors;
    head_keys(&g, "gpt-oss", &m, 131072);
    expert_keys(&g, "gpt-oss", experts, 4, h, 0);
    key_u32(&g, "gpt-oss.attention.key_length", 64);
    key_u32(&g, "gpt-oss.attention.value_length", 64);
    key_u32(&g, "gpt-oss.attention.sliding_window", 128);
    end_keys(&g, "gpt-oss");
    ADD(l, "q8_0", (h, vocab), "token_embd.weight");
    ADD(l, "q8_0", (h, vocab), "output.weight");
    ADD(l, "f32", (h), "output_norm.weight");
    for (int i = 0; i < m.layers; i++) {
        const struct {
            const char *name;
            uint64_t out, in;
        } attention[] = { { "attn_q", 4096, h },
                          { "attn_k", 512, h },
                          { "attn_v", 512, h },
                          { "attn_output", h, 4096 } };
        for (int k = 0; k < 4; k++) {
            ADD(l, "q8_0", (attention[k].in, attention[k].out), "blk.%d.%s.weight", i,
                attention[k].name);
            ADD(l, "f32", (attention[k].out), "blk.%d.%s.bias", i, attention[k].name);
        }
        ADD(l, "f32", (64), "blk.%d.attn_sinks.weight", i);
        ADD(l, "f32", (h), "blk.%d.attn_norm.weight", i);
        ADD(l, "f32", (h), "blk.%d.post_attention_norm.weight", i);
        ADD(l, "f32", (h, experts), "blk.%d.ffn_gate_inp.weight", i);
        ADD(l, "f32", (experts), "blk.%d.ffn_gate_inp.bias", i);
        static const char *const names[] = { "gate", "up", "down" };
        for (int k = 0; k < 3; k++) {
            ADD(l, "mxfp4", (h, h, experts), "blk.%d.ffn_%s_exps.weight", i, names[k]);
            ADD(l, "f32", (h, experts), "blk.%d.ffn_%s_exps.bias", i, names[k]);
        }
    }
    write_gguf("gpt-oss-20b-mxfp4.gguf", &g);
}

static void write_experts(void)
{
    struct gguf g = { .count = 0 };
    struct llama m = gguf_tiny;
    llama_keys(&g, "llama", &m, 4096);
    expert_keys(&g, "llama", 4, 2, 0, 0);
    m.ffn = 0;
    add_llama_gguf(&g.tensors, &m, all_f16, false, false);
    for (int i = 0; i < 2; i++) {
        ADD(&g.tensors, "f32", (256, 4), "blk.%d.ffn_gate_inp.weight", i);
        for (int e = 0; e < 4; e++) {
            ADD(&g.tensors, "q4_0", (256, 512), "blk.%d.ffn_gate.%d.weight", i, e);
            ADD(&g.tensors, "q4_0", (512, 256), "blk.%d.ffn_down.%d.weight", i, e);
            ADD(&g.tensors, "q4_0", (256, 512), "blk.%d.ffn_up.%d.weight", i, e);
        }
    }
    write_gguf("mixtral-old.gguf", &g);
    m = gguf_tiny;
    m.layers = 4;
    llama_keys(&g, "glm4moe", &m, 4096);
    expert_keys(&g, "glm4moe", 8, 2, 256, 1);
    key_u32(&g, "glm4moe.nextn_predict_layers", 1);
    add_experts(&g.tensors, &m, 8, 256, true, 1);
    ADD(&g.tensors, "q8_0", (512, 256), "blk.3.nextn.eh_proj.weight");
    ADD(&g.tensors, "f32", (256), "blk.3.nextn.enorm.weight");
    ADD(&g.tensors, "f32", (256), "blk.3.nextn.shared_head_norm.weight");
    write_gguf("glm4moe-mtp.gguf", &g);
    m.layers = 8;
    llama_keys(&g, "llama4", &m, 1048576);
    expert_keys(&g, "llama4", 4, 1, 256, 0);
    add_experts(&g.tensors, &m, 4, 256, true, 0);
    write_gguf("llama4.gguf", &g);
    write_gpt_oss();
}

/* ----------------------------------------------------- latent and linear --- */

static void add_latent(struct list *l, bool query, bool halves, bool whole)
{
    const uint64_t h = 256, kv = 64, nope = 32, rope = 16, v = 32, heads = 4, vocab = 512;
    ADD(l, "q8_0", (h, vocab), "token_embd.weight");
    ADD(l, "f32", (h), "output_norm.weight");
    ADD(l, "q8_0", (h, vocab), "output.weight");
    for (int i = 0; i < 3; i++) {
        ADD(l, "f32", (h), "blk.%d.attn_norm.weight", i);
        ADD(l, "f32", (h), "blk.%d.ffn_norm.weight", i);
        ADD(l, "f32", (kv), "blk.%d.attn_kv_a_norm.weight", i);
        ADD(l, "q8_0", (h, kv + rope), "blk.%d.attn_kv_a_mqa.weight", i);
        ADD(l, "q8_0", (heads * v, h), "blk.%d.attn_output.weight", i);
        if (query) {
            ADD(l, "q8_0", (h, 96), "blk.%d.attn_q_a.weight", i);
            ADD(l, "f32", (96), "blk.%d.attn_q_a_norm.weight", i);
            ADD(l, "q8_0", (96, heads * (nope + rope)), "blk.%d.attn_q_b.weight", i);
        } else {
            ADD(l, "q8_0", (h, heads * (nope + rope)), "blk.%d.attn_q.weight", i);
        }
        if (halves) {
            ADD(l, "q8_0", (nope, kv, heads), "blk.%d.attn_k_b.weight", i);
            ADD(l, "q8_0", (kv, v, heads), "blk.%d.attn_v_b.weight", i);
        }
        if (whole) {
            ADD(l, "q8_0", (kv, heads * (nope + v)), "blk.%d.attn_kv_b.weight", i);
        }
        if (i == 0) {
            ADD(l, "q8_0", (h, 512), "blk.%d.ffn_gate.weight", i);
            ADD(l, "q8_0", (h, 512), "blk.%d.ffn_up.weight", i);
            ADD(l, "q8_0", (512, h), "blk.%d.ffn_down.weight", i);
            continue;
        }
        ADD(l, "f32", (h, 4), "blk.%d.ffn_gate_inp.weight", i);
        ADD(l, "f32", (4), "blk.%d.exp_probs_b.bias", i);
        ADD(l, "q8_0", (h, 128, 4), "blk.%d.ffn_gate_exps.weight", i);
        ADD(l, "q8_0", (h, 128, 4), "blk.%d.ffn_up_exps.weight", i);
        ADD(l, "q8_0", (128, h, 4), "blk.%d.ffn_down_exps.weight", i);
        ADD(l, "q8_0", (h, 128), "blk.%d.ffn_gate_shexp.weight", i);
        ADD(l, "q8_0", (h, 128), "blk.%d.ffn_up_shexp.weight", i);
        ADD(l, "q8_0", (128, h), "blk.%d.ffn_down_shexp.weight", i);
    }
}

static void latent_keys(struct gguf *g, bool old, bool query)
{
    struct llama m = gguf_tiny;
    m.layers = 3;
    m.kv_heads = old ? 4 : 1;
    head_keys(g, "deepseek2", &m, 4096);
    key_u32(g, "deepseek2.attention.kv_lora_rank", 64);
    if (query) {
        key_u32(g, "deepseek2.attention.q_lora_rank", 96);
    }
    key_u32(g, "deepseek2.attention.key_length", old ? 48 : 80);
    key_u32(g, "deepseek2.attention.value_length", old ? 32 : 64);
    if (!old) {
        key_u32(g, "deepseek2.attention.key_length_mla", 48);
        key_u32(g, "deepseek2.attention.value_length_mla", 32);
    }
    key_u32(g, "deepseek2.rope.dimension_count", 16);
    expert_keys(g, "deepseek2", 4, 2, 128, 1);
}

static void write_latent(void)
{
    struct gguf g = { .count = 0 };
    latent_keys(&g, true, false);
    add_latent(&g.tensors, false, false, true);
    write_gguf("deepseek2-old.gguf", &g);
    latent_keys(&g, false, true);
    add_latent(&g.tensors, true, true, false);
    write_gguf("deepseek2-new.gguf", &g);
    latent_keys(&g, false, false);
    add_latent(&g.tensors, false, true, true);
    write_gguf("deepseek2-both.gguf", &g);
}

static void add_delta(struct list *l)
{
    ADD(l, "q8_0", (256, 512), "token_embd.weight");
    ADD(l, "f32", (256), "output_norm.weight");
    ADD(l, "q8_0", (256, 512), "output.weight");
    for (int i = 0; i < 4; i++) {
        ADD(l, "f32", (256), "blk.%d.attn_norm.weight", i);
        ADD(l, "f32", (256), "blk.%d.post_attention_norm.weight", i);
        if (i < 3) {
            ADD(l, "q8_0", (256, 256), "blk.%d.attn_qkv.weight", i);
            ADD(l, "q8_0", (256, 128), "blk.%d.attn_gate.weight", i);
            ADD(l, "f32", (4, 256), "blk.%d.ssm_conv1d.weight", i);
            ADD(l, "f32", (4), "blk.%d.ssm_dt.bias", i);
            ADD(l, "f32", (4), "blk.%d.ssm_a", i);
            ADD(l, "q8_0", (256, 8), "blk.%d.ssm_ba.weight", i);
            ADD(l, "f32", (32), "blk.%d.ssm_norm.weight", i);
            ADD(l, "q8_0", (128, 256), "blk.%d.ssm_out.weight", i);
        } else {
            ADD(l, "q8_0", (256, 512), "blk.%d.attn_q.weight", i);
            ADD(l, "q8_0", (256, 128), "blk.%d.attn_k.weight", i);
            ADD(l, "q8_0", (256, 128), "blk.%d.attn_v.weight", i);
            ADD(l, "q8_0", (256, 256), "blk.%d.attn_output.weight", i);
            ADD(l, "f32", (64), "blk.%d.attn_q_norm.weight", i);
            ADD(l, "f32", (64), "blk.%d.attn_k_norm.weight", i);
        }
        ADD(l, "f32", (256, 8), "blk.%d.ffn_gate_inp.weight", i);
        ADD(l, "q8_0", (256, 64, 8), "blk.%d.ffn_gate_exps.weight", i);
        ADD(l, "q8_0", (256, 64, 8), "blk.%d.ffn_up_exps.weight", i);
        ADD(l, "q8_0", (64, 256, 8), "blk.%d.ffn_down_exps.weight", i);
        ADD(l, "f32", (256), "blk.%d.ffn_gate_inp_shexp.weight", i);
        ADD(l, "q8_0", (256, 64), "blk.%d.ffn_gate_shexp.weight", i);
        ADD(l, "q8_0", (256, 64), "blk.%d.ffn_up_shexp.weight", i);
        ADD(l, "q8_0", (64, 256), "blk.%d.ffn_down_shexp.weight", i);
    }
}

static void write_linear(void)
{
    struct gguf g = { .count = 0 };
    struct llama m = gguf_tiny;
    m.layers = 4;
    head_keys(&g, "qwen3next", &m, 262144);
    key_u32(&g, "qwen3next.attention.key_length", 64);
    key_u32(&g, "qwen3next.attention.value_length", 64);
    expert_keys(&g, "qwen3next", 8, 2, 64, 0);
    key_u32(&g, "qwen3next.ssm.conv_kernel", 4);
    key_u32(&g, "qwen3next.ssm.inner_size", 128);
    key_u32(&g, "qwen3next.ssm.state_size", 32);
    key_u32(&g, "qwen3next.ssm.group_count", 2);
    add_delta(&g.tensors);
    write_gguf("qwen3next.gguf", &g);
    struct list all = { NULL, 0, 0 };
    m.kv_heads = 0;
    head_keys(&g, "lfm2", &m, 4096);
    key_list(&g, "lfm2.attention.head_count_kv", I32, 4, 4, SHAPE(0, 0, 2, 0));
    key_u32(&g, "lfm2.shortconv.l_cache", 3);
    m.kv_heads = 2;
    add_llama_gguf(&all, &m, all_f16, true, false);
    for (size_t i = 0; i < all.count; i++) {
        const struct tensor *t = &all.at[i];
        bool attends = strstr(t->name, "attn_") && !strstr(t->name, "attn_norm");
        if (!attends || strstr(t->name, ".2.")) {
            list_add(&g.tensors, t->type, t->dimensions, t->shape, "%s", t->name);
        }
    }
    list_clear(&all);
    for (int i = 0; i < 4; i++) {
        if (i != 2) {
            ADD(&g.tensors, "f32", (3, 256), "blk.%d.shortconv.conv.weight", i);
            ADD(&g.tensors, "q8_0", (256, 768), "blk.%d.shortconv.in_proj.weight", i);
            ADD(&g.tensors, "q8_0", (256, 256), "blk.%d.shortconv.out_proj.weight", i);
        }
    }
    write_gguf("lfm2.gguf", &g);
    llama_keys(&g, "llama", &gguf_tiny, 4096);
    add_llama_gguf(&all, &gguf_tiny, nvfp4_ffn, false, false);
    for (size_t i = 0; i < all.count; i++) {
        const struct tensor *t = &all.at[i];
        list_add(&g.tensors, t->type, t->dimensions, t->shape, "%s", t->name);
        if (strcmp(t->type, "nvfp4") == 0) {
            ADD(&g.tensors, "f32", (1), "%.*sscale", (int)strlen(t->name) - 6, t->name);
        }
    }
    list_clear(&all);
    write_gguf("nvfp4-scales.gguf", &g);
}

/* An encoder and a decoder, whose blocks stand under enc and dec. */
static void write_two_stacks(void)
{
    struct gguf g = { .count = 0 };
    llama_keys(&g, "t5", &gguf_tiny, 4096);
    ADD(&g.tensors, "f16", (256, 512), "token_embd.weight");
    ADD(&g.tensors, "f32", (256), "output_norm.weight");
    ADD(&g.tensors, "f32", (256), "enc.output_norm.weight");
    ADD(&g.tensors, "f16", (256, 256), "enc.blk.0.attn_q.weight");
    ADD(&g.tensors, "f16", (256, 256), "dec.blk.0.attn_q.weight");
    write_gguf("t5.gguf", &g);
}

void write_good_gguf(void)
{
    write_two_stacks();
    write_8b();
    write_types();
    write_small();
    write_splits();
    write_windows();
    write_experts();
    write_latent();
    write_linear();
}
