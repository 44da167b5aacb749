/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of a model and number formats of its tensors, as its own files have them. */
#ifndef AICALC_PARTS_H
#define AICALC_PARTS_H

/* Parts of a model. The last two are in files, but not in the counts of a model. */
#define AIC_EACH_COUNTED_PART(PART)                                                                \
    PART(embedding)                                                                                \
    PART(attention)                                                                                \
    PART(mixer)                                                                                    \
    PART(mlp)                                                                                      \
    PART(experts)                                                                                  \
    PART(router)                                                                                   \
    PART(norms)                                                                                    \
    PART(head)                                                                                     \
    PART(other)
#define AIC_EACH_PART(PART)                                                                        \
    AIC_EACH_COUNTED_PART(PART)                                                                    \
    PART(mtp)                                                                                      \
    PART(towers)

/* Members of a struct of inputs: bytes of each part and of all tensors, as files of weights say. */
#define AIC_STORED_MEMBER(part) AIC_SLOT double stored_##part;
#define AIC_STORED_MEMBERS      AIC_EACH_PART(AIC_STORED_MEMBER) double total_size;

#define AIC_PART_CONSTANT(part) AIC_PART_##part,
enum aic_part { AIC_EACH_PART(AIC_PART_CONSTANT) AIC_PARTS };
#undef AIC_PART_CONSTANT

/*
 * Number formats of tensors: TYPE(name, elements of a block, bytes of a block), first those of
 * safetensors, then those that GGUF alone has. Two elements of f4 share a byte, four of the 6-bit
 * ones three.
 */
#define AIC_EACH_SAFETENSORS_TYPE(TYPE)                                                            \
    TYPE(f64, 1, 8)                                                                                \
    TYPE(f32, 1, 4)                                                                                \
    TYPE(f16, 1, 2)                                                                                \
    TYPE(bf16, 1, 2)                                                                               \
    TYPE(c64, 1, 8)                                                                                \
    TYPE(i64, 1, 8)                                                                                \
    TYPE(i32, 1, 4)                                                                                \
    TYPE(i16, 1, 2)                                                                                \
    TYPE(i8, 1, 1)                                                                                 \
    TYPE(u64, 1, 8)                                                                                \
    TYPE(u32, 1, 4)                                                                                \
    TYPE(u16, 1, 2)                                                                                \
    TYPE(u8, 1, 1)                                                                                 \
    TYPE(bool, 1, 1)                                                                               \
    TYPE(f8_e4m3, 1, 1)                                                                            \
    TYPE(f8_e5m2, 1, 1)                                                                            \
    TYPE(f8_e4m3fnuz, 1, 1)                                                                        \
    TYPE(f8_e5m2fnuz, 1, 1)                                                                        \
    TYPE(f8_e8m0, 1, 1)                                                                            \
    TYPE(f6_e2m3, 4, 3)                                                                            \
    TYPE(f6_e3m2, 4, 3)                                                                            \
    TYPE(f4, 2, 1)
#define AIC_EACH_GGUF_TYPE(TYPE)                                                                   \
    TYPE(q4_0, 32, 18)                                                                             \
    TYPE(q4_1, 32, 20)                                                                             \
    TYPE(q5_0, 32, 22)                                                                             \
    TYPE(q5_1, 32, 24)                                                                             \
    TYPE(q8_0, 32, 34)                                                                             \
    TYPE(q8_1, 32, 36)                                                                             \
    TYPE(q2_k, 256, 84)                                                                            \
    TYPE(q3_k, 256, 110)                                                                           \
    TYPE(q4_k, 256, 144)                                                                           \
    TYPE(q5_k, 256, 176)                                                                           \
    TYPE(q6_k, 256, 210)                                                                           \
    TYPE(q8_k, 256, 292)                                                                           \
    TYPE(iq1_s, 256, 50)                                                                           \
    TYPE(iq1_m, 256, 56)                                                                           \
    TYPE(iq2_xxs, 256, 66)                                                                         \
    TYPE(iq2_xs, 256, 74)                                                                          \
    TYPE(iq2_s, 256, 82)                                                                           \
    TYPE(iq3_xxs, 256, 98)                                                                         \
    TYPE(iq3_s, 256, 110)                                                                          \
    TYPE(iq4_nl, 32, 18)                                                                           \
    TYPE(iq4_xs, 256, 136)                                                                         \
    TYPE(tq1_0, 256, 54)                                                                           \
    TYPE(tq2_0, 256, 66)                                                                           \
    TYPE(mxfp4, 32, 17)                                                                            \
    TYPE(nvfp4, 64, 36)                                                                            \
    TYPE(q1_0, 128, 18)                                                                            \
    TYPE(q2_0, 64, 18)
#define AIC_EACH_TYPE(TYPE)                                                                        \
    AIC_EACH_SAFETENSORS_TYPE(TYPE)                                                                \
    AIC_EACH_GGUF_TYPE(TYPE)

#define AIC_TYPE_CONSTANT(name, elements, bytes) AIC_TYPE_##name,
enum aic_type { AIC_EACH_TYPE(AIC_TYPE_CONSTANT) AIC_TYPES };
#undef AIC_TYPE_CONSTANT

#endif
