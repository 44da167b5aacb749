/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a GGUF says of its model. The keys are the same for every architecture (llama.cpp c392e509,
 * llama-arch.cpp, llama-model.cpp); what differs by architecture is which layers slide.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/weights/weights.h"
#include "core/span.h"

#define LAYERS_MAX 100000

/* What the tensors of a block are. */
enum {
    BLOCK_ATTENDS = 1,
    BLOCK_RECURS = 2,
    BLOCK_FEEDS = 4,
    BLOCK_EXPERTS = 8,
    BLOCK_QKV = 16 /* one matrix for queries, keys and values: recurrences have it too */
};

/* A file being described. */
struct about {
    const struct gguf *gguf;
    const struct tensors *tensors;
    struct aic_model *model;
    struct aic_notes *notes;
    unsigned char *blocks; /* of each layer; NULL where their number is not known */
    double layers;         /* NaN: unknown */
    bool has_tensors;
    bool differ;       /* no field can say what its layers are */
    const char *first; /* which key says so */
};

/* Layers whose heads, windows or widths are asked for. */
enum which { ALL_LAYERS, FULL_LAYERS, SLIDING_LAYERS, FEEDING_LAYERS };

/* A whole number as it stands; NaN for another type, what is below 0, and above 2^53. */
static double whole(uint8_t type, uint64_t raw)
{
    bool is_signed = type == GGUF_I8 || type == GGUF_I16 || type == GGUF_I32 || type == GGUF_I64;
    bool is_whole = type <= GGUF_I32 || type == GGUF_U64 || type == GGUF_I64;
    if (!is_whole || raw > BELOW_2_53 ||
        (is_signed && raw >> (8 * aic_gguf_sizes[type] - 1) != 0)) {
        return NAN;
    }
    return (double)raw;
}

static const struct gguf_value *find(const struct about *about, const char *key)
{
    char whole_key[128];
    struct aic_text text;
    if (!about->gguf->architecture[0]) {
        return NULL;
    }
    aic_text_init(&text, whole_key, sizeof whole_key);
    aic_text_format(&text, "%s.%s", about->gguf->architecture, key);
    return aic_gguf_find(about->gguf, whole_key);
}

/* The number of a key; NaN where it is missing, 0 or no whole number. */
static double number(const struct about *about, const char *key)
{
    const struct gguf_value *value = find(about, key);
    double n = value ? whole(value->type, value->number) : (double)NAN;
    return n > 0 ? n : (double)NAN;
}

static uint64_t item_at(const struct gguf_value *list, uint64_t index)
{
    size_t size = aic_gguf_sizes[list->item];
    const unsigned char *bytes = list->list + index * size;
    uint64_t raw = 0;
    for (size_t i = size; i-- > 0;) {
        raw = raw << 8 | bytes[i];
    }
    return raw;
}

static bool is_list(const struct gguf_value *value)
{
    return value && value->type == GGUF_LIST && value->list && value->item != GGUF_TEXT;
}

static void mark_differ(struct about *about, const char *key)
{
    about->first = about->first[0] ? about->first : key;
    about->differ = true;
}

/* Which layers slide: a list of marks, or a period. */
struct windows {
    const struct gguf_value *list;
    double period;   /* layer i slides where i mod period < period - 1; 0: all */
    bool first_full; /* the first of each period is the full one */
    bool any;        /* there are windows at all */
};

/* Where there are windows: whether the layer slides. */
static bool slides(const struct windows *windows, uint64_t layer)
{
    if (windows->list) {
        return layer < windows->list->number && item_at(windows->list, layer) != 0;
    }
    if (windows->period == 0) {
        return true;
    }
    double place = fmod((double)layer, windows->period);
    return windows->first_full ? place > 0 : place < windows->period - 1;
}

static bool is_among(const struct about *about, const struct windows *windows, enum which which,
                     uint64_t layer)
{
    unsigned is = about->blocks[layer];
    if (which == FEEDING_LAYERS) {
        return is & BLOCK_FEEDS;
    }
    return is & BLOCK_ATTENDS &&
           (which == ALL_LAYERS || slides(windows, layer) == (which == SLIDING_LAYERS));
}

