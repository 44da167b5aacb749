/* SPDX-License-Identifier: Apache-2.0 */
/* Matrices by name: which they are, which of them a pattern means, and their mean width. */
#include "catalog/formats/matrices.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <aicalc/calculator_rows.h>
#include <aicalc/text.h>

#include "calculators/shared/matrices.h"
#include "core/span.h"
#include "core/utf8.h"
#include "engine/rows/rows.h"

/* More layers than any model has are not told apart by name. */
#define NAMED_LAYERS_MAX 4096
/* Names tried in all, of regular expressions as many for one: what a hostile file costs. */
#define TRIED_MAX   5e6
#define REGEX_TRIES 20

/* Names in Transformers, vLLM, and the files of DeepSeek and Meta. */
static const char attention_boxes[] = "self_attn attn attention mixer";
static const char mixer_boxes[] = "linear_attn mixer mamba conv";
static const char attention_mixer_boxes[] = "linear_attn self_attn";
static const char feed_forward_boxes[] = "mlp feed_forward ffn block_sparse_moe moe mixer";
static const char expert_inner[] = ".experts .experts.0";
static const char shared_inner[] = ".shared_experts .shared_expert .share_expert .shared_mlp";
/* Gemma 4: experts stand beside the feed-forward block, which is their shared one. */
static const char beside_types[] = "gemma4 gemma4_text gemma4_unified gemma4_unified_text";
static const char beside_boxes[] = "experts moe";
static const char beside_inner[] = " .experts .0";

/* Of attention that is not latent; the gate of heads is in the matrix of queries. */
static const char of_query[] = "q_proj qkv_proj wq_b",
                  of_query_down[] = "q_a_proj fused_qkv_a_proj wq_a";
static const char of_key[] = "k_proj qkv_proj wkv", of_value[] = "v_proj qkv_proj";
static const char of_output[] = "o_proj out_proj dense", of_output_down[] = "wo_a",
                  of_output_up[] = "wo_b";
static const char of_compressor[] = "compressor",
                  of_index_compressor[] = "indexer.compressor compressor";
static const char of_index_query[] = "indexer.wq_b", of_index_key[] = "indexer.wk",
                  of_index_weights[] = "indexer.weights_proj indexers_proj";

/* Of latent attention, and of feed-forward blocks. */
static const char *const leaves[] = {
    [AIC_MATRIX_QUERY] = "q_b_proj q_proj",
    [AIC_MATRIX_OUTPUT] = of_output,
    [AIC_MATRIX_QUERY_DOWN] = of_query_down,
    [AIC_MATRIX_KEY_VALUE_DOWN] = "kv_a_proj_with_mqa fused_qkv_a_proj",
    [AIC_MATRIX_KEY_VALUE_UP] = "kv_b_proj",
    [AIC_MATRIX_UP] = "up_proj gate_up_proj w3",
    [AIC_MATRIX_GATE] = "gate_proj gate_up_proj w1",
    [AIC_MATRIX_DOWN] = "down_proj w2 fc2",
};
/* Of a block without gate; of experts in a narrower stream. */
static const char of_plain_up[] = "up_proj fc1", of_streams[] = "fc1_latent_proj fc2_latent_proj";
static const char mixer_in[] = "in_proj in_proj_qkv in_proj_qkvz in_proj_z";
static const char mixer_gates[] = "in_proj_ba in_proj_a in_proj_b";
static const char mixer_out[] = "out_proj o_proj dense";
static const char mixer_all[] = "in_proj in_proj_qkv in_proj_qkvz in_proj_z in_proj_ba in_proj_a "
                                "in_proj_b out_proj o_proj dense";
static const char head_leaves[] = "lm_head head output";
static const char embedding_leaves[] = "embed_tokens embeddings embed";

/* The model group with its defaults, where a calculator would have them. */
struct complete {
    struct aic_origins origins;
    struct aic_model model;
};

