/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Parameters of vision and audio parts, with the projector that leads into the text model: a formula for
 * each kind. In formulas e is the width, n the layers, w the inner width, p the side of a patch, side the patches
 * along an image, s the patches that are merged along a side, h the width of the text model.
 *
 * A part that is not known, or lacks a number, is NaN: it is said, and never guessed.
 */
#include "catalog/config/config.h"

#include <string.h>

struct tower {
    const struct aic_json_value *vision, *audio, *file;
    double e, n, w, p, side, s, h;
};

/* A whole number, or a list of equal ones; NaN for all else. */
static double number_of(const struct aic_json_value *value)
{
    const struct aic_json_value *list = aic_json_is(value, AIC_JSON_ARRAY) ? value : NULL;
    double number = aic_json_number_of(list ? aic_json_first(list) : value);
    AIC_JSON_EACH(entry, list) {
        if (aic_json_number_of(entry) != number) {
            return NAN;
        }
    }
    return number >= 0 && number == floor(number) ? number : NAN;
}

static double get(const struct aic_json_value *object, const char *key, double missing)
{
    const struct aic_json_value *value = aic_json_member(object, key);
    return value && !aic_json_is(value, AIC_JSON_NULL) ? number_of(value) : missing;
}

static bool has(const struct aic_json_value *object, const char *key, bool missing)
{
    const struct aic_json_value *value = aic_json_member(object, key);
    return aic_json_is(value, AIC_JSON_BOOL) ? aic_json_is_true(value) : missing;
}

/* What a transformer of a tower has besides its matrices. */
enum { QKV = 1, OUT = 2, MLP = 4, NORMS = 8, GATED = 16 };
#define REST   (OUT | MLP)
#define BIASES (QKV | REST | NORMS)

static double vit(double n, double e, double w, unsigned has_biases)
{
    double matrices = has_biases & GATED ? 3 : 2;
    double layer = 4 * e * e + matrices * e * w + 2 * e;
    layer += has_biases & QKV ? 3 * e : 0;
    layer += has_biases & OUT ? e : 0;
    layer += has_biases & MLP ? (matrices - 1) * w + e : 0;
    layer += has_biases & NORMS ? 2 * e : 0;
    return n * layer;
}

static double vit_of(const struct tower *t, unsigned has_biases)
{
    return vit(t->n, t->e, t->w, has_biases);
}

/* Whisper's encoder. */
static double encoder(double n, double e, double w, double mels, double positions)
{
    return 3 * mels * e + e + 3 * e * e + e + positions * e +
           n * (4 * e * e + 3 * e + 2 * e * w + w + e + 4 * e) + 2 * e;
}

/* Two matrices with biases, from merged patches of width q to o. */
static double merge(double q, double o)
{
    return q * q + q + q * o + o;
}

static double qwen3_vl(const struct tower *t)
{
    const struct aic_json_value *v = t->vision;
    const struct aic_json_value *deep = aic_json_member(v, "deepstack_visual_indexes");
    const char *type = aic_config_text(aic_json_member(t->file, "model_type"));
    double taps = deep ? (double)aic_json_count(deep) : strstr(type, "qwen3_5") ? 0 : 3;
    double o = get(v, "out_hidden_size", NAN), q = t->e * t->s * t->s;
    return 3 * get(v, "temporal_patch_size", NAN) * t->p * t->p * t->e + t->e +
           get(v, "num_position_embeddings", 2304) * t->e + vit_of(t, BIASES) + 2 * t->e +
           merge(q, o) + taps * (2 * q + merge(q, o));
}

static double qwen2_vl(const struct tower *t)
{
    const struct aic_json_value *v = t->vision;
    double e = get(v, "embed_dim", NAN), q = e * t->s * t->s;
    return 3 * get(v, "temporal_patch_size", NAN) * t->p * t->p * e +
           vit(t->n, e, get(v, "mlp_ratio", NAN) * e, BIASES) + 2 * e +
           merge(q, get(v, "hidden_size", NAN));
}

static double qwen2_5_vl(const struct tower *t)
{
    const struct aic_json_value *v = t->vision;
    return 3 * get(v, "temporal_patch_size", NAN) * t->p * t->p * t->e +
           vit_of(t, QKV | REST | GATED) + t->e +
           merge(t->e * t->s * t->s, get(v, "out_hidden_size", NAN));
}

static double gemma3(const struct tower *t)
{
    return 3 * t->p * t->p * t->e + t->e + t->side * t->side * t->e + vit_of(t, BIASES) + 2 * t->e +
           t->e * t->h + t->e;
}

