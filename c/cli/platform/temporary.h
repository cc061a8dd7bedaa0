/* Files that last as long as the program. The descriptor is -1, with the reason in errno, when there can be
 * none. */
#ifndef KS_TEMPORARY_H
#define KS_TEMPORARY_H

/* Returns the folder for such files by default: TMPDIR, or the system's. */
const char *temporary_folder(void);

/* Makes a file for reading and writing that no other process sees. */
int open_temporary(const char *folder);

enum { TEMPORARY_PATH = 1024 };

/* Makes a file that other processes can read by its path while this one runs. */
int open_shared_temporary(char path[TEMPORARY_PATH]);

#endif
