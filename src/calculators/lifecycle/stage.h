/* SPDX-License-Identifier: Apache-2.0 */
/* The stages of a life: what their tiers charge, how items come there, and the bill of each. */
#ifndef AICALC_CALCULATORS_LIFECYCLE_STAGE_H
#define AICALC_CALCULATORS_LIFECYCLE_STAGE_H

#include <aicalc/lifecycle.h>
#include <aicalc/storage.h>

#include "calculators/lifecycle/stage_inputs.h"

/* The inputs of a stage without their prefix. */
struct stage_tier {
#include "engine/rows/as_input_members.h"
    STAGE_INPUTS()
#include "engine/rows/none.h"
};

/* How an item comes to a stage. */
enum way { ARRIVES, BY_PROVIDER, BY_COPY };

struct stage {
    struct stage_tier tier;
    bool used;
    int before; /* the stage that it comes from; -1 for the first */
    enum way way;
    double minimum;        /* time that is billed at least */
    double time;           /* that an item stays */
    double moved, at_peak; /* items that come; that are here at once */
    double interval;       /* between those that come */
};

struct stage_bill {
    double capacity, volumes, bought; /* B; file systems; B/s beside the capacity */
    double space, unused, services;   /* USD */
    double requests, transfer;        /* USD, of coming here */
    double steady, run_rate;          /* USD/mo: space and services; all */
    double item_month;                /* USD/mo of one item; unset where not comparable */
    double break_even;                /* s */
    bool dearer;                      /* a month here costs no less than in the stage before */
};

struct lives {
    struct stage stages[AIC_LIFE_STAGES];
    struct stage_bill bills[AIC_LIFE_STAGES];
    int first, last;
    int lasting;                 /* the first that is not ephemeral; -1 where none is */
    double read_back, one_stage; /* USD */
};

/* The stage in which reads find an item where nobody says so; -1: none is read. */
int aic_lifecycle_first_read(const struct aic_lifecycle_in *in);

/*
 * The age at which an item leaves a stage where nobody says so: 30, 60 or 90 days after it left the
 * one before. NaN of a stage that is not there, and of the last.
 */
double aic_lifecycle_usual_age(const struct aic_lifecycle_in *in, int stage);

/* The stages that there are, and how items come to each. */
void aic_lifecycle_stages(const struct aic_lifecycle_in *in, struct lives *lives);

/* The bill of each, from the items and times in `out`. Unset where a price is not known. */
void aic_lifecycle_bill(const struct aic_lifecycle_in *in, const struct aic_lifecycle_out *out,
                        struct lives *lives);

#endif
