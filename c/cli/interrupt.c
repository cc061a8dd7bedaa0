#include "interrupt.h"

#include <stddef.h>
#include <unistd.h>

#include "command.h"

volatile sig_atomic_t interrupted;
static void (*wake_up)(void);

static void interrupt(int number) {
    (void)number;
    if (++interrupted == 3)
        _exit(STATUS_INTERRUPTED);
    if (wake_up)
        wake_up();
}

void catch_interrupts(void (*wake)(void)) {
    wake_up = wake;
    sigaction(SIGINT, &(struct sigaction){.sa_handler = interrupt}, NULL);
}
