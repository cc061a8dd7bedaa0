/* The end of a process as a status of waitpid(2): guard.c makes it from an exit code of Windows. */
#ifndef KS_POSIX_WAIT_H
#define KS_POSIX_WAIT_H

#define WIFSIGNALED(status) (((status)&127) != 0)
#define WTERMSIG(status) ((status)&127)
#define WEXITSTATUS(status) ((status) >> 8 & 255)

#endif
