/* The bar that shows how far a perft has come, on standard error. */
#ifndef KS_PERFT_BAR_H
#define KS_PERFT_BAR_H

/* Shows the bar. share: of the work that is done, 0 to 1; seconds: that it took. */
void show_bar(double share, double seconds, double millions_a_second);

/* Removes the bar, to make room for a message. */
void hide_bar(void);

#endif
