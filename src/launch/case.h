/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cases on their way: the settings that a text holds, the table that says which inputs they are, and
 * what each program does beyond that.
 */
#ifndef AICALC_LAUNCH_CASE_H
#define AICALC_LAUNCH_CASE_H

#include "launch/shell.h"

struct work;

/* How a value becomes an input. */
enum conversion {
    TAKE_NOTHING,   /* a function reads it */
    TAKE_COUNT,     /* a whole number: 9_765_625, 1e9 */
    TAKE_ABOVE_ONE, /* the same; 1 is as not there */
    TAKE_POSITIVE,  /* the same; 0 and below are as not there */
    TAKE_SIZE,      /* vLLM's: 32k is 32,000, 32K is 32,768; auto and -1 are as not there */
    TAKE_REAL,
    TAKE_WORD, /* by the map; without one as it stands */
    TAKE_YES,  /* a switch that says yes */
    TAKE_NO    /* a switch that says no */
};

/* One flag or key of a dialect. Of rows with the same input the first that is there counts. */
struct row {
    const char *flag; /* with dashes; a key of a document as it is */
    const char *input;
    enum conversion how;
    /* TAKE_WORD: "fp8:fp8_e4m3,fp8_e5m2 bf16:bfloat16"; a word of itself needs no colon; "-" stands
     * before words that are as not there. Others are not modelled. */
    const char *map;
    bool is_switch; /* takes no value */
};

#define ROW(flag_, input_, how_)                                                                   \
    {                                                                                              \
        .flag = flag_, .input = input_, .how = how_                                                \
    }
#define SWITCH(flag_, input_, how_)                                                                \
    {                                                                                              \
        .flag = flag_, .input = input_, .how = how_, .is_switch = true                             \
    }
#define WORD(flag_, input_, map_)                                                                  \
    {                                                                                              \
        .flag = flag_, .input = input_, .how = TAKE_WORD, .map = map_                              \
    }
#define END_OF_ROWS                                                                                \
    {                                                                                              \
        .flag = NULL                                                                               \
    }

struct dialect {
    const char *name;
    const char *program; /* in data/programs.json; NULL: no lists */
    const char *calculators[3];
    const struct row *rows; /* ends without a flag; NULL: none */
    /* Flags and keys that `finish` reads, a blank between two; those of the second list take no value. */
    const char *others, *other_switches;
    bool takes_prefixes;    /* a proper prefix of one flag is that flag */
    bool takes_many;        /* a value is all words up to the next flag */
    bool keeps_underscores; /* `_` and `-` are two */
    bool is_server;
    bool has_dotted_options; /* --option.key value: one key of a JSON option */
    bool has_keys;           /* no flags: `key=value`, or `--section.key value` */
    bool ignores_others;     /* keys that no row names change nothing */
    const char *sections;    /* that are dropped in front of a key, each behind a blank */
    bool has_model;          /* the first positional word is the model */
    void (*finish)(struct work *work);
};

extern const struct dialect aic_launch_vllm, aic_launch_sglang, aic_launch_trtllm,
    aic_launch_llamacpp, aic_launch_megatron, aic_launch_bridge, aic_launch_torchtitan,
    aic_launch_deepspeed, aic_launch_hf, aic_launch_swift, aic_launch_axolotl,
    aic_launch_accelerate, aic_launch_load;

/* A flag or key that a text sets. */
struct setting {
    const char *flag;  /* as the tables have it */
    const char *spelt; /* as the text has it */
    const char *key;   /* of `--option.key value`; NULL: the whole option */
    const char *value; /* its words, divided by blanks; "" of a switch */
    struct words values;
    const struct node *node; /* of a document: a list or a mapping */
    bool is_no;              /* --no-flag, false */
    bool from_file;          /* of a configuration: the command's own flags win */
    size_t before;           /* the one before it in its chain: its index and 1, 0 of the first */
    struct aic_launch_place at;
};

/* What stands around a program: a pod, a service, the image, the launcher. */
struct context {
    const char *name;    /* of the case */
    const char *version; /* "0.11"; "" where it is not known */
    double gpus;         /* of the pod; NAN: not known */
    bool is_multi_node;  /* the layout may need more than a pod has */
    bool is_replica_job; /* GPUs are those of all pods: its operator tells them to torchrun */
    double replicas;     /* NAN: not known */
    struct aic_launch_place gpus_at, replicas_at;
    struct aic_launch_place image_at; /* of a server that its image starts without a word */
    const char *gpu, *node;           /* entries that labels stand for */
    struct aic_launch_place gpu_at;
    const char *gpu_unknown;   /* a label that no entry has */
    const char *mig;           /* a resource that is a part of a GPU */
    const char *role;          /* prefill, decode */
    const struct shell *shell; /* variables of the program; NULL: none */
};

