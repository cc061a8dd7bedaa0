/* Holds the table of kernels, chooses one, and has the public functions that jump through it. */
#define _GNU_SOURCE /* secure_getenv */
#include <assert.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef _WIN32
#include <unistd.h>
#endif

#include "core/kernels/family.h"
#include "core/kernels/kernel.h"
#include "core/processor/cpu.h"
#include "core/text/error.h"

/* ---- The table ---- */

#define ENTRY(kernel, result, name, parameters, arguments, precondition)                                     \
    .name = ks_##kernel##_##name, .name##_set = ks_##kernel##_##name##_set,
#define KERNEL(kernel, tier, ceiling, batch, about) {#kernel, about, KS_KERNEL_FUNCTIONS(ENTRY, kernel)},
static const ks_kernel kernels[] = {
#include "core/kernels/kernels.def"
};
#undef KERNEL

#define KERNEL(kernel, tier, ceiling, batch, about) {NEEDS_OF_##tier, NEEDS_OF_##ceiling},
static const struct {
    unsigned needs, ceiling;
} kernel_features[] = {
#include "core/kernels/kernels.def"
};
#undef KERNEL

#define KERNEL(kernel, tier, ceiling, batch, about) NUMBER_OF_##kernel,
enum {
#include "core/kernels/kernels.def"
    KERNELS
};
#undef KERNEL

const ks_kernel *const *ks_kernel_get_all(size_t *count) {
#define KERNEL(kernel, tier, ceiling, batch, about) &kernels[NUMBER_OF_##kernel],
    static const ks_kernel *const addresses[] = {
#include "core/kernels/kernels.def"
    };
#undef KERNEL
    *count = KERNELS;
    return addresses;
}

static unsigned needs(const ks_kernel *kernel) {
    return kernel_features[kernel - kernels].needs;
}

int ks_kernel_is_usable(const ks_kernel *kernel) {
    return (needs(kernel) & ~ks_cpu_features()) == 0;
}

size_t ks_kernel_write_needs(const ks_kernel *kernel, char *text, size_t room) {
    size_t used = 0;
    if (room)
        text[0] = '\0';
    for (unsigned bit = 0; bit < CPU_FEATURES; bit++)
        if (needs(kernel) >> bit & 1)
            used += (size_t)snprintf(used < room ? text + used : NULL, used < room ? room - used : 0, "%s%s",
                                     used ? " " : "", ks_cpu_feature_name(bit));
    return used;
}

/* ---- The choice ---- */

static const ks_kernel *fastest_usable(void) {
    const ks_kernel *kernel = &kernels[KERNELS - 1];
    while (!ks_kernel_is_usable(kernel))
        kernel--; /* the reference needs nothing */
    return kernel;
}

static const ks_kernel *find_kernel(const char *name) {
    for (const ks_kernel *kernel = kernels; kernel < kernels + KERNELS; kernel++)
        if (strcmp(kernel->name, name) == 0)
            return kernel;
    return NULL;
}

static int refuse_kernel(int code, const char *name, ks_error *error) {
    char list[128];
    size_t used = 0;
    for (const ks_kernel *kernel = kernels; kernel < kernels + KERNELS; kernel++)
        if (ks_kernel_is_usable(kernel))
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", kernel->name);
    return ks_fail(error, code, 0,
                   code == KS_ERROR_KERNEL_UNKNOWN
                       ? "no kernel is called \"%.40s\"; this machine has: %s"
                       : "this machine can't run the kernel \"%.40s\"; it has: %s",
                   name, list);
}

static int choose(const char *name, const ks_kernel **chosen, ks_error *error) {
    const ks_kernel *kernel = name ? find_kernel(name) : fastest_usable();
    if (!kernel)
        return refuse_kernel(KS_ERROR_KERNEL_UNKNOWN, name, error);
    if (!ks_kernel_is_usable(kernel))
        return refuse_kernel(KS_ERROR_KERNEL_UNUSABLE, name, error);
    *chosen = kernel;
    return KS_OK;
}

/* Returns NULL in a program that runs with rights of others than its user: nobody else may choose
 * its kernel. */
static const char *read_trusted_variable(const char *name) {
#if defined __linux__ || defined _WIN32 || defined __wasm__ /* (the last two have one of ours) */
    return secure_getenv(name);
#else
    return getuid() == geteuid() && getgid() == getegid() ? getenv(name) : NULL;
#endif
}

