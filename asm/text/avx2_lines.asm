; avx2_lines.asm: finds the ends of a text's lines. x86-64 with AVX2, BMI1, POPCNT.
;
;   size_t ks_avx2_find_lines(const char *text, size_t n, const char **ends, size_t room, const char **reached)
;
; The contract is readers.h's. Reads whole blocks of 64 bytes of the n. Clobbers volatile general registers and
; ymm0-ymm2, whose upper halves are clean on return.

%include "abi.inc"
%include "text/find_lines.inc"

%macro FIND_FEEDS 0
    vpcmpeqb ymm1, ymm0, [here]
    vpcmpeqb ymm2, ymm0, [here + 32]
    vpmovmskb eax, ymm1
    vpmovmskb feedsd, ymm2
    shl     feeds, 32
    or      feeds, rax
%endmacro
%define feedsd r10d

FUNCTION ks_avx2_find_lines, 5
    vpbroadcastb ymm0, [line_feed]
    FIND_LINES FIND_FEEDS
    vzeroupper
    RETURN
FUNCTIONS_END
