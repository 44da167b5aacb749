/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The links of a GPU: the input table that collective and network share.
 *
 * Defaults across nodes are NCCL's constants of its Simple protocol, src/graph/tuning.cc at
 * 5067397: 8.4 us to start, 3.4 us a step on NVLink and 14 us a step on the network.
 */
#include <aicalc/links.h>

#define REAL(member)    AIC_FIELD_REAL(struct aic_links, member)
#define INTEGER(member) AIC_FIELD_INTEGER(struct aic_links, member)

#define RATE  .dimension = AIC_RATE, .flags = AIC_ABOVE_MIN | AIC_DISK
#define TIME  .dimension = AIC_TIME
#define BYTES .dimension = AIC_BYTES, .flags = AIC_DISK

const struct aic_field aic_links_fields[] = {
    { REAL(nvlink_bw), .help = "scale-up link of one GPU, per direction", RATE },
    { REAL(nvlink_efficiency), .help = "share of it that a ring gets where nothing was measured",
      .dimension = AIC_RATIO, .preset = "0.8", .max = 1, .flags = AIC_ABOVE_MIN | AIC_ASSUMPTION },
    { REAL(peer_bw), .help = "rate of one pair in a point-to-point mesh; unset: switched", RATE },
    { AIC_FIELD_FLAG(struct aic_links, scale_up_is_pcie),
      .help = "the scale-up link is PCIe; changes no number, only warns", .preset = "no" },
    { REAL(nvls_bw), .help = "rate of a reduction in the NVLink switch", RATE },
    { REAL(nvls_latency), .help = "start-up of a reduction in the switch", TIME, .preset = "30us" },
    { REAL(nvls_ramp_size), .help = "bytes by which such a reduction is slow to start", BYTES,
      .preset = "20MB" },
    { INTEGER(nvls_min_ranks), .help = "smallest group for which auto reduces in the switch",
      .preset = "5" },
    { REAL(nic_bw), .help = "scale-out of one GPU, per direction", RATE },
    { REAL(nic_efficiency), .help = "share of it that a collective gets", .dimension = AIC_RATIO,
      .preset = "0.95", .max = 1, .flags = AIC_ABOVE_MIN },
    { REAL(staging_bw),
      .help = "without GPUDirect RDMA: rate of the copy through host memory, before a byte is "
              "sent and again after it arrives",
      RATE },
    { REAL(network_latency), .help = "start-up of a collective across nodes", TIME,
      .preset = "8.4us" },
    { REAL(nvlink_hop), .help = "one step inside a node, of a collective across nodes", TIME,
      .preset = "3.4us" },
    { REAL(nic_hop), .help = "one step between nodes", TIME, .preset = "14us" },
    { REAL(network_ramp_size), .help = "bytes by which a collective across nodes is slow to start",
      BYTES, .preset = "32MB" },
    { REAL(tree_efficiency), .help = "bandwidth of a tree relative to a ring",
      .dimension = AIC_RATIO, .preset = "0.85", .max = 1, .flags = AIC_ABOVE_MIN },
};
_Static_assert(sizeof aic_links_fields / sizeof aic_links_fields[0] == AIC_LINKS_FIELD_COUNT,
               "AIC_LINKS_FIELD_COUNT is the length of the table");