/* How many GPUs a launcher starts. */
struct launcher {
    double gpus, gpus_per_node; /* NAN: not said */
    const char *hole;           /* a variable that decides it; NULL: none */
    struct aic_launch_place at;
    const char *spelt;
    struct words options;    /* of accelerate, and the word behind them */
    struct source *config;   /* its configuration */
    struct word config_word; /* a configuration that was not given; text NULL: none */
};

/* A case: what is said of it so far, and what it is made from. */
struct work {
    struct aic_launch_case said;
    struct reader *reader;
    const struct dialect *dialect;
    struct context context;
    struct launcher launcher;
    struct setting *settings;
    size_t setting_count;
    size_t chains[LAUNCH_CHAINS]; /* the last setting of each: its index and 1 */
    struct aic_launch_place at;   /* of the program's word, or the document's first line */
    struct buffer no_effect;
    bool is_dropped; /* a worker of another case */
    bool is_serving;
    bool quiet;                  /* keys that are not known are not said: a file beside another */
    const struct node *document; /* of a configuration that is a case by itself */
    struct work *next;
};

struct work *aic_launch_new_work(struct reader *reader, const struct dialect *dialect,
                                 const struct context *context, struct aic_launch_place at);
void aic_launch_finish_work(struct work *work);
void aic_launch_add_calculator(struct work *work, const char *name);
struct context aic_launch_no_context(void);

/* Inputs. A value that is there already stays. `from` gives place and spelling; NULL: the program. */
void aic_launch_set_number(struct work *work, const char *name, double value,
                           const struct setting *from);
void aic_launch_set_word(struct work *work, const char *name, const char *text,
                         const struct setting *from);
void aic_launch_set_yes(struct work *work, const char *name, bool yes, const struct setting *from);
void aic_launch_set_default(struct work *work, const char *name, double value);
void aic_launch_set_default_word(struct work *work, const char *name, const char *text);
void aic_launch_unset(struct work *work, const char *name);
/* The input as it is asked: a flag's value wins over the text's. NAN and NULL: there is none. */
double aic_launch_number(const struct work *work, const char *name);
const char *aic_launch_word(const struct work *work, const char *name);
/* "tp 8 (vllm.yaml:13), pp 2 (flag)": those of these inputs, divided by blanks, that are above 1. */
const char *aic_launch_told(const struct work *work, const char *names);
bool aic_launch_has(const struct work *work, const char *name);
/* The value of a flag of the calculators, NULL where it was not given. */
const char *aic_launch_flag(const struct reader *reader, const char *name);
/* The same of a count or a number of tokens, as calculators read it: 2*8, 8Ki. NAN: none, or none of these. */
double aic_launch_flag_number(const struct reader *reader, const char *name);

/* Notes; `work` NULL: of no case. */
void aic_launch_note(struct reader *reader, struct work *work, const char *id, const char *subject,
                     struct aic_launch_place at, const char *format, ...) AIC_PRINTF(6, 7);
void aic_launch_note_condition(struct shell *shell, struct aic_launch_place at);
void aic_launch_note_missing(struct reader *reader, struct work *work, const char *file,
                             struct aic_launch_place at);
void aic_launch_ask(struct work *work, const char *subject, struct aic_launch_place at,
                    const char *format, ...) AIC_PRINTF(4, 5);
void aic_launch_not_modelled(struct work *work, const struct setting *setting, const char *why);

/* Settings (settings.c). */
void aic_launch_read_flags(struct work *work, struct words words);
void aic_launch_read_keys(struct work *work, const struct node *mapping, const char *name,
                          bool from_file, bool flatten);
struct setting *aic_launch_add_setting(struct work *work, const char *flag, const char *spelt,
                                       struct aic_launch_place at);
