/* SPDX-License-Identifier: Apache-2.0 */
/* The stages of a life, and what each costs: storage's lists, at the words of this calculator. */
#include "calculators/lifecycle/stage.h"

#include <string.h>

#include "calculators/shared/shared_constants.h"
#include "calculators/shared/tier_rows.h"

enum { stored = AIC_BILLING_STORED, provisioned = AIC_BILLING_PROVISIONED };

/* The tier of a stage; false where neither it nor one of its fields is given. */
static bool take_tier(const struct aic_lifecycle_in *in, int stage, struct stage_tier *tier)
{
    const struct aic_name *const names[] = { &in->hot, &in->warm, &in->cold, &in->archive };
    bool any = names[stage]->text != NULL;
#include "engine/rows/none.h"
#undef INPUT
#define INPUT(kind, name, help, attributes)                                                        \
    tier->name = in->FIELD(name);                                                                  \
    any |= AIC_IN_PLAY(in, FIELD(name));
    switch (stage) {
    case AIC_LIFE_HOT:
#define FIELD(name) hot_##name
        STAGE_INPUTS()
        break;
    case AIC_LIFE_WARM:
#undef FIELD
#define FIELD(name) warm_##name
        STAGE_INPUTS()
        break;
    case AIC_LIFE_COLD:
#undef FIELD
#define FIELD(name) cold_##name
        STAGE_INPUTS()
        break;
    default:
#undef FIELD
#define FIELD(name) archive_##name
        STAGE_INPUTS()
    }
    return any;
}

int aic_lifecycle_first_read(const struct aic_lifecycle_in *in)
{
    struct stage_tier tier;
    for (int i = 0; AIC_GIVEN(in, read_share) && i < AIC_LIFE_STAGES; i++) {
        if (take_tier(in, i, &tier)) {
            return i;
        }
    }
    return -1;
}

double aic_lifecycle_usual_age(const struct aic_lifecycle_in *in, int stage)
{
    const double ages[] = { in->hot_age, in->warm_age, in->cold_age };
    const double days[] = { 30, 60, 90 };
    double before = 0;
    bool has_later = false;
    struct stage_tier tier;
    if (!take_tier(in, stage, &tier)) {
        return unset;
    }
    for (int i = 0; i < stage; i++) {
        before = max(before, ages[i]);
    }
    for (int i = stage + 1; i < AIC_LIFE_STAGES && !has_later; i++) {
        has_later = take_tier(in, i, &tier);
    }
    return has_later ? before + days[stage] * AIC_SECONDS_PER_DAY : unset;
}

void aic_lifecycle_stages(const struct aic_lifecycle_in *in, struct lives *lives)
{
    int before = -1;
    memset(lives, 0, sizeof *lives);
    lives->lasting = -1;
    for (int i = 0; i < AIC_LIFE_STAGES; i++) {
        struct stage *stage = &lives->stages[i];
        stage->used = take_tier(in, i, &stage->tier);
        if (!stage->used) {
            continue;
        }
        bool file_system = stage->tier.billing == provisioned ||
                           (before >= 0 && lives->stages[before].tier.billing == provisioned);
        stage->before = before;
        stage->way = before < 0                                         ? ARRIVES
                     : in->move_by == AIC_LIFE_MOVE_COPY || file_system ? BY_COPY
                                                                        : BY_PROVIDER;
        lives->first = before < 0 ? i : lives->first;
        if (lives->lasting < 0 && stage->tier.ephemeral != yes) {
            lives->lasting = i;
        }
        lives->last = before = i;
    }
}