/* The value of a key in these layers, if it is the same in all; NaN: none, or they differ. */
static double per_layer(struct about *about, const struct windows *windows, enum which which,
                        const char *key)
{
    const struct gguf_value *value = find(about, key);
    if (!is_list(value) || !aic_is_set(about->layers)) {
        return number(about, key);
    }
    if ((double)value->number < about->layers) {
        mark_differ(about, key);
        return NAN;
    }
    double one = NAN;
    for (uint64_t i = 0; (double)i < about->layers; i++) {
        double of_layer = whole(value->item, item_at(value, i));
        if (!is_among(about, windows, which, i)) {
            continue;
        }
        if (aic_is_set(one) && of_layer != one) {
            mark_differ(about, key);
            return NAN;
        }
        one = of_layer;
    }
    return one > 0 ? one : (double)NAN;
}

/* ---------------------------------------------------------------- blocks --- */

/* The word behind "blk.N.". */
static unsigned meaning_of(const struct words *words)
{
    unsigned is = 0;
    if (aic_word_is(words, 2, "attn_k attn_kv_a_mqa attn_kv_b attn_k_b")) {
        is |= BLOCK_ATTENDS;
    }
    if (aic_word_is(words, 2, "attn_qkv")) {
        is |= BLOCK_QKV;
    }
    switch (aic_gguf_part(words, INFINITY)) {
    case AIC_PART_mixer:
        return is | BLOCK_RECURS;
    case AIC_PART_experts:
        return is | BLOCK_FEEDS | BLOCK_EXPERTS;
    case AIC_PART_mlp:
        return is | BLOCK_FEEDS;
    default:
        return is;
    }
}

static void read_blocks(struct about *about)
{
    for (size_t i = 0; i < about->tensors->count; i++) {
        const struct tensor *tensor = aic_tensor_at(about->tensors, i);
        struct words words;
        double block;
        aic_words_cut(tensor->name, tensor->length, &words);
        if (aic_gguf_part_is_block(&words, &block) && block < about->layers) {
            about->blocks[(size_t)block] |= (unsigned char)meaning_of(&words);
        }
    }
    for (size_t i = 0; (double)i < about->layers; i++) {
        if ((about->blocks[i] & (BLOCK_QKV | BLOCK_RECURS)) == BLOCK_QKV) {
            about->blocks[i] |= BLOCK_ATTENDS;
        }
    }
}

/* Without tensors: layers without key/value heads are linear, all have a feed-forward block. */
static void imagine_blocks(struct about *about)
{
    const struct gguf_value *heads = find(about, "attention.head_count_kv");
    bool listed = is_list(heads) && (double)heads->number >= about->layers;
    for (size_t i = 0; (double)i < about->layers; i++) {
        about->blocks[i] = listed && item_at(heads, i) == 0 ? BLOCK_RECURS | BLOCK_FEEDS
                                                            : BLOCK_ATTENDS | BLOCK_FEEDS;
    }
}

static double count(const struct about *about, unsigned mask, unsigned is)
{
    double found = 0;
    for (size_t i = 0; (double)i < about->layers; i++) {
        found += (about->blocks[i] & mask) == is;
    }
    return found;
}

/* Layers of each kind, where they are not what is usual. */
static void set_layers(struct about *about)
{
    struct aic_model *m = about->model;
    double layers = about->layers;
    double attending = count(about, BLOCK_ATTENDS, BLOCK_ATTENDS);
    double recurring = count(about, BLOCK_RECURS, BLOCK_RECURS);
    double feeding = count(about, BLOCK_FEEDS, BLOCK_FEEDS);
    double dense = count(about, BLOCK_FEEDS | BLOCK_EXPERTS, BLOCK_FEEDS);
    unsigned both = BLOCK_ATTENDS | BLOCK_RECURS;
    if (count(about, both, both) > 0 || attending + recurring == 0) {
        mark_differ(about, "block_count");
        return;
    }
    m->layers = layers;
    m->linear_layers = recurring > 0 ? recurring : (double)NAN;
    m->attention_layers = attending != layers - recurring ? attending : (double)NAN;
    m->ffn_layers = about->has_tensors && feeding != layers ? feeding : (double)NAN;
    if (!about->has_tensors || !aic_is_set(m->experts) || dense == 0) {
        return;
    }
    m->dense_layers = dense;
    double leading = 0;
    for (size_t i = 0; (double)i < layers && !(about->blocks[i] & BLOCK_EXPERTS); i++) {
        leading += (about->blocks[i] & BLOCK_FEEDS) != 0;
    }
    if (leading != dense) {
        m->dense_leading = 0;
    }
}

