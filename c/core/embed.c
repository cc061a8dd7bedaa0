/* A file as read-only data between the symbols ks_embedded_NAME and ks_embedded_NAME_end, for a build that
 * says which: -DNAME=hard -DFILE='"c/cli/diff/hard.epd"'. In assembly that every assembler behind gcc and
 * clang reads. */
#define TEXT_OF(text) #text
#define TEXT(macro) TEXT_OF(macro)
#define START "ks_embedded_" TEXT(NAME)
#define END START "_end"

#ifdef __ELF__
#define READ_ONLY ".section .rodata\n"
#define SHARE(symbol) ".globl " symbol "\n.hidden " symbol "\n.type " symbol ", %object\n"
#else
#define READ_ONLY ".section .rdata,\"dr\"\n"
#define SHARE(symbol) ".globl " symbol "\n"
#endif

__asm__(READ_ONLY SHARE(START) SHARE(END) START ":\n.incbin \"" FILE "\"\n" END ":\n.text\n");
