/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the files of the config.json reader share.
 *
 * Errors are sticky: the first one is kept, later ones are dropped, and every
 * function stays harmless after it. So reading a family is a row of plain
 * assignments, and aic_config_read() looks once, at the end.
 */
#ifndef AICALC_CATALOG_CONFIG_INTERNAL_H
#define AICALC_CATALOG_CONFIG_INTERNAL_H

#include <math.h>

#include <aicalc/config.h>

#include "catalog/formats/release.h"

struct aic_json_value;
struct aic_config;

/* How many layers there are of each kind of attention. */
struct aic_config_kinds {
    double full, sliding, chunked, linear;
};

/* What attention_bias says in a family. */
enum aic_config_bias {
    AIC_BIAS_NO_KEY,    /* the family has no such key */
    AIC_BIAS_QKV,       /* biases on query, key and value */
    AIC_BIAS_ATTENTION, /* and one on the output matrix, which is an extra */
    AIC_BIAS_NEVER,     /* true is refused: latent attention has no field for it */
    AIC_BIAS_ALWAYS     /* false is refused: the family's row already has the biases */
};

/* How the layers of a family differ where the file has no layer_types. */
enum aic_config_layers {
    AIC_LAYERS_FULL,    /* all are full */
    AIC_LAYERS_PATTERN, /* every p-th is full, the others slide; without p all slide */
    AIC_LAYERS_UPPER,   /* those from max_window_layers on slide, if use_sliding_window */
    AIC_LAYERS_LISTED,  /* the file must have layer_types; sliding layers have heads of their own */
    AIC_LAYERS_HYBRID,  /* hybrid_layer_pattern has 1 for sliding; these have heads of their own */
    AIC_LAYERS_CHUNKED, /* no_rope_layers, else every fourth is full, the others chunked */
    AIC_LAYERS_INTERVAL, /* every full_attention_interval-th is full, the others linear */
    AIC_LAYERS_OWN       /* the family's function counts them */
};

/* Properties of a family (flags, or-ed). */
enum {
    AIC_CONFIG_TIED = 1,      /* tie_word_embeddings is true where it is missing */
    AIC_CONFIG_NOT_GATED = 2, /* two feed-forward matrices */
    AIC_CONFIG_NORM_BIAS = 4, /* LayerNorm */
    AIC_CONFIG_QKV_BIAS = 8,  /* whatever the file says */
    AIC_CONFIG_LINEAR_BIAS = 16,
    AIC_CONFIG_OWN_KV = 32,    /* the family's function sets kv_heads, or there are none */
    AIC_CONFIG_LATENT = 64,    /* num_key_value_heads and head_dim of the file mean nothing */
    AIC_CONFIG_FFN = 128,      /* ffn is intermediate_size */
    AIC_CONFIG_MODEL_MAX = 256 /* model_max_length is the context */
};

/* Values of keys that the file does not have; 0: there is no default. */
struct aic_config_missing {
    double layers, hidden, heads, kv_heads, head_dim, ffn, vocab, max_context;
    double window, pattern, chunk;
    double experts, experts_per_token, shared_experts, dense_layers;
};

/* One row of the table of model types. */
struct aic_config_family {
    const char *names[6]; /* model_type and its aliases, NULL after the last */
    unsigned properties;
    enum aic_config_layers layers;
    enum aic_config_bias attention_bias;
    double norms_per_layer; /* 0: that of the field */
    struct aic_config_missing missing;
    const char *ignored; /* keys that change nothing here, space separated; NULL: none */
    void (*read)(struct aic_config *config); /* what the columns do not say; may be NULL */
};

/* Distinct keys that the reader of one family asks for, with room to spare. */
#define AIC_CONFIG_KEYS_MAX 192

/* A file being read. */
struct aic_config {
    const struct aic_json *json;
    const struct aic_json_value *outer; /* the whole file */
    const struct aic_json_value
        *text; /* the object that describes the model: text_config, or the whole */
    const struct aic_config_family *family;
    struct aic_model *model;
    struct aic_notes *notes;
    bool failed;
    double extra; /* parameters that the count of the group does not produce */
    struct aic_config_kinds kinds;
    struct aic_release release; /* what a family knows of its matrices, for the number formats */
    const char *asked[AIC_CONFIG_KEYS_MAX]; /* keys that were looked for */
    size_t asked_count;
};