static void complete_model(struct complete *in)
{
    for (size_t i = 0; i < aic_model_field_count; i++) {
        const struct aic_field *field = &aic_model_fields[i];
        void *at = (char *)&in->model + field->offset;
        struct aic_value value = aic_value_load(field, at);
        if (!value.set && field->default_text &&
            aic_value_read(field, field->default_text, strlen(field->default_text), &value, NULL)) {
            aic_value_store(field, at, value);
        }
    }
    /* clang-format off */
#include "engine/rows/as_values.h"
#include "calculators/shared/model_inputs.inc"
#include "engine/rows/as_defaults.h"
#include "calculators/shared/model_inputs.inc"
#include "engine/rows/none.h"
    /* clang-format on */
}

/* ------------------------------------------------------------ which matrices there are --- */

static void add(struct matrices *m, struct matrix matrix)
{
    if (matrix.params > 0 && m->count < MATRICES_MAX) {
        m->all[m->count++] = matrix;
    }
}

#define ADD(which, where, split, inputs, outputs, bias)                                            \
    if (where) {                                                                                   \
        matrix.leaves = leaves[which];                                                             \
        matrix.params = (inputs) * (outputs);                                                      \
        add(m, matrix);                                                                            \
    }

/* A row of matrices of attention. */
struct row {
    const char *leaves;
    double params;
};

static void add_rows(struct matrices *m, unsigned holds, const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        add(m, (struct matrix){ RELEASE_ATTENTION, holds, attention_boxes, NULL, rows[i].leaves,
                                rows[i].params });
    }
}
#define ADD_ROWS(m, holds, rows) add_rows(m, holds, rows, sizeof(rows) / sizeof((rows)[0]))

static void add_heads(struct matrices *m, unsigned holds, struct aic_heads heads)
{
    const struct aic_model *of = &m->model;
    double out = heads.heads * heads.v_head_dim;
    bool parts = of->o_lora_rank > 0;
    const struct row rows[] = {
        { of_query_down, of->hidden * of->q_lora_rank },
        { of_query, aic_query_inputs(of) * heads.heads * heads.head_dim },
        { of_query, of->hidden * heads.heads * of->attention_gate },
        { of_key, of->hidden * heads.kv_heads * heads.head_dim },
        { of_value, of->tied_kv == 1 ? 0 : of->hidden * heads.kv_heads * heads.v_head_dim },
        { of_output, parts ? 0 : out * of->hidden },
        { of_output_down, parts ? out * of->o_lora_rank : 0 },
        { of_output_up, parts ? of->o_groups * of->o_lora_rank * of->hidden : 0 },
    };
    ADD_ROWS(m, holds, rows);
}

static void add_attention(struct matrices *m)
{
    const struct aic_model *of = &m->model;
    if (!aic_model_is_latent(of)) {
        add_heads(m, AIC_HOLDS_ATTENTION, aic_usual_heads(of));
    } else {
        struct matrix matrix = { .part = RELEASE_ATTENTION, .boxes = attention_boxes };
        matrix.holds = AIC_HOLDS_ATTENTION;
        AIC_LATENT_MATRICES(ADD, of)
        const struct row gate[] = { { of_query, of->hidden * of->heads * of->attention_gate } };
        ADD_ROWS(m, AIC_HOLDS_ATTENTION, gate);
    }
    if (of->sliding_layers > 0) {
        add_heads(m, AIC_HOLDS_SLIDING, aic_sliding_heads(of));
    }
}

/* The compressors of DeepSeek-V4, with their indexers: as much of them in each layer that does not slide. */
static void add_compressors(struct matrices *m)
{
    const struct aic_model *of = &m->model;
    double index = of->index_heads * of->index_head_dim, h = of->hidden;
    double layers = of->attention_layers - of->sliding_layers;
    double csa = of->csa_layers / layers, hca = of->hca_layers / layers;
    const struct row rows[] = {
        { of_compressor, (4 * csa + 2 * hca) * h * of->head_dim },
        { of_index_compressor, csa * 4 * h * of->index_head_dim },
        { of_index_query, csa * of->q_lora_rank * index },
        { of_index_weights, csa * h * of->index_heads },
    };
    ADD_ROWS(m, AIC_HOLDS_ATTENTION, rows);
}

