; ssse3_lines.asm: finds the ends of a text's lines while the kernel ssse3 is in use. x86-64 with POPCNT.
;
;   size_t ks_ssse3_find_lines(const char *text, size_t n, const char **ends, size_t room, const char **reached)
;
; The contract is readers.h's. Reads the whole blocks of 64 bytes and leaves the rest to the caller. Clobbers volatile
; general registers and xmm0-xmm4.

%define WITHOUT_BMI1
%include "abi.inc"
%include "text/find_lines.inc"

; Adds the line feeds of sixteen bytes to the mask.
%macro ADD_FEEDS 2 ; register, where its bytes begin
    pmovmskb eax, %1
    shl     rax, %2
    or      feeds, rax
%endmacro

%macro FIND_FEEDS 0
    movdqu  xmm1, [here]
    movdqu  xmm2, [here + 16]
    movdqu  xmm3, [here + 32]
    movdqu  xmm4, [here + 48]
    pcmpeqb xmm1, xmm0
    pcmpeqb xmm2, xmm0
    pcmpeqb xmm3, xmm0
    pcmpeqb xmm4, xmm0
    pmovmskb feedsd, xmm1
    ADD_FEEDS xmm2, 16
    ADD_FEEDS xmm3, 32
    ADD_FEEDS xmm4, 48
%endmacro
%define feedsd r10d

FUNCTION ks_ssse3_find_lines, 5
    movdqa  xmm0, [line_feeds]
    FIND_LINES FIND_FEEDS
    RETURN
FUNCTIONS_END