/*
 * Keys (keys.c). All look into the model's object and remember the name, so
 * that what nobody asked for can be reported at the end; null counts as missing.
 */

/* The value of a key, NULL where it is missing; `in`: of an object inside the model's. */
const struct aic_json_value *aic_config_find(struct aic_config *config, const char *key);
const struct aic_json_value *aic_config_find_in(struct aic_config *config,
                                                const struct aic_json_value *object,
                                                const char *key);
/* The same; where the model's object has none, the key of the whole file. */
const struct aic_json_value *aic_config_find_either(struct aic_config *config, const char *key);

/* A whole number of 0 to 2^53; `missing` where there is no key. */
double aic_config_count(struct aic_config *config, const char *key, double missing);
double aic_config_count_in(struct aic_config *config, const struct aic_json_value *object,
                           const char *key, double missing);
/* The first of several keys that is there; the list ends with NULL. */
double aic_config_first(struct aic_config *config, const char *const *keys, double missing);
/* The same of keys that must be there, unless `missing`, the default of a family, is above 0. */
double aic_config_need(struct aic_config *config, const char *key);
double aic_config_need_in(struct aic_config *config, const struct aic_json_value *object,
                          const char *key);
double aic_config_need_or(struct aic_config *config, const char *key, double missing);
double aic_config_need_first(struct aic_config *config, const char *const *keys, double missing);

/* true or false. */
bool aic_config_flag(struct aic_config *config, const char *key, bool missing);
bool aic_config_flag_in(struct aic_config *config, const struct aic_json_value *object,
                        const char *key, bool missing);

/* A text that must be there; NULL after an error. */
const char *aic_config_need_text(struct aic_config *config, const char *key);
/* An object, or NULL. */
const struct aic_json_value *aic_config_object(struct aic_config *config, const char *key);
/* A list with an entry for each layer, or NULL. */
const struct aic_json_value *aic_config_layer_list(struct aic_config *config, const char *key);
/* Entries other than 0 of such a list, NaN without one; `binary`: only 0 and 1 are known. */
double aic_config_layer_marks(struct aic_config *config, const char *key, bool binary);

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

/* Keeps an error unless there is one already, and says whether it did. `at`: what it is about. */
bool aic_config_fail(struct aic_config *config, const struct aic_json_value *at, enum aic_code code,
                     const char *format, ...) AIC_PRINTF(4, 5);
void aic_config_fail_missing(struct aic_config *config, const char *key);

/* The table of model types, in three parts. */
extern const struct aic_config_family aic_config_dense[], aic_config_experts[],
    aic_config_hybrids[];
extern const size_t aic_config_dense_count, aic_config_experts_count, aic_config_hybrid_count;

/*
 * What model types share (parts.c).
 */

/* Adds norms on queries and keys: as wide as a head, or as all heads together. */
void aic_config_add_head_norms(struct aic_config *config);
void aic_config_add_wide_norms(struct aic_config *config);
/* Adds the biases that steer routers, and the gates of shared experts. */
void aic_config_add_routing_bias(struct aic_config *config);
void aic_config_add_shared_gates(struct aic_config *config);

/* Experts: how many there are, how many a token uses, how wide they are. */
void aic_config_read_experts(struct aic_config *config, const char *count, const char *per_token,
                             const char *width);
/* The names of Mixtral, of Qwen (also with one gated shared expert) and of DeepSeek. */
void aic_config_read_local_experts(struct aic_config *config);
void aic_config_read_qwen_experts(struct aic_config *config);
void aic_config_read_gated_experts(struct aic_config *config);
void aic_config_read_routed_experts(struct aic_config *config);
/* The dense layers at the head of a model with experts, and their width. */
void aic_config_read_dense_layers(struct aic_config *config);

/* Refuses what the fields of the group cannot describe (refused.c). */
void aic_config_refuse(struct aic_config *config);

/* Counts the kinds of layers; sets windows and chunks (layers.c). */
void aic_config_read_layers(struct aic_config *config);

/* Layers with a recurrent state (linear.c): each sets the linear_* fields. */
void aic_config_mamba1(struct aic_config *config, double layers);
void aic_config_mamba2(struct aic_config *config, double layers);
void aic_config_delta_net(struct aic_config *config, double layers);

/* What the file has beside the model's counted part (warnings.c). */
void aic_config_warn(struct aic_config *config);

#endif
