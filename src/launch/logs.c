/* SPDX-License-Identifier: Apache-2.0 */
#include "launch/case.h"
bool aic_launch_is_log(const struct source *source) { (void)source; return false; }
void aic_launch_read_log(struct reader *reader, const struct source *source) { (void)reader; (void)source; }
