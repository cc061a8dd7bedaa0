/* Replaces libgit2 for Criterion in build/check, which takes one function of it: the difference between two
 * texts, which no test here asks for. The real one begins with fourteen further libraries and reads all
 * certificates of the machine, once for each test: three quarters of the time that a test's process takes to
 * begin. */
int git_libgit2_init(void);
int git_libgit2_shutdown(void);
int git_diff_buffers(void);

int git_libgit2_init(void) {
    return 1;
}

int git_libgit2_shutdown(void) {
    return 0;
}

/* Fails: Criterion shows both texts whole then. */
int git_diff_buffers(void) {
    return -1;
}
