/* Files that only one process at a time may use. */
#ifndef KS_LOCK_H
#define KS_LOCK_H

/* Locks an open file until this process ends. Returns 0; the id of the process that has locked the file; or
 * -1, with the reason in errno. This process may not open the file a second time. */
long lock_file(int descriptor, const char *path);

#endif
