/* SPDX-License-Identifier: Apache-2.0 */
/*
 * checkpoint: where the bytes are. Which rank and which node writes most,
 * into how many files, and what a restore reads.
 */
#include "calculators/checkpoint/checkpoint.h"

#include "calculators/shared/rounding.h"

/* Object stores take a file in at most this many parts (S3 multipart upload). */
static const double parts_max = 10000;

/*
 * The largest pipeline stage as a share of all parameters: the first holds the
 * embedding, the last one the head, and layers that do not divide go to the first stages.
 */
static double stage_share(const struct aic_checkpoint_in *in, const struct aic_params *params,
                          struct aic_checkpoint_out *out)
{
    double pp = in->pp;
    double layers = in->model.layers;
    if (pp == 1) {
        return 1;
    }
    if (!params->counted) {
        return 1 / pp;
    }
    double each = floor(layers / pp);
    double rest = fmod(layers, pp);
    out->embedding_params = params->embedding + params->positions;
    out->head_params = params->head;
    out->layer_params = (params->total - out->embedding_params - out->head_params) / layers;
    out->first_stage_params =
        (each + (rest > 0 ? 1 : 0)) * out->layer_params + out->embedding_params;
    out->last_stage_params = each * out->layer_params + out->head_params;
    double largest = fmax(out->first_stage_params, out->last_stage_params);
    if (pp > 2) {
        out->middle_stage_params = (each + (rest > 1 ? 1 : 0)) * out->layer_params;
        largest = fmax(largest, out->middle_stage_params);
    }
    return largest / params->total;
}

/* The share of each state that expert parallel ranks divide. */
static void share_experts(const struct aic_checkpoint_in *in, const struct aic_params *params,
                          struct aic_checkpoint_out *out)
{
    out->weight_expert_share = 0;
    out->optimizer_expert_share = 0;
    if (in->ep == 1) {
        return;
    }
    out->routed_params = params->routed + params->routed_biases;
    double share = fmin(1, out->routed_params / params->total);
    if (in->lora_rank > 0) {
        /* Adapters are never on routed experts. */
        share *= 1 - 4 * out->params_trainable / out->weight_bytes;
    } else {
        out->optimizer_expert_share = share;
    }
    out->weight_expert_share = share;
}

/* Distinct shards on one node, of dense layers and of routed experts, where one replica writes. */
static void count_shards(const struct aic_checkpoint_in *in, struct aic_checkpoint_out *out)
{
    double local = out->local_gpus;
    if (in->rank_order == AIC_RANKS_TP_DP_PP) {
        out->node_stages = aic_up(local / (in->tp * out->replicas));
        out->dense_shards = fmin(local, in->tp * out->node_stages);
        out->expert_shards =
            fmin(local, in->tp * fmin(in->ep, aic_up(local / in->tp)) * out->node_stages);
    } else {
        out->dense_shards = fmin(local, in->tp * in->pp);
        out->expert_shards = fmin(local, in->tp * in->pp * in->ep);
    }
}

/* Bytes of one state on the rank and on the node that write most of it. */
static void place(const struct aic_checkpoint_in *in, const struct aic_checkpoint_out *out,
                  double state, double expert_share, bool spread, double *rank, double *node)
{
    double shard = state * out->stage_share / in->tp;
    if (spread) {
        *rank = shard / out->replicas;
        *node = out->local_gpus * *rank;
        return;
    }
    double dense = (1 - expert_share) * shard;
    double routed = expert_share * shard / in->ep;
    *rank = dense + routed;
    *node = out->dense_shards * dense + out->expert_shards * routed;
}

static void lay_out_states(const struct aic_checkpoint_in *in, const struct aic_params *params,
                           struct aic_checkpoint_out *out)
{
    bool parallel = in->parallel_save == 1;
    bool weights = parallel || in->zero >= 3;
    bool optimizer = parallel || in->zero >= 1;
    double size = out->checkpoint_bytes;
    share_experts(in, params, out);
    count_shards(in, out);
    if (in->format == AIC_FORMAT_SINGLE) {
        out->largest_rank_bytes = size;
        out->largest_node_bytes = size;
        out->writers = 1;
        return;
    }
    out->weights_spread = weights;
    out->optimizer_spread = optimizer;
    out->stage_share = stage_share(in, params, out);
    place(in, out, out->weight_state, out->weight_expert_share, weights, &out->weight_rank_bytes,
          &out->weight_node_bytes);
    place(in, out, out->optimizer_state, out->optimizer_expert_share, optimizer,
          &out->optimizer_rank_bytes, &out->optimizer_node_bytes);
    out->largest_rank_bytes =
        fmin(size, out->weight_rank_bytes + out->optimizer_rank_bytes + in->extra_bytes);
    out->largest_node_bytes =
        fmin(size, out->weight_node_bytes + out->optimizer_node_bytes + in->extra_bytes);
    out->writers = weights || optimizer ? in->gpus : in->tp * in->pp * in->ep;
}