/* --------------------------------------------------------------- windows --- */

/* Which layers slide, by architecture (llama-model.cpp, set_swa_pattern). */
static const struct {
    const char *names;
    double period; /* NaN: the key is not used */
} periods[] = {
    { "gpt-oss gemma2", 2 },
    { "cohere2 exaone4 exaone-moe olmo2 afmoe mellum llama4 smallthinker", 4 },
    { "gemma3 gemma-embedding", 6 },
    { "llama mistral3 phi3 qwen2 qwen2moe qwen2vl qwen3 qwen3moe starcoder2 granite granitemoe "
      "deepseek2 nemotron_h nemotron_h_moe",
      NAN },
};

static bool is_architecture(const struct about *about, const char *names)
{
    return aic_list_has(names, about->gguf->architecture, strlen(about->gguf->architecture));
}

static bool is_zero(const struct gguf_value *value)
{
    return value && whole(value->type, value->number) == 0;
}

static void warn_window(struct about *about, double window)
{
    aic_warn(about->notes, "window-pattern-unknown",
             "the file has a window of %g tokens, but which layers of '%s' slide is not known: all "
             "count as full, an upper bound; give sliding_layers",
             window, aic_quoted(about->gguf->architecture, strlen(about->gguf->architecture)).text);
}

/* The pattern of the architecture; false: its layers do not slide. */
static bool find_pattern(struct about *about, double window, struct windows *windows)
{
    const struct gguf_value *pattern = find(about, "attention.sliding_window_pattern");
    if (is_list(pattern)) {
        windows->list = pattern;
        return true;
    }
    double period = NAN;
    bool listed = false;
    for (size_t i = 0; i < sizeof periods / sizeof periods[0] && !listed; i++) {
        listed = is_architecture(about, periods[i].names);
        period = periods[i].period;
    }
    double own = pattern ? whole(pattern->type, pattern->number) : (double)NAN;
    if (aic_is_set(own)) {
        period = own;
    } else if (!listed) {
        warn_window(about, window);
        return false;
    }
    windows->period = period;
    windows->first_full = is_architecture(about, "smallthinker");
    return aic_is_set(period);
}

static void read_windows(struct about *about, struct windows *windows)
{
    struct aic_model *m = about->model;
    bool chunked = is_architecture(about, "llama4");
    double window = number(about, "attention.sliding_window");
    if (is_architecture(about, "gemma2")) {
        window = aic_or(window, 4096);
    }
    if (chunked) {
        window = is_zero(find(about, "attention.sliding_window")) ? (double)NAN : 8192;
    }
    *windows = (struct windows){ .period = NAN };
    if (!aic_is_set(window) || window >= m->max_context || !aic_is_set(about->layers) ||
        !find_pattern(about, window, windows)) {
        return;
    }
    windows->any = true;
    double layers = 0;
    for (uint64_t i = 0; (double)i < about->layers; i++) {
        layers += is_among(about, windows, SLIDING_LAYERS, i);
    }
    if (layers == 0) {
        windows->any = false;
    } else if (chunked) {
        m->chunked_layers = layers;
        m->chunk_size = window;
        windows->any = false; /* chunked layers have the heads of full ones */
    } else {
        m->sliding_layers = layers;
        m->sliding_window = window;
    }
}

/* ----------------------------------------------------------------- heads --- */

static void read_latent(struct about *about)
{
    struct aic_model *m = about->model;
    double key =
        aic_or(number(about, "attention.key_length_mla"), number(about, "attention.key_length"));
    m->q_lora_rank = number(about, "attention.q_lora_rank");
    m->qk_rope_head_dim = number(about, "rope.dimension_count");
    m->qk_nope_head_dim = key - m->qk_rope_head_dim;
    if (!(m->qk_nope_head_dim > 0)) {
        m->qk_nope_head_dim = NAN;
    }
    m->v_head_dim = aic_or(number(about, "attention.value_length_mla"),
                           number(about, "attention.value_length"));
}

