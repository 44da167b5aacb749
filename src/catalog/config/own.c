/* SPDX-License-Identifier: Apache-2.0 */
/* Families with fields of their own; the form of plain.c, with a function for what columns cannot say. */
#include "catalog/config/config.h"

#include <string.h>

#include "catalog/formats/release.h"

#define MOE "moe_intermediate_size"
/* Keys of DeepSeek's kind that say nothing of a latent layer, or repeat what others say. */
#define LATENT_IGNORED "num_key_value_heads head_dim attention_head_dim qk_head_dim "
/* What GPT-2, GPT-NeoX, BLOOM, OPT and Phi have in common. */
#define CLASSIC     (AIC_CONFIG_NOT_GATED | AIC_CONFIG_NORM_BIAS | AIC_CONFIG_FFN_4H)
#define CLASSIC_FFN "intermediate_size n_inner ffn_dim"

/* deepseek_v2: some of its routers have a bias. */
static void read_deepseek_v2(struct aic_config *config)
{
    if (aic_json_is_text(aic_config_find(config, "topk_method"), "noaux_tc")) {
        config->extra += config->model->experts * aic_config_expert_layers(config);
    }
}

/* The indexer, which picks the tokens to attend to, of one size everywhere. */
static void read_indexer(struct aic_config *config)
{
    config->model->index_heads = aic_config_need(config, "index_n_heads");
    config->model->index_head_dim = aic_config_need(config, "index_head_dim");
    config->model->index_topk = aic_config_need(config, "index_topk");
}

/* True for a layer with an indexer of its own: a word of a list, a letter of a text, or every so many. */
static bool has_indexer(struct aic_config *config, size_t i, const struct aic_json_value *type,
                        const char *pattern)
{
    if (type) {
        if (!aic_json_is_text(type, "full") && !aic_json_is_text(type, "shared")) {
            char is[AIC_CONFIG_VALUE_SIZE];
            aic_config_fail(config, type, AIC_ERR_UNKNOWN,
                            "'indexer_types' has %s; known are full and shared",
                            aic_config_describe(type, is));
        }
        return aic_json_is_text(type, "full");
    }
    if (pattern) {
        return pattern[i] == 'F';
    }
    double period = aic_config_count(config, "index_topk_freq", 1);
    double offset = aic_config_count(config, "index_skip_topk_offset", 2);
    return period <= 1 || fmod(fmax((double)i - offset + 1, 0), period) == 0;
}

/* deepseek_v32, glm_moe_dsa: layers without an indexer use the choice of one before them. */
static void read_deepseek_v32(struct aic_config *config)
{
    static const char key[] = "index_topk_pattern";
    size_t layers = (size_t)config->model->layers, indexers = 0;
    const struct aic_json_value *list = aic_config_layer_list(config, "indexer_types", true);
    const struct aic_json_value *type = aic_json_first(list);
    const char *pattern = list ? NULL : aic_config_text_at(config, key);
    read_indexer(config);
    if (pattern && strlen(pattern) < layers) {
        aic_config_fail(config, aic_config_find(config, key), AIC_ERR_JSON,
                        "'%s' has %g letters for %g layers", key, (double)strlen(pattern),
                        config->model->layers);
    }
    for (size_t i = 0; i < layers && !config->failed; i++) {
        bool own = has_indexer(config, i, type, pattern);
        indexers += own;
        config->holds[i] |= own ? AIC_HOLDS_INDEXER : 0;
        type = type ? aic_json_next(type) : NULL;
    }
    if (indexers < layers) {
        config->model->index_layers = (double)indexers;
    }
}

/* longcat_flash: of a token's choices only those that are no copies of the stream are experts. */
static void shape_longcat(struct aic_config *config)
{
    config->expert_period = 2;
    config->expert_phase = 1;
}

static void read_longcat(struct aic_config *config)
{
    struct aic_model *model = config->model;
    double experts = model->experts, copies = aic_config_count(config, "zero_expert_num", 0);
    model->experts_per_token = round(model->experts_per_token * experts / (experts + copies));
    config->extra += aic_config_expert_layers(config) * (model->hidden * copies + experts + copies);
}

