/* nl_langinfo(3) for the character set only: that of the console, which start.c sets. */
#ifndef KS_POSIX_LANGINFO_H
#define KS_POSIX_LANGINFO_H

#define CODESET 0
#define nl_langinfo(what) "UTF-8"

#endif
