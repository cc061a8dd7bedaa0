/* dlopen(3) of a path in UTF-8. */
#ifndef KS_POSIX_DLFCN_H
#define KS_POSIX_DLFCN_H

enum { RTLD_NOW = 2, RTLD_LOCAL = 0 };

void *dlopen(const char *path, int flags);
void *dlsym(void *library, const char *symbol);
const char *dlerror(void);

#endif