static void add_indexer(struct matrices *m)
{
    const struct aic_model *of = &m->model;
    bool latent = aic_model_is_latent(of);
    double index = of->index_heads * of->index_head_dim, h = of->hidden;
    const struct row rows[] = {
        { of_index_query, (latent ? aic_query_inputs(of) : h) * index },
        { of_index_key, index > 0 ? h * of->index_head_dim : 0 },
        { of_index_weights, latent ? h * of->index_heads : 0 },
    };
    ADD_ROWS(m, AIC_HOLDS_INDEXER, rows);
}

static void add_mixer(struct matrices *m, const struct aic_release *release)
{
    struct matrix matrix = { .part = RELEASE_MIXER };
    matrix.boxes = release->mixer_is_attention ? attention_mixer_boxes : mixer_boxes;
    matrix.holds = AIC_HOLDS_MIXER;
    const struct {
        const char *leaves;
        double params;
    } parts[] = {
        { mixer_in, release->mixer_in },
        { mixer_gates, release->mixer_gates },
        { mixer_out, release->mixer_out },
        { mixer_all, release->mixer_in > 0 ? 0 : m->model.linear_params },
    };
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        matrix.leaves = parts[i].leaves;
        matrix.params = parts[i].params;
        add(m, matrix);
    }
}

static void add_feed_forward(struct matrices *m, bool beside)
{
    const struct aic_model *of = &m->model;
    struct matrix matrix = { .part = RELEASE_MLP, .boxes = feed_forward_boxes };
    size_t first = m->count;
    matrix.holds = AIC_HOLDS_DENSE;
    AIC_FEED_FORWARD_MATRICES(ADD, of->hidden, of->ffn, of->gated, false)
    if (aic_model_has_experts(of)) {
        matrix.holds = AIC_HOLDS_EXPERTS;
        matrix.inner = beside ? NULL : shared_inner;
        double width = of->shared_experts * of->shared_expert_ffn;
        AIC_FEED_FORWARD_MATRICES(ADD, of->hidden, width, of->gated, false)
        add(m, (struct matrix){ RELEASE_MLP, AIC_HOLDS_EXPERTS, feed_forward_boxes, NULL,
                                of_streams, 2 * of->hidden * aic_or(of->expert_hidden, 0) });
        matrix.part = RELEASE_EXPERTS;
        matrix.boxes = beside ? beside_boxes : feed_forward_boxes;
        matrix.inner = beside ? beside_inner : expert_inner;
        width = of->experts * of->expert_ffn;
        AIC_FEED_FORWARD_MATRICES(ADD, aic_or(of->expert_hidden, of->hidden), width, of->gated,
                                  false)
    }
    for (size_t i = first; i < m->count && of->gated != 1; i++) {
        m->all[i].leaves =
            m->all[i].leaves == leaves[AIC_MATRIX_UP] ? of_plain_up : m->all[i].leaves;
    }
}

static void add_vocabulary(struct matrices *m)
{
    double params = m->model.vocab * m->model.hidden;
    add(m, (struct matrix){ RELEASE_HEAD, 0, NULL, NULL, head_leaves, params });
    add(m, (struct matrix){ RELEASE_EMBEDDING, 0, NULL, NULL, embedding_leaves, params });
}

bool aic_matrices_init(struct matrices *m, const struct aic_model *model,
                       const struct aic_release *release)
{
    struct complete complete = { .model = *model };
    const char *type = aic_json_member_text(release->text, "model_type");
    memset(m, 0, sizeof *m);
    complete_model(&complete);
    m->model = complete.model;
    m->holds = release->layers;
    m->layers = m->model.layers <= NAMED_LAYERS_MAX ? (size_t)m->model.layers : 1;
    if ((double)m->layers != m->model.layers) {
        m->holds = NULL;
    }
    add_attention(m);
    if (m->model.csa_layers > 0 || m->model.hca_layers > 0) {
        add_compressors(m);
    } else {
        add_indexer(m);
    }
    add_mixer(m, release);
    add_feed_forward(m, type && aic_list_has(beside_types, type, strlen(type)));
    add_vocabulary(m);
    m->widths = calloc(m->layers * MATRICES_MAX, sizeof m->widths[0]);
    return m->widths != NULL;
}

void aic_matrices_clear(struct matrices *m)
{
    free(m->widths);
}

