/* SPDX-License-Identifier: Apache-2.0 */
/* What the class that a file names says of the output: a matrix, a few labels, or nothing. */
#include "catalog/config/config.h"

#include <string.h>

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

/* How many labels a classifier tells apart. */
static double labels_of(struct aic_config *config)
{
    const struct aic_json_value *count = aic_config_find_either(config, "num_labels");
    const struct aic_json_value *names = aic_config_find_either(config, "id2label");
    if (count) {
        return aic_config_count_of(config, count, "num_labels");
    }
    return aic_json_is(names, AIC_JSON_OBJECT) ? (double)aic_json_count(names) : 2;
}

/*
 * Encoders: a head over the words where words are guessed, and labels. Before the labels of a text stands one more
 * matrix, which bert, the pooler, has without labels too, and modernbert before all labels.
 */
static void read_encoder_head(struct aic_config *config, const char *class, bool classifies)
{
    struct aic_model *model = config->model;
    double h = model->hidden, dense = h * h + h;
    bool pretrained = ends_with(class, "ForPreTraining");
    bool masked = ends_with(class, "ForMaskedLM");
    bool learned = aic_is_set(model->learned_positions);
    bool bert = aic_config_find(config, "type_vocab_size") != NULL;
    bool text = ends_with(class, "ForSequenceClassification");
    if (masked || pretrained) {
        config->extra += dense + (learned ? 2 * h : 0) + model->vocab;
    } else {
        model->output_head = 0;
    }
    if (bert ? !masked && (text || !classifies) : learned ? text : classifies) {
        config->extra += dense;
    }
    if (classifies || pretrained) {
        double labels = pretrained ? 2 : labels_of(config);
        config->extra += h * labels + labels;
    }
}

void aic_config_read_head(struct aic_config *config)
{
    struct aic_model *model = config->model;
    const struct aic_json_value *list = aic_config_find_either(config, "architectures");
    const char *class = aic_config_text(aic_json_first(list));
    bool tokens =
        ends_with(class, "ForTokenClassification") || ends_with(class, "ForQuestionAnswering");
    bool classifies = tokens || ends_with(class, "ForSequenceClassification");
    double h = model->hidden;
    const struct aic_json_value *first = aic_json_first(list);
    if (list && (!aic_json_is(list, AIC_JSON_ARRAY) || (first && !aic_json_text_of(first)))) {
        aic_config_fail_value(config, list, "architectures", "a list of names");
    }
    if (config->family->is & AIC_CONFIG_ENCODER) {
        read_encoder_head(config, class, classifies);
    } else if (classifies) {
        double labels = labels_of(config);
        model->output_head = 0;
        config->extra += h * labels + (tokens ? labels : 0);
    } else if (ends_with(class, "RewardModel")) {
        const struct aic_json_value *count = aic_config_find_either(config, "num_labels");
        model->output_head = 0;
        config->extra += h * (count ? aic_config_count_of(config, count, "num_labels") : 1);
    } else if (ends_with(class, "Model") && !ends_with(class, "LMHeadModel") &&
               config->text == config->outer) {
        model->output_head = 0;
    }
}
