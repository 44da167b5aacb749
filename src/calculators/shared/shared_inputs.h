/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Input rows of parameters that mean the same in several calculators, for their inputs.inc. Where
 * the meaning, a default or a range is another, a calculator has its own row.
 */
#ifndef AICALC_CALCULATORS_SHARED_INPUTS_H
#define AICALC_CALCULATORS_SHARED_INPUTS_H

#include "engine/rows/rows.h"

/* clang-format off */

/* Entries of the catalog; `gives` says which of its values are taken. */
#define INPUT_NODE(gives)                                                                          \
    INPUT(REFERENCE, node, "node of the catalog: " gives, (CATALOG(AIC_NODES)))
#define INPUT_GPU(gives) INPUT(REFERENCE, gpu, "GPU of the catalog: " gives, (CATALOG(AIC_GPUS)))
#define INPUT_FABRIC(gives)                                                                        \
    INPUT(REFERENCE, fabric, "fabric of the catalog: " gives, (CATALOG(AIC_FABRICS)))
#define INPUT_TIER(gives)                                                                          \
    INPUT(REFERENCE, tier, "storage tier of the catalog: " gives, (CATALOG(AIC_TIERS)))
#define INPUT_GRID                                                                                 \
    INPUT(REFERENCE, grid, "grid of the catalog: its carbon intensity", (CATALOG(AIC_GRIDS)))

/* Machines; `note` says what holds without a value. */
#define ALIAS_GPUS                                                                                 \
    ALIAS(num_gpus, gpus, NULL)                                                                    \
    ALIAS(world_size, gpus, NULL)
#define INPUT_GPUS(note)                                                                           \
    INPUT(INTEGER, gpus, "GPUs of the job" note, (AT_LEAST(1)))                                    \
    ALIAS_GPUS
#define INPUT_GPUS_PER_NODE                                                                        \
    INPUT(INTEGER, gpus_per_node, "GPUs of one node", (DEFAULT("8"), AT_LEAST(1)))
#define INPUT_GPUS_PER_DOMAIN                                                                      \
    INPUT(INTEGER, gpus_per_node, "GPUs of one scale-up domain", (DEFAULT("8"), AT_LEAST(1)))
#define INPUT_COMPUTE_DTYPE(dtypes)                                                                \
    INPUT(CHOICE, compute_dtype, "number format whose peak the catalog gives",                     \
          (CHOICES(dtypes), DEFAULT("bf16")))                                                      \
    ALIAS(precision, compute_dtype, NULL)
#define INPUT_GPU_FLOPS                                                                            \
    INPUT(REAL, gpu_flops, "dense peak FLOP per second of one GPU", (FLOP_RATE, ABOVE_0, EXAMPLE("989TFLOP/s")))
#define INPUT_HOST_MEMORY INPUT(REAL, host_memory, "host memory of one node", (BYTES, ABOVE_0, EXAMPLE("2TB")))
#define INPUT_LOCAL_NVME_CAPACITY                                                                  \
    INPUT(REAL, local_nvme_capacity, "data drives of one node",                                    \
          (BYTES, DISK_ABOVE_0, EXAMPLE("30TB")))
#define INPUT_LOCAL_READ_BW                                                                        \
    INPUT(REAL, local_read_bw, "what the drives of one node read", (RATE, ABOVE_0))
#define INPUT_RETRIEVAL_TIME                                                                       \
    INPUT(REAL, retrieval_time, "time until an archived object can be read at all",                \
          (TIME, DEFAULT("0")))
#define INPUT_MEASURED_TOLERANCE                                                                   \
    INPUT(REAL, measured_tolerance, "how far below its figure a measurement may be",               \
          (RATIO, AT_MOST(1), DEFAULT("0.1")))
#define INPUT_BUS_BW_LIMIT                                                                         \
    INPUT(REAL, bus_bw_limit, "measured bus bandwidth toward large groups",                        \
          (RATE, DISK_ABOVE_0))

