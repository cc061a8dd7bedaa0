/* kingscan kernels: lists the kernels, says which of them is used here, and what other code runs. */
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

/* ---- Kernels ---- */

enum { NEEDS_SIZE = 256 };

/* The features that a kernel needs, or `without` when it needs none. */
static const char *needs_of(const ks_kernel *kernel, const char *without, char text[NEEDS_SIZE]) {
    return ks_kernel_write_needs(kernel, text, NEEDS_SIZE) ? text : without;
}

static void put_row(const char *name, const char *usable, const char *summary, int width, const char *needs) {
    put_format(&standard_output, "%-10s%-8s%-*s  %s\n", name, usable, width, summary, needs);
}

static void put_kernels(const ks_kernel *const *kernels, size_t count) {
    char needs[NEEDS_SIZE];
    int width = 0;
    for (size_t i = 0; i < count; i++) {
        const int length = (int)strlen(kernels[i]->summary);
        width = length > width ? length : width;
    }
    put_row("KERNEL", "USABLE", "WHAT IT IS", width, "NEEDS");
    for (size_t i = 0; i < count; i++)
        put_row(kernels[i]->name, use_of(kernels[i]), kernels[i]->summary, width,
                needs_of(kernels[i], "nothing", needs));
}

/* ---- Families ---- */

#define FAMILY(family, about) ks_##family##_builds,
static const void *const *const builds_of[FAMILIES] = {
#include "core/kernels/families.def"
};
#undef FAMILY

static const char *tier_of(enum family family, unsigned features) {
    return ks_tier_name(ks_last_tier(builds_of[family], features));
}

static void put_families(void) {
    put_format(&standard_output, "\n%-14s%-12s%s\n", "FAMILY", "BUILD", "WHAT IT IS FOR");
    for (unsigned family = 0; family < FAMILIES; family++)
        put_format(&standard_output, "%-14s%-12s%s\n", ks_family_name(family),
                   tier_of(family, ks_features_in_use()), ks_family_about(family));
}

/* ---- JSON ---- */

static void put_object(const ks_kernel *kernel) {
    char needs[NEEDS_SIZE];
    const bool used = kernel == ks_kernel_get_current();
    const unsigned features = used ? ks_features_in_use() : ks_features_with(kernel);
    struct json json = json_start(&standard_output);
    json_open_object(&json, NULL);
    json_string(&json, "name", kernel->name);
    json_string(&json, "summary", kernel->summary);
    json_fact(&json, "needs", needs_of(kernel, "", needs));
    json_bool(&json, "usable", ks_kernel_is_usable(kernel));
    json_bool(&json, "used", used);
    json_open_object(&json, "builds");
    for (unsigned family = 0; ks_kernel_is_usable(kernel) && family < FAMILIES; family++)
        json_string(&json, ks_family_name(family), tier_of(family, features));
    json_close_object(&json);
    json_close_object(&json);
    json_end_line(&json);
}

static int kernels_main(struct arguments *arguments) {
    bool json = false;
    read_options(arguments, &json);
    require_kernel();

    size_t count;
    const ks_kernel *const *kernels = ks_kernel_get_all(&count);
    if (!json) {
        put_kernels(kernels, count);
        put_families();
    }
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