/* ------------------------------------------------------------ in how many layers each is --- */

/* The share of this layer that holds such a thing: 0 or 1 where layers are known one by one. */
static double share(const struct matrices *m, unsigned holds, size_t layer)
{
    const struct aic_model *of = &m->model;
    double experts = aic_model_has_experts(of) ? of->ffn_layers - of->dense_layers : 0;
    double dense = of->ffn_layers - experts, count;
    if (holds == 0) {
        return layer == 0;
    }
    if (m->holds) {
        return (m->holds[layer] & holds) != 0;
    }
    bool leads = of->dense_leading == 1 && of->ffn_layers == of->layers;
    switch (holds) {
    case AIC_HOLDS_ATTENTION:
        count = of->attention_layers - of->sliding_layers;
        break;
    case AIC_HOLDS_SLIDING:
        count = of->sliding_layers;
        break;
    case AIC_HOLDS_MIXER:
        count = of->linear_layers;
        break;
    case AIC_HOLDS_DENSE:
        count = leads ? of->layers * ((double)layer < dense) : dense;
        break;
    case AIC_HOLDS_EXPERTS:
        count = leads ? of->layers * !((double)layer < dense) : experts;
        break;
    default:
        count = of->index_layers;
    }
    return count / of->layers;
}

static struct width *width_at(const struct matrices *m, size_t layer, size_t matrix)
{
    return &m->widths[layer * MATRICES_MAX + matrix];
}

/* ------------------------------------------------------------------- names and patterns --- */

/* The next word of a list with blanks between; an empty word counts. NULL list: one empty word. */
static bool next_word(const char **list, struct aic_span *word)
{
    if (!*list) {
        return false;
    }
    word->at = *list;
    word->length = strcspn(*list, " ");
    *list = word->at[word->length] == ' ' ? word->at + word->length + 1 : NULL;
    return true;
}

/* Whether one of the names of a matrix in a layer matches. */
static bool matches(struct matrices *m, const struct pattern *pattern, const struct matrix *matrix,
                    size_t layer)
{
    char name[160];
    struct aic_text text;
    struct aic_span box, inner, leaf;
    const char *boxes = matrix->holds ? matrix->boxes : "";
    while (next_word(&boxes, &box)) {
        const char *inners = matrix->inner ? matrix->inner : "";
        while (next_word(&inners, &inner)) {
            const char *words = matrix->leaves;
            while (next_word(&words, &leaf)) {
                aic_text_init(&text, name, sizeof name);
                if (matrix->holds) {
                    aic_text_format(&text, "layers.%g.", (double)layer);
                    aic_text_add_bytes(&text, box.at, box.length);
                    aic_text_add_bytes(&text, inner.at, inner.length);
                    aic_text_add(&text, ".");
                }
                aic_text_add_bytes(&text, leaf.at, leaf.length);
                m->tried += pattern->kind == PATTERN_REGEX ? REGEX_TRIES : 1;
                if (aic_pattern_matches(pattern, name)) {
                    return true;
                }
            }
        }
    }
    return false;
}

static void set(struct matrices *m, size_t layer, size_t matrix, struct width width)
{
    struct width *at = width_at(m, layer, matrix);
    if (at->bits == 0) {
        *at = width;
    }
}

static bool has_more_digits(size_t layer)
{
    return layer == 10 || layer == 100 || layer == 1000;
}

/* The layers of one matrix that a pattern means. */
static void except_matrix(struct matrices *m, const struct pattern *pattern, size_t matrix,
                          size_t first, size_t last, struct width width)
{
    const struct matrix *of = &m->all[matrix];
    bool match = false;
    for (size_t layer = first; layer < last && m->tried < TRIED_MAX; layer++) {
        if (pattern->has_digits || layer == first || has_more_digits(layer)) {
            match = matches(m, pattern, of, layer);
        }
        if (match) {
            set(m, layer, matrix, width);
        }
    }
}

static void note_unknown(struct matrices *m, const char *pattern)
{
    if (m->unknown++ == 0) {
        aic_utf8_excerpt(m->first_unknown, sizeof m->first_unknown, pattern, strlen(pattern));
    }
}

