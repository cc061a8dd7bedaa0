/* A file as read-only data between the symbols ks_embedded_NAME and ks_embedded_NAME_end. The build names it:
 * -DNAME=hard -DFILE='"c/cli/commands/diff/hard.epd"'. The assembly below suits every assembler of gcc and
 * clang. */
#define TEXT_OF(text) #text
#define TEXT(macro) TEXT_OF(macro)
#define START "ks_embedded_" TEXT(NAME)
#define END START "_end"

#ifdef __wasm__
/* Each symbol has a size here, and at least a byte. */
#define READ_ONLY ".section .rodata." START ",\"\",@\n"
#define SHARE(symbol) ".globl " symbol "\n.hidden " symbol "\n.type " symbol ", @object\n"
#define FINISH ".int8 0\n.size " START ", " END " - " START "\n.size " END ", 1\n"
#elif defined __ELF__
#define READ_ONLY ".section .rodata\n"
#define SHARE(symbol) ".globl " symbol "\n.hidden " symbol "\n.type " symbol ", %object\n"
#define FINISH
#else
#define READ_ONLY ".section .rdata,\"dr\"\n"
#define SHARE(symbol) ".globl " symbol "\n"
#define FINISH
#endif

__asm__(READ_ONLY SHARE(START) SHARE(END) START ":\n.incbin \"" FILE "\"\n" END ":\n" FINISH ".text\n");
