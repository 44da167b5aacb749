/* SPDX-License-Identifier: Apache-2.0 */
/* Backslashes in quoted texts of YAML, TOML and `$'...'` of the shell. */
#ifndef AICALC_LAUNCH_ESCAPES_H
#define AICALC_LAUNCH_ESCAPES_H

#include "launch/reader.h"

/*
 * Appends what the escape at `at`, which is a backslash, stands for: JSON's, and \0 \a \b \e \v \xNN
 * \UNNNNNNNN. Returns its length; 0 where it is none of them.
 */
size_t aic_launch_escape(const char *at, struct buffer *text);

#endif
