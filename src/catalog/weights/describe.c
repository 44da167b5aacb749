/* SPDX-License-Identifier: Apache-2.0 */
/* What the header of a safetensors file, or an index alone, says of its model. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/weights/weights.h"

#define LAYERS_MAX 100000

/* What is seen of a layer. */
enum { LAYER_SEEN = 1, LAYER_MTP = 2, LAYER_FEEDS = 4, LAYER_EXPERTS = 8 };

/* Names on their way to fields. */
struct survey {
    unsigned char *layers; /* LAYERS_MAX of them */
    double highest;        /* number of a layer; -1: none */
    bool beyond;           /* a number that no layer has */
    bool has_head, has_embedding;
    double experts; /* the largest number behind "experts." + 1 */
    double stacked; /* first dimension of stacked experts; 0: none, NaN: they differ */
    const struct tensor *embedding; /* the one matrix of the vocabulary */
    bool several;
};

static bool survey_init(struct survey *survey, struct aic_error *error)
{
    *survey = (struct survey){ .highest = -1, .layers = calloc(LAYERS_MAX, 1) };
    return survey->layers || aic_fail_memory(error);
}

/* What is seen of the layer that a name is of; NULL: of none, or one beyond all. */
static unsigned char *layer_of(const struct survey *survey, const struct words *words)
{
    return words->layer >= 0 && words->layer < LAYERS_MAX ? &survey->layers[(size_t)words->layer]
                                                          : NULL;
}

/* DeepSeek and GLM number their multi-token-prediction layers with the others. */
static void find_mtp(struct survey *survey, const struct words *words)
{
    unsigned char *layer = layer_of(survey, words);
    if (layer && aic_words_have(words, "eh_proj")) {
        *layer |= LAYER_MTP;
    }
}

static enum aic_part part_of(const struct survey *survey, const struct words *words)
{
    enum aic_part part = aic_safetensors_part(words);
    const unsigned char *layer = layer_of(survey, words);
    return layer && *layer & LAYER_MTP && part != AIC_PART_towers ? AIC_PART_mtp : part;
}

static void see_layer(struct survey *survey, const struct words *words, enum aic_part part)
{
    unsigned char *layer = layer_of(survey, words);
    unsigned is = LAYER_SEEN;
    if (!layer) {
        survey->beyond = true;
        return;
    }
    if (part == AIC_PART_experts) {
        is |= LAYER_FEEDS | LAYER_EXPERTS;
    } else if (part == AIC_PART_mlp) {
        is |= LAYER_FEEDS;
    }
    *layer |= (unsigned char)is;
    survey->highest = fmax(survey->highest, words->layer);
}

static void see_expert(struct survey *survey, const struct words *words)
{
    for (size_t i = 0; i < words->count; i++) {
        if (aic_word_is(words, i, "experts")) {
            survey->experts = fmax(survey->experts, aic_word_number(words, i + 1) + 1);
            return;
        }
    }
}

static void see_stacked(struct survey *survey, const struct tensor *tensor)
{
    double first = (double)tensor->rows;
    if (tensor->dimensions >= 3) {
        survey->stacked = survey->stacked == 0 || survey->stacked == first ? first : (double)NAN;
    }
}

static void see_name(struct survey *survey, const struct words *words, enum aic_part part)
{
    if (part == AIC_PART_towers || part == AIC_PART_mtp) {
        return;
    }
    if (words->layer >= 0) {
        see_layer(survey, words, part);
    }
    survey->has_head = survey->has_head || part == AIC_PART_head;
    survey->has_embedding = survey->has_embedding || part == AIC_PART_embedding;
    if (part == AIC_PART_experts) {
        see_expert(survey, words);
    }
}

static void see_tensor(struct survey *survey, const struct words *words, enum aic_part part,
                       const struct tensor *tensor, double parameters)
{
    see_name(survey, words, part);
    if (part == AIC_PART_experts) {
        see_stacked(survey, tensor);
    }
    if (part == AIC_PART_embedding && tensor->dimensions == 2 && parameters != 0 &&
        aic_word_is(words, words->count - 1, "weight") &&
        !aic_words_have(words, "wpe embed_positions position_embeddings position_embedding "
                               "token_type_embeddings")) {
        survey->several = survey->several || survey->embedding;
        survey->embedding = tensor;
    }
}

/* Layers, if their numbers are 0 to n - 1; those with a feed-forward block, where not all have. */
static void set_layers(const struct survey *survey, struct aic_model *model)
{
    double seen = 0, feeding = 0, expert = 0, leading = -1;
    for (size_t i = 0; (double)i <= survey->highest; i++) {
        unsigned is = survey->layers[i];
        seen += (is & LAYER_SEEN) != 0;
        feeding += (is & LAYER_FEEDS) != 0;
        leading = is & LAYER_EXPERTS && leading < 0 ? feeding - 1 : leading;
        expert += (is & LAYER_EXPERTS) != 0;
    }
    if (seen == 0 || seen != survey->highest + 1 || survey->beyond) {
        return;
    }
    model->layers = seen;
    if (aic_is_set(model->experts) && expert < seen) { /* which only layers have */
        model->ffn_layers = feeding < seen ? feeding : (double)NAN;
        model->dense_layers = feeding > expert ? feeding - expert : (double)NAN;
        if (leading != feeding - expert) {
            model->dense_leading = 0;
        }
    }
}