static double gemma4_audio(const struct tower *t)
{
    const struct aic_json_value *a = t->audio;
    const struct aic_json_value *channels = aic_json_member(a, "subsampling_conv_channels");
    const struct aic_json_value *first = aic_json_first(channels);
    double c1 = first ? number_of(first) : 128;
    double c2 = first ? number_of(aic_json_next(first)) : 32;
    double e = get(a, "hidden_size", NAN), n = get(a, "num_hidden_layers", NAN);
    double o = get(a, "output_proj_dims", 1536);
    return 10 * c1 + 9 * c1 * c2 + c2 + floor(c1 / 4) * c2 * e +
           n * (24 * e * e + get(a, "conv_kernel_size", 5) * e + 9 * e +
                e / get(a, "num_attention_heads", NAN)) +
           e * o + o + o * t->h;
}

static double gemma4(const struct tower *t)
{
    const struct aic_json_value *v = t->vision;
    double width = get(v, "head_dim", NAN);
    double heads = 2 * get(v, "num_attention_heads", NAN) + 2 * get(v, "num_key_value_heads", NAN);
    double vision = 3 * t->p * t->p * t->e + 2 * get(v, "position_embedding_size", 10240) * t->e +
                    (has(v, "standardize", false) ? 2 * t->e : 0) + t->e * t->h +
                    t->n * (t->e * width * heads + 2 * width + 3 * t->e * t->w + 4 * t->e);
    return (v ? vision : 0) + (t->audio ? gemma4_audio(t) : 0);
}

static double gemma4_unified(const struct tower *t)
{
    const struct aic_json_value *v = t->vision, *a = t->audio;
    double e = get(v, "mm_embed_dim", 3840), side = get(v, "model_patch_size", 48);
    double q = 3 * side * side;
    double vision = 2 * q + q * e + 5 * e + 2 * get(v, "mm_posemb_size", 1120) * e +
                    get(v, "output_proj_dims", NAN) * t->h;
    double audio = get(a, "output_proj_dims", get(a, "audio_embed_dim", NAN)) * t->h;
    return (v ? vision : 0) + (a ? audio : 0);
}

static double pixtral(const struct tower *t)
{
    double e = t->e, h = t->h;
    bool merges = aic_json_is_text(aic_json_member(t->file, "model_type"), "mistral3");
    double projector = e * h + h * h;
    projector += merges ? e + t->s * t->s * e * e : 0;
    projector += has(t->file, "multimodal_projector_bias", !merges) ? 2 * h : 0;
    return 3 * t->p * t->p * e + e + vit_of(t, GATED) + projector;
}

/* llava, by the model_type of its part. */
static double llava(const struct tower *t)
{
    const struct aic_json_value *type = aic_json_member(t->vision, "model_type");
    bool clip = aic_json_is_text(type, "clip_vision_model");
    double e = t->e;
    if (aic_json_is_text(type, "pixtral")) {
        return pixtral(t);
    }
    if (!clip && !aic_json_is_text(type, "siglip_vision_model")) {
        return NAN;
    }
    return 3 * t->p * t->p * e + t->side * t->side * e + (clip ? 2 * e : e) + vit_of(t, BIASES) +
           (clip ? 4 * e : 2 * e) + e * t->h + t->h + t->h * t->h + t->h;
}

/* Sizes that files leave to the class. */
static double llama4(const struct tower *t)
{
    const struct aic_json_value *v = t->vision;
    double i = get(v, "projector_input_dim", 4096), o = get(v, "projector_output_dim", 4096);
    double p = get(v, "patch_size", 14), side = floor(get(v, "image_size", 448) / p);
    return 3 * p * p * t->e + t->e + (side * side + 1) * t->e + 4 * t->e + vit_of(t, BIASES) +
           t->w * i + i * o + get(v, "vision_output_dim", o) * t->h;
}

static double mllama(const struct tower *t)
{
    const struct aic_json_value *v = t->vision;
    double e = t->e, w = t->w;
    double tiles = get(v, "max_num_tiles", 4), ratios = get(v, "max_aspect_ratio_id", 8) + 1;
    double patches = t->side * t->side + 1, global = get(v, "num_global_layers", 8);
    return 3 * t->p * t->p * e + e + patches * e + ratios * tiles * patches * e + 1 +
           2 * (ratios * tiles * e + 1) + 4 * e +
           (t->n + global) * (4 * e * e + 2 * e * w + w + e + 4 * e) + 2 * global +
           get(v, "vision_output_dim", 7680) * t->h + t->h;
}

