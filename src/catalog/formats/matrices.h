/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The matrices of a model, each by the names that it may have in a release, and how wide a parameter of each
 * is: most alike, some otherwise by a pattern.
 */
#ifndef AICALC_CATALOG_FORMATS_MATRICES_H
#define AICALC_CATALOG_FORMATS_MATRICES_H

#include "catalog/formats/pattern.h"
#include "catalog/formats/release.h"

/* Parts of which a release says the bits; the last two are no matrices of layers. */
enum release_part {
    RELEASE_ATTENTION,
    RELEASE_MIXER,
    RELEASE_MLP,
    RELEASE_EXPERTS,
    RELEASE_HEAD,
    RELEASE_EMBEDDING,
    RELEASE_PARTS
};

/* What kind of numbers they are: names of formats depend on it. */
enum number_kind { KEPT_WIDE, FLOATING, INTEGERS, NORMAL_FLOAT };

/* Bits of a parameter with its share of the scales; 0: none. */
struct width {
    double bits;
    enum number_kind kind;
};

#define KEPT_BITS 16
static inline struct width aic_kept_wide(void)
{
    return (struct width){ KEPT_BITS, KEPT_WIDE };
}

/* A matrix of one layer. Names are "layers.I.BOX", INNER, ".LEAF", of each of these lists; of a matrix in no
 * layer LEAF alone. */
struct matrix {
    enum release_part part;
    unsigned holds; /* in layers that hold this; 0: in no layer */
    const char *boxes, *inner, *leaves;
    double params;
};

enum { MATRICES_MAX = 32 };

struct matrices {
    struct aic_model model; /* with its defaults */
    const unsigned char *holds;
    struct matrix all[MATRICES_MAX];
    size_t count, layers;
    struct width *widths; /* of each matrix in each layer; 0 bits: the usual one */
    double tried;         /* names held against patterns */
    size_t unknown;       /* patterns that could not be read */
    char first_unknown[64];
};

/* False: no memory. The model may have unset fields where they have defaults. */
bool aic_matrices_init(struct matrices *matrices, const struct aic_model *model,
                       const struct aic_release *release);
void aic_matrices_clear(struct matrices *matrices);

/* Gives the matrices that match, and that have no width by then, this one; `regex`: without "re:". */
void aic_matrices_except(struct matrices *matrices, const char *pattern, bool regex,
                         struct width width);
/* The same of all matrices of a part. */
void aic_matrices_except_part(struct matrices *matrices, enum release_part part,
                              struct width width);
/* Gives all others of layers theirs, and those of the vocabulary. */
void aic_matrices_rest(struct matrices *matrices, struct width usual, struct width vocabulary);

/* Parameters of a part's matrices, and their mean bits. */
struct part_mean {
    double params, bits;
};
struct part_mean aic_matrices_mean(const struct matrices *matrices, enum release_part part);
/* That of the widths in a part which is nearest to some bits, of two the narrower one. */
struct width aic_matrices_nearest(const struct matrices *matrices, enum release_part part,
                                  double bits);

#endif
