/* SPDX-License-Identifier: Apache-2.0 */
/* storage: what can be asked. */
#include "calculators/storage/choices.h"
#include "calculators/storage/storage.h"

static bool check_redundancy(const struct aic_storage_in *in, struct aic_error *error)
{
    const char *name = redundancies[in->redundancy];
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