/* All words that names are made of. */
static bool is_word_of_names(const char *word, size_t length)
{
    static const char *const lists[] = {
        "layers experts 0 shared_experts shared_expert share_expert shared_mlp indexer wk "
        "weights_proj indexers_proj fc1",
        of_query,
        of_query_down,
        of_key,
        of_value,
        of_output,
        of_output_down,
        of_output_up,
        of_compressor,
        of_streams,
        attention_boxes,
        mixer_boxes,
        feed_forward_boxes,
        beside_boxes,
        mixer_all,
        head_leaves,
        embedding_leaves,
    };
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        if (aic_list_has(lists[i], word, length)) {
            return true;
        }
    }
    for (size_t i = 0; i < sizeof leaves / sizeof leaves[0]; i++) {
        if (aic_list_has(leaves[i], word, length)) {
            return true;
        }
    }
    return strspn(word, "0123456789") >= length;
}

/* False where a plain name has a word that none of ours has, as most have: norms, routers, towers. */
static bool may_match(const struct pattern *pattern)
{
    const char *at = pattern->text;
    while (pattern->kind == PATTERN_HEAD || pattern->kind == PATTERN_WORDS) {
        size_t length = strcspn(at, ".");
        if (!is_word_of_names(at, length)) {
            return false;
        }
        if (at[length] == '\0') {
            break;
        }
        at += length + 1;
    }
    return true;
}

void aic_matrices_except(struct matrices *m, const char *text, bool regex, struct width width)
{
    struct pattern pattern;
    double layer;
    if (m->tried >= TRIED_MAX ||
        !(regex ? aic_pattern_read_regex(&pattern, text) : aic_pattern_read(&pattern, text))) {
        note_unknown(m, text);
        return;
    }
    if (!may_match(&pattern)) {
        return;
    }
    bool one = aic_pattern_names_layer(&pattern, &layer);
    if (one && layer >= (double)m->layers) {
        return;
    }
    size_t first = one ? (size_t)layer : 0, last = one ? first + 1 : m->layers;
    for (size_t i = 0; i < m->count; i++) {
        except_matrix(m, &pattern, i, first, m->all[i].holds ? last : first + 1, width);
    }
    if (m->tried >= TRIED_MAX) {
        note_unknown(m, text); /* it may have been left before its last layer */
    }
}

void aic_matrices_except_part(struct matrices *m, enum release_part part, struct width width)
{
    for (size_t i = 0; i < m->count; i++) {
        for (size_t layer = 0; layer < m->layers && m->all[i].part == part; layer++) {
            set(m, layer, i, width);
        }
    }
}

void aic_matrices_rest(struct matrices *m, struct width usual, struct width vocabulary)
{
    for (int part = 0; part < RELEASE_PARTS; part++) {
        aic_matrices_except_part(m, (enum release_part)part,
                                 part < RELEASE_HEAD ? usual : vocabulary);
    }
}

/* ----------------------------------------------------------------------------- means --- */

struct part_mean aic_matrices_mean(const struct matrices *m, enum release_part part)
{
    double params = 0, bits = 0;
    for (size_t i = 0; i < m->count; i++) {
        for (size_t layer = 0; layer < m->layers && m->all[i].part == part; layer++) {
            double here = share(m, m->all[i].holds, layer) * m->all[i].params;
            params += here;
            bits += here * width_at(m, layer, i)->bits;
        }
    }
    return (struct part_mean){ params, params > 0 ? bits / params : 0 };
}

struct width aic_matrices_nearest(const struct matrices *m, enum release_part part, double bits)
{
    struct width nearest = { 0, KEPT_WIDE };
    for (size_t i = 0; i < m->count; i++) {
        for (size_t layer = 0; layer < m->layers && m->all[i].part == part; layer++) {
            struct width here = *width_at(m, layer, i);
            double further = fabs(here.bits - bits) - fabs(nearest.bits - bits);
            bool nearer = further < 0 || (further == 0 && here.bits < nearest.bits);
            if (share(m, m->all[i].holds, layer) > 0 && (nearest.bits == 0 || nearer)) {
                nearest = here;
            }
        }
    }
    return nearest;
}
