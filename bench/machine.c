/* Describes the machine: processor, clock and caches. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"

static void read_processor(char *name, size_t size) {
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[256];
    snprintf(name, size, "unknown");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, "model name", 10) == 0 && strchr(line, ':')) {
            const char *text = strchr(line, ':') + 2;
            snprintf(name, size, "%.*s", (int)strcspn(text, "\n"), text);
            break;
        }
    if (file)
        fclose(file);
}

/* Reads one number or word out of a file in which Linux describes a cache. Returns whether it was there. */
static bool read_cache_file(int index, const char *file, const char *format, void *value) {
    char path[96];
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/%s", index, file);
    FILE *opened = fopen(path, "r");
    const bool found = opened && fscanf(opened, format, value) == 1;
    if (opened)
        fclose(opened);
    return found;
}

static void read_caches(struct machine *machine) {
    for (int index = 0; index < 8; index++) {
        unsigned level;
        size_t kib;
        char type[16];
        if (read_cache_file(index, "level", "%u", &level) && read_cache_file(index, "type", "%15s", type) &&
            read_cache_file(index, "size", "%zuK", &kib) && level < 4 && strcmp(type, "Instruction") != 0)
            machine->cache[level] = kib << 10;
    }
}

void describe_machine(struct machine *machine) {
    *machine = (struct machine){.clock_ghz = core_clock()};
    read_processor(machine->processor, sizeof machine->processor);
    read_caches(machine);
}