/* The two ratios of deepseek_v4, from compress_rates or the list of all layers. */
static void read_ratios(struct aic_config *config)
{
    struct aic_model *model = config->model;
    const struct aic_json_value *rates = aic_config_object(config, "compress_rates");
    const struct aic_json_value *list = aic_config_layer_list(config, "compress_ratios", true);
    double least = NAN, most = NAN;
    AIC_JSON_EACH(entry, list) {
        double ratio = aic_config_count_of(config, entry, "compress_ratios");
        if (ratio > 0) {
            bool known = !aic_is_set(least) || least == most || ratio == least || ratio == most;
            if (!known) {
                aic_config_fail(config, entry, AIC_ERR_UNKNOWN,
                                "'compress_ratios' has more than two ratios, %g, %g and %g", least,
                                most, ratio);
            }
            least = aic_is_set(least) ? fmin(least, ratio) : ratio;
            most = aic_is_set(most) ? fmax(most, ratio) : ratio;
        }
    }
    if (list && aic_is_set(least) && least == most) {
        aic_config_fail(config, list, AIC_ERR_UNKNOWN,
                        "'compress_ratios' has one ratio, %g, which may be that of either kind",
                        least);
    }
    model->csa_ratio =
        aic_config_count_in(config, rates, "compressed_sparse_attention", aic_or(least, 4));
    model->hca_ratio =
        aic_config_count_in(config, rates, "heavily_compressed_attention", aic_or(most, 128));
}

static void shape_deepseek_v4(struct aic_config *config)
{
    struct aic_model *model = config->model;
    read_ratios(config);
    read_indexer(config);
    model->tied_kv = 1;
    model->q_lora_rank = aic_config_need(config, "q_lora_rank");
    model->o_lora_rank = aic_config_need(config, "o_lora_rank");
    model->o_groups = aic_config_need(config, "o_groups");
    model->qk_rope_head_dim = aic_config_need(config, "qk_rope_head_dim");
    if (!aic_config_find(config, "layer_types compress_ratios")) {
        aic_config_fail_missing(config, "compress_ratios");
    }
}

/* deepseek_v4: sinks, norms, biases of the routers that do not look up their experts, and the
 * mixing of several streams. */
static void read_deepseek_v4(struct aic_config *config)
{
    const struct aic_model *model = config->model;
    double h = model->hidden, layers = model->layers;
    double x = aic_config_count(config, "hc_mult", 1);
    double hashed = aic_config_count(config, "num_hash_layers", 0);
    if (x > 1) {
        config->extra += 2 * layers * ((2 + x) * x * x * h + (2 + x) * x + 3) + x * x * h + x + 1;
    }
    config->extra += layers * (model->heads + model->head_dim) + model->experts * (layers - hashed);
}

/* minimax_m3: which layers are sparse. */
static void shape_minimax_m3(struct aic_config *config)
{
    static const char key[] = "sparse_attention_freq";
    const struct aic_json_value *sparse = aic_config_object(config, "sparse_attention_config");
    const struct aic_json_value *list = aic_config_find_in(config, sparse, key);
    if (!list || aic_config_find(config, "layer_types")) {
        return;
    }
    if (!aic_json_is(list, AIC_JSON_ARRAY) ||
        (double)aic_json_count(list) < config->model->layers) {
        aic_config_fail_value(config, list, key, "a list with an entry for each layer");
        return;
    }
    const struct aic_json_value *entry = aic_json_first(list);
    bool on = aic_config_flag_in(config, sparse, "use_sparse_attention", true);
    for (size_t i = 0; i < (size_t)config->model->layers; i++) {
        config->kind[i] = on && aic_config_count_of(config, entry, key) > 0 ? 'i' : 'f';
        entry = aic_json_next(entry);
    }
}

static void read_minimax_m3(struct aic_config *config)
{
    struct aic_model *model = config->model;
    const struct aic_json_value *sparse = aic_config_object(config, "sparse_attention_config");
    if (config->kinds[AIC_KIND_SPARSE] > 0) {
        double block = aic_config_need(config, "index_block_size");
        model->index_layers = config->kinds[AIC_KIND_SPARSE];
        model->index_heads = aic_config_count_in(config, sparse, "sparse_num_index_heads",
                                                 aic_config_need(config, "index_n_heads"));
        model->index_head_dim = aic_config_count_in(config, sparse, "sparse_index_dim",
                                                    aic_config_need(config, "index_head_dim"));
        model->index_topk = aic_config_count_in(config, sparse, "sparse_topk_blocks",
                                                aic_config_need(config, "index_topk_blocks")) *
                            aic_config_count_in(config, sparse, "sparse_block_size", block);
    }
    if (aic_config_flag(config, "attention_output_gate", false)) {
        model->attention_gate = model->head_dim;
    }
}

