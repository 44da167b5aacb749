/* SPDX-License-Identifier: Apache-2.0 */
/* The words in which collective's rows name the choices of operation and algorithm. */
#ifndef AICALC_CALCULATORS_COLLECTIVE_CHOICES_H
#define AICALC_CALCULATORS_COLLECTIVE_CHOICES_H

#include <aicalc/collective.h>

enum {
    all_reduce = AIC_ALL_REDUCE,
    all_to_all = AIC_ALL_TO_ALL,
    broadcast = AIC_BROADCAST,
    reduce = AIC_REDUCE,
    send_recv = AIC_SEND_RECV
};
enum {
    automatic = AIC_ALGORITHM_AUTO,
    ring = AIC_ALGORITHM_RING,
    tree = AIC_ALGORITHM_TREE,
    nvls = AIC_ALGORITHM_NVLS,
    hierarchical = AIC_ALGORITHM_HIERARCHICAL,
    sharp = AIC_ALGORITHM_SHARP,
    pairwise = AIC_ALGORITHM_PAIRWISE
};

#define mesh_share aic_mesh_share

#endif
