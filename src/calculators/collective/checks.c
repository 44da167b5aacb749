/* SPDX-License-Identifier: Apache-2.0 */
/* collective: what can be asked. */
#include "calculators/collective/collective.h"

#include <math.h>

#include <aicalc/text.h>

#include "calculators/shared/parallel.h"

static bool check_group(const struct aic_collective_in *in, struct aic_error *error)
{
    if (!(in->size > 0)) {
        aic_fail(error, AIC_ERR_MISSING, "size", "size is missing: how many bytes are sent");
        return aic_suggest(error, "give the size column of nccl-tests, such as 1GiB");
    }
    if (in->ranks < 2) {
        aic_fail(error, AIC_ERR_RANGE, "ranks", "ranks ('%g') is below 2: nobody to send to",
                 in->ranks);
        return aic_suggest(error, "give ranks of 2 or more");
    }
    return true;
}

static bool check_nodes(const struct aic_collective_in *in, struct aic_error *error)
{
    double r = in->ranks_per_node;
    if (r > in->gpus_per_node) {
        aic_fail(error, AIC_ERR_CONFLICT, "ranks_per_node",
                 "ranks_per_node ('%g') is above gpus_per_node ('%g')", r, in->gpus_per_node);
        return aic_suggest(error, "give at most %g", in->gpus_per_node);
    }
    if (r > in->ranks) {
        aic_fail(error, AIC_ERR_CONFLICT, "ranks_per_node",
                 "ranks_per_node ('%g') is above ranks ('%g')", r, in->ranks);
        return aic_suggest(error, "give at most %g", in->ranks);
    }
    if (fmod(in->ranks, r) != 0) {
        aic_fail(error, AIC_ERR_CONFLICT, "ranks",
                 "ranks ('%g') is not a multiple of ranks_per_node ('%g'): nodes would not be "
                 "alike",
                 in->ranks, r);
        return aic_suggest_multiples(error, in->ranks, r, "");
    }
    return true;
}

bool aic_check_switch(int algorithm, const struct aic_links *links, struct aic_error *error)
{
    if (algorithm != AIC_ALGORITHM_NVLS || aic_is_set(links->nvls_bw)) {
        return true;
    }
    aic_fail(error, AIC_ERR_MISSING, "algorithm", "algorithm 'nvls' without nvls_bw");
    return aic_suggest(error, "give nvls_bw, or a gpu of the catalog that has it");
}

/* Names what exists: "auto, ring, hierarchical would do". */
static bool suggest_algorithms(const struct aic_collective_in *in, double nodes,
                               struct aic_error *error)
{
    char list[128];
    struct aic_text text;
    aic_text_init(&text, list, sizeof list);
    for (int i = 0; aic_algorithms[i]; i++) {
        if (aic_algorithm_exists(in->operation, i, nodes)) {
            aic_text_format(&text, "%s%s", text.length > 0 ? ", " : "", aic_algorithms[i]);
        }
    }
    return aic_suggest(error, "%s would do", list);
}

static bool check_algorithm(const struct aic_collective_in *in, struct aic_error *error)
{
    double nodes = in->ranks / in->ranks_per_node;
    const char *name = aic_algorithms[in->algorithm];
    if (!aic_algorithm_exists(in->operation, in->algorithm, nodes)) {
        aic_fail(error, AIC_ERR_CONFLICT, "algorithm",
                 "algorithm '%s' does not exist for %s %s (ranks_per_node %g of %g ranks)", name,
                 aic_operations[in->operation],
                 nodes > 1 ? "over several nodes" : "within one node", in->ranks_per_node,
                 in->ranks);
        return suggest_algorithms(in, nodes, error);
    }
    return aic_check_switch(in->algorithm, &in->links, error);
}

/* Without a measurement there must be something to estimate with. */
static bool check_links(const struct aic_collective_in *in, struct aic_error *error)
{
    bool measured = aic_is_set(in->measured_time) || aic_is_set(in->measured_algbw) ||
                    aic_is_set(in->measured_busbw);
    bool inside =
        aic_is_set(in->bus_bw) || aic_is_set(in->bus_bw_limit) || aic_is_set(in->links.nvlink_bw);
    if (measured) {
        return true;
    }
    if (in->ranks_per_node > 1 && !inside) {
        aic_fail(error, AIC_ERR_MISSING, "nvlink_bw",
                 "nvlink_bw is missing: %g ranks share a node and the rate between them is not "
                 "known",
                 in->ranks_per_node);
        return aic_suggest(error, "give nvlink_bw, bus_bw or a gpu; a measured time or bandwidth "
                                  "alone is only converted");
    }
    if (in->ranks > in->ranks_per_node && !aic_is_set(in->links.nic_bw)) {
        aic_fail(error, AIC_ERR_MISSING, "nic_bw",
                 "nic_bw is missing: %g ranks span %g nodes (%g in each)", in->ranks,
                 in->ranks / in->ranks_per_node, in->ranks_per_node);
        return aic_suggest(error, "give nic_bw, a node or a fabric; a measured time or bandwidth "
                                  "alone is only converted");
    }
    return true;
}

bool aic_collective_check(const struct aic_collective_in *in, struct aic_error *error)
{
    return check_group(in, error) && check_nodes(in, error) && check_algorithm(in, error) &&
           check_links(in, error);
}
