/* What the command line asks of .binpack before it opens a reader, to cut a file for several threads. */
#ifndef KS_DATA_PARTS_H
#define KS_DATA_PARTS_H

#include <stddef.h>
#include <stdint.h>

/* What each block begins with. */
extern const char ks_binpack_magic[4];

/* Returns the size of the block that begins with these bytes, its header included; that of the header alone
 * while fewer bytes are there; 0 when no block begins so. */
uint64_t ks_binpack_block_size(const uint8_t *bytes, size_t have);

/* Returns the length of a file's name without its suffix of compression, such as .zst. */
size_t ks_name_without_compression(const char *name, size_t length);

#endif
