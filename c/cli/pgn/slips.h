/* Slips in games whose moves are legal: a wrong check mark, a wrong move number, a result that the last
 * position contradicts. They are looked for in games of chess. */
#ifndef KS_SLIPS_H
#define KS_SLIPS_H

#include "cli/pgn/games_file.h"

enum { SLIP_SIZE = GAME_PLACE_SIZE + 160 };

/* Each returns whether there is a slip, and then writes the message about it. */

/* item: the move given last; the reader has KS_PGN_NUMBERS. verdict: that on the position after it. */
bool find_check_mark_slip(const struct games_file *file, const ks_pgn_item *item, enum ks_verdict verdict,
                          char text[SLIP_SIZE]);
bool find_number_slip(const struct games_file *file, const ks_pgn_item *item, char text[SLIP_SIZE]);

/* After the last item. verdict: that on the last position. */
bool find_result_slip(const struct games_file *file, enum ks_verdict verdict, char text[SLIP_SIZE]);

#endif
