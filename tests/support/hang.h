/* HANG, the seconds after which a test counts as hanging. On a busy machine, with sanitizers, a test takes
 * ten times as long as on an idle one, and Criterion 2.4 ends all tests when one reports after its time is
 * over. */
#ifndef KS_TEST_HANG_H
#define KS_TEST_HANG_H

enum { HANG = 1200 };

#endif
