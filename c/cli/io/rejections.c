/* A file of another kind would fill the screen with its lines. */
#include "cli/io/rejections.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/base/messages.h"
#include "cli/base/quote.h"

void end_rejections(struct rejections *rejections) {
    const uint64_t shown = rejections->shown, of_file = rejections->of_file;
    if (shown > 0 && of_file > shown) {
        print_escaped(rejections->file, stderr);
        const uint64_t more = of_file - shown;
        const char *const what = rejections->are_warnings ? more == 1 ? " warning" : " warnings"
                                 : more == 1              ? " line was rejected"
                                                          : " lines were rejected";
        fprintf(stderr, ": %" PRIu64 " more%s; --max-errors 0 reports all\n", more, what);
    }
    rejections->of_file = 0;
}

void report_rejection(struct rejections *rejections, const char *file, uint64_t number, size_t offset,
                      const char *message) {
    if (file != rejections->file)
        end_rejections(rejections);
    rejections->file = file;
    rejections->all++;
    if (rejections->of_file++ < rejections->shown || rejections->shown == 0)
        (rejections->are_warnings ? warn_at : complain_at)(file, number, offset, message);
}
