/* SPDX-License-Identifier: Apache-2.0 */
/* replay DIRECTORY...: runs a fuzz target once for every file, where there is no libFuzzer. */
#include <dirent.h>
#include <stdio.h>

#include "fuzz.h"

static long replayed;

static bool replay(const char *path)
{
    static uint8_t bytes[1 << 20];
    FILE *file = fopen(path, "rb");
    if (!file) {
        return false;
    }
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    LLVMFuzzerTestOneInput(bytes, size);
    replayed++;
    return true;
}

static bool replay_all(const char *folder)
{
    DIR *directory = opendir(folder);
    if (!directory) {
        return false;
    }
    bool ok = true;
    for (struct dirent *entry; (entry = readdir(directory));) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        ok = (entry->d_name[0] == '.' || replay(path)) && ok;
    }
    closedir(directory);
    return ok;
}

int main(int argc, char **argv)
{
    bool ok = argc > 1;
    for (int i = 1; i < argc; i++) {
        ok = replay_all(argv[i]) && ok;
    }
    printf("%ld inputs replayed\n", replayed);
    return !ok || replayed == 0;
}
