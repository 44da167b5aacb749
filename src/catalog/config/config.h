/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the files of the config.json reader share.
 *
 * A model type is a row of a table; a row says how it differs from a llama. Errors are sticky: the
 * first one is kept, later ones are dropped, and every function stays harmless after it. So reading is a row
 * of plain assignments, and aic_config_read() looks once, at the end.
 *
 * KEYS in an argument are names separated by spaces, of which the first that the file has counts; then the
 * first for which the row has a default. In comments h, L, H, K, d, E and M are hidden, layers, heads,
 * kv_heads, head_dim, experts and the layers with experts.
 */
#ifndef AICALC_CATALOG_CONFIG_INTERNAL_H
#define AICALC_CATALOG_CONFIG_INTERNAL_H

#include <math.h>

#include <aicalc/config.h>

#include "catalog/formats/release.h"

struct aic_json_value;
struct aic_config;

/* Kinds of layers, each with the letter of its kind in aic_config.kind. */
enum aic_config_kind {
    AIC_KIND_FULL,    /* f */
    AIC_KIND_SLIDING, /* s */
    AIC_KIND_CHUNKED, /* c */
    AIC_KIND_LINEAR,  /* l: a mixer with a recurrent state in place of attention */
    AIC_KIND_CSA,     /* a: compressed, with an indexer */
    AIC_KIND_HCA,     /* h: heavily compressed */
    AIC_KIND_SPARSE,  /* i: full, with an indexer */
    AIC_KIND_BOTH,    /* b: attention and a mixer */
    AIC_KIND_DENSE,   /* d: a dense feed-forward block alone */
    AIC_KIND_EXPERTS, /* e: experts alone */
    AIC_KINDS
};
#define AIC_KIND_LETTERS "fsclahibde"

/* What a switch of biases sets. */
enum aic_config_bias {
    AIC_BIAS_NONE,
    AIC_BIAS_ATTENTION, /* qkv_bias, and a bias of the output matrix, which is an extra */
    AIC_BIAS_QKV,       /* qkv_bias */
    AIC_BIAS_BOTH       /* qkv_bias and linear_bias */
};

/* Norms on queries and keys: as wide as a head, or as all heads together. */
enum aic_config_qk { AIC_QK_NONE, AIC_QK_HEAD, AIC_QK_WIDE };

/* Properties of a family (flags, or-ed). */
enum {
    AIC_CONFIG_TIED = 1,               /* tie_word_embeddings is true where it is missing */
    AIC_CONFIG_NOT_GATED = 2,          /* two feed-forward matrices */
    AIC_CONFIG_NORM_BIAS = 4,          /* LayerNorm */
    AIC_CONFIG_PLAIN_MLP = 8,          /* mlp_bias may be true */
    AIC_CONFIG_LATENT = 16,            /* latent attention, unless use_mla is false */
    AIC_CONFIG_MAYBE_LATENT = 32,      /* the same where there is a kv_lora_rank */
    AIC_CONFIG_MAYBE_DENSE = 64,       /* experts only where the file has some */
    AIC_CONFIG_FFN_4H = 128,           /* ffn is 4*h where it is missing */
    AIC_CONFIG_FIRST_FULL = 256,       /* a period begins with its full layer */
    AIC_CONFIG_ALL_SLIDE = 512,        /* without a list or a pattern all layers slide */
    AIC_CONFIG_SWITCHED_WINDOW = 1024, /* nothing slides unless use_sliding_window is true */
    AIC_CONFIG_LISTED = 2048,          /* the file must list the kinds of its layers */
    AIC_CONFIG_NO_ATTENTION = 4096,
    AIC_CONFIG_NO_FFN = 8192,   /* the row's function sets ffn, or there is none */
    AIC_CONFIG_ENCODER = 16384, /* no layer keeps a cache; a head only for masked words */
    AIC_CONFIG_DOUBLE = 65536,  /* a layer of the file is two of ours */
    AIC_CONFIG_BLOCKS = 32768   /* a layer is a mixer, attention or a feed-forward block alone */
};