/* Returns the name that KINGSCAN_KERNEL has, or NULL. */
static const char *name_in_environment(void) {
    const char *name = read_trusted_variable("KINGSCAN_KERNEL");
    return name && *name ? name : NULL;
}

int ks_kernel_check_environment(ks_error *error) {
    const ks_kernel *kernel;
    return choose(name_in_environment(), &kernel, error);
}

/* Before the first call, current is a kernel with functions that choose a kernel and pass the call on.
 * Threads that meet there make the same choice. Calls need no order, since the kernels are constant. */
static const ks_kernel undecided;
static _Atomic(const ks_kernel *) current = &undecided;

/* The features that code may need beside the current kernel: all, or no more than a kernel has that was
 * chosen by its name. NULL before the first choice, which sets it before `current`. */
static const unsigned any_features = ~0u;
static _Atomic(const unsigned *) ceiling;

_Atomic(const void *) ks_chosen[FAMILIES];

static const unsigned *ceiling_of(const char *name, const ks_kernel *kernel) {
    return name ? &kernel_features[kernel - kernels].ceiling : &any_features;
}

static const ks_kernel *load_current(void) {
    return atomic_load_explicit(&current, memory_order_relaxed);
}

const ks_kernel *ks_kernel_get_current(void) {
    const ks_kernel *kernel = atomic_load_explicit(&current, memory_order_acquire);
    if (kernel != &undecided)
        return kernel;
    const char *name = name_in_environment();
    if (choose(name, &kernel, NULL) != KS_OK) {
        name = NULL;
        kernel = fastest_usable();
    }
    /* This keeps what ks_kernel_select may have chosen meanwhile. */
    const unsigned *none = NULL;
    const ks_kernel *expected = &undecided;
    atomic_compare_exchange_strong(&ceiling, &none, ceiling_of(name, kernel));
    atomic_compare_exchange_strong(&current, &expected, kernel);
    return load_current();
}

unsigned ks_features_with(const ks_kernel *kernel) {
    return ks_cpu_features() & kernel_features[kernel - kernels].ceiling;
}

unsigned ks_features_in_use(void) {
    (void)ks_kernel_get_current();
    return ks_cpu_features() & *atomic_load(&ceiling);
}

int ks_kernel_select(const char *name, ks_error *error) {
    const ks_kernel *kernel;
    const int code = choose(name, &kernel, error);
    if (code == KS_OK) {
        atomic_store(&ceiling, ceiling_of(name, kernel));
        atomic_store(&current, kernel);
    }
    for (unsigned i = 0; i < FAMILIES; i++)
        atomic_store(&ks_chosen[i], NULL);
    return code;
}

/* ---- The public functions, and the functions of the first call ---- */

/* The keyword before a call with this result: ISO C has no "return" of void. */
#define RETURN_int return
#define RETURN_uint64_t return
#define RETURN_void

/* The set, then the arguments of a row. */
#define SET_AND(...) (set, __VA_ARGS__)

#define DECIDE(context, result, name, parameters, arguments, precondition)                                   \
    static result decide_##name parameters {                                                                 \
        RETURN_##result ks_kernel_get_current()->name arguments;                                             \
    }                                                                                                        \
    static result decide_##name##_set KS_WITH_SET parameters {                                               \
        RETURN_##result ks_kernel_get_current()->name##_set SET_AND arguments;                               \
    }
KS_KERNEL_FUNCTIONS(DECIDE, )

#define DECIDING(context, result, name, parameters, arguments, precondition)                                 \
    .name = decide_##name, .name##_set = decide_##name##_set,
static const ks_kernel undecided = {KS_KERNEL_FUNCTIONS(DECIDING, )};

#define PUBLIC(context, result, name, parameters, arguments, precondition)                                   \
    result ks_##name parameters {                                                                            \
        assert(precondition);                                                                                \
        RETURN_##result load_current()->name arguments;                                                      \
    }                                                                                                        \
    result ks_##name##_set KS_WITH_SET parameters {                                                          \
        assert(precondition);                                                                                \
        RETURN_##result load_current()->name##_set SET_AND arguments;                                        \
    }
KS_KERNEL_FUNCTIONS(PUBLIC, )