static void read_heads(struct about *about, const struct windows *windows)
{
    struct aic_model *m = about->model;
    m->heads = per_layer(about, windows, ALL_LAYERS, "attention.head_count");
    m->kv_lora_rank = number(about, "attention.kv_lora_rank");
    m->index_heads = number(about, "attention.indexer.head_count");
    m->index_head_dim = number(about, "attention.indexer.key_length");
    m->index_topk = number(about, "attention.indexer.top_k");
    if (aic_is_set(m->kv_lora_rank)) {
        read_latent(about);
        return;
    }
    double usual = m->hidden / m->heads;
    usual = usual == floor(usual) ? usual : (double)NAN;
    m->head_dim = aic_or(number(about, "attention.key_length"), usual);
    m->v_head_dim = aic_or(number(about, "attention.value_length"), usual);
    if (m->v_head_dim == m->head_dim) {
        m->v_head_dim = NAN;
    }
    static const char key[] = "attention.head_count_kv";
    bool all_slide = m->sliding_layers == count(about, BLOCK_ATTENDS, BLOCK_ATTENDS);
    enum which full = all_slide || !windows->any ? ALL_LAYERS : FULL_LAYERS;
    bool known = !about->differ;
    m->kv_heads = per_layer(about, windows, full, key);
    if (!aic_is_set(m->kv_heads) && known && !about->differ) {
        m->kv_heads = m->heads;
    }
    if (aic_is_set(m->sliding_layers)) {
        double sliding = aic_or(per_layer(about, windows, SLIDING_LAYERS, key), m->kv_heads);
        m->sliding_kv_heads = sliding != m->kv_heads ? sliding : (double)NAN;
        m->sliding_head_dim = number(about, "attention.key_length_swa");
    }
}

/* What no field can say: caches that layers share, or that are compressed. */
static void check_sharing(struct about *about)
{
    static const char *const keys[] = { "attention.shared_kv_layers", "attention.compress_ratios" };
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const struct gguf_value *value = find(about, keys[i]);
        bool any = value && value->type != GGUF_LIST && value->number != 0;
        for (uint64_t k = 0; is_list(value) && k < value->number && !any; k++) {
            any = item_at(value, k) != 0;
        }
        if (any) {
            mark_differ(about, keys[i]);
        }
    }
}

/* ---------------------------------------------------------- feed-forward --- */

static const struct tensor *find_tensor(const struct about *about, const char *name)
{
    return aic_tensors_find(about->tensors, "", 0, name);
}

/* The first tensor whose word behind the block is among these. */
static const struct tensor *find_in_blocks(const struct about *about, const char *list)
{
    for (size_t i = 0; i < about->tensors->count; i++) {
        const struct tensor *tensor = aic_tensor_at(about->tensors, i);
        struct words words;
        double block;
        aic_words_cut(tensor->name, tensor->length, &words);
        if (aic_gguf_part_is_block(&words, &block) && !(block >= about->layers) &&
            aic_word_is(&words, 2, list)) {
            return tensor;
        }
    }
    return NULL;
}

static bool has_bias(const struct about *about)
{
    for (size_t i = 0; i < about->tensors->count; i++) {
        const struct tensor *tensor = aic_tensor_at(about->tensors, i);
        struct words words;
        double block;
        aic_words_cut(tensor->name, tensor->length, &words);
        if (aic_gguf_part_is_block(&words, &block) && !(block >= about->layers) &&
            aic_word_is(&words, 2, "attn_q attn_qkv") && aic_word_is(&words, 3, "bias")) {
            return true;
        }
    }
    return false;
}

static void read_gates(struct about *about)
{
    const struct tensor *up = find_tensor(about, "blk.0.ffn_up.weight");
    double width = number(about, "feed_forward_length");
    bool both = up && (double)up->rows == 2 * width; /* gate and up in one matrix */
    bool gated = both || find_in_blocks(about, "ffn_gate ffn_gate_exps ffn_gate_up_exps "
                                               "ffn_gate_shexp");
    if (gated || count(about, BLOCK_FEEDS, BLOCK_FEEDS) > 0) {
        about->model->gated = gated;
    }
}

