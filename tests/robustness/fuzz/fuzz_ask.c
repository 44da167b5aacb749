/* SPDX-License-Identifier: Apache-2.0 */
/* Questions as JSON: answered in what format they ask for, or refused with a reason. */
#include "fuzz.h"

#include <aicalc/ask.h>

static bool count(void *context, const char *bytes, size_t length)
{
    *(size_t *)context += length;
    must(bytes != NULL || length == 0);
    return true;
}

/* So many evaluations are enough of a sweep or a search. */
static bool go_on(void *context)
{
    int *left = context;
    return --*left > 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct aic_registry registry;
    char *text = fuzz_text(data, size);
    size_t written = 0, noted = 0;
    int left = 200;
    struct aic_sink sink = { count, &written, false }, notes = { count, &noted, false };
    struct aic_error error;
    const struct aic_ask host = {
        .registry = &registry, .most_cases = 100, .tick = go_on, .context = &left, .notes = &notes
    };
    enum aic_asked code = aic_ask_json(text, size, &host, &sink, &error);
    if (code >= AIC_ASKED_WRONG) {
        must_explain(&error);
    } else {
        must(written > 0 || error.code == AIC_ERR_UNSOLVED);
    }
    free(text);
    return 0;
}
