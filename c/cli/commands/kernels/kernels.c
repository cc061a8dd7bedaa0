/* kingscan kernels: lists the kernels, and says which of them is used here. */
#include <string.h>

#include "cli/args/options.h"
#include "cli/base/json.h"
#include "cli/base/messages.h"
#include "core/kernels/family.h"
#include "core/kernels/kernel.h"

/* Their task is a bool: whether to print JSON. */
static const struct command_option options[] = {
    {"json", 0, NULL, READ_BY(read_flag)},
    {0},
};

static const char *use_of(const ks_kernel *kernel) {
    return kernel == ks_kernel_get_current() ? "used" : ks_kernel_is_usable(kernel) ? "yes" : "no";
}

enum { NEEDS_SIZE = 256 };

/* The features that a kernel needs, or `without` when it needs none. */
static const char *needs_of(const ks_kernel *kernel, const char *without, char text[NEEDS_SIZE]) {
    return ks_kernel_write_needs(kernel, text, NEEDS_SIZE) ? text : without;
}

static const char *perft_of(const ks_kernel *kernel) {
    const unsigned features =
        kernel == ks_kernel_get_current() ? ks_features_in_use() : ks_features_with(kernel);
    return ks_kernel_is_usable(kernel) ? ks_tier_name(ks_last_tier(ks_counters_builds, features)) : "-";
}

static void put_row(const char *name, const char *usable, const char *perft, const char *needs,
                    int needs_width, const char *summary) {
    put_format(&standard_output, "%-10s%-8s%-8s%-*s  %s\n", name, usable, perft, needs_width, needs, summary);
}

static void put_table(const ks_kernel *const *kernels, size_t count) {
    char needs[NEEDS_SIZE];
    int width = 0;
    for (size_t i = 0; i < count; i++) {
        const int length = (int)strlen(needs_of(kernels[i], "nothing", needs));
        width = length > width ? length : width;
    }
    put_row("KERNEL", "USABLE", "PERFT", "NEEDS", width, "WHAT IT IS");
    for (size_t i = 0; i < count; i++)
        put_row(kernels[i]->name, use_of(kernels[i]), perft_of(kernels[i]),
                needs_of(kernels[i], "nothing", needs), width, kernels[i]->summary);
}

static void put_object(const ks_kernel *kernel) {
    char needs[NEEDS_SIZE];
    struct json json = json_start(&standard_output);
    json_open_object(&json, NULL);
    json_string(&json, "name", kernel->name);
    json_string(&json, "summary", kernel->summary);
    json_string(&json, "needs", needs_of(kernel, "", needs));
    json_bool(&json, "usable", ks_kernel_is_usable(kernel));
    json_bool(&json, "used", kernel == ks_kernel_get_current());
    json_string(&json, "perft", perft_of(kernel));
    json_close_object(&json);
    json_end_line(&json);
}

static int kernels_main(struct arguments *arguments) {
    bool json = false;
    read_options(arguments, &json);
    require_kernel();

    size_t count;
    const ks_kernel *const *kernels = ks_kernels(&count);
    if (!json)
        put_table(kernels, count);
    for (size_t i = 0; json && i < count; i++)
        put_object(kernels[i]);
    flush_output(&standard_output);
    return STATUS_GOOD;
}

const struct command kernels_command = {
    .name = "kernels",
    .options = options,
    .run = kernels_main,
};
