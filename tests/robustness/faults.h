/* SPDX-License-Identifier: Apache-2.0 */
/* What the preloaded fault library tells when the program ends. */
#ifndef AICALC_TESTS_FAULTS_H
#define AICALC_TESTS_FAULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fault_report {
    long allocations, reads, writes, closes, transfers; /* calls */
    long fired;                                         /* faults that happened */
    long outstanding; /* blocks of the program that were not freed */
};

#endif
