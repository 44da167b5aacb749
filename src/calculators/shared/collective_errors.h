/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How far calls over several nodes were found from what is computed, as a share, by their size; the
 * comparisons are in docs/methods/collective.md. Macros, so that formulas show the numbers.
 */
#ifndef AICALC_CALCULATORS_SHARED_COLLECTIVE_ERRORS_H
#define AICALC_CALCULATORS_SHARED_COLLECTIVE_ERRORS_H

#define QUICKER_BETWEEN_NODES(size) size >= 1024 * mib ? 0.12 : size >= 64 * mib ? 0.35 : 0.7
#define SLOWER_BETWEEN_NODES(size)  size >= 1024 * mib ? 0.12 : size >= 64 * mib ? 0.35 : 2

#endif
