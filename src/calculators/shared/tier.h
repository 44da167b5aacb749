/* SPDX-License-Identifier: Apache-2.0 */
/* Choices of storage tiers and of stores of one's own, for lists of inputs. */
#ifndef AICALC_CALCULATORS_SHARED_TIER_H
#define AICALC_CALCULATORS_SHARED_TIER_H

/* In the order of enum aic_billing and enum aic_redundancy. */
extern const char *const aic_billings[];
extern const char *const aic_redundancies[];

#endif
