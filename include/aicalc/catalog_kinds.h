/* SPDX-License-Identifier: Apache-2.0 */
/* The kinds of catalogs: one list, which the build, the commands and the tests read. */
#ifndef AICALC_CATALOG_KINDS_H
#define AICALC_CATALOG_KINDS_H

/*
 * A line here and src/catalog/data/NAME.json, in which the entries are, make a kind:
 * KIND(constant, name, what it holds).
 */
/* clang-format off */
#define AIC_EACH_CATALOG_KIND(KIND)                                                                \
    KIND(AIC_MODELS,  models,  "architectures of language models")                                 \
    KIND(AIC_GPUS,    gpus,    "GPUs: memory, peaks, links, power")                                \
    KIND(AIC_NODES,   nodes,   "machines: GPUs, ports, drives, power, prices")                     \
    KIND(AIC_FABRICS, fabrics, "networks between nodes: rates, switches, power")                   \
    KIND(AIC_TIERS,   tiers,   "tiers of storage: prices, latencies, request rates")               \
    KIND(AIC_GRIDS,   grids,   "electricity grids: carbon intensities")                            \
    KIND(AIC_DRIVES,  drives,  "drives of a store: sizes, rates, endurance, failures")             \
    KIND(AIC_ROUTES,  routes,  "ways between places: prices of what leaves")
/* clang-format on */

#define AIC_CATALOG_KIND_CONSTANT(constant, name, holds) constant,
enum aic_catalog_kind {
    AIC_EACH_CATALOG_KIND(AIC_CATALOG_KIND_CONSTANT) AIC_CATALOG_KINDS /* how many there are */
};
#undef AIC_CATALOG_KIND_CONSTANT

#endif
