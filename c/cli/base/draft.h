/* Files that a run writes: each is written beside its place, and gets its name once it is whole. */
#ifndef KS_DRAFT_H
#define KS_DRAFT_H

#include <stdbool.h>
#include <stddef.h>

/* Every file that a command writes is a draft at first: FILE.LETTERS.part, a new file beside FILE. The last
 * step gives it the name FILE, so that FILE is whole or as it was before, whatever ends the run. Several runs
 * may write the same FILE: the last one to end wins. A run that ends early removes its drafts; only a kill
 * leaves them.
 *
 * FILE keeps its permissions, and has to be one that may be written. A link stays, and the file that it leads
 * to is replaced. A pipe or a device is written at once, since nothing can take its place. So are standard
 * output, which is "-", and descriptors that are named as files, such as /dev/stdout. */
struct draft;

/* Begins a file. Fails (see messages.h) when that is impossible, and when the file is a link that leads
 * nowhere. is_new says that the file takes no other's place: the command fails when there is one. The draft
 * lasts as long as the program. */
struct draft *open_draft(const char *file, bool is_new);

/* Close a draft for a while, and open it again to go on at its end. Fail when that is impossible. */
void leave_draft(struct draft *draft);
void resume_draft(struct draft *draft);

/* Return what messages call the file, and the descriptor that it is written to. */
const char *draft_name(const struct draft *draft);
int draft_descriptor(const struct draft *draft);

/* Writes bytes. Returns false when that fails; the first time it says why. */
bool write_draft(struct draft *draft, const void *bytes, size_t length);

/* Gives the draft its name when it is whole, or removes it. Returns whether all of it could be written. */
bool end_draft(struct draft *draft, bool whole);

#endif