static void read_shared_experts(struct about *about)
{
    const struct tensor *up = find_in_blocks(about, "ffn_up_shexp");
    if (!up) {
        return;
    }
    double shared = aic_or(number(about, "expert_shared_count"), 1);
    double width = (double)up->rows / shared;
    if (width != floor(width)) {
        shared = 1;
        width = (double)up->rows;
    }
    about->model->shared_experts = shared;
    about->model->shared_expert_ffn = width;
}

static void read_feed_forward(struct about *about, const struct windows *windows)
{
    struct aic_model *m = about->model;
    if (!about->has_tensors) {
        return;
    }
    m->ffn = per_layer(about, windows, FEEDING_LAYERS, "feed_forward_length");
    read_gates(about);
    if (aic_is_set(m->experts)) {
        m->expert_ffn = aic_or(number(about, "expert_feed_forward_length"), m->ffn);
        read_shared_experts(about);
    }
}

/* ---------------------------------------------------------------- linear --- */

static void read_linear(struct about *about)
{
    struct aic_model *m = about->model;
    double inner = number(about, "ssm.inner_size"), state = number(about, "ssm.state_size");
    double kernel = number(about, "ssm.conv_kernel"), groups = number(about, "ssm.group_count");
    double head = number(about, "wkv.head_size"), kda = number(about, "kda.head_dim");
    double cells = number(about, "shortconv.l_cache");
    if (!aic_is_set(m->linear_layers)) {
        return;
    }
    if (aic_is_set(kda)) {
        double heads = aic_or(m->heads, number(about, "attention.head_count"));
        m->linear_state = 4 * heads * kda * kda;
        m->linear_conv = 3 * heads * kda * (kernel - 1);
    } else if (aic_is_set(head)) {
        m->linear_state = 4 * m->hidden * head;
        m->linear_conv = aic_or(number(about, "token_shift_count"), 2) * m->hidden;
    } else if (aic_is_set(cells)) {
        m->linear_conv = m->hidden * (cells - 1);
    } else {
        m->linear_state = 4 * inner * state;
        m->linear_conv = (inner + 2 * aic_or(groups, 0) * state) * (kernel - 1);
    }
    double all = 0;
    for (size_t i = 0; i < about->tensors->count; i++) {
        const struct tensor *tensor = aic_tensor_at(about->tensors, i);
        struct words words;
        aic_words_cut(tensor->name, tensor->length, &words);
        bool counts = aic_gguf_part(&words, about->layers) == AIC_PART_mixer &&
                      !aic_type_is_integer((enum aic_type)tensor->type);
        all += counts ? (double)tensor->elements : 0;
    }
    if (all > 0 && fmod(all, m->linear_layers) == 0) {
        m->linear_params = all / m->linear_layers;
    }
}

static void read_vocabulary(struct about *about)
{
    struct aic_model *m = about->model;
    const struct tensor *embedding = find_tensor(about, "token_embd.weight");
    const struct tensor *positions = find_tensor(about, "position_embd.weight");
    m->vocab = aic_or(number(about, "vocab_size"), about->gguf->tokens);
    if (embedding) {
        m->vocab = (double)embedding->rows;
    }
    if (positions) {
        m->learned_positions = (double)positions->rows;
    }
    if (embedding) {
        m->tied_embeddings = !find_tensor(about, "output.weight");
    }
    if (has_bias(about)) {
        m->qkv_bias = 1;
    }
}

/* ----------------------------------------------------------------- all --- */

static void warn_differ(struct about *about, const char *without)
{
    aic_warn(about->notes, "layers-differ",
             "layers differ in what no field can say (%s): %s left unset; sizes are exact all the "
             "same",
             aic_quoted(about->first, strlen(about->first)).text, without);
}

/* Heads and caches that no field can say. */
static void unset_heads(struct aic_model *m)
{
    m->heads = m->kv_heads = m->head_dim = m->v_head_dim = NAN;
    m->sliding_kv_heads = m->sliding_head_dim = NAN;
    m->sliding_layers = m->sliding_window = m->chunked_layers = m->chunk_size = NAN;
}

