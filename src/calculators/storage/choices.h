/* SPDX-License-Identifier: Apache-2.0 */
/* storage: the choices of redundancy, which checks name in their messages. */
#ifndef AICALC_CALCULATORS_STORAGE_CHOICES_H
#define AICALC_CALCULATORS_STORAGE_CHOICES_H

#include <aicalc/storage.h>

static const char *const redundancies[] = { "none", "replication", "erasure", "raidz", NULL };
enum { replication = AIC_REDUNDANCY_REPLICATION, erasure = AIC_REDUNDANCY_ERASURE };
enum { raidz = AIC_REDUNDANCY_RAIDZ };

#endif
