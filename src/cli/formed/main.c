/* SPDX-License-Identifier: Apache-2.0 */
/* aicalc_form: prints all compositions, formed, as the C file that aicalc is linked with. */
#include <stdlib.h>

#include <aicalc/registry.h>

#include "cli/formed/print.h"

static const char head[] =
    "/* Made by the build, from the tables of src/calculators/compositions. */\n"
    "#include <math.h>\n"
    "#include <stdint.h>\n\n"
    "#include <aicalc/aicalc.h>\n\n"
    "#include \"calculators/compositions/compositions.h\"\n"
    "#include \"cli/formed/formed.h\"\n"
    "#include \"engine/composition/composition.h\"\n\n"
    "#define COMPOSITION(name) extern const struct aic_composition_table aic_##name;\n"
    "#include \"compositions.inc\"\n\n";

static const char foot[] = "const struct aic_composition *const cli_formed[] = {\n"
                           "#undef COMPOSITION\n"
                           "#define COMPOSITION(name) &formed_##name,\n"
                           "#include \"compositions.inc\"\n"
                           "};\n";

static bool print_all(FILE *file, struct aic_error *error)
{
    const struct aic_composition_table *table;
    bool ok = true;
    fputs(head, file);
    for (size_t i = 0; ok && (table = aic_composition_table_at(i)); i++) {
        struct aic_composition *composition = aic_composition_form(table, error);
        ok = composition && cli_print_composition(file, composition);
        aic_composition_free(composition);
    }
    fputs(foot, file);
    return ok;
}

int main(int argc, char **argv)
{
    struct aic_error error = { .code = AIC_OK };
    FILE *file = argc == 2 ? fopen(argv[1], "w") : NULL;
    if (!file) {
        fprintf(stderr, "aicalc_form FILE: the file to write\n");
        return EXIT_FAILURE;
    }
    bool ok = print_all(file, &error);
    if (error.code != AIC_OK) {
        fprintf(stderr, "%s\n", error.message);
    }
    return fclose(file) == 0 && ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
