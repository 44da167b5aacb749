/* SPDX-License-Identifier: Apache-2.0 */
/* The lists of src/launch/data, inside the library. */
#ifndef AICALC_LAUNCH_DATA_H
#define AICALC_LAUNCH_DATA_H

#include <stddef.h>

extern const unsigned char aic_launch_programs_json[], aic_launch_machines_json[];
extern const size_t aic_launch_machines_size;

#endif
