/* SPDX-License-Identifier: Apache-2.0 */
/* storage: what can be asked. */
#include "calculators/storage/storage.h"

#define SUBJECT(member)      AIC_RULE(struct aic_storage_in, member)
#define GIVEN(member)        AIC_IF_GIVEN(struct aic_storage_in, member)
#define SET(member)          AIC_IF_SET(struct aic_storage_in, member)
#define EQUALS(member, what) AIC_IF_EQUALS(struct aic_storage_in, member, what)
#define ABOVE(member, what)  AIC_IF_ABOVE(struct aic_storage_in, member, what)

#define NEEDS(member, why, ...)                                                                    \
    {                                                                                              \
        SUBJECT(member), AIC_NEEDS, { __VA_ARGS__ }, why                                           \
    }
#define BESIDE(member, other, why) NEEDS(member, why, SET(other))
#define OF_DATA(member)            NEEDS(member, "it says into what data is cut", ABOVE(data, 0))
#define OF_CHECKPOINT(member)      BESIDE(member, checkpoint_size, "no checkpoint is written here")
#define OF_SERVER(member)                                                                          \
    NEEDS(member, "a service that bills stored bytes has servers of its own",                      \
          EQUALS(billing, AIC_BILLING_PROVISIONED))
#define OF_SHARDS(member)                                                                          \
    NEEDS(member, NULL, EQUALS(redundancy, AIC_REDUNDANCY_ERASURE),                                \
          EQUALS(redundancy, AIC_REDUNDANCY_RAIDZ))
#define OF_RAIDZ(member) NEEDS(member, NULL, EQUALS(redundancy, AIC_REDUNDANCY_RAIDZ))

const struct aic_rule aic_storage_rules[] = {
    { SUBJECT(files), AIC_EXCLUDES, { GIVEN(file_size) }, "each follows from the other" },
    OF_DATA(files),
    OF_DATA(file_size),
    BESIDE(checkpoint_size, checkpoint_interval, "it decides how many are written and kept"),
    OF_CHECKPOINT(checkpoint_interval),
    OF_CHECKPOINT(checkpoint_retention),
    OF_CHECKPOINT(checkpoint_files),
    OF_CHECKPOINT(checkpoint_window),
    OF_CHECKPOINT(restores),
    OF_SERVER(server_bw),
    OF_SERVER(server_capacity),
    NEEDS(replicas, NULL, EQUALS(redundancy, AIC_REDUNDANCY_REPLICATION)),
    OF_SHARDS(data_shards),
    OF_SHARDS(parity_shards),
    OF_RAIDZ(record_size),
    OF_RAIDZ(sector_size),
    BESIDE(alternative_cost, alternative_utilization, "the two options are compared by both"),
    BESIDE(alternative_utilization, alternative_cost, "the two options are compared by both"),
    BESIDE(gpus, gpu_price, "GPUs count by what they cost"),
    BESIDE(gpu_price, gpus, NULL),
    BESIDE(gpu_utilization, gpus, NULL),
    BESIDE(other_cost, gpus, "it belongs to the bill of a job"),
    BESIDE(alternative_cost, gpus, "options are compared by what a job costs"),
    BESIDE(storage_band_1, storage_price_2, "a band ends where the next price begins"),
    BESIDE(storage_price_2, storage_band_1, "a band ends where the next price begins"),
    BESIDE(storage_band_2, storage_price_3, "a band ends where the next price begins"),
    BESIDE(storage_price_3, storage_band_2, "a band ends where the next price begins"),
    BESIDE(storage_band_2, storage_band_1, "bands are counted from the first"),
};
_Static_assert(sizeof aic_storage_rules / sizeof aic_storage_rules[0] == AIC_STORAGE_RULES,
               "AIC_STORAGE_RULES is the length of the table");

static bool check_redundancy(const struct aic_storage_in *in, struct aic_error *error)
{
    const char *name = aic_storage_redundancies[in->redundancy];
    bool has_shards =
        in->redundancy == AIC_REDUNDANCY_ERASURE || in->redundancy == AIC_REDUNDANCY_RAIDZ;
    if (in->redundancy != AIC_REDUNDANCY_NONE && in->billing != AIC_BILLING_PROVISIONED) {
        aic_fail(error, AIC_ERR_CONFLICT, "redundancy",
                 "redundancy '%s' with billing 'stored': such a service keeps its own copies",
                 name);
        return aic_suggest(error, "leave redundancy out, or give billing 'provisioned'");
    }
    if (has_shards && (!aic_is_set(in->data_shards) || !aic_is_set(in->parity_shards))) {
        const char *missing = aic_is_set(in->data_shards) ? "parity_shards" : "data_shards";
        aic_fail(error, AIC_ERR_MISSING, missing, "redundancy '%s' without %s", name, missing);
        return aic_suggest(error, "give both, such as data_shards 8 and parity_shards 2");
    }
    return true;
}

static bool check_sizes(const struct aic_storage_in *in, struct aic_error *error)
{
    if (in->storage_band_2 <= in->storage_band_1) {
        aic_fail(error, AIC_ERR_CONFLICT, "storage_band_2",
                 "storage_band_2 ('%g' B) is not above storage_band_1 ('%g' B)", in->storage_band_2,
                 in->storage_band_1);
        return aic_suggest(error, "both are totals, not widths: give a larger storage_band_2");
    }
    if (in->max_capacity < in->min_capacity) {
        aic_fail(error, AIC_ERR_CONFLICT, "max_capacity",
                 "max_capacity ('%g' B) is below min_capacity ('%g' B)", in->max_capacity,
                 in->min_capacity);
        return aic_suggest(error, "give max_capacity of at least %g B", in->min_capacity);
    }
    return true;
}

bool aic_storage_check(const struct aic_storage_in *in, struct aic_error *error)
{
    if (!(in->data > 0) && !aic_is_set(in->checkpoint_size)) {
        aic_fail(error, AIC_ERR_MISSING, "data",
                 "nothing to store: neither data nor checkpoint_size is given");
        return aic_suggest(error,
                           "give data, such as 10TB, or checkpoint_size and checkpoint_interval");
    }
    return check_redundancy(in, error) && check_sizes(in, error);
}