static void read_gpt2(struct aic_config *config)
{
    config->model->learned_positions = aic_config_need(config, "n_positions");
}

static void read_gpt_bigcode(struct aic_config *config)
{
    read_gpt2(config);
    if (aic_config_flag(config, "multi_query", true)) {
        config->model->kv_heads = 1;
    }
}

/* opt: the first two rows of the table of positions are never used. */
static void read_opt(struct aic_config *config)
{
    config->model->learned_positions = aic_config_need(config, "max_position_embeddings") + 2;
}

/* bloom: a norm with a bias follows the embedding. */
static void read_bloom(struct aic_config *config)
{
    config->extra += 2 * config->model->hidden;
}

/* phi: the output matrix has a bias. */
static void read_phi(struct aic_config *config)
{
    config->extra += config->model->vocab;
}

/*
 * falcon: num_kv_heads counts in the new architecture only. The old one has one
 * key/value head, or as many as query heads; 7B files say 71 and mean one.
 */
static void read_falcon(struct aic_config *config)
{
    struct aic_model *model = config->model;
    bool is_new = aic_config_flag(config, "new_decoder_architecture", false);
    bool is_multi_query = aic_config_flag(config, "multi_query", true);
    bool is_parallel = aic_config_flag(config, "parallel_attn", true);
    double kv_heads = aic_config_count(config, "num_kv_heads", model->heads);
    double norms = aic_config_count(config, "num_ln_in_parallel_attn", 2);
    model->kv_heads = is_new ? kv_heads : is_multi_query ? 1 : model->heads;
    model->norms_per_layer = is_new ? norms : is_parallel ? 1 : 2;
}

/* mpt: attention is described apart; ALiBi stands in for learned positions. */
static void read_mpt(struct aic_config *config)
{
    struct aic_model *model = config->model;
    const struct aic_json_value *attention = aic_config_object(config, "attn_config");
    const struct aic_json_value *type = aic_config_find_in(config, attention, "attn_type");
    double kv_heads = aic_config_count_in(config, attention, "kv_n_heads", model->heads);
    model->kv_heads = aic_json_is_text(type, "multiquery_attention") ? 1 : kv_heads;
    model->ffn = aic_config_real(config, "expansion_ratio", 4) * model->hidden;
    if (!aic_config_flag(config, "no_bias", true)) {
        model->qkv_bias = 1;
        model->linear_bias = 1;
        model->norm_bias = 1;
    }
    bool has_positions = aic_config_flag(config, "learned_pos_emb", true);
    if (!aic_config_flag_in(config, attention, "alibi", false) && has_positions) {
        model->learned_positions = aic_config_need(config, "max_seq_len");
    }
}

/* dbrx: attention and experts are described apart. */
static void read_dbrx(struct aic_config *config)
{
    struct aic_model *model = config->model;
    const struct aic_json_value *attention = aic_config_object(config, "attn_config");
    const struct aic_json_value *ffn = aic_config_object(config, "ffn_config");
    if (!ffn) {
        aic_config_fail_missing(config, "ffn_config");
    }
    model->kv_heads = aic_config_count_in(config, attention, "kv_n_heads", model->heads);
    model->experts = aic_config_need_in(config, ffn, "moe_num_experts");
    aic_config_check_experts(config, aic_config_find_in(config, ffn, "moe_num_experts"));
    model->experts_per_token = aic_config_need_in(config, ffn, "moe_top_k");
    model->expert_ffn = aic_config_need_in(config, ffn, "ffn_hidden_size");
}

static void read_chatglm(struct aic_config *config)
{
    double groups = aic_config_count(config, "multi_query_group_num", 0);
    if (groups > 0 && aic_config_flag(config, "multi_query_attention", true)) {
        config->model->kv_heads = groups;
    }
}

/* The last layers of gemma read the cache of another one. */
static void shape_shared_cache(struct aic_config *config)
{
    static const char key[] = "num_kv_shared_layers";
    config->uncached = aic_config_count(config, key, 0);
    if (config->uncached > config->model->layers) {
        aic_config_fail(config, aic_config_find(config, key), AIC_ERR_JSON,
                        "'%s' (%g) is above the number of layers (%g)", key, config->uncached,
                        config->model->layers);
        config->uncached = 0;
    }
}

