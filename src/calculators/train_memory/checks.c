/* SPDX-License-Identifier: Apache-2.0 */
/* train-memory: models and formats that cannot be trained so. */
#include <math.h>

#include "calculators/train_memory/expressions.h"
#include "calculators/train_memory/train_memory.h"

/* `params` further than this from the count of the fields describes another model. */
#define PARAMS_LIMIT 0.1

/* The user, a file or a catalog named a field of the architecture: one of the model that is no
 * figure of it as a whole. */
static bool describes_model(const struct aic_train_memory_in *in)
{
    int whole = AIC_IN_PLAY(in, model.model) + AIC_IN_PLAY(in, model.params) +
                AIC_IN_PLAY(in, model.active_params) + AIC_IN_PLAY(in, model.max_context) +
                AIC_IN_PLAY(in, model.released_dtype);
    int named = 0;
    for (size_t i = 0; i < aic_model_field_count; i++) {
        size_t offset = offsetof(struct aic_train_memory_in, model) + aic_model_fields[i].offset;
        named += aic_origin_get(in, offset) >= AIC_FROM_CATALOG;
    }
    return named > whole;
}

/* The first field that the architecture needs and does not have; NULL where it is complete. */
static const char *missing_field(const struct aic_model *m, const struct aic_params *p)
{
    bool attends = p->attention_layers > 0, latent = aic_model_is_latent(m);
    const struct {
        const char *name;
        bool missing;
    } needs[] = {
        { "layers", !aic_is_set(m->layers) },
        { "hidden", !(m->hidden > 0) },
        { "vocab", !aic_is_set(m->vocab) },
        { "heads", attends && !(m->heads > 0) },
        { "head_dim", attends && !latent && !aic_is_set(m->head_dim) },
        { "qk_nope_head_dim", attends && latent && !aic_is_set(m->qk_nope_head_dim) },
        { "v_head_dim", attends && !aic_is_set(m->v_head_dim) },
        { "ffn", p->dense_layers > 0 && !aic_is_set(m->ffn) },
        { "expert_ffn", aic_model_has_experts(m) && !aic_is_set(m->expert_ffn) },
        { "linear_params", p->linear_layers > 0 && !aic_is_set(m->linear_params) },
    };
    for (size_t i = 0; i < sizeof needs / sizeof needs[0]; i++) {
        if (needs[i].missing) {
            return needs[i].name;
        }
    }
    return NULL;
}

static bool fail_incomplete(const struct plan *plan, struct aic_error *error)
{
    const char *missing = missing_field(plan->model, &plan->params);
    if (!missing) {
        aic_fail(error, AIC_ERR_CONFLICT, "extra_params",
                 "extra_params ('%g') takes away all that the other fields count to",
                 plan->model->extra_params);
        return aic_suggest(error, "leave extra_params out");
    }
    aic_fail(error, AIC_ERR_MISSING, missing, "the architecture is incomplete: %s is missing",
             missing);
    return aic_suggest(error, "give %s, or params alone for the states only", missing);
}

static bool check_model(struct plan *plan, struct aic_error *error)
{
    const struct aic_params *p = &plan->params;
    const struct aic_model *m = plan->model;
    plan->known = p->counted && m->hidden > 0 && (!(p->attention_layers > 0) || m->heads > 0);
    if (plan->known && fabs(p->total - p->count) > PARAMS_LIMIT * p->count) {
        aic_fail(error, AIC_ERR_CONFLICT, "params",
                 "params ('%g') differ by more than 10 %% from the %g that the fields of the model "
                 "count to",
                 p->total, p->count);
        return aic_suggest(error, "leave params out, or give the fields of that model");
    }
    if (plan->known) {
        return true;
    }
    if (describes_model(plan->in)) {
        return fail_incomplete(plan, error);
    }
    if (!aic_is_set(p->total)) {
        aic_fail(error, AIC_ERR_MISSING, "model", "no model: nothing says what is trained");
        return aic_suggest(error, "give a model, or params such as 70B for the states only");
    }
    if (p->total == 0) {
        aic_fail(error, AIC_ERR_RANGE, "params", "params ('0') leaves nothing to train");
        return aic_suggest(error, "give the parameters of the model, such as 70B");
    }
    return true;
}

static bool check_formats(const struct aic_train_memory_in *in, const struct aic_model *m,
                          struct aic_error *error)
{
    static const char *const frozen[] = { "int8", "int4", "nf4" };
    if (in->weight_dtype >= AIC_TRAIN_MEMORY_WEIGHT_INT8 && !(in->lora_rank > 0)) {
        aic_fail(error, AIC_ERR_CONFLICT, "weight_dtype",
                 "weight_dtype '%s' without lora_rank: quantized weights do not train",
                 frozen[in->weight_dtype - AIC_TRAIN_MEMORY_WEIGHT_INT8]);
        return aic_suggest(error, "give lora_rank, such as 16, or weight_dtype 'bf16'");
    }
    if (in->lora_rank > 0 && !aic_lora_check(m, in->lora_targets, error)) {
        return false;
    }
    if (in->offload == AIC_OFFLOAD_ALL && in->zero < 3) {
        aic_fail(
            error, AIC_ERR_CONFLICT, "offload",
            "offload 'all' with zero ('%g'): weights leave the GPU only where they are sharded",
            in->zero);
        return aic_suggest(error, "zero of 3 would do, or offload 'optimizer'");
    }
    return true;
}

bool aic_train_memory_check(struct plan *plan, const struct aic_train_memory_out *out,
                            struct aic_error *error)
{
    return check_model(plan, error) && check_formats(plan->in, plan->model, error) &&
           aic_train_memory_check_layout(plan, out, error);
}
