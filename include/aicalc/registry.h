/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The calculators that a host knows: those of the library, and its compositions, which are formed
 * when they are first asked for. The host owns the registry and keeps it as long as anything that
 * uses a calculator of it; where threads share one, the host asks it for them beforehand.
 */
#ifndef AICALC_REGISTRY_H
#define AICALC_REGISTRY_H

#include <aicalc/composition.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

#define AIC_COMPOSITIONS_MAX 8

struct aic_registry {
    struct aic_composition *formed[AIC_COMPOSITIONS_MAX]; /* NULL: not asked for yet */
    /* Why the last composition that could not be formed was not, where nobody asked for the reason
     * then; AIC_OK: all could. */
    struct aic_error error;
};

/* Starts without compositions: { 0 } is one too. Release with aic_registry_clear(). */
void aic_registry_init(struct aic_registry *registry);
void aic_registry_clear(struct aic_registry *registry);

/*
 * All calculators in the order of the help, compositions first; NULL at and after the end, and
 * where memory is short (`registry->error` says so). `registry` may be NULL: then there are no compositions.
 */
const struct aic_calculator *aic_registry_at(struct aic_registry *registry, size_t index);
/* The calculator of that name, or NULL: there is none, or `error` says why not (NULL: that of the
 * registry). */
const struct aic_calculator *aic_registry_find(struct aic_registry *registry, const char *name,
                                               struct aic_error *error);
/* Their names and one-line helps, without forming anything; NULL at and after the end. */
const char *aic_registry_name_at(const void *context, size_t index);
const char *aic_registry_help_at(size_t index);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
