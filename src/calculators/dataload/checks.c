/* SPDX-License-Identifier: Apache-2.0 */
/* dataload: what can be asked. */
#include "calculators/dataload/dataload.h"

#define SUBJECT(member)      AIC_RULE(struct aic_dataload_in, member)
#define GIVEN(member)        AIC_IF_GIVEN(struct aic_dataload_in, member)
#define SET(member)          AIC_IF_SET(struct aic_dataload_in, member)
#define EQUALS(member, what) AIC_IF_EQUALS(struct aic_dataload_in, member, what)
#define ABOVE(member, what)  AIC_IF_ABOVE(struct aic_dataload_in, member, what)

#define NEEDS(member, why, ...)                                                                    \
    {                                                                                              \
        SUBJECT(member), AIC_NEEDS, { __VA_ARGS__ }, why                                           \
    }
#define EXCLUDES(member, why, ...)                                                                 \
    {                                                                                              \
        SUBJECT(member), AIC_EXCLUDES, { __VA_ARGS__ }, why                                        \
    }
#define BESIDE(member, other, why) NEEDS(member, why, SET(other))
#define OF_DATASET(member, why)    NEEDS(member, why, SET(samples), SET(dataset_size))
#define NOT_BESIDE(member, other)  EXCLUDES(member, "each follows from the other", GIVEN(other))

static const char one_demand[] = "each says how fast a GPU consumes samples";
static const char no_peak[] = "no default: a guessed peak or MFU would decide the answer";
static const char of_flop[] = "it turns operations into a rate";
static const char of_loader[] = "it says what the loaders keep in memory";
static const char of_benchmark[] = "it sizes a benchmark that memory cannot hide";

const struct aic_rule aic_dataload_rules[] = {
    NOT_BESIDE(sample_size, seq),
    EXCLUDES(sample_rate, one_demand, GIVEN(step_time), GIVEN(flop_per_sample), GIVEN(token_rate)),
    EXCLUDES(step_time, one_demand, GIVEN(flop_per_sample), GIVEN(token_rate)),
    EXCLUDES(flop_per_sample, one_demand, GIVEN(token_rate)),
    BESIDE(step_time, batch, "a step is so many samples"),
    NEEDS(bytes_per_token, "no tokens are read", SET(token_rate), SET(seq)),
    BESIDE(flop_per_sample, gpu_flops, no_peak),
    BESIDE(flop_per_sample, mfu, no_peak),
    BESIDE(gpu, flop_per_sample, of_flop),
    BESIDE(gpu_flops, flop_per_sample, of_flop),
    BESIDE(mfu, flop_per_sample, of_flop),
    BESIDE(compute_dtype, flop_per_sample, of_flop),
    NEEDS(read_throughput, "what one storage gives all nodes is read_bw", EQUALS(node_local, 1)),
    NEEDS(read_throughput, "drives that give nothing feed no GPU", ABOVE(read_throughput, 0)),
    NOT_BESIDE(samples, dataset_size),
    NOT_BESIDE(samples_per_shard, shard_size),
    NOT_BESIDE(cache_hit_ratio, cache_capacity),
    OF_DATASET(cache_capacity, "what share of the data it holds is not known"),
    BESIDE(requests_per_worker, workers, NULL),
    EXCLUDES(requests_per_worker, "beside connections the workers only decode", GIVEN(connections)),
    BESIDE(cpu_cores, cpu_time, "cores count by the work of a sample"),
    EXCLUDES(overlap, "one process loads and computes in turn", EQUALS(workers, 0)),
    BESIDE(host_memory, batch, of_loader),
    BESIDE(shuffle, batch, "it decides what the first batch waits for"),
    BESIDE(whole_shards, batch, "it decides what the first batch waits for"),
    BESIDE(memory_multiple, host_memory, of_benchmark),
    BESIDE(min_steps, host_memory, of_benchmark),
    BESIDE(prefetch_factor, batch, of_loader),
    BESIDE(prefetch_factor, workers, of_loader),
    BESIDE(decoded_size, batch, of_loader),
    BESIDE(decoded_size, workers, of_loader),
    BESIDE(prefixes, prefix_read_rate, "what one prefix takes is not known"),
    OF_DATASET(epochs, "how long a pass is is not known"),
    NEEDS(shuffle_buffer, NULL, EQUALS(shuffle, AIC_SHUFFLE_BUFFER)),
    NEEDS(shuffle_window, NULL, EQUALS(shuffle, AIC_SHUFFLE_INDEX)),
};
_Static_assert(sizeof aic_dataload_rules / sizeof aic_dataload_rules[0] == AIC_DATALOAD_RULES,
               "AIC_DATALOAD_RULES is the length of the table");

static bool check_demand(const struct aic_dataload_in *in, struct aic_error *error)
{
    if (!aic_is_set(in->sample_size)) {
        aic_fail(error, AIC_ERR_MISSING, "sample_size", "neither sample_size nor seq is given");
        return aic_suggest(error, "give sample_size, such as 150kB, or the tokens of a sample");
    }
    if (!aic_is_set(in->sample_rate) && !aic_is_set(in->step_time) &&
        !aic_is_set(in->flop_per_sample) && !aic_is_set(in->token_rate)) {
        aic_fail(error, AIC_ERR_MISSING, "sample_rate",
                 "how fast a GPU consumes samples is not given: none of sample_rate, step_time, "
                 "flop_per_sample and token_rate");
        return aic_suggest(error, "give sample_rate, such as 2000/s, or batch and step_time");
    }
    return true;
}

static bool check_cache(const struct aic_dataload_in *in, struct aic_error *error)
{
    bool has_cache = aic_is_set(in->cache_hit_ratio) || aic_is_set(in->cache_capacity);
    if (AIC_GIVEN(in, cache_scope) && !aic_is_set(in->cache_capacity)) {
        aic_fail(error, AIC_ERR_CONFLICT, "cache_scope", "cache_scope without cache_capacity");
        return aic_suggest(error, "give cache_capacity, or leave cache_scope out");
    }
    if (AIC_GIVEN(in, cache_bw) && !has_cache) {
        aic_fail(error, AIC_ERR_CONFLICT, "cache_bw",
                 "cache_bw without a cache: neither cache_hit_ratio nor cache_capacity is given");
        return aic_suggest(error, "give one of them, or leave cache_bw out");
    }
    return true;
}

static bool check_shuffle(const struct aic_dataload_in *in, struct aic_error *error)
{
    if (in->shuffle == AIC_SHUFFLE_BUFFER && !aic_is_set(in->shuffle_buffer)) {
        aic_fail(error, AIC_ERR_MISSING, "shuffle_buffer",
                 "shuffle 'buffer' without shuffle_buffer");
        return aic_suggest(error, "give the samples of the buffer, such as 10000");
    }
    if (in->shuffle == AIC_SHUFFLE_INDEX && !aic_is_set(in->shuffle_window)) {
        aic_fail(error, AIC_ERR_MISSING, "shuffle_window",
                 "shuffle 'index' without shuffle_window, samples or dataset_size");
        return aic_suggest(error, "give one of them: it draws from so many samples");
    }
    return true;
}

bool aic_dataload_check(const struct aic_dataload_in *in, struct aic_error *error)
{
    return check_demand(in, error) && check_cache(in, error) && check_shuffle(in, error);
}
