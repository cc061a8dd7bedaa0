/* Files for as long as the program runs. The descriptor is -1, with the reason in errno, where there can be
 * none. */
#ifndef KS_TEMPORARY_H
#define KS_TEMPORARY_H

/* Where such files go unless somebody says otherwise: TMPDIR, or what the system has. */
const char *temporary_folder(void);

/* Makes a file that nobody else sees, to be read and written. */
int open_temporary(const char *folder);

enum { TEMPORARY_PATH = 1024 };

/* Makes a file that other processes can read by its path while this one runs. */
int open_shared_temporary(char path[TEMPORARY_PATH]);

#endif
