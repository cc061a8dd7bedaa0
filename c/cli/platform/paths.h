/* The parts of a path. */
#ifndef KS_PATHS_H
#define KS_PATHS_H

/* Returns the part after the folders: the whole path when it names none. */
const char *path_base(const char *path);

#endif
