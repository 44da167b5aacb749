/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The links of a GPU: the input table that collective and network share.
 *
 * Defaults across nodes are NCCL's constants of its Simple protocol, src/graph/tuning.cc at
 * 5067397: 8.4 us to start, 3.4 us a step on NVLink and 14 us a step on the network.
 */
#include <aicalc/links.h>

#include "engine/rows/rows.h"

#define IN                 struct aic_links
#define LINKS_MEMBER(name) name

const struct aic_field aic_links_fields[] = {
#include "engine/rows/as_input_fields.h"
#include "calculators/shared/links_inputs.inc"
};
#include "engine/rows/none.h"
_Static_assert(sizeof aic_links_fields / sizeof aic_links_fields[0] == AIC_LINKS_FIELD_COUNT,
               "AIC_LINKS_FIELD_COUNT is the length of the table");
