/* The parts of a path, and where this program is. */
#ifndef KS_PATHS_H
#define KS_PATHS_H

#include <stdbool.h>

/* Returns the part after the folders: the whole path when it names none. */
const char *path_base(const char *path);

enum { OWN_PATH_SIZE = 4096 };

/* Writes the path of this program. Returns false when the system does not say. */
bool own_path(char path[OWN_PATH_SIZE]);

#endif
