/* SPDX-License-Identifier: Apache-2.0 */
/* Number formats of tensors, and arithmetic that notices where it ends. */
#include <string.h>

#include "catalog/weights/weights.h"
#include "core/ascii.h"

#define NAME(name, elements, bytes) #name,
static const char *const type_names[] = { AIC_EACH_TYPE(NAME) };
#undef NAME

#define BLOCK(name, elements, bytes) { elements, bytes },
static const struct block blocks[] = { AIC_EACH_TYPE(BLOCK) };
#undef BLOCK

#define NAME(part) #part,
static const char *const part_names[] = { AIC_EACH_PART(NAME) };
#undef NAME

const char *aic_part_name(enum aic_part part)
{
    return part < AIC_PARTS ? part_names[part] : NULL;
}

const char *aic_type_name(enum aic_type type)
{
    return type < AIC_TYPES ? type_names[type] : NULL;
}

struct block aic_type_block(enum aic_type type)
{
    return blocks[type];
}

bool aic_type_is_integer(enum aic_type type)
{
    return type >= AIC_TYPE_i64 && type <= AIC_TYPE_bool;
}

/* "F8_E4M3" and "f8_e4m3"; lower case in a file is another name. */
static bool is_upper_of(const char *typed, const char *name)
{
    while (*name && *typed && aic_lower(*typed) == *name &&
           !(aic_is_letter(*typed) && *typed == *name)) {
        typed++;
        name++;
    }
    return *typed == '\0' && *name == '\0';
}

bool aic_safetensors_type(const char *name, enum aic_type *type)
{
    for (int i = 0; i <= AIC_TYPE_f4; i++) {
        if (is_upper_of(name, type_names[i])) {
            *type = (enum aic_type)i;
            return true;
        }
    }
    return false;
}

/* The ids of ggml.h; the rest is NULL. */
static const struct {
    bool is_there;
    enum aic_type type;
    const char *removed;
} gguf_types[] = {
    [0] = { true, AIC_TYPE_f32, NULL },        [1] = { true, AIC_TYPE_f16, NULL },
    [2] = { true, AIC_TYPE_q4_0, NULL },       [3] = { true, AIC_TYPE_q4_1, NULL },
    [4] = { false, AIC_TYPES, "Q4_2" },        [5] = { false, AIC_TYPES, "Q4_3" },
    [6] = { true, AIC_TYPE_q5_0, NULL },       [7] = { true, AIC_TYPE_q5_1, NULL },
    [8] = { true, AIC_TYPE_q8_0, NULL },       [9] = { true, AIC_TYPE_q8_1, NULL },
    [10] = { true, AIC_TYPE_q2_k, NULL },      [11] = { true, AIC_TYPE_q3_k, NULL },
    [12] = { true, AIC_TYPE_q4_k, NULL },      [13] = { true, AIC_TYPE_q5_k, NULL },
    [14] = { true, AIC_TYPE_q6_k, NULL },      [15] = { true, AIC_TYPE_q8_k, NULL },
    [16] = { true, AIC_TYPE_iq2_xxs, NULL },   [17] = { true, AIC_TYPE_iq2_xs, NULL },
    [18] = { true, AIC_TYPE_iq3_xxs, NULL },   [19] = { true, AIC_TYPE_iq1_s, NULL },
    [20] = { true, AIC_TYPE_iq4_nl, NULL },    [21] = { true, AIC_TYPE_iq3_s, NULL },
    [22] = { true, AIC_TYPE_iq2_s, NULL },     [23] = { true, AIC_TYPE_iq4_xs, NULL },
    [24] = { true, AIC_TYPE_i8, NULL },        [25] = { true, AIC_TYPE_i16, NULL },
    [26] = { true, AIC_TYPE_i32, NULL },       [27] = { true, AIC_TYPE_i64, NULL },
    [28] = { true, AIC_TYPE_f64, NULL },       [29] = { true, AIC_TYPE_iq1_m, NULL },
    [30] = { true, AIC_TYPE_bf16, NULL },      [31] = { false, AIC_TYPES, "Q4_0_4_4" },
    [32] = { false, AIC_TYPES, "Q4_0_4_8" },   [33] = { false, AIC_TYPES, "Q4_0_8_8" },
    [34] = { true, AIC_TYPE_tq1_0, NULL },     [35] = { true, AIC_TYPE_tq2_0, NULL },
    [36] = { false, AIC_TYPES, "IQ4_NL_4_4" }, [37] = { false, AIC_TYPES, "IQ4_NL_4_8" },
    [38] = { false, AIC_TYPES, "IQ4_NL_8_8" }, [39] = { true, AIC_TYPE_mxfp4, NULL },
    [40] = { true, AIC_TYPE_nvfp4, NULL },     [41] = { true, AIC_TYPE_q1_0, NULL },
    [42] = { true, AIC_TYPE_q2_0, NULL },
};

bool aic_gguf_type(uint64_t id, enum aic_type *type, const char **removed)
{
    bool listed = id < sizeof gguf_types / sizeof gguf_types[0];
    *removed = listed ? gguf_types[id].removed : NULL;
    *type = listed ? gguf_types[id].type : AIC_TYPES;
    return listed && gguf_types[id].is_there;
}

bool aic_multiply(uint64_t a, uint64_t b, uint64_t *product)
{
    *product = a * b;
    return b == 0 || a <= (BELOW_2_63 - 1) / b;
}
