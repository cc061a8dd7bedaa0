/* Lists the kernels that this machine has, and the reference, for tests. */
#include "support/kernels/usable.h"

size_t usable_kernels(const ks_kernel *usable[KERNELS_MAX]) {
    size_t count, found = 0;
    const ks_kernel *const *kernels = ks_kernel_get_all(&count);
    for (size_t i = 0; i < count; i++)
        if (ks_kernel_is_usable(kernels[i]))
            usable[found++] = kernels[i];
    return found;
}

const ks_kernel *reference(void) {
    size_t count;
    return ks_kernel_get_all(&count)[0];
}