/* The space that a stage takes, and what comes with it. */
static void bill_space(const struct aic_lifecycle_in *question, const struct stage *stage,
                       struct stage_bill *bill)
{
    const struct stage_tier *in = &stage->tier;
#include "engine/rows/as_values.h"
    STAGE_INPUTS()
    CONSTANT_GIB
    CONSTANT_TIB
    CONSTANT_PRICE_UNIT
    /* What storage is asked, in its words: the peak is rented, or each item is billed alone. */
    const bool rented = billing == provisioned;
    const aic_flag node_local = no;
    const double local_nvme_capacity = unset, max_iops = unset, max_write_iops = unset;
    const double read_iops_per_tib = unset, write_iops_per_tib = unset, iops_price = unset;
    const double included_iops = 0, required_write_iops = unset;
    const double read_throughput = unset, read_throughput_per_tib = unset;
    const double max_read_throughput = unset, required_read_bw = unset, required_iops = unset;
    const double fill_limit = question->fill_limit, month = question->month;
    const double needed_write_bw =
        stage->before < 0 ? value_or(question->item_size / question->item_window, 0) : 0;
    const double interval = stage->interval;
    const double duration = known(interval) ? question->duration : stage->time;
    const double resident_data = stage->at_peak * question->item_size;
    const double data = rented ? resident_data : 0, data_age = 0, file_count = unset;
    const double checkpoint_size = rented ? unset : question->item_size;
    const double checkpoint_files = question->item_files, checkpoint_retention = stage->time;
    const double checkpoints_written = stage->moved, checkpoints_kept = stage->at_peak;
    const double raw_capacity = unset, grown_cost = unset, mean_files = unset;
    const double minimum_time = known(storage_price) ? stage->minimum : unset;
    const double checkpoint_minimum_time = rented ? unset : minimum_time;
#include "engine/rows/as_locals.h"

#include "calculators/shared/tier_capacity.inc"

#include "calculators/shared/tier_billed.inc"

#include "calculators/shared/tier_bill.inc"

#include "calculators/lifecycle/stage.inc"
    const bool empty = !(stage->moved > 0);
    const double nothing = known(storage_price) ? 0 : unset;
    bill->capacity = empty && rented ? 0 : provisioned_capacity;
    bill->volumes = empty ? 0 : volumes;
    bill->bought = empty ? 0 : value_or(purchased_bw, 0);
    bill->space = empty ? nothing : capacity_cost;
    bill->unused = empty ? nothing : early_deletion_cost;
    bill->services = empty ? nothing : value_or(sum(object_cost, throughput_cost), 0);
    bill->steady = empty ? nothing : steady_space + steady_services;
    bill->item_month = item_month;
}
#include "engine/rows/as_values.h"

/* What it costs to write `count` items to a stage, or to have them moved there. */
static void bill_way(const struct aic_lifecycle_in *in, const struct aic_lifecycle_out *out,
                     const struct stage *stage, const struct stage *before, double count,
                     double *requests, double *transfer)
{
    CONSTANT_GIB
    CONSTANT_PRICE_UNIT
    const struct stage_tier *to = &stage->tier;
    if (stage->way == BY_PROVIDER) {
        *requests = count * in->item_files / price_unit *
                    value_or(to->transition_request_price, value_or(to->write_request_price, 0));
        *transfer = 0;
        return;
    }
    *requests = count * out->item_writes / price_unit * value_or(to->write_request_price, 0);
    *transfer = count * in->item_size / gib * value_or(to->ingest_price, 0);
    if (before) { /* read there, and written here */
        const struct stage_tier *from = &before->tier;
        *requests +=
            count * out->item_reads / price_unit * value_or(from->read_request_price, 0) +
            count * in->item_files / price_unit * value_or(from->retrieval_request_price, 0);
        *transfer += count * in->item_size / gib * value_or(from->retrieval_price, 0);
    }
}

/* What it costs to read `count` items from a stage. */
static double bill_reads(const struct aic_lifecycle_in *in, const struct aic_lifecycle_out *out,
                         const struct stage *stage, double count)
{
    CONSTANT_GIB
    CONSTANT_PRICE_UNIT
    const struct stage_tier *tier = &stage->tier;
    return count * out->item_reads / price_unit * value_or(tier->read_request_price, 0) +
           count * in->item_files / price_unit * value_or(tier->retrieval_request_price, 0) +
           count * in->item_size / gib * value_or(tier->retrieval_price, 0);
}

/*
 * Whether the step from the stage before pays: `extra` is what coming here costs, `month_before`
 * what an item costs there in a month.
 */
static void find_break_even(double month, const struct stage *stage, double extra,
                            double month_before, struct stage_bill *bill)
{
    double here = bill->item_month;
    bill->dearer = here >= month_before;
    if (here < month_before) {
        double saved = extra * month / (month_before - here);
        double least = (extra * month + here * stage->minimum) / month_before;
        bill->break_even = saved < stage->minimum ? least : saved;
    }
}

/* True where somebody says how long items stay, be it the answer of a run: a run rate deletes
 * nothing. */
