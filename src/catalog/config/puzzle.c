/* SPDX-License-Identifier: Apache-2.0 */
/*
 * nemotron-nas: a search left out blocks, or put a matrix in their place, and
 * made feed-forward blocks narrower; block_configs lists what each layer has.
 */
#include "catalog/config/config.h"

#include "catalog/formats/release.h"

/* What a part of a layer is: the block, a matrix in its place, or nothing. */
enum part { PART_BLOCK, PART_MATRIX, PART_NONE };

static enum part part_of(struct aic_config *config, const struct aic_json_value *part)
{
    if (aic_config_flag_in(config, part, "no_op", false)) {
        return PART_NONE;
    }
    return aic_config_flag_in(config, part, "replace_with_linear", false) ? PART_MATRIX
                                                                          : PART_BLOCK;
}

/* A matrix in the place of a block is one more of its kind; where there is nothing, the norm goes too. */
static void count_other(struct aic_config *config, enum part part, double *extra)
{
    double h = config->model->hidden;
    *extra += part == PART_MATRIX ? h * h : 0;
    config->extra -= part == PART_NONE ? h : 0;
}

static const struct aic_json_value *blocks_of(struct aic_config *config)
{
    const struct aic_json_value *list = aic_config_layer_list(config, "block_configs", false);
    if (!list) {
        aic_config_fail_missing(config, "block_configs");
    }
    return list;
}

void aic_config_shape_puzzle(struct aic_config *config)
{
    struct aic_model *model = config->model;
    char *kind = config->kind;
    double groups = NAN;
    model->attention_layers = 0;
    AIC_JSON_EACH(block, blocks_of(config)) {
        const struct aic_json_value *attention = aic_config_find_in(config, block, "attention");
        enum part part = part_of(config, attention);
        *kind++ = part == PART_BLOCK ? 'f' : 'd';
        count_other(config, part, &config->attention_extra);
        if (part == PART_BLOCK) {
            double group = aic_config_need_in(config, attention, "n_heads_in_group");
            model->attention_layers += 1;
            if (aic_is_set(groups) && group != groups) {
                aic_config_fail(config, attention, AIC_ERR_UNKNOWN,
                                "'n_heads_in_group' is %g here and %g before: layers have "
                                "different numbers of key/value heads",
                                group, groups);
            }
            groups = group;
        }
    }
    if (aic_is_set(groups)) {
        model->kv_heads = model->heads / fmax(groups, 1);
    }
}

/* The width of a block: ffn_mult of two thirds of h, rounded down, then up to a multiple of 256. */
static double width_of(struct aic_config *config, const struct aic_json_value *ffn)
{
    const struct aic_json_value *mult = aic_config_find_in(config, ffn, "ffn_mult");
    if (!aic_json_is(mult, AIC_JSON_NUMBER) || !(aic_json_number_of(mult) > 0)) {
        aic_config_fail(config, ffn, AIC_ERR_JSON, "'ffn_mult' must be a number above 0");
        return NAN;
    }
    return 256 * ceil(floor(2 * aic_json_number_of(mult) * config->model->hidden / 3) / 256);
}

void aic_config_read_puzzle(struct aic_config *config)
{
    struct aic_model *model = config->model;
    double sum = 0, widest = 0, count = 0;
    size_t i = 0;
    AIC_JSON_EACH(block, blocks_of(config)) {
        const struct aic_json_value *ffn = aic_config_find_in(config, block, "ffn");
        enum part part = part_of(config, ffn);
        count_other(config, part, &config->mlp_extra);
        config->holds[i] &= (unsigned char)~AIC_HOLDS_DENSE;
        if (part == PART_BLOCK) {
            double width = width_of(config, ffn);
            config->holds[i] |= AIC_HOLDS_DENSE;
            sum += width;
            widest = fmax(widest, width);
            count++;
        }
        i++;
    }
    model->ffn_layers = count;
    model->ffn = widest;
    config->mlp_extra += 3 * model->hidden * (sum - widest * count);
}
