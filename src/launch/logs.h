/* SPDX-License-Identifier: Apache-2.0 */
/* Logs, read by lines: what they say of the configuration, and figures that were measured. */
#ifndef AICALC_LAUNCH_LOGS_H
#define AICALC_LAUNCH_LOGS_H

#include "launch/case.h"

enum log_kind { NO_LOG, NCCL, VLLM, SGLANG, LLAMACPP, FIO, IOR, DLIO, MEGATRON };

/* Which log a text is, by the first mark in it. */
enum log_kind aic_launch_log_kind(const struct source *source);

/* A line on the way through a log. */
struct log_line {
    const char *at;
    size_t length;
    struct aic_launch_place place;
};

/* The next line; false at the end. Begin with one whose `at` is the text's and length 0, line 0. */
bool aic_launch_next_line(const struct source *source, struct log_line *line);
/* What stands behind a mark in a line; NULL: the mark is not in it. */
const char *aic_launch_behind(const struct log_line *line, const char *mark);
/* The number at a text, with commas in it ("853,600"); NAN: none. */
double aic_launch_number_at(const char *text);
/* The value of `key=value` or `'key': value` in a line, without quotes; NULL: it is not there. */
const char *aic_launch_pair(struct reader *reader, const struct log_line *line, const char *key);
/* A setting of this place. */
struct setting aic_launch_of_line(const char *spelt, const char *value,
                                  const struct log_line *line);
/* A measured figure; the first of its name counts, unless it is one of a message size. */
void aic_launch_measure(struct work *work, const char *result, double value, double size,
                        const struct log_line *line);
void aic_launch_imply(struct work *work, const char *input, double value,
                      const struct log_line *line);

void aic_launch_vllm_log(struct work *work, const struct source *source);
void aic_launch_sglang_log(struct work *work, const struct source *source);
void aic_launch_llamacpp_log(struct work *work, const struct source *source);

extern const struct dialect aic_launch_vllm_log_dialect, aic_launch_sglang_log_dialect,
    aic_launch_llamacpp_log_dialect, aic_launch_megatron_log_dialect;

#endif