/* The setting that counts: the command's before a file's, the last of several. NULL: none. */
const struct setting *aic_launch_setting(const struct work *work, const char *flag);
/* The same without those of value false, and of `--no-flag`. */
const struct setting *aic_launch_switch(const struct work *work, const char *flag);
/* A value of a JSON option: `--option '{"key": value}'`, or `--option.key value`. */
const char *aic_launch_option(struct work *work, const char *flag, const char *key);
/* The same, or one key of the option: --option.key. */
const struct setting *aic_launch_whole_or_key(const struct work *work, const char *flag);
/* Applies the rows of the dialect. */
void aic_launch_apply_rows(struct work *work);
/* A value as a whole number; false with an ask where it has a hole. Refuses what is no number. */
bool aic_launch_count(struct work *work, const struct setting *setting, const char *input,
                      double *value);
/* False, with an ask, where the value has a hole. */
bool aic_launch_is_told(struct work *work, const struct setting *setting, const char *input);
/* The word that a map has for another; NULL: not in it, "" where it is as not there. */
const char *aic_launch_mapped(struct reader *reader, const char *map, const char *word);
bool aic_launch_is_false(const char *value);

/* Names (names.c). */
struct found_model {
    const char *name;   /* of the entry; NULL: not found */
    const char *format; /* the weight_dtype that the name ends in; NULL: none */
    bool approximated;
};
struct found_model aic_launch_find_model(struct reader *reader, const char *word);
/* A field of the model that is asked about, flag or text: NAN where it is not known. */
double aic_launch_model_field(const struct work *work, const char *field);
/* True where the model comes in a format of few bits, which --dtype does not change. */
double aic_launch_entry_number(const struct aic_entry *entry, const char *field);
double aic_launch_field_of(struct reader *reader, const char *model, const char *field);
bool aic_launch_model_is_quantized(const struct work *work);
/* The entry that a GPU is called; NULL: none. */
const char *aic_launch_find_gpu(struct reader *reader, const char *word);
const struct node *aic_launch_instance(struct reader *reader, const char *type);
/* Sets model, and weight_dtype from the format in its name unless `no_format`. */
void aic_launch_set_model(struct work *work, const struct setting *from, const char *word,
                          bool no_format);
void aic_launch_set_gpu(struct work *work);
const struct node *aic_launch_machines(struct reader *reader);
const struct node *aic_launch_program(struct reader *reader, const char *name);

/* Programs (programs.c). A shell whose commands are looked into. */
struct shell aic_launch_shell(struct reader *reader, const struct source *source);
void aic_launch_run_program(struct shell *shell, struct words words, const struct context *context);
void aic_launch_run_server(struct shell *shell, const struct dialect *dialect,
                           struct words arguments, const struct context *context);
/* The dialect of a server by its image; NULL: none. Its version: "0.11", or "". */
const struct dialect *aic_launch_image(struct reader *reader, const char *image,
                                       const char **version, bool *has_entry_point);
const char *aic_launch_version(struct reader *reader, const char *tag);

/* Everything that is asked for, by a reader that may know the lists of programs and names before (launch.c). */
bool aic_launch_read_all(struct reader *reader);

/* Documents (documents.c). */
void aic_launch_read_source(struct reader *reader, size_t index, int pass);
enum format { FORMAT_LOG, FORMAT_JSON, FORMAT_TOML, FORMAT_YAML, FORMAT_SHELL };
enum format aic_launch_format_of(const struct source *source);
/* The tree of a configuration that a text names; NULL where it holds none. */
const struct node *aic_launch_config(struct reader *reader, const struct source *source);
/* Whose configuration a document is; NULL: of none that this knows. */
const struct dialect *aic_launch_kind_of(struct reader *reader, const struct node *root);
/* A configuration that is a question by itself, its keys read and not yet finished. */
struct work *aic_launch_start_job(struct reader *reader, const struct source *source,
                                  const struct node *root, const struct dialect *dialect,
                                  const struct context *context);
/* torchtitan: --job.config_file FILE and keys as flags. */
void aic_launch_titan_job(struct shell *shell, struct words words, size_t from,
                          const struct launcher *launcher);
void aic_launch_pods(struct reader *reader, const struct source *source, const struct node *root);
void aic_launch_compose(struct reader *reader, const struct source *source,
                        const struct node *root);
void aic_launch_helm(struct reader *reader, const struct source *source, const struct node *root);
void aic_launch_read_log(struct reader *reader, const struct source *source);
/* A result of fio or DLIO as JSON; false: it is another document. */
bool aic_launch_measured_document(struct reader *reader, const struct source *source,
                                  const struct node *root);
void aic_launch_slurm(struct shell *shell, const struct source *source);

#endif