static void set_fields(const struct survey *survey, struct aic_model *model)
{
    double experts = survey->experts > 0 ? survey->experts : survey->stacked;
    if (experts > 0) {
        model->experts = experts;
    }
    set_layers(survey, model);
    if (survey->has_embedding) {
        model->tied_embeddings = !survey->has_head;
    }
}

static void set_vocabulary(const struct survey *survey, double parameters, struct aic_model *model)
{
    const struct tensor *embedding = survey->embedding;
    if (!embedding || survey->several || embedding->rows == 0) {
        return;
    }
    double hidden = parameters / (double)embedding->rows;
    model->vocab = (double)embedding->rows;
    model->hidden = hidden == floor(hidden) ? hidden : (double)NAN;
}

/* A matrix of these is one of weights, whatever it looks like. */
static bool is_block(const struct words *words, enum aic_part part)
{
    return words->layer >= 0 && (part == AIC_PART_attention || part == AIC_PART_mixer ||
                                 part == AIC_PART_mlp || part == AIC_PART_experts);
}

/* The first tensor whose width nothing says. */
struct unknown {
    const struct tensor *tensor;
    const char *missing;
};

static void add_up(struct survey *survey, const struct tensors *tensors,
                   const struct widths *widths, struct aic_model_file *file,
                   struct unknown *unknown)
{
    double of_embedding = NAN;
    for (size_t i = 0; i < tensors->count; i++) {
        const struct tensor *tensor = aic_tensor_at(tensors, i);
        const char *missing = NULL;
        struct words words;
        aic_words_cut(tensor->name, tensor->length, &words);
        enum aic_part part = part_of(survey, &words);
        double parameters =
            aic_parameters_of(tensors, tensor, widths, is_block(&words, part), &missing);
        if (!aic_is_set(parameters) && !unknown->tensor) {
            *unknown = (struct unknown){ tensor, missing };
        }
        see_tensor(survey, &words, part, tensor, parameters);
        of_embedding = survey->embedding == tensor ? parameters : of_embedding;
        aic_stored_add(&file->stored, part, tensor, parameters);
    }
    set_fields(survey, &file->model);
    set_vocabulary(survey, of_embedding, &file->model);
}

bool aic_safetensors_describe(const struct tensors *tensors, const struct widths *widths,
                              struct aic_model_file *file, struct aic_error *error)
{
    struct survey survey;
    struct unknown unknown = { NULL, NULL };
    if (!survey_init(&survey, error)) {
        return false;
    }
    for (size_t i = 0; i < tensors->count; i++) {
        const struct tensor *tensor = aic_tensor_at(tensors, i);
        struct words words;
        aic_words_cut(tensor->name, tensor->length, &words);
        find_mtp(&survey, &words);
    }
    add_up(&survey, tensors, widths, file, &unknown);
    free(survey.layers);
    aic_stored_finish(file, !unknown.tensor);
    if (unknown.tensor) {
        aic_warn(
            &file->notes, "packed-unknown",
            "parameters are not counted: nothing says how wide the packed weights of '%s' are; "
            "missing is %s, which a folder with its config.json may have",
            aic_quoted(unknown.tensor->name, unknown.tensor->length).text, unknown.missing);
    }
    return true;
}

bool aic_index_describe(const struct index *index, struct aic_model_file *file,
                        struct aic_error *error)
{
    struct survey survey;
    if (!survey_init(&survey, error)) {
        return false;
    }
    for (size_t i = 0; i < index->tensors.count; i++) {
        const struct tensor *tensor = aic_tensor_at(&index->tensors, i);
        struct words words;
        aic_words_cut(tensor->name, tensor->length, &words);
        find_mtp(&survey, &words);
    }
    for (size_t i = 0; i < index->tensors.count; i++) {
        const struct tensor *tensor = aic_tensor_at(&index->tensors, i);
        struct words words;
        aic_words_cut(tensor->name, tensor->length, &words);
        see_name(&survey, &words, part_of(&survey, &words));
    }
    set_fields(&survey, &file->model);
    free(survey.layers);
    file->stored.total_size = index->total_size;
    double width = 8 * index->total_size / index->total_parameters;
    if (width >= 1 && width <= 64) {
        file->model.params = index->total_parameters;
    } else if (aic_is_set(index->total_parameters)) {
        aic_warn(&file->notes, "total-parameters-implausible",
                 "total_parameters %g of the index is not used: %s", index->total_parameters,
                 aic_is_set(width) ? "with total_size a parameter has no 1 to 64 bits"
                                   : "there is no total_size to compare it with");
    }
    return true;
}