/* Kimi's: some files have vt_ before the keys; from K3 on there may be norms without biases, and a projector
 * without biases that has its norm at the end. */
static double kimi(const struct tower *t)
{
    const struct aic_json_value *v = t->vision;
    const struct aic_json_value *kernel = aic_json_member(v, "merge_kernel_size");
    double e = get(v, "vt_hidden_size", t->e), n = get(v, "vt_num_hidden_layers", t->n);
    double w = get(v, "vt_intermediate_size", t->w);
    double i = get(v, "qkv_hidden_size", e), q = kernel ? e : NAN;
    bool bias = has(v, "attn_bias", true);
    bool plain = aic_json_is_text(aic_json_member(v, "norm_type"), "rmsnorm");
    bool v2 = aic_json_is_text(aic_json_member(v, "mm_projector_type"), "patchmergerv2");
    unsigned biases =
        (bias ? QKV | OUT : 0u) | (has(v, "linear_bias", true) ? MLP : 0u) | (plain ? 0u : NORMS);
    AIC_JSON_EACH(side, kernel) {
        q *= number_of(side);
    }
    return 3 * t->p * t->p * e + (has(v, "patch_embed_proj_bias", true) ? e : 0) +
           get(v, "init_pos_emb_height", 64) * get(v, "init_pos_emb_width", 64) * e +
           vit(n, e, w, biases) + n * (i - e) * (4 * e + (bias ? 3 : 0)) + (plain ? e : 2 * e) +
           (v2 ? q * q + q * t->h + t->h : 2 * e + merge(q, t->h));
}

static double glm4v(const struct tower *t)
{
    const struct aic_json_value *v = t->vision;
    double e = t->e, o = get(v, "out_hidden_size", NAN);
    return 3 * get(v, "temporal_patch_size", NAN) * t->p * t->p * e + e + t->side * t->side * e +
           t->n * (4 * e * e + 3 * e * o + 2 * e) + 2 * e + e * o * t->s * t->s + o + o * o +
           2 * o + 3 * o * t->w;
}

static double internvl(const struct tower *t)
{
    double e = t->e, h = t->h;
    bool qkv = has(t->vision, "qkv_bias", has(t->vision, "attention_bias", false));
    unsigned biases = REST | NORMS | (qkv ? QKV : 0u);
    return 3 * t->p * t->p * e + 2 * e + (t->side * t->side + 1) * e + vit_of(t, biases) +
           2 * t->n * e + 8 * e + 4 * e * h + h + h * h + h;
}

static double lfm2_vl(const struct tower *t)
{
    double e = t->e, k = get(t->file, "downsample_factor", 2);
    double i = get(t->file, "projector_hidden_size", 2560), q = e * k * k;
    return 3 * t->p * t->p * e + e + get(t->vision, "num_patches", 256) * e + vit_of(t, BIASES) +
           2 * e + (has(t->file, "projector_use_layernorm", true) ? 2 * q : 0) + q * i + i * t->h +
           (has(t->file, "projector_bias", true) ? i + t->h : 0);
}

static double minimax_m3(const struct tower *t)
{
    const struct aic_json_value *z = aic_json_member(t->vision, "img_token_compression_config");
    double e = t->e, h = t->h, i = get(t->file, "projector_hidden_size", h);
    double s = get(z, "spatial_merge_size", t->s);
    double frames = get(z, "temporal_patch_size", get(t->vision, "temporal_patch_size", NAN));
    return 3 * frames * t->p * t->p * e + 2 * e + vit_of(t, BIASES) + e * i + i * h +
           s * s * h * i + i * h + (has(t->file, "multimodal_projector_bias", true) ? i + h : 0) +
           (has(t->file, "patch_merge_bias", true) ? i + h : 0);
}

static double step3p7(const struct tower *t)
{
    const struct aic_json_value *v = t->vision;
    const struct aic_json_value *ratio = aic_json_member(v, "mlp_ratio");
    double e = get(v, "width", NAN), n = get(v, "layers", NAN);
    double first = has(v, "use_cls_token", false);
    double positions = has(v, "use_abs_posemb", true) ? t->side * t->side + first : 0;
    return 3 * t->p * t->p * e + first * e + (has(v, "use_ln_pre", true) ? 2 * e : 0) +
           (has(v, "use_ln_post", false) ? 2 * e : 0) + positions * e +
           vit(n, e, floor(aic_json_number_of(ratio) * e), BIASES) + 2 * n * e + 90 * e * e +
           6 * e + 4 * e * t->h + (has(t->file, "projector_bias", false) ? t->h : 0);
}

