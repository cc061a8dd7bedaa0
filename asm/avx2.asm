; avx2.asm: the kernel avx2 finds check, attackers and pins in four lanes of eight squares of one register, without a
; branch. x86-64 with AVX2.
;
;   int      ks_avx2_in_check     (const uint8_t board[64], unsigned king_square, unsigned side)
;   uint64_t ks_avx2_attackers    (const uint8_t board[64], unsigned square, unsigned by_side)
;   void     ks_avx2_king_scan    (const uint8_t board[64], unsigned king_square, unsigned side, ks_king_lines *lines)
;   void     ks_avx2_in_check_batch(const uint8_t *boards, size_t stride, const uint8_t *king_squares,
;                                   const uint8_t *sides, size_t n, uint64_t *out_bits)
;   and each of them again with _set after its name and a ks_pieceset as first argument
;
; The contract is kingscan.h's; c/core/kernels/reference.c is the specification in C. Squares below 64 and sides below 2
; are preconditions. Reads the boards, the set and the tables of four_lanes.asm; writes only what *lines or out_bits
; points to, its own stack frame and LEAF_AREA. Clobbers volatile general registers and ymm0-ymm9, whose upper halves
; are clean on return.
;
; The idea: four_lanes.inc. The board comes in as four quarters of sixteen bytes, each in both halves of a register;
; vpshufb picks the bytes of the slots from each. No byte moves between the halves of a register, which is slow in AVX2.

%include "four_lanes.inc"
%include "avx2.inc"

KERNEL_VECTORS equ 9
SEEN_VECTORS   equ 6
%define kind_table 4
%define near       5
%define low_bits   3
; More in batches:
%define kept_bits     9
%define kept_occupied 10
%define kept_low_bits 9
%define kept_seen_classes 10

; ---- Vectors of 32 slots ---------------------------------------------------------------------------------

%define ON_SLOTS ON
%define LOAD_QUARTER LOAD_TWICE

; ON on sixteen squares.
%macro ON_WINDOW 4
  %ifnum %4
    v%1     xmm%[%2], xmm%[%3], xmm%[%4]
  %else
    v%1     xmm%[%2], xmm%[%3], [%4]
  %endif
%endmacro

%macro SHIFT_SLOTS 4 ; operation, destination, vector, number of bits
    v%1     ymm%[%2], ymm%[%3], %4
%endmacro

%macro SHIFT_WINDOW 4
    v%1     xmm%[%2], xmm%[%3], %4
%endmacro

%define ON_LOOKUP ON_SLOTS

%macro LOAD_WINDOW 2
    vmovdqu xmm%[%1], [%2]
%endmacro

%macro LOAD_SLOTS 2
    vmovdqu ymm%[%1], [%2]
%endmacro

%macro STORE_SLOTS 2 ; to an address
    vmovdqu [%1], ymm%[%2]
%endmacro

%macro HALF_TWICE 3 ; to each half of a vector, one half of another: 0 or 1
    vpermq  ymm%[%1], ymm%[%2], 0x44 + 0xaa * (%3)
%endmacro

; The flag Z: seen & row.relations is 0, and so is near, whose bit stands in all of row.relations.
%macro TEST_SEEN 0
    vpor    ymm%[seen], ymm%[seen], ymm%[near]
    vptest  ymm%[seen], [row + seen_row.relations]
%endmacro

; The flag Z: classes & occupied is 0, and so is leaps, whose bits are no others' there.
%macro TEST_BEFORE 0
    vpor    ymm%[classes], ymm%[classes], ymm%[leaps]
    vpor    ymm%[occupied], ymm%[occupied], ymm%[leaps]
    vptest  ymm%[classes], ymm%[occupied]
%endmacro

%macro MASK_OF_SLOTS 2 ; register = the top bits of a vector
    vpmovmskb %1, ymm%[%2]
%endmacro

%macro MASK_OF_WINDOW 2
    vpmovmskb %1, xmm%[%2]
%endmacro

%macro CLEAR 1
    vpxor   xmm%[%1], xmm%[%1], xmm%[%1]
%endmacro

%macro LEAVE_VECTORS 0
    vzeroupper
%endmacro

    FOUR_LANES_CONSTANTS
    FOUR_LANES_FUNCTIONS avx2

%include "four_lanes_batch.inc"
    FOUR_LANES_BATCH avx2
FUNCTIONS_END