/* One row of the tables of model types. */
struct aic_config_family {
    const char *names[11]; /* model_type and its other names, NULL after the last */
    unsigned is;           /* properties */
    /* Switches are keys of flags ("+key": true where it is missing), or "yes". */
    enum aic_config_bias bias;
    const char *bias_if; /* NULL: attention_bias */
    enum aic_config_qk qk;
    const char *qk_if; /* NULL: yes */
    double norms;      /* norms_per_layer; 0: that of the field */
    double period;     /* every period-th layer is full, where the file has no other pattern */
    char others;       /* and what the layers between are; 0: sliding */
    const char
        *words; /* pairs of a word or number in a list of layers and the letter of its kind */
    const char *lists;  /* keys of such lists, besides layer_types */
    const char *width;  /* keys of expert_ffn; NULL: there are no experts */
    const char *shared; /* keys of the number of shared experts */
    const char
        *shared_width; /* keys of their width; without `shared` there is one, if it is not 0 */
    double dense;      /* leading dense layers, where the file does not say */
    const char *router_bias; /* switch of a bias per expert in the router */
    const char *shared_gate; /* switch of a vector h that weighs the shared expert */
    /* Keys of sizes before the usual ones. */
    const char *layers, *vocab, *context, *ffn, *window;
    const char *defaults; /* pairs of a key and its number: class defaults; flags are 0 and 1 */
    const char *harmless; /* keys that change nothing here */
    void (*shape)(struct aic_config *config); /* before layers are counted; may be NULL */
    void (*mixer)(struct aic_config *config); /* linear_params, linear_state, linear_conv */
    void (*read)(struct aic_config *config);  /* after all; what the columns do not say */
};

/* Keys that the reader of one family asks for, with room to spare. */
#define AIC_CONFIG_KEYS_MAX 320

/* A file being read. */
struct aic_config {
    const struct aic_json *json;
    const struct aic_json_value *outer; /* the whole file */
    const struct aic_json_value *text;  /* the object that describes the model, or the whole file */
    const struct aic_config_family *family;
    struct aic_model *model;
    struct aic_notes *notes;
    bool failed;
    bool latent, dense_only; /* latent attention; no experts although the row has some */
    double extra;            /* parameters that the count of the group does not produce */
    double attention_extra, mlp_extra;
    /* Every period-th layer, those with i mod period = phase, is full; 0: no such rule. The same of
     * layers with experts. */
    double period, phase, expert_period, expert_phase;
    double uncached;            /* the last layers, which keep no cache of their own */
    char *kind;                 /* the letter of each layer */
    unsigned char *holds;       /* what each layer holds (catalog/formats/release.h) */
    double kinds[AIC_KINDS];    /* how many layers there are of each kind */
    struct aic_release release; /* what is known of the matrices, for the number formats */
    const char *asked[AIC_CONFIG_KEYS_MAX]; /* lists of keys that were looked for */
    size_t asked_count;
};

/*
 * Keys (keys.c). All look into the model's object and remember the names, so
 * that what nobody asked for can be reported at the end; null counts as missing.
 */

/* The value of a key, NULL where it is missing; `in`: of an object inside the model's. */
const struct aic_json_value *aic_config_find(struct aic_config *config, const char *keys);
const struct aic_json_value *aic_config_find_in(struct aic_config *config,
                                                const struct aic_json_value *object,
                                                const char *keys);
/* The same; where the model's object has none, the key of the whole file. */
const struct aic_json_value *aic_config_find_either(struct aic_config *config, const char *keys);
/* True for a key that was looked for. */
bool aic_config_was_asked(const struct aic_config *config, const char *key);

/* A whole number of 0 to 2^53, or a list of equal ones; `missing` where there is no key. */
double aic_config_count(struct aic_config *config, const char *keys, double missing);
double aic_config_count_in(struct aic_config *config, const struct aic_json_value *object,
                           const char *keys, double missing);
/* The same of a value that was found under the key. */
double aic_config_count_of(struct aic_config *config, const struct aic_json_value *value,
                           const char *key);
/* A number that may be a fraction. */
double aic_config_real(struct aic_config *config, const char *key, double missing);
/* A count that must be there. */
double aic_config_need(struct aic_config *config, const char *keys);
double aic_config_need_in(struct aic_config *config, const struct aic_json_value *object,
                          const char *keys);

/* true or false. */
bool aic_config_flag(struct aic_config *config, const char *keys, bool missing);
bool aic_config_flag_in(struct aic_config *config, const struct aic_json_value *object,
                        const char *keys, bool missing);
/* A switch of a row: NULL is off. */
bool aic_config_switch(struct aic_config *config, const char *on);

/* A text, NULL where there is none. */
const char *aic_config_text_at(struct aic_config *config, const char *keys);
/* An object or a list, NULL where there is none. */
const struct aic_json_value *aic_config_object(struct aic_config *config, const char *key);
const struct aic_json_value *aic_config_list(struct aic_config *config, const char *keys);
/* A list with an entry for each layer; `longer`: further entries belong to prediction layers. */
const struct aic_json_value *aic_config_layer_list(struct aic_config *config, const char *keys,
                                                   bool longer);

