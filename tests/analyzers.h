/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Put before every file that clang-tidy reads, but for the one that defines these: an analyzer sees
 * one file at a time, and this tells it what the two return.
 */
#include <aicalc/error.h>

#define aic_fail(...)    ((void)(aic_fail)(__VA_ARGS__), false)
#define aic_suggest(...) ((void)(aic_suggest)(__VA_ARGS__), false)
