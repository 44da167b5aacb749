/* SPDX-License-Identifier: Apache-2.0 */
/* Price lists: one that is taken makes a catalog that is taken, one that is refused says where. */
#include "fuzz.h"

struct made {
    char *at;
    size_t length;
};

static bool add(void *context, const char *bytes, size_t length)
{
    struct made *made = context;
    made->at = realloc(made->at, made->length + length + 1);
    must(made->at != NULL);
    memcpy(made->at + made->length, bytes, length);
    made->length += length;
    made->at[made->length] = '\0';
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct aic_import import;
    char *text = fuzz_text(data, size);
    struct aic_catalog catalog;
    struct aic_error error = { 0 };
    struct made made = { NULL, 0 };
    struct aic_sink sink = { .write = add, .context = &made };
    aic_catalog_init(&catalog);
    if (aic_catalog_import(&catalog, "prices.csv", text, size, &sink, &import)) {
        must(import.added + import.overridden > 0);
        must(aic_catalog_add(&catalog, "made.json", made.at, made.length, &error));
    } else {
        must(made.length == 0 && import.error_count > 0);
        must_explain(&import.errors[0]);
    }
    aic_catalog_clear(&catalog);
    free(made.at);
    free(text);
    return 0;
}