/* Files of DeepSpeed: one of optimizer state per writer, and the model's. */
static void count_deepspeed_files(const struct aic_checkpoint_in *in,
                                  struct aic_checkpoint_out *out)
{
    if (in->ep > 1) {
        return;
    }
    out->optimizer_files = out->optimizer_spread == 1 ? in->gpus : in->tp * in->pp;
    if (in->zero >= 3) {
        out->weight_files = in->gpus;
    } else if (in->zero < 1) {
        out->weight_files = in->tp * in->pp;
    } else if (in->pp == 1) {
        out->weight_files = in->tp;
    } else {
        /* A file per layer; embedding, last norm and head count as layers. */
        out->weight_files = (in->model.layers + 3) * in->tp;
    }
    out->files = out->optimizer_files + out->weight_files;
}

static void count_files(const struct aic_checkpoint_in *in, struct aic_checkpoint_out *out)
{
    switch ((enum aic_checkpoint_format)in->format) {
    case AIC_FORMAT_SINGLE:
        out->files = 1;
        out->largest_file_bytes = out->checkpoint_bytes / in->compression_ratio;
        break;
    case AIC_FORMAT_SHARDED:
        out->metadata_files = aic_is_set(out->writers) ? 1 : NAN;
        out->files = out->writers + out->metadata_files;
        out->largest_file_bytes = out->largest_rank_bytes / in->compression_ratio;
        break;
    case AIC_FORMAT_DEEPSPEED:
        count_deepspeed_files(in, out);
        break;
    }
    out->min_part_size = aic_up(out->largest_file_bytes / parts_max);
}

void aic_checkpoint_layout(const struct aic_checkpoint_in *in, const struct aic_params *params,
                           struct aic_checkpoint_out *out)
{
    if (aic_is_set(in->gpus)) {
        out->local_gpus = fmin(in->gpus, in->gpus_per_node);
        out->replicas = in->gpus / (in->tp * in->pp);
        out->dp = in->gpus / (in->tp * in->pp * in->cp);
        out->nodes = aic_up(in->gpus / in->gpus_per_node);
        out->mean_rank_bytes = out->checkpoint_bytes / in->gpus;
        out->mean_node_bytes = out->checkpoint_bytes / out->nodes;
    }
    if (!aic_is_set(out->checkpoint_bytes)) {
        return;
    }
    if (aic_is_set(in->gpus)) {
        lay_out_states(in, params, out);
    }
    count_files(in, out);
}

/* How often a state is read: once per replica where all hold it alike, at most once per node. */
static double reads_of(const struct aic_checkpoint_out *out, bool alike, double expert_share)
{
    if (!alike) {
        return 1;
    }
    return (1 - expert_share) * out->dense_reads + expert_share * out->expert_reads;
}

static void count_reads(const struct aic_checkpoint_in *in, struct aic_checkpoint_out *out)
{
    double shards = in->tp * in->pp;
    out->weight_reads = 1;
    out->optimizer_reads = 1;
    if (in->restore == AIC_RESTORE_SHARED) {
        return;
    }
    if (in->format == AIC_FORMAT_SINGLE) {
        out->weight_reads = out->nodes;
        out->optimizer_reads = out->nodes;
        return;
    }
    out->dense_reads = fmin(out->replicas, out->nodes * out->dense_shards / shards);
    out->expert_reads =
        fmin(out->replicas / in->ep, out->nodes * out->expert_shards / (shards * in->ep));
    out->weight_reads = reads_of(out, in->zero < 3, out->weight_expert_share);
    out->optimizer_reads = reads_of(out, in->zero < 1, out->optimizer_expert_share);
}

void aic_checkpoint_restore(const struct aic_checkpoint_in *in, struct aic_checkpoint_out *out)
{
    out->restore_bytes = out->restore_chain_bytes;
    if (aic_is_set(in->gpus) && aic_is_set(out->checkpoint_bytes)) {
        count_reads(in, out);
        double read = out->weight_state * out->weight_reads +
                      out->optimizer_state * out->optimizer_reads + in->extra_bytes;
        out->restore_bytes = out->restore_chain_bytes / out->checkpoint_bytes * read;
    }
    double storage = out->restore_bytes / in->read_bw;
    double node = out->restore_bytes / out->nodes / in->node_read_bw;
    out->restore_time = fmax(storage, node); /* of the known ones; NaN where none is */
    out->rto = in->restart_time + aic_or(out->restore_time, 0);
}
