/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What several model types share: norms on queries and keys, and the three
 * vocabularies in which files speak of experts. `extra` collects parameters that
 * the weights hold besides those that the fields count to.
 */
#include "catalog/config/config.h"

void aic_config_add_head_norms(struct aic_config *config)
{
    config->extra += 2 * config->model->head_dim * config->model->layers;
}

void aic_config_add_wide_norms(struct aic_config *config)
{
    const struct aic_model *model = config->model;
    config->extra += (model->heads + model->kv_heads) * model->head_dim * model->layers;
}

void aic_config_add_routing_bias(struct aic_config *config)
{
    const struct aic_model *model = config->model;
    config->extra += model->experts * (model->layers - aic_or(model->dense_layers, 0));
}

void aic_config_add_shared_gates(struct aic_config *config)
{
    config->extra += config->model->hidden * config->model->layers;
}

void aic_config_read_experts(struct aic_config *config, const char *count, const char *per_token,
                             const char *width)
{
    const struct aic_config_missing *missing = &config->family->missing;
    struct aic_model *model = config->model;
    model->experts = aic_config_need_or(config, count, missing->experts);
    model->experts_per_token = aic_config_need_or(config, per_token, missing->experts_per_token);
    model->expert_ffn = aic_config_need(config, width);
    if (model->experts == 0) {
        aic_config_fail(config, aic_config_find(config, count), AIC_ERR_JSON,
                        "'%s' is 0 in a model of experts", count);
    }
}

void aic_config_read_local_experts(struct aic_config *config)
{
    aic_config_read_experts(config, "num_local_experts", "num_experts_per_tok",
                            "intermediate_size");
}

void aic_config_read_qwen_experts(struct aic_config *config)
{
    aic_config_read_experts(config, "num_experts", "num_experts_per_tok", "moe_intermediate_size");
}

void aic_config_read_gated_experts(struct aic_config *config)
{
    aic_config_read_qwen_experts(config);
    config->model->shared_experts = 1;
    config->model->shared_expert_ffn = aic_config_need(config, "shared_expert_intermediate_size");
    aic_config_add_shared_gates(config);
}

void aic_config_read_routed_experts(struct aic_config *config)
{
    aic_config_read_experts(config, "n_routed_experts", "num_experts_per_tok",
                            "moe_intermediate_size");
    config->model->shared_experts =
        aic_config_count(config, "n_shared_experts", config->family->missing.shared_experts);
}

void aic_config_read_dense_layers(struct aic_config *config)
{
    static const char key[] = "first_k_dense_replace";
    struct aic_model *model = config->model;
    model->ffn = aic_config_need(config, "intermediate_size");
    model->dense_layers = aic_config_need_or(config, key, config->family->missing.dense_layers);
    if (model->dense_layers > model->layers) {
        aic_config_fail(config, aic_config_find(config, key), AIC_ERR_JSON,
                        "'%s' (%g) is above the number of layers (%g)", key, model->dense_layers,
                        model->layers);
    }
}
