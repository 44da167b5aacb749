/* SPDX-License-Identifier: Apache-2.0 */
/* A model being put together from its files: which they are, and what each says. */
#ifndef AICALC_CATALOG_WEIGHTS_SOURCES_H
#define AICALC_CATALOG_WEIGHTS_SOURCES_H

#include "catalog/weights/weights.h"

/* What the first bytes of a file say that it is. */
enum kind { KIND_NOTHING, KIND_SAFETENSORS, KIND_GGUF, KIND_JSON, KIND_POINTER };

#define PATH_SIZE 4096

/* ModelOpt says here how the weights of the folder are packed. */
#define QUANTIZATION "hf_quant_config.json"

/* One reading of a model. */
struct sources {
    const struct aic_files *files;
    const char *path; /* as given */
    struct aic_model_file *file;
    struct aic_error *error;
    struct tensors tensors;
    struct aic_model config; /* what a config.json says */
    size_t config_notes;     /* notes that are from it */
    char *quantization;      /* the text of hf_quant_config.json; NULL: none */
    size_t quantization_length;
    struct widths widths;
    bool unchecked; /* a length was not known */
};

/* "FOLDER/NAME"; false: too long. NAME beside PATH: in the folder of that. */
bool aic_path_join(char out[PATH_SIZE], const char *folder, const char *name,
                   struct aic_error *error);
bool aic_path_beside(char out[PATH_SIZE], const char *path, const char *name,
                     struct aic_error *error);

/* Decides what the file is by its first bytes, which stay. False: it is refused by name. */
bool aic_sniff(struct reader *reader, enum kind *kind);
/* Refuses a Git LFS pointer, with the size that it promises. */
bool aic_fail_pointer(struct reader *reader);

/* Adds the length of a file to what was read. */
void aic_add_length(struct sources *sources, const struct aic_stream *stream);

/* A file that is open and known to be of its kind; `name` is what messages call it. */
bool aic_read_safetensors_file(struct sources *sources, struct reader *reader, uint32_t number);
bool aic_read_gguf_files(struct sources *sources, struct reader *reader, const char *path);
/* An index, or a config.json. */
bool aic_read_json_file(struct sources *sources, struct reader *reader, const char *path);
bool aic_read_index(struct sources *sources, struct reader *reader, const char *path);

/* "x-00002-of-00003.gguf" is part 2 of 3. */
bool aic_gguf_part_name(const char *name, double *part, double *count);

/* Any file that gives weights or a config. */
bool aic_read_file(struct sources *sources, const char *path);
bool aic_read_open_file(struct sources *sources, const char *path, const struct aic_stream *stream);
bool aic_read_folder(struct sources *sources, const char *path);
/* Opens a file and looks at its first bytes; KIND_NOTHING: it is not there. Close it where it is. */
bool aic_open_file(struct sources *sources, const char *path, struct aic_stream *stream,
                   struct reader *reader, enum kind *kind);
/* The same of what is open already; closes it where it is refused. */
bool aic_start_file(struct sources *sources, const char *path, struct aic_stream *stream,
                    struct reader *reader, enum kind *kind);
void aic_close_file(struct sources *sources, struct aic_stream *stream, struct reader *reader);

/* After a file alone: what its tensors say. */
bool aic_describe_safetensors(struct sources *sources);

/* The config.json of a folder with weights, or one alone. */
bool aic_read_config(struct sources *sources, const char *text, size_t length, const char *name,
                     bool beside_weights);
/* All of a file; the caller frees it. */
bool aic_read_whole(struct reader *reader, uint64_t most, char **text, size_t *length);

#endif