/* Embeddings of each layer, as narrow as p, and the two matrices that bring them in. */
static void read_layer_embeddings(struct aic_config *config)
{
    struct aic_model *model = config->model;
    double h = model->hidden, layers = model->layers;
    double p = aic_config_count(config, "hidden_size_per_layer_input", 0);
    if (p > 0) {
        model->lookup_params = aic_config_need(config, "vocab_size_per_layer_input") * layers * p;
        config->extra += h * layers * p + p + layers * (2 * h * p + h);
    }
}

/* A feed-forward width for each layer: the widest is the field, what the others lack an extra. */
static void read_widths(struct aic_config *config)
{
    static const char key[] = "intermediate_size";
    struct aic_model *model = config->model;
    const struct aic_json_value *widths = aic_config_find(config, key);
    double sum = 0, widest = 0;
    if (!aic_json_is(widths, AIC_JSON_ARRAY)) {
        model->ffn = aic_config_need(config, key);
        return;
    }
    aic_config_layer_list(config, key, false);
    AIC_JSON_EACH(entry, widths) {
        double width = aic_config_count_of(config, entry, key);
        sum += width;
        widest = fmax(widest, width);
    }
    model->ffn = widest;
    config->mlp_extra += 3 * model->hidden * (sum - widest * model->layers);
}

/* gemma3n: several streams that are predicted and corrected (AltUp), and a low-rank branch (LAuReL). */
static void read_gemma3n(struct aic_config *config)
{
    const struct aic_model *model = config->model;
    double h = model->hidden, layers = model->layers;
    double n = aic_config_need(config, "altup_num_inputs");
    double rank = aic_config_need(config, "laurel_rank");
    config->extra += layers * (2 * h * rank + h) + layers * (2 * h + n * n + n * n * n + h * n) +
                     2 * (n - 1) * h * h;
    read_widths(config);
    read_layer_embeddings(config);
}

/*
 * gemma4: head_dim and num_key_value_heads are those of the sliding layers; full
 * layers have wider ones. The dense block stays beside the experts, as a shared one.
 */
static void shape_gemma4(struct aic_config *config)
{
    struct aic_model *model = config->model;
    shape_shared_cache(config);
    model->sliding_head_dim = model->head_dim;
    model->sliding_kv_heads = model->kv_heads;
    model->head_dim = aic_config_need(config, "global_head_dim");
    model->kv_heads = aic_config_count(config, "num_global_key_value_heads", model->kv_heads);
    config->dense_only = !aic_config_flag(config, "enable_moe_block", false);
}

/* gemma4: full layers may use keys as values; those that read another's cache have neither matrix. */
static void read_gemma4(struct aic_config *config)
{
    struct aic_model *model = config->model;
    double h = model->hidden;
    double full = model->uncached_full_layers;
    double sliding = model->uncached_sliding_layers;
    double own = config->kinds[AIC_KIND_FULL] - full;
    if (aic_config_flag(config, "attention_k_eq_v", false)) {
        config->attention_extra -= own * h * model->kv_heads * model->head_dim;
    }
    config->attention_extra -= full * 2 * h * model->kv_heads * model->head_dim +
                               sliding * 2 * h * model->sliding_kv_heads * model->sliding_head_dim;
    config->extra -= full * model->head_dim + sliding * model->sliding_head_dim;
    if (aic_config_flag(config, "use_double_wide_mlp", false) && !(model->experts > 0)) {
        config->mlp_extra += config->uncached * 3 * h * model->ffn;
    }
    if (model->experts > 0) {
        model->norms_per_layer = 7;
        config->extra += model->layers * (h + model->experts);
    }
    read_layer_embeddings(config);
}

/* A number of the sliding layers, where it differs from that of the others. */
static double other_than(double usual, struct aic_config *config, const char *key)
{
    double number = aic_config_count(config, key, usual);
    return number == usual ? NAN : number;
}

