/* SPDX-License-Identifier: Apache-2.0 */
/* Choices of storage tiers. */
#include "calculators/shared/tier.h"

#include <stddef.h>

const char *const aic_billings[] = { "stored", "provisioned", NULL };
const char *const aic_redundancies[] = { "none", "replication", "erasure", "raidz", NULL };
