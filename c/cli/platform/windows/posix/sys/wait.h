/* How a process ended, as waitpid(2) tells: guard.c makes such a status of an exit code of Windows. */
#ifndef KS_POSIX_WAIT_H
#define KS_POSIX_WAIT_H

#define WIFSIGNALED(status) (((status)&127) != 0)
#define WTERMSIG(status) ((status)&127)
#define WEXITSTATUS(status) ((status) >> 8 & 255)

#endif
