/* SPDX-License-Identifier: Apache-2.0 */
/* What the tensors of a model come to: by part, by number format, in all. */
#include <math.h>
#include <string.h>

#include "catalog/weights/weights.h"

/* A share of tensors whose names are not known that is worth a word. */
#define UNKNOWN_SHARE 0.01

static void add(double *sum, double more)
{
    *sum = aic_or(*sum, 0) + more;
}

void aic_stored_add(struct aic_stored *stored, enum aic_part part, const struct tensor *tensor,
                    double parameters)
{
    add(&stored->tensors, 1);
    add(&stored->bytes[part], (double)tensor->bytes);
    add(&stored->by_type[tensor->type], (double)tensor->bytes);
    add(&stored->counted[part], parameters);
}

/* What is not there is no 0: an answer shows what is. */
static void drop_zeros(double *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        values[i] = values[i] > 0 ? values[i] : (double)NAN;
    }
}

static void add_bytes(struct aic_text *text, double bytes)
{
    char quantity[AIC_QUANTITY_SIZE];
    aic_quantity_write(quantity, sizeof quantity, bytes, AIC_BYTES, NULL, AIC_UNITS_AUTO);
    aic_text_add(text, quantity);
}

static void warn_apart(struct aic_model_file *file, enum aic_part part, const char *id,
                       const char *what)
{
    char words[64];
    struct aic_text text;
    if (!aic_is_set(file->stored.bytes[part])) {
        return;
    }
    aic_text_init(&text, words, sizeof words);
    add_bytes(&text, file->stored.bytes[part]);
    aic_warn(&file->notes, id,
             "%s of %s are in the files, but not in params_total and "
             "weight_bytes",
             words, what);
}

static void warn_unknown(struct aic_model_file *file, double params)
{
    double other = file->stored.counted[AIC_PART_other];
    if (other > UNKNOWN_SHARE * params) {
        aic_warn(&file->notes, "tensors-unknown",
                 "%g of %g parameters are in tensors whose names say no part: they count as other",
                 other, params);
    }
}

void aic_stored_finish(struct aic_model_file *file, bool known)
{
    struct aic_stored *stored = &file->stored;
    double params = 0;
    drop_zeros(stored->bytes, AIC_PARTS);
    drop_zeros(stored->by_type, AIC_TYPES);
    drop_zeros(stored->counted, AIC_PARTS);
    for (int part = 0; part < AIC_PARTS; part++) {
        if (!known) {
            stored->counted[part] = NAN;
        }
        params += part < AIC_PART_mtp ? aic_or(stored->counted[part], 0) : 0;
    }
    if (params > 0) {
        file->model.params = params;
        warn_unknown(file, params);
    }
    warn_apart(file, AIC_PART_towers, "towers-not-counted", "vision or audio towers");
    warn_apart(file, AIC_PART_mtp, "mtp-not-counted", "multi-token-prediction layers");
}
