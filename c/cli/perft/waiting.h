/* How the thread that shows progress waits for those that count. */
#ifndef KS_PERFT_WAITING_H
#define KS_PERFT_WAITING_H

/* Before the functions below are called. */
void start_waiting(void);

/* Returns after a tenth of a second, or at once when wake was called. */
void wait_a_moment(void);

/* Ends the wait of the waiting thread, or its next one. For signal handlers too. */
void wake(void);

#endif