static void describe_layers(struct about *about)
{
    struct windows windows;
    set_layers(about);
    bool kinds = about->differ;
    read_windows(about, &windows);
    about->differ = false;
    read_feed_forward(about, &windows);
    bool widths = about->differ;
    about->differ = false;
    read_heads(about, &windows);
    check_sharing(about);
    read_linear(about);
    bool heads = about->differ;
    if (kinds || heads) {
        unset_heads(about->model);
    }
    if (kinds || heads || widths) {
        warn_differ(about, kinds ? "layers and heads are" : heads ? "heads are" : "ffn is");
    }
}

static void describe(struct about *about)
{
    struct aic_model *m = about->model;
    m->hidden = number(about, "embedding_length");
    m->max_context = number(about, "context_length");
    m->experts = number(about, "expert_count");
    m->experts_per_token = number(about, "expert_used_count");
    read_vocabulary(about);
    if (!aic_is_set(about->layers)) {
        return;
    }
    if (about->has_tensors) {
        read_blocks(about);
    } else {
        imagine_blocks(about);
    }
    describe_layers(about);
}

/* Parameters of a tensor: its elements, unless it holds tables, scales, or a matrix once more. */
static double parameters_of(const struct tensors *tensors, const struct tensor *tensor)
{
    struct words words;
    double block;
    aic_words_cut(tensor->name, tensor->length, &words);
    size_t i = aic_gguf_part_is_block(&words, &block) ? 2 : 0;
    if (aic_type_is_integer((enum aic_type)tensor->type)) {
        return 0;
    }
    if (aic_word_is(&words, i, "rope_freqs") ||
        (words.length[i] >= 13 && memcmp(words.at[i], "rope_factors_", 13) == 0)) {
        return 0;
    }
    const char *last = words.at[words.count - 1];
    size_t stem = (size_t)(last - tensor->name);
    if (aic_word_is(&words, words.count - 1, "scale input_scale")) {
        const struct tensor *weight = aic_tensors_find(tensors, tensor->name, stem, "weight");
        return weight && weight->type == AIC_TYPE_nvfp4 ? 0 : (double)tensor->elements;
    }
    if (i == 2 && aic_word_is(&words, 2, "attn_k_b attn_v_b")) {
        size_t head = (size_t)(words.at[2] - tensor->name);
        return aic_tensors_find(tensors, tensor->name, head, "attn_kv_b.weight")
                   ? 0
                   : (double)tensor->elements;
    }
    return (double)tensor->elements;
}

static void add_up(const struct about *about, struct aic_model_file *file)
{
    for (size_t i = 0; i < about->tensors->count; i++) {
        const struct tensor *tensor = aic_tensor_at(about->tensors, i);
        struct words words;
        aic_words_cut(tensor->name, tensor->length, &words);
        aic_stored_add(&file->stored, aic_gguf_part(&words, aic_or(about->layers, INFINITY)),
                       tensor, parameters_of(about->tensors, tensor));
    }
    aic_stored_finish(file, true);
}

bool aic_gguf_describe(const struct gguf *gguf, const struct tensors *tensors, const char *name,
                       struct aic_model_file *file, struct aic_error *error)
{
    struct about about = {
        .gguf = gguf,
        .tensors = tensors,
        .model = &file->model,
        .notes = &file->notes,
        .has_tensors = tensors->count > 0,
        .first = "",
    };
    double blocks = number(&about, "block_count");
    about.layers = blocks - aic_or(number(&about, "nextn_predict_layers"), 0);
    if (aic_is_set(blocks) && !(about.layers >= 1 && about.layers <= LAYERS_MAX)) {
        return aic_weights_fail(error, name, "%g layers are not from 1 to %d", about.layers,
                                LAYERS_MAX);
    }
    if (aic_is_set(about.layers)) {
        about.blocks = calloc((size_t)about.layers, 1);
        if (!about.blocks) {
            return aic_fail_memory(error);
        }
    }
    describe(&about);
    add_up(&about, file);
    if (!about.has_tensors) {
        aic_warn(about.notes, "vocabulary-only",
                 "the file has no tensors: it is a vocabulary, and says nothing of sizes");
    }
    free(about.blocks);
    return true;
}
