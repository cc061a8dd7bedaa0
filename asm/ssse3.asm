; ssse3.asm: the kernel ssse3 does what avx2.asm does, with the four lanes in pairs of 128-bit registers. x86-64 with
; SSSE3.
;
;   int      ks_ssse3_in_check     (const uint8_t board[64], unsigned king_square, unsigned side)
;   uint64_t ks_ssse3_attackers    (const uint8_t board[64], unsigned square, unsigned by_side)
;   void     ks_ssse3_king_scan    (const uint8_t board[64], unsigned king_square, unsigned side, ks_king_lines *lines)
;   void     ks_ssse3_in_check_batch(const uint8_t *boards, size_t stride, const uint8_t *king_squares,
;                                    const uint8_t *sides, size_t n, uint64_t *out_bits)
;   and each of them again with _set after its name and a ks_pieceset as first argument
;
; The contract is kingscan.h's; c/core/kernels/reference.c is the specification in C. Squares below 64 and sides below 2
; are preconditions. Reads the boards, the set and the tables of four_lanes.asm; writes only what *lines or out_bits
; points to, its own stack frame and LEAF_AREA. Clobbers volatile general registers and xmm0-xmm15.
;
; The idea: four_lanes.inc.

%include "four_lanes.inc"

KERNEL_VECTORS equ 16
SEEN_VECTORS   equ 16
%define kind_table 7
%define near       8
%define low_bits   9
; More in batches:
%define kept_low_bits     9
%define kept_seen_classes 10

; ---- Vectors of 32 slots ---------------------------------------------------------------------------------

; The registers of slots 0 to 15 and 16 to 31 of vector n. Vector 7 has the same register for both halves, and vector 8
; has no second half. Vectors 9 and 10, constants, are the halves of vector 4.
%assign n 0
%rep 7
  %assign half_0_of_%[n] 2 * n
  %assign half_1_of_%[n] 2 * n + 1
  %assign n n + 1
%endrep
%assign half_0_of_7 14
%assign half_1_of_7 14
%assign half_0_of_8 15
%assign half_0_of_9 8
%assign half_1_of_9 8
%assign half_0_of_10 9
%assign half_1_of_10 9

; An operation with a separate destination.
%macro SEPARATE 4 ; operation, destination, first, second
  %ifnidn %2, %3
    %ifidn %2, %4
      %error "the destination is the second operand, which the first would overwrite"
    %endif
    movdqa  %2, %3
  %endif
    %1      %2, %4
%endmacro

; ON_SLOTS operation, destination, first, second: the vectors' numbers; the second may be an address.
%macro ON_SLOTS 4
  %ifnum %4
    SEPARATE %1, xmm%[half_0_of_%2], xmm%[half_0_of_%3], xmm%[half_0_of_%4]
    SEPARATE %1, xmm%[half_1_of_%2], xmm%[half_1_of_%3], xmm%[half_1_of_%4]
  %else
    SEPARATE %1, xmm%[half_0_of_%2], xmm%[half_0_of_%3], [%4]
    SEPARATE %1, xmm%[half_1_of_%2], xmm%[half_1_of_%3], [%4 + 16]
  %endif
%endmacro

; The same on sixteen squares.
%macro ON_WINDOW 4
  %ifnum %4
    SEPARATE %1, xmm%[half_0_of_%2], xmm%[half_0_of_%3], xmm%[half_0_of_%4]
  %else
    SEPARATE %1, xmm%[half_0_of_%2], xmm%[half_0_of_%3], [%4]
  %endif
%endmacro

%macro SHIFT_SLOTS 4 ; operation, destination, vector, number of bits
    SEPARATE %1, xmm%[half_0_of_%2], xmm%[half_0_of_%3], %4
    SEPARATE %1, xmm%[half_1_of_%2], xmm%[half_1_of_%3], %4
%endmacro

%macro SHIFT_WINDOW 4
    SEPARATE %1, xmm%[half_0_of_%2], xmm%[half_0_of_%3], %4
%endmacro

%macro LOAD_QUARTER 2 ; to each half of a vector, the sixteen bytes at an address
    movdqu  xmm%[half_0_of_%1], [%2]
  %if half_1_of_%1 != half_0_of_%1
    movdqa  xmm%[half_1_of_%1], xmm%[half_0_of_%1]
  %endif
%endmacro

%define ON_LOOKUP ON_WINDOW

%macro LOAD_WINDOW 2
    movdqu  xmm%[half_0_of_%1], [%2]
%endmacro

%macro LOAD_SLOTS 2
    movdqu  xmm%[half_0_of_%1], [%2]
    movdqu  xmm%[half_1_of_%1], [%2 + 16]
%endmacro

%macro STORE_SLOTS 2 ; to an address
    movdqu  [%1], xmm%[half_0_of_%2]
    movdqu  [%1 + 16], xmm%[half_1_of_%2]
%endmacro

%macro HALF_TWICE 3 ; to each half of a vector, one half of another: 0 or 1
    movdqa  xmm%[half_0_of_%1], xmm%[half_%3_of_%2]
    movdqa  xmm%[half_1_of_%1], xmm%[half_%3_of_%2]
%endmacro

; The flag Z: two vectors are 0, in 32 slots and in the window. Clobbers rdx.
%macro TEST_BOTH 2
    por     xmm%[half_0_of_%1], xmm%[half_1_of_%1]
    ON_WINDOW por, %1, %1, %2
    pxor    xmm%[half_1_of_%1], xmm%[half_1_of_%1]
    pcmpeqb xmm%[half_0_of_%1], xmm%[half_1_of_%1]
    MASK_OF_WINDOW edx, %1
    cmp     edx, 0xffff
%endmacro

; The flag Z: classes & occupied is 0, and so is leaps.
%macro TEST_BEFORE 0
    ON_SLOTS pand, classes, classes, occupied
    TEST_BOTH classes, leaps
%endmacro

; The flag Z: seen & row.relations is 0, and so is near.
%macro TEST_SEEN 0
    ON_SLOTS pand, seen, seen, row + seen_row.relations
    TEST_BOTH seen, near
%endmacro

%macro MASK_OF_SLOTS 2 ; register = the top bits of a vector; clobbers rdx
    pmovmskb %1, xmm%[half_0_of_%2]
    pmovmskb edx, xmm%[half_1_of_%2]
    shl     edx, 16
    or      %1, edx
%endmacro

%macro MASK_OF_WINDOW 2
    pmovmskb %1, xmm%[half_0_of_%2]
%endmacro

%macro CLEAR 1
    pxor    xmm%[half_0_of_%1], xmm%[half_0_of_%1]
    pxor    xmm%[half_1_of_%1], xmm%[half_1_of_%1]
%endmacro

%macro LEAVE_VECTORS 0
%endmacro

    FOUR_LANES_CONSTANTS
    FOUR_LANES_FUNCTIONS ssse3

%include "four_lanes_batch.inc"
    FOUR_LANES_BATCH ssse3
FUNCTIONS_END