static bool ends(const struct aic_lifecycle_in *in)
{
    return AIC_IN_PLAY(in, keep) || AIC_IN_PLAY(in, duration);
}

static const struct stage_bill no_bill = {
    .capacity = NAN,
    .space = NAN,
    .unused = NAN,
    .services = NAN,
    .requests = NAN,
    .transfer = NAN,
    .steady = NAN,
    .run_rate = NAN,
    .item_month = NAN,
    .break_even = NAN,
};

static void bill_stage(const struct aic_lifecycle_in *in, const struct aic_lifecycle_out *out,
                       struct lives *lives, int at)
{
    const struct stage *stage = &lives->stages[at];
    const struct stage *before = stage->before < 0 ? NULL : &lives->stages[stage->before];
    struct stage_bill *bill = &lives->bills[at];
    double requests, transfer;
    bill_space(in, stage, bill);
    bill_way(in, out, stage, before, stage->moved, &bill->requests, &bill->transfer);
    bill_way(in, out, stage, before, 1, &requests, &transfer);
    double each = requests + transfer;
    if (in->read_stage == at) {
        each += in->read_share * bill_reads(in, out, stage, 1);
    }
    bill->run_rate = bill->steady;
    if (stage->moved > 0) {
        bill->run_rate += in->month / stage->interval * each;
    }
    if (before && before->tier.ephemeral != yes) {
        find_break_even(in->month, stage, each, lives->bills[stage->before].item_month, bill);
    }
}

/* Without the price of every stage there is no bill. */
static void leave_out_costs(struct stage_bill *bill)
{
    bill->space = bill->unused = bill->services = unset;
    bill->requests = bill->transfer = bill->run_rate = unset;
}

/* The same items until they are deleted in the first stage that lasts. */
static double bill_one_stage(const struct aic_lifecycle_in *in, const struct aic_lifecycle_out *out,
                             const struct lives *lives)
{
    struct stage alone = lives->stages[lives->lasting];
    struct stage_bill bill = no_bill;
    alone.way = ARRIVES;
    alone.time = in->keep;
    alone.minimum = ends(in) ? alone.tier.min_storage_duration : alone.time;
    alone.moved = out->items;
    alone.interval = in->item_interval;
    alone.at_peak = min(out->items, up(in->keep / in->item_interval) + 1);
    bill_space(in, &alone, &bill);
    bill_way(in, out, &alone, NULL, alone.moved, &bill.requests, &bill.transfer);
    double reads = in->read_stage < 0 ? 0 : in->read_share * alone.moved;
    return bill.space + bill.requests + bill.transfer + bill.services +
           bill_reads(in, out, &alone, reads);
}

void aic_lifecycle_bill(const struct aic_lifecycle_in *in, const struct aic_lifecycle_out *out,
                        struct lives *lives)
{
    const double times[] = { out->hot_time, out->warm_time, out->cold_time, out->archive_time };
    const double moved[] = { out->hot_moved, out->warm_moved, out->cold_moved, out->archive_moved };
    const double items[] = { out->hot_items, out->warm_items, out->cold_items, out->archive_items };
    bool priced = true;
    int stages = 0;
    for (int i = 0; i < AIC_LIFE_STAGES; i++) {
        struct stage *stage = &lives->stages[i];
        lives->bills[i] = no_bill;
        if (stage->used) {
            stage->time = times[i];
            stage->moved = moved[i];
            stage->at_peak = items[i];
            stage->interval = in->item_interval * (i < AIC_LIFE_COLD ? 1 : in->cold_every);
            stage->minimum = i < lives->last || ends(in) ? stage->tier.min_storage_duration : 0;
            bill_stage(in, out, lives, i);
            priced = priced && known(stage->tier.storage_price);
            stages++;
        }
    }
    lives->read_back = lives->one_stage = unset;
    for (int i = 0; !priced && i < AIC_LIFE_STAGES; i++) {
        leave_out_costs(&lives->bills[i]);
    }
    if (priced && in->read_stage >= 0) {
        const struct stage *read = &lives->stages[in->read_stage];
        lives->read_back = bill_reads(in, out, read, in->read_share * read->moved);
    }
    if (priced && stages > 1 && lives->lasting >= 0) {
        lives->one_stage = bill_one_stage(in, out, lives);
    }
}