static double muse_glimmer(const struct tower *t)
{
    const struct aic_json_value *v = t->vision;
    double e = t->e, side = get(v, "merge_size", NAN);
    double i = get(v, "projector_hidden_size", get(t->file, "projector_hidden_size", 4096));
    return 3 * get(v, "patch_temporal", NAN) * t->p * t->p * e +
           get(v, "pos_emb_height", NAN) * get(v, "pos_emb_width", NAN) * e + 4 * e +
           vit_of(t, BIASES) + get(v, "out_hidden_size", side * side * e) * i + i * i + i * t->h;
}

static double whisper(const struct tower *t)
{
    return encoder(get(t->file, "encoder_layers", NAN), get(t->file, "d_model", NAN),
                   get(t->file, "encoder_ffn_dim", NAN), get(t->file, "num_mel_bins", NAN),
                   get(t->file, "max_source_positions", 1500));
}

static double voxtral(const struct tower *t)
{
    const struct aic_json_value *a = t->audio;
    double w = get(a, "intermediate_size", NAN);
    return encoder(get(a, "num_hidden_layers", NAN), get(a, "hidden_size", NAN), w,
                   get(a, "num_mel_bins", NAN), get(a, "max_source_positions", 1500)) +
           w * t->h + t->h * t->h;
}

enum {
    VISION = 1,
    AUDIO = 2,
    SELF = 4
}; /* which parts a formula counts; SELF: those of the file */

static const struct {
    const char *names[5]; /* model_type of the file */
    unsigned parts;
    double (*params)(const struct tower *tower);
} kinds[] = {
    { { "qwen3_vl", "qwen3_vl_moe", "qwen3_5", "qwen3_5_moe" }, VISION, qwen3_vl },
    { { "qwen2_vl" }, VISION, qwen2_vl },
    { { "qwen2_5_vl" }, VISION, qwen2_5_vl },
    { { "gemma3" }, VISION, gemma3 },
    { { "gemma4" }, VISION | AUDIO, gemma4 },
    { { "gemma4_unified" }, VISION | AUDIO, gemma4_unified },
    { { "mistral3", "pixtral" }, VISION, pixtral },
    { { "llama4" }, VISION, llama4 },
    { { "mllama" }, VISION, mllama },
    { { "kimi_k25", "kimi_vl", "kimi_k3" }, VISION, kimi },
    { { "glm4v", "glm4v_moe" }, VISION, glm4v },
    { { "internvl", "internvl_chat" }, VISION, internvl },
    { { "lfm2_vl" }, VISION, lfm2_vl },
    { { "minimax_m3_vl" }, VISION, minimax_m3 },
    { { "step3p7" }, VISION, step3p7 },
    { { "muse_glimmer" }, VISION, muse_glimmer },
    { { "llava" }, VISION, llava },
    { { "voxtral" }, AUDIO, voxtral },
    { { "whisper" }, SELF, whisper },
};

static const struct aic_json_value *part_of(const struct aic_json_value *file, const char *key)
{
    const struct aic_json_value *part = aic_json_member(file, key);
    return aic_json_is(part, AIC_JSON_OBJECT) && !aic_config_is_empty(part) ? part : NULL;
}

double aic_config_towers(struct aic_config *config)
{
    const struct aic_json_value *file = config->outer;
    const struct aic_json_value *vision = part_of(file, "vision_config");
    const struct aic_json_value *audio = part_of(file, "audio_config");
    const char *type = aic_config_text(aic_json_member(file, "model_type"));
    double p = get(vision, "patch_size", NAN);
    const struct tower tower = {
        .vision = vision,
        .audio = audio,
        .file = file,
        .e = get(vision, "hidden_size", NAN),
        .n = get(vision, "num_hidden_layers", get(vision, "depth", NAN)),
        .w = get(vision, "intermediate_size", NAN),
        .p = p,
        .side = floor(get(vision, "image_size", NAN) / p),
        .s = get(vision, "spatial_merge_size", get(file, "spatial_merge_size", 2)),
        .h = config->model->hidden,
    };
    unsigned parts = (vision ? VISION : 0u) | (audio ? AUDIO : 0u);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        for (const char *const *name = kinds[i].names; *name; name++) {
            bool counts = kinds[i].parts == SELF || (parts && !(parts & ~kinds[i].parts));
            if (strcmp(*name, type) == 0 && counts) {
                double params = kinds[i].params(&tower);
                return params <= AIC_MAX_INTEGER && params == floor(params) ? params : NAN;
            }
        }
    }
    return NAN;
}
