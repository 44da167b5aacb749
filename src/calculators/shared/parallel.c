/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of a parallel layout, and the layers of pipeline stages, that calculators share. */
#include "calculators/shared/parallel.h"

bool aic_suggest_multiples(struct aic_error *error, double value, double step, const char *note)
{
    double below = floor(value / step) * step;
    return below > 0 ? aic_suggest(error, "try %g or %g", below, below + step)
                     : aic_suggest(error, "try %g%s", step, note);
}

bool aic_suggest_divisors(struct aic_error *error, const char *name, double number, double value)
{
    double below = aic_divisor_up_to(number, fmax(value, 1));
    double above = aic_divisor_from(number, value);
    return below == above ? aic_suggest(error, "try %s of %g", name, below)
                          : aic_suggest(error, "try %s of %g or %g", name, below, above);
}

bool aic_fail_gpus(double gpus, double tp, double pp, double cp, struct aic_error *error)
{
    aic_fail(error, AIC_ERR_CONFLICT, "gpus",
             "gpus %g is not a multiple of tp x pp x cp (%g x %g x %g)", gpus, tp, pp, cp);
    return aic_suggest_multiples(error, gpus, tp * pp * cp, "");
}

bool aic_fail_batch(double global_batch, double dp, double micro_batch, struct aic_error *error)
{
    aic_fail(error, AIC_ERR_CONFLICT, "global_batch",
             "global_batch %g is not a multiple of dp x micro_batch (%g x %g): every "
             "replica needs whole micro batches",
             global_batch, dp, micro_batch);
    return aic_suggest_multiples(error, global_batch, dp * micro_batch, ", or fewer gpus");
}

bool aic_fail_interleaving(double vpp, struct aic_error *error)
{
    aic_fail(error, AIC_ERR_CONFLICT, "vpp", "vpp %g without pp: there are no stages", vpp);
    return aic_suggest(error, "give pp above 1, or leave vpp out");
}

/* What the ends leave to the other stages, whole layers for each. */
static bool split_between(struct aic_stages *s, double first, double last)
{
    double others = s->pp - !isnan(first) - !isnan(last);
    double rest = s->layers - (isnan(first) ? 0 : first) - (isnan(last) ? 0 : last);
    s->middle = others > 0 ? rest / others : 0;
    s->first = isnan(first) ? s->middle : first;
    s->last = isnan(last) ? s->middle : last;
    return others > 0 ? rest >= others && aic_divides(others, rest) : rest == 0;
}

/* As few layers between as hold all with an embedding and a head beside them; the ends share what
 * is left. */
static bool split_unevenly(struct aic_stages *s)
{
    s->middle = ceil((s->layers + 2) / s->pp);
    double ends = s->layers - (s->pp - 2) * s->middle;
    s->first = ceil(ends / 2);
    s->last = floor(ends / 2);
    return ends >= 2;
}

static bool split_chunks(struct aic_stages *s)
{
    double chunks = s->pp * s->vpp;
    s->embedding = !aic_divides(chunks, s->layers);
    double places = s->layers + 2 * s->embedding;
    s->chunk = places / chunks;
    s->middle = s->chunk * s->vpp;
    s->first = s->last = s->middle - s->embedding;
    return s->chunk >= 1 && aic_divides(chunks, places);
}

bool aic_set_stages(struct aic_stages *stages, double layers, double pp, double vpp, double first,
                    double last)
{
    *stages = (struct aic_stages){ .layers = layers, .pp = pp, .vpp = vpp };
    if (vpp > 1) {
        return split_chunks(stages);
    }
    bool even = aic_divides(pp, layers) || !isnan(first) || !isnan(last);
    return even ? split_between(stages, first, last) : split_unevenly(stages);
}

double aic_stage_leading(const struct aic_stages *s, double index, double leading)
{
    if (!(s->vpp > 1)) {
        double before = index == 1 ? 0 : s->first + (index - 2) * s->middle;
        return fmin(fmax(leading - before, 0), aic_stage_layers(s, index));
    }
    double sum = 0;
    for (double round = 0; round < s->vpp; round++) {
        double place = (round * s->pp + index - 1) * s->chunk - s->embedding;
        double from = fmax(place, 0), to = fmin(place + s->chunk, s->layers);
        sum += fmin(fmax(leading - from, 0), to - from);
    }
    return sum;
}

double aic_domain_gpus(double gpus, double gpus_per_node)
{
    if (!(gpus > gpus_per_node) || aic_divides(gpus_per_node, gpus)) {
        return gpus_per_node;
    }
    double fits = gpus_per_node > 8 ? aic_divisor_up_to(gpus, gpus_per_node) : 1;
    return fits > gpus_per_node / 2 ? fits : (double)NAN;
}

bool aic_check_whole_domains(double gpus, double group, double gpus_per_node,
                             struct aic_error *error)
{
    if (aic_domain_gpus(gpus, gpus_per_node) > 0) {
        return true;
    }
    aic_fail(error, AIC_ERR_CONFLICT, "gpus",
             gpus_per_node > 8
                 ? "gpus %g do not fill domains of gpus_per_node %g alike: no number "
                   "above half of it divides them"
                 : "gpus %g is neither within one node nor a multiple of gpus_per_node %g",
             gpus, gpus_per_node);
    return aic_suggest_multiples(
        error, gpus, group / aic_common_divisor(group, gpus_per_node) * gpus_per_node, "");
}