/* inkling: layers that slide are listed, else every sixth is full. */
static void shape_inkling(struct aic_config *config)
{
    static const char key[] = "local_layer_ids";
    struct aic_model *model = config->model;
    const struct aic_json_value *list = aic_config_list(config, key);
    if (list && !aic_config_find(config, "layer_types")) {
        memset(config->kind, 'f', (size_t)model->layers);
        aic_config_mark(config, list, key, 0, config->kind, 's');
    }
    model->sliding_heads = other_than(model->heads, config, "swa_num_attention_heads");
    model->sliding_kv_heads = other_than(model->kv_heads, config, "swa_num_key_value_heads");
    model->sliding_head_dim = other_than(model->head_dim, config, "swa_head_dim");
}

/* inkling: short convolutions over keys, values and the stream, and relative positions. */
static void read_inkling(struct aic_config *config)
{
    struct aic_model *model = config->model;
    double k = aic_config_count(config, "sconv_kernel_size", 4);
    double relative = aic_config_need(config, "d_rel");
    double wide = aic_config_wide_layers(config), sliding = config->kinds[AIC_KIND_SLIDING];
    double sliding_keys = aic_or(model->sliding_kv_heads, model->kv_heads) *
                          aic_or(model->sliding_head_dim, model->head_dim);
    double with_experts = aic_config_expert_layers(config);
    model->attention_gate = relative;
    config->extra += wide * (2 * model->kv_heads * model->head_dim * k +
                             relative * aic_config_need(config, "rel_extent"));
    config->extra += model->layers * 2 * model->hidden * k;
    if (sliding > 0) {
        config->extra += sliding * (2 * sliding_keys * k + relative * model->sliding_window);
    }
    config->extra += with_experts * (model->shared_experts * model->hidden + model->experts + 1) +
                     (model->layers - with_experts);
    if (aic_config_flag(config, "use_embed_norm", true)) {
        config->extra += model->hidden;
    }
}

/* mllama: some layers attend to the tiles of an image; eight rows more in the embedding. */
static void read_mllama(struct aic_config *config)
{
    struct aic_model *model = config->model;
    const struct aic_json_value *vision = aic_json_member(config->outer, "vision_config");
    const struct aic_json_value *cross = aic_config_list(config, "cross_attention_layers");
    if (!cross) {
        aic_config_fail_missing(config, "cross_attention_layers");
    }
    double patches = floor(aic_config_count_in(config, vision, "image_size", 560) /
                           fmax(aic_config_count_in(config, vision, "patch_size", 14), 1));
    model->cross_layers = (double)aic_json_count(cross);
    model->attention_layers = model->layers;
    model->cross_tokens =
        (patches * patches + 1) * aic_config_count_in(config, vision, "max_num_tiles", 4);
    config->extra += 8 * model->hidden + model->cross_layers * (2 * model->head_dim + 2);
}

/* whisper: the decoder, each layer of which attends to itself and to the sound; keys have no bias. */
static void read_whisper(struct aic_config *config)
{
    struct aic_model *model = config->model;
    aic_config_flag(config, "is_encoder_decoder",
                    true); /* two stacks, of which the other is a tower */
    model->attention_layers = 2 * model->layers;
    model->cross_layers = model->layers;
    model->cross_tokens = aic_config_count(config, "max_source_positions", 1500);
    model->learned_positions = aic_config_need(config, "max_target_positions");
    config->extra -= 2 * model->layers * model->hidden;
}

static void read_distilbert(struct aic_config *config)
{
    config->model->learned_positions = aic_config_need(config, "max_position_embeddings");
}

/* bert: a vector for each of two segments. */
static void read_bert(struct aic_config *config)
{
    read_distilbert(config);
    config->extra += aic_config_need(config, "type_vocab_size") * config->model->hidden;
}

