/* What a path is made of. */
#ifndef KS_PATHS_H
#define KS_PATHS_H

/* Returns the part behind the folders: the whole path where it names none. */
const char *path_base(const char *path);

#endif
