/* SPDX-License-Identifier: Apache-2.0 */
/* What a quantization says of the widths of matrices: a row for each method that writes releases. */
#ifndef AICALC_CATALOG_FORMATS_METHODS_H
#define AICALC_CATALOG_FORMATS_METHODS_H

#include "catalog/formats/matrices.h"

/* A quantization being read. */
struct reading {
    const struct aic_release *release;
    const struct aic_json_value *says; /* the object that says it */
    bool is_mlx;                       /* it is `quantization` of a config.json */
    const char *method;                /* its quant_method; empty: none */
    struct matrices *matrices;
    struct width usual;      /* of matrices in layers; 0 bits: not known */
    struct width vocabulary; /* of head and embedding */
    bool unknown;            /* something in it has a width that is not known */
    bool approximate;        /* widths are near, but not told exactly */
};

/* Gives all matrices their widths. False: no row knows the format. */
bool aic_method_read(struct reading *reading);

#endif
