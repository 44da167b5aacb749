/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of logs: their numbers and pairs, and the marks that tell which log it is. */
#include "launch/logs.h"

#include <math.h>
#include <string.h>

#include "core/ascii.h"

bool aic_launch_next_line(const struct source *source, struct log_line *line)
{
    const char *at = line->place.line == 0 ? source->text : line->at + line->length;
    if (line->place.line > 0) {
        if (*at == '\0') {
            return false;
        }
        at++;
    }
    if (*at == '\0') {
        return false;
    }
    line->at = at;
    line->length = strcspn(at, "\n");
    line->place =
        (struct aic_launch_place){ source->name,
                                   line->place.line == 0 ? source->line : line->place.line + 1 };
    return true;
}

const char *aic_launch_behind(const struct log_line *line, const char *mark)
{
    size_t size = strlen(mark);
    for (size_t i = 0; i + size <= line->length; i++) {
        if (line->at[i] == mark[0] && memcmp(line->at + i, mark, size) == 0) {
            return line->at + i + size;
        }
    }
    return NULL;
}

double aic_launch_number_at(const char *text)
{
    char digits[64];
    size_t length = 0;
    double value;
    text += strspn(text, " \t:=");
    for (; length < sizeof digits - 1; text++) {
        if (aic_is_digit(*text) || (*text && strchr(".+-eE", *text))) {
            digits[length++] = *text;
        } else if (*text != ',' || !aic_is_digit(text[1])) {
            break;
        }
    }
    return aic_number_read(digits, length, 0, &value) > 0 ? value : NAN;
}

const char *aic_launch_pair(struct reader *reader, const struct log_line *line, const char *key)
{
    size_t size = strlen(key);
    for (size_t i = 0; i + size + 1 < line->length; i++) {
        if (memcmp(line->at + i, key, size) != 0 || (i > 0 && aic_is_name(line->at[i - 1]))) {
            continue;
        }
        const char *at = line->at + i + size;
        at += *at == '\'';
        if (*at != '=' && *at != ':') {
            continue;
        }
        at += 1 + strspn(at + 1, " ");
        char quote = *at == '\'' || *at == '"' ? *at++ : 0;
        const char *end = line->at + line->length;
        size_t length = 0;
        while (at + length < end && (quote ? at[length] != quote : !strchr(",)} ", at[length]))) {
            length++;
        }
        return aic_launch_keep(reader, at, length);
    }
    return NULL;
}

struct setting aic_launch_of_line(const char *spelt, const char *value, const struct log_line *line)
{
    return (struct setting){ .flag = spelt, .spelt = spelt, .value = value, .at = line->place };
}

void aic_launch_measure(struct work *work, const char *result, double value, double size,
                        const struct log_line *line)
{
    struct aic_launch_case *said = &work->said;
    for (size_t i = 0; i < said->measured_count && size == 0; i++) {
        if (strcmp(said->measured[i].result, result) == 0) {
            return;
        }
    }
    struct aic_launch_measured *room =
        aic_launch_room(work->reader, said->measured, said->measured_count, sizeof *room);
    if (room && !isnan(value)) {
        said->measured = room;
        said->measured[said->measured_count++] =
            (struct aic_launch_measured){ result, value, size, line->place };
    }
}

void aic_launch_imply(struct work *work, const char *input, double value,
                      const struct log_line *line)
{
    struct aic_launch_case *said = &work->said;
    for (size_t i = 0; i < said->implied_count; i++) {
        if (strcmp(said->implied[i].name, input) == 0) {
            return;
        }
    }
    struct aic_launch_input *room =
        aic_launch_room(work->reader, said->implied, said->implied_count, sizeof *room);
    if (room && !isnan(value)) {
        said->implied = room;
        said->implied[said->implied_count++] = (struct aic_launch_input){ .name = input,
                                                                          .number = value,
                                                                          .text = "",
                                                                          .origin = AIC_LAUNCH_TEXT,
                                                                          .place = line->place,
                                                                          .spelt = "" };
    }
}

/* Marks of logs, in the order in which they are looked for in a line. */

static const struct {
    const char *mark;
    enum log_kind kind;
} marks[] = { { "# nThread", NCCL },
              { "#  Rank", NCCL },
              { "LLM engine (v", VLLM },
              { "Initializing a V1 LLM engine", VLLM },
              { "non-default args", VLLM },
              { "Model loading took", VLLM },
              { "GPU KV cache size", VLLM },
              { "# GPU blocks", VLLM },
              { "# CUDA blocks", VLLM },
              { "# cuda blocks", VLLM },
              { "Loading model weights took", VLLM },
              { "server_args=ServerArgs(", SGLANG },
              { "buffer size =", LLAMACPP },
              { "READ: bw=", FIO },
              { "WRITE: bw=", FIO },
              { "Max Write:", IOR },
              { "Max Read:", IOR },
              { "[METRIC] Training", DLIO },
              { "elapsed time per iteration (ms)", MEGATRON } };

static enum log_kind kind_of_line(const struct log_line *line)
{
    if (aic_launch_behind(line, "out-of-place") && aic_launch_behind(line, "in-place")) {
        return NCCL;
    }
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        if (aic_launch_behind(line, marks[i].mark)) {
            return marks[i].kind;
        }
    }
    return NO_LOG;
}

enum log_kind aic_launch_log_kind(const struct source *source)
{
    struct log_line line = { .at = NULL };
    const char *start = source->text + strspn(source->text, " \t\n");
    if ((*start == '{' || *start == '[') && strchr("\"'", start[1 + strspn(start + 1, " \t\n")])) {
        return NO_LOG;
    }
    while (aic_launch_next_line(source, &line)) {
        enum log_kind kind = kind_of_line(&line);
        if (kind != NO_LOG) {
            return kind;
        }
    }
    return NO_LOG;
}
