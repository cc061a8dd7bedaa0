/* Talking to an engine or a script, and the messages when it does not answer as it should. All functions that
 * return bool return false when there is trouble: then engine->trouble says what, and the process has been
 * ended. */
#ifndef KS_ENGINE_TALK_H
#define KS_ENGINE_TALK_H

#include "cli/base/text.h"
#include "cli/commands/diff/engine/state.h"
#include "cli/positions/divide.h"

/* Ends the process and fills in engine->trouble: "the engine DID; it said last: '...'", where DID is what the
 * format makes. Returns false. */
bool engine_trouble(struct engine *engine, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Runs sh with these arguments: see process_start. */
bool engine_start_process(struct engine *engine, char *const arguments[]);

/* Sends a line. Whether the engine takes it is known when it should answer. */
void engine_send(struct engine *engine, const char *line);

/* Sends a line, and reads up to a line that begins with the word `end`; calls look, unless it is NULL, for
 * each line before. */
bool engine_ask(struct engine *engine, const char *asked, const char *end,
                void (*look)(struct engine *engine, struct words *line));

/* Reads the counts that answer `asked`: of a script all that it prints, else up to the total. */
bool engine_read_divide(struct engine *engine, const char *asked, struct divide *divide);

#endif
