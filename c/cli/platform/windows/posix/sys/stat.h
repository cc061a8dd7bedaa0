/* <sys/stat.h> with stat(2) of a path in UTF-8, of files of any size. */
#ifndef KS_POSIX_STAT_H
#define KS_POSIX_STAT_H

#include_next <sys/stat.h>

#undef stat
#undef fstat
#define stat ks_stat
#define fstat ks_fstat

struct ks_stat {
    unsigned short st_mode;
    long long st_size;
};

int ks_stat(const char *path, struct ks_stat *status);
int ks_fstat(int descriptor, struct ks_stat *status);

#endif