const struct aic_config_family aic_config_own[] = {
    /* clang-format off */
    { .names = { "deepseek_v2" }, .is = AIC_CONFIG_LATENT, .width = MOE,
      .shared = "n_shared_experts", .harmless = LATENT_IGNORED, .read = read_deepseek_v2 },
    { .names = { "deepseek_v3", "kimi_k2", "glm4_moe_lite", "joyai_llm_flash", "mistral_large_3",
                 "mistral4" }, .is = AIC_CONFIG_LATENT, .width = MOE,
      .shared = "n_shared_experts num_shared_experts", .router_bias = "yes",
      .harmless = LATENT_IGNORED },
    { .names = { "youtu", "youtu_llm" }, .is = AIC_CONFIG_LATENT | AIC_CONFIG_MAYBE_DENSE,
      .width = MOE, .shared = "n_shared_experts num_shared_experts", .router_bias = "yes",
      .harmless = LATENT_IGNORED },
    { .names = { "deepseek_v32", "glm_moe_dsa" }, .is = AIC_CONFIG_LATENT, .width = MOE,
      .shared = "n_shared_experts", .router_bias = "yes",
      .harmless = LATENT_IGNORED "indexer_rope_interleave index_topk_freq index_skip_topk_offset "
        "index_topk_pattern index_share_for_mtp_iteration", .read = read_deepseek_v32 },
    { .names = { "minicpm3" }, .is = AIC_CONFIG_LATENT, .harmless = LATENT_IGNORED },
    { .names = { "longcat_flash", "longcat_flash_ngram" },
      .is = AIC_CONFIG_LATENT | AIC_CONFIG_DOUBLE, .width = "expert_ffn_hidden_size",
      .shared_width = "ffn_hidden_size", .ffn = "ffn_hidden_size",
      .harmless = LATENT_IGNORED "intermediate_size", .shape = shape_longcat,
      .read = read_longcat },
    { .names = { "deepseek_v4", "deepseek_ref" },
      .words = "compressed_sparse_attention a heavily_compressed_attention h 0 s",
      .lists = "compress_ratios", .width = MOE, .shared = "n_shared_experts",
      .defaults = "num_key_value_heads 1 n_shared_experts 1",
      .harmless = "intermediate_size compress_rope_theta", .shape = shape_deepseek_v4,
      .read = read_deepseek_v4 },
    { .names = { "minimax_m3", "minimax_m3_vl", "minimax_m3_text", "minimax_m3_vl_text" },
      .qk = AIC_QK_HEAD, .words = "minimax_m3_sparse i",
      .width = "moe_intermediate_size intermediate_size", .shared = "n_shared_experts",
      .shared_width = "shared_intermediate_size", .router_bias = "yes",
      .ffn = "dense_intermediate_size",
      .defaults = "hidden_size 6144 dense_intermediate_size 12288 intermediate_size 3072 "
        "shared_intermediate_size 3072 num_hidden_layers 60 num_attention_heads 64 "
        "num_key_value_heads 4 head_dim 128 vocab_size 200064 num_local_experts 128 "
        "num_experts_per_tok 4 max_position_embeddings 524288 index_n_heads 4 index_head_dim 128 "
        "index_block_size 128 index_topk_blocks 16 n_shared_experts 1",
      .harmless = "use_routing_bias use_qk_norm qk_norm_type use_gemma_norm sparse_score_type "
        "sparse_disable_index_value sparse_init_block sparse_local_block",
      .shape = shape_minimax_m3, .read = read_minimax_m3 },
    { .names = { "gpt2" }, .is = CLASSIC | AIC_CONFIG_TIED, .bias = AIC_BIAS_BOTH,
      .bias_if = "yes", .ffn = CLASSIC_FFN, .read = read_gpt2 },
    { .names = { "gpt_bigcode" }, .is = CLASSIC | AIC_CONFIG_TIED, .bias = AIC_BIAS_BOTH,
      .bias_if = "yes", .ffn = CLASSIC_FFN, .read = read_gpt_bigcode },
    { .names = { "gpt_neox" }, .is = CLASSIC, .bias = AIC_BIAS_BOTH, .bias_if = "yes",
      .ffn = CLASSIC_FFN },
    { .names = { "bloom" }, .is = CLASSIC | AIC_CONFIG_TIED, .bias = AIC_BIAS_BOTH,
      .bias_if = "yes", .ffn = CLASSIC_FFN, .read = read_bloom },
    { .names = { "opt" }, .is = CLASSIC | AIC_CONFIG_TIED, .bias = AIC_BIAS_BOTH, .bias_if = "yes",
      .ffn = CLASSIC_FFN, .read = read_opt },
    { .names = { "phi" }, .is = CLASSIC, .bias = AIC_BIAS_BOTH, .bias_if = "yes", .norms = 1,
      .ffn = CLASSIC_FFN, .read = read_phi },
    { .names = { "falcon" },
      .is = AIC_CONFIG_TIED | AIC_CONFIG_NOT_GATED | AIC_CONFIG_NORM_BIAS | AIC_CONFIG_FFN_4H,
      .bias = AIC_BIAS_BOTH, .bias_if = "bias", .ffn = "ffn_hidden_size", .read = read_falcon },
    { .names = { "mpt" }, .is = AIC_CONFIG_TIED | AIC_CONFIG_NOT_GATED | AIC_CONFIG_NO_FFN,
      .read = read_mpt },
    { .names = { "dbrx" }, .is = AIC_CONFIG_NO_FFN, .read = read_dbrx },
    { .names = { "chatglm" }, .bias = AIC_BIAS_QKV, .bias_if = "add_qkv_bias",
      .vocab = "padded_vocab_size vocab_size", .ffn = "ffn_hidden_size", .read = read_chatglm },
    { .names = { "nemotron-nas" }, .is = AIC_CONFIG_NO_FFN, .bias = AIC_BIAS_ATTENTION,
      .shape = aic_config_shape_puzzle, .read = aic_config_read_puzzle },
    { .names = { "gemma3n_text", "gemma3n" },
      .is = AIC_CONFIG_TIED | AIC_CONFIG_LISTED | AIC_CONFIG_NO_FFN, .bias = AIC_BIAS_ATTENTION,
      .qk = AIC_QK_HEAD, .norms = 4,
      .defaults = "num_attention_heads 8 num_key_value_heads 2 head_dim 256 vocab_size 262400 "
        "vocab_size_per_layer_input 262144 hidden_size_per_layer_input 256 "
        "max_position_embeddings 32768 sliding_window 512 altup_num_inputs 4 laurel_rank 64 "
        "num_kv_shared_layers 15", .shape = shape_shared_cache, .read = read_gemma3n },
    { .names = { "gemma4_text", "gemma4", "gemma4_unified", "gemma4_unified_text" },
      .is = AIC_CONFIG_TIED | AIC_CONFIG_LISTED, .bias = AIC_BIAS_ATTENTION, .qk = AIC_QK_HEAD,
      .norms = 4, .width = MOE, .shared_width = "intermediate_size",
      .defaults = "vocab_size_per_layer_input 262144",
      .harmless = "vocab_size_per_layer_input use_bidirectional_attention", .shape = shape_gemma4,
      .read = read_gemma4 },
    { .names = { "inkling", "inkling_text", "inkling_model", "inkling_mm_model" },
      .qk = AIC_QK_HEAD, .period = 6, .words = "hybrid f hybrid_sliding s", .width = MOE,
      .shared = "n_shared_experts", .context = "model_max_length", .shape = shape_inkling,
      .read = read_inkling },
    { .names = { "mllama", "mllama_text_model" },
      .defaults = "num_hidden_layers 40 hidden_size 4096 num_attention_heads 32 "
        "num_key_value_heads 8 intermediate_size 14336 vocab_size 128256 max_position_embeddings "
        "131072", .read = read_mllama },
    { .names = { "whisper" }, .is = AIC_CONFIG_TIED | AIC_CONFIG_NOT_GATED | AIC_CONFIG_NORM_BIAS,
      .bias = AIC_BIAS_BOTH, .bias_if = "yes", .norms = 3, .layers = "decoder_layers",
      .ffn = "decoder_ffn_dim", .context = "max_target_positions",
      .harmless = "num_hidden_layers encoder_layers encoder_attention_heads encoder_ffn_dim",
      .read = read_whisper },
    { .names = { "bert", "roberta", "xlm-roberta", "xlm_roberta", "camembert" },
      .is = AIC_CONFIG_TIED | AIC_CONFIG_NOT_GATED | AIC_CONFIG_NORM_BIAS | AIC_CONFIG_ENCODER,
      .bias = AIC_BIAS_BOTH, .bias_if = "yes", .read = read_bert },
    { .names = { "distilbert" },
      .is = AIC_CONFIG_TIED | AIC_CONFIG_NOT_GATED | AIC_CONFIG_NORM_BIAS | AIC_CONFIG_ENCODER,
      .bias = AIC_BIAS_BOTH, .bias_if = "yes", .ffn = "hidden_dim intermediate_size",
      .read = read_distilbert },
    { .names = { "modernbert" },
      .is = AIC_CONFIG_TIED | AIC_CONFIG_ENCODER | AIC_CONFIG_FIRST_FULL, .period = 3,
      .window = "local_attention", .defaults = "global_attn_every_n_layers 3 local_attention 128" },
    /* clang-format on */
};

const size_t aic_config_own_count = sizeof aic_config_own / sizeof aic_config_own[0];