/* Parallel layout; `feeder` is the result of another calculator, or NULL. */
#define ALIASES_OF_DEGREE(name, words)                                                             \
    ALIAS(name##_size, name, NULL)                                                                 \
    ALIAS(words##_parallel_size, name, NULL)
#define ALIAS_TP ALIASES_OF_DEGREE(tp, tensor)
#define ALIAS_PP ALIASES_OF_DEGREE(pp, pipeline)
#define ALIAS_CP ALIASES_OF_DEGREE(cp, context)
#define ALIAS_EP ALIASES_OF_DEGREE(ep, expert)
#define INPUT_TP_FED(feeder)                                                                       \
    INPUT(INTEGER, tp, "tensor parallel degree", (DEFAULT("1"), AT_LEAST(1), FED_BY(feeder)))                 \
    ALIAS_TP
#define INPUT_PP_FED(feeder)                                                                       \
    INPUT(INTEGER, pp, "pipeline parallel degree", (DEFAULT("1"), AT_LEAST(1), FED_BY(feeder)))                 \
    ALIAS_PP
#define INPUT_VPP_FED(feeder)                                                                      \
    INPUT(INTEGER, vpp, "chunks of layers per pipeline stage (interleaved schedule)",              \
          (DEFAULT("1"), AT_LEAST(1), FED_BY(feeder)))
#define INPUT_CP_FED(feeder)                                                                       \
    INPUT(INTEGER, cp, "context parallel degree", (DEFAULT("1"), AT_LEAST(1), FED_BY(feeder)))                 \
    ALIAS_CP
#define INPUT_EP_FED(feeder)                                                                       \
    INPUT(INTEGER, ep, "expert parallel degree", (DEFAULT("1"), AT_LEAST(1), FED_BY(feeder)))                 \
    ALIAS_EP
#define INPUT_TP INPUT_TP_FED(NULL)
#define INPUT_PP INPUT_PP_FED(NULL)
#define INPUT_EP INPUT_EP_FED(NULL)
/* Those of a training job, which layout finds. */
#define INPUT_TRAINED_TP  INPUT_TP_FED("layout.tp_used")
#define INPUT_TRAINED_PP  INPUT_PP_FED("layout.pp_used")
#define INPUT_TRAINED_VPP INPUT_VPP_FED("layout.vpp_used")
#define INPUT_TRAINED_CP  INPUT_CP_FED("layout.cp_used")
#define INPUT_TRAINED_EP  INPUT_EP_FED("layout.ep_used")
#define INPUT_EXPERT_IMBALANCE                                                                     \
    INPUT(REAL, expert_imbalance, "tokens of the busiest expert rank over the mean",               \
          (RATIO, DEFAULT("1"), AT_LEAST(1)))

/* Batch and recipe */
#define INPUT_GLOBAL_BATCH(note)                                                                   \
    INPUT(INTEGER, global_batch, "sequences of one step" note, (AT_LEAST(1)))                      \
    ALIAS(global_batch_size, global_batch, NULL)                                                   \
    ALIAS(gbs, global_batch, NULL)
#define INPUT_MICRO_BATCH                                                                          \
    INPUT(INTEGER, micro_batch, "sequences of one forward pass on one GPU",                        \
          (DEFAULT("1"), AT_LEAST(1), FED_BY("layout.micro_batch_used")))                          \
    ALIAS(micro_batch_size, micro_batch, NULL)                                                     \
    ALIAS(mbs, micro_batch, NULL)                                                                  \
    ALIAS(batch_size, micro_batch,                                                                 \
          "sequences that one GPU computes at once: micro_batch; global_batch counts a whole step")
#define INPUT_SEQ                                                                                  \
    INPUT(INTEGER, seq, "tokens of one sequence", (TOKENS, DEFAULT("4096"), AT_LEAST(1)))          \
    ALIAS(seq_len, seq, NULL)                                                                      \
    ALIAS(seq_length, seq, NULL)                                                                   \
    ALIAS(sequence_length, seq, NULL)                                                              \
    ALIAS(max_seq_len, seq, NULL)                                                                  \
    ALIAS(context, seq, NULL)

/* Flags that stand for values of other inputs, as people ask for them. */
#define PRESET_FSDP                                                                                \
    INPUT(FLAG, fsdp, "FSDP: weights, gradients and optimizer states sharded (zero 3)",            \
          (PRESET("zero 3")))
#define PRESET_GRAD_CHECKPOINTING                                                                  \
    INPUT(FLAG, grad_checkpointing, "activation checkpointing of whole layers (recompute full)",   \
          (PRESET("recompute full")))                                                              \
    ALIAS(gradient_checkpointing, grad_checkpointing, NULL)                                        \
    ALIAS(activation_checkpointing, grad_checkpointing, NULL)
#define INPUT_RECOMPUTE(recomputes)                                                                \
    INPUT(CHOICE, recompute, "activation checkpointing: none, the attention core alone, or whole layers", \
          (CHOICES(recomputes), DEFAULT("none"), FED_BY("layout.recompute_used")))
#define INPUT_OPTIMIZER                                                                            \
    INPUT(CHOICE, optimizer, "optimizer, which decides the states per trained parameter",          \
          (CHOICES(aic_optimizers), DEFAULT("adamw")))
#define INPUT_OPTIMIZER_DTYPE                                                                      \
    INPUT(CHOICE, optimizer_dtype, "number format of a state; adamw-8bit always has int8",         \
          (CHOICES(aic_state_dtypes), DEFAULT("fp32")))
#define INPUT_LORA_RANK                                                                            \
    INPUT(INTEGER, lora_rank, "rank of LoRA adapters on a frozen model; 0 is none",                \
          (DEFAULT("0")))
#define INPUT_LORA_TARGETS                                                                         \
    INPUT(CHOICE, lora_targets,                                                                    \
          "adapted: query and value, all of attention, or MLP and shared experts too",             \
          (CHOICES(aic_lora_targets), DEFAULT("all")))

/* Failures; `feeder` is the result of another calculator, or NULL. */
#define INPUT_NODE_MTBF                                                                            \
    INPUT(REAL, node_mtbf, "mean time between failures of one node", (TIME, ABOVE_0, EXAMPLE("5000h")))
#define INPUT_JOB_MTBF(feeder)                                                                     \
    INPUT(REAL, job_mtbf, "mean time between interruptions of the job",                            \
          (TIME, ABOVE_0, FED_BY(feeder), EXAMPLE("10h")))
#define INPUT_INTERVAL(feeder)                                                                     \
    INPUT(REAL, interval, "compute time between two checkpoints; unset: the best one",             \
          (TIME, ABOVE_0, FED_BY(feeder), EXAMPLE("30min")))
#define INPUT_RESTART_TIME                                                                         \
    INPUT(REAL, restart_time, "from a failure until reading: detect, replace, start, initialize",  \
          (TIME, DEFAULT("5min")))

/* Prices and power */
/* USD/h above which a price is that of a node: the dearest GPU of the catalog is rented for half. */
#define DEAREST_GPU_PRICE 25
#define INPUT_GPU_PRICE                                                                            \
    INPUT(REAL, gpu_price, "price of one GPU", (.dimension = AIC_MONEY_RATE))                      \
    ALIAS(price, gpu_price, NULL)                                                                  \
    ALIAS(gpu_hour_price, gpu_price, NULL)                                                         \
    ALIAS(gpu_cost, gpu_price, NULL)
/* `p` as in tier_inputs.h */
#define INPUT_READ_REQUEST_PRICE(p)                                                                \
    INPUT(REAL, p##read_request_price, "price of read requests",                                   \
          (.dimension = AIC_REQUEST_PRICE))
#define INPUT_RETRIEVAL_PRICE(p)                                                                   \
    INPUT(REAL, p##retrieval_price, "price of bytes read", (.dimension = AIC_TRANSFER_PRICE))
#define INPUT_GPU_POWER INPUT(REAL, gpu_power, "thermal design power of one GPU", (POWER, EXAMPLE("700W")))
#define INPUT_HOST_FACTOR                                                                          \
    INPUT(REAL, host_factor,                                                                       \
          "power of a node over that of its GPUs, where the node's is not known (A100 2.0, H100 "  \
          "1.82, B200 1.79, B300 1.65, NVL72 1.3 to 1.5; 1 is GPUs alone)",                        \
          (RATIO, DEFAULT("1.8"), AT_LEAST(1), FLAGS(AIC_ASSUMPTION)))
#define INPUT_NETWORK_POWER_PER_GPU                                                                \
    INPUT(REAL, network_power_per_gpu, "power of the fabric per GPU",                              \
          (POWER, DEFAULT("0"), FED_BY("fabric.power_per_gpu")))
#define INPUT_LOAD                                                                                 \
    INPUT(REAL, load, "mean draw over maximum", (RATIO, ABOVE_0, AT_MOST(1), DEFAULT("1"), EXAMPLE("0.85")))
#define INPUT_PUE                                                                                  \
    INPUT(REAL, pue, "draw of the facility over that of its machines",                             \
          (RATIO, DEFAULT("1.3"), AT_LEAST(1), FLAGS(AIC_ASSUMPTION)))
#define INPUT_ELECTRICITY_PRICE                                                                    \
    INPUT(REAL, electricity_price, "price of energy", (.dimension = AIC_ENERGY_PRICE))
#define INPUT_CARBON_INTENSITY                                                                     \
    INPUT(REAL, carbon_intensity, "carbon of energy", (.dimension = AIC_CARBON_INTENSITY))

/* clang-format on */

#endif