/* A string; empty for any other value. */
static inline const char *aic_config_text(const struct aic_json_value *value)
{
    const char *text = aic_json_text_of(value);
    return text ? text : "";
}

/* True for null, false, 0 and what is empty. */
bool aic_config_is_empty(const struct aic_json_value *value);

/* A text or name of the file for a message: cut, control characters replaced. */
#define AIC_CONFIG_QUOTE_SIZE 64
const char *aic_config_quote(char quote[AIC_CONFIG_QUOTE_SIZE], const char *text);
/* The same of any value: "2.5", "'auto'", "a list". */
#define AIC_CONFIG_VALUE_SIZE (AIC_CONFIG_QUOTE_SIZE + 2)
const char *aic_config_describe(const struct aic_json_value *value,
                                char buffer[AIC_CONFIG_VALUE_SIZE]);

/*
 * Keeps an error unless there is one already, and says whether it did. `at`: what it is about.
 * AIC_ERR_JSON: the file is wrong. Other codes: the reader does not know enough; the message then ends with
 * what answers all the same.
 */
bool aic_config_fail(struct aic_config *config, const struct aic_json_value *at, enum aic_code code,
                     const char *format, ...) AIC_PRINTF(4, 5);
void aic_config_fail_missing(struct aic_config *config, const char *key);
/* Fails for a value of the wrong kind: "'key' must be a list, not 3". */
void aic_config_fail_value(struct aic_config *config, const struct aic_json_value *value,
                           const char *key, const char *wanted);

/* The tables of model types: plain families without and with experts, and those with fields of their own. */
extern const struct aic_config_family aic_config_plain[], aic_config_experts[], aic_config_own[],
    aic_config_hybrids[];
extern const size_t aic_config_plain_count, aic_config_experts_count, aic_config_own_count,
    aic_config_hybrids_count;

/* The kind of each layer (layers.c): fills `kind` and `kinds`, sets windows and chunks. */
void aic_config_read_layers(struct aic_config *config);
/* Counts layers of a kind among the last that keep no cache. */
double aic_config_uncached_of(const struct aic_config *config, enum aic_config_kind kind);
/* Layers with attention but sliding ones, and all. */
double aic_config_wide_layers(const struct aic_config *config);
/* Marks the layers that a list of numbers names (from `base`) with a letter. */
void aic_config_mark(struct aic_config *config, const struct aic_json_value *list, const char *key,
                     double base, char *marks, char letter);

/* Experts and dense layers among them (experts.c), by the columns of the row. */
void aic_config_read_ffn(struct aic_config *config);
/* Refuses the number of experts that was read from `count`, where it is 0. */
void aic_config_check_experts(struct aic_config *config, const struct aic_json_value *count);
double aic_config_expert_layers(const struct aic_config *config);

/* Mixers with a recurrent state (mixers.c): each sets the linear_* fields but linear_layers. */
void aic_config_mamba1_jamba(struct aic_config *config);
void aic_config_mamba1(struct aic_config *config);
void aic_config_mamba2(struct aic_config *config);
void aic_config_mamba2_nemotron(struct aic_config *config);
void aic_config_mamba2_bamba(struct aic_config *config);
void aic_config_mamba2_falcon(struct aic_config *config);
void aic_config_mamba2_zamba(struct aic_config *config);
void aic_config_delta_net(struct aic_config *config);
void aic_config_kimi_delta(struct aic_config *config);
void aic_config_bailing_mixer(struct aic_config *config);
void aic_config_lightning(struct aic_config *config);
void aic_config_short_conv(struct aic_config *config);

/* Models whose layers were each given a shape by a search (puzzle.c). */
void aic_config_shape_puzzle(struct aic_config *config);
void aic_config_read_puzzle(struct aic_config *config);

/* What `architectures` says of the output head (heads.c). */
void aic_config_read_head(struct aic_config *config);

/* Parameters of vision and audio parts (towers.c): the sum, NaN where one is not known. */
double aic_config_towers(struct aic_config *config);

/* Refuses what the row did not ask for and the fields cannot say (refused.c). */
void aic_config_refuse(struct aic_config *config);

/* What the file has beside the model's counted part (warnings.c). */
void aic_config_warn(struct aic_config *config);

#endif
