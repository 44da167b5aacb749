/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The links of a GPU, as collectives meet them: the scale-up link (NVLink,
 * Infinity Fabric, PCIe) inside a node, the scale-out port (NIC) between nodes, and
 * what a step over either costs. Rates are per GPU and per direction.
 *
 * Calculators that time traffic have `struct aic_links links` in their input and include
 * src/calculators/shared/links_inputs.inc, which has names, units and meanings. NaN: unknown.
 */
#ifndef AICALC_LINKS_H
#define AICALC_LINKS_H

#include <aicalc/field.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

struct aic_links {
    double nvlink_bw, nvlink_efficiency, peer_bw;
    AIC_SLOT aic_flag scale_up_is_pcie;
    AIC_SLOT double nvls_bw, nvls_latency, nvls_ramp_size, nvls_min_ranks;
    double nic_bw, nic_efficiency, staging_bw, ports_per_node;
    double network_latency, nvlink_hop, nic_hop, network_ramp_size;
    double tree_efficiency;
};

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
