/* The findings of `kingscan diff`, for several files of tests. */
#ifndef KS_TEST_DIFF_FOUND_H
#define KS_TEST_DIFF_FOUND_H

#define KINGS "8/8/8/4k3/8/8/4K3/8 w - - 0 1"

/* `kingscan uci` as the engine. */
#define SELF "--engine \"$KINGSCAN uci\" "

/* Runs "kingscan diff ARGUMENTS" and expects its status, and each of `parts`, up to NULL, in the output. */
void expect_found(const char *arguments, int status, const char *const *parts);

#define EXPECT_FOUND(arguments, status, ...)                                                                 \
    expect_found(arguments, status, (const char *const[]){__VA_ARGS__, NULL})

#endif
