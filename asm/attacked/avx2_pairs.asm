; avx2_pairs.asm: all pairs of attacker and attacked, a target at a time, in four lanes of 64 bits. x86-64 with AVX2,
; BMI1 and POPCNT.
;
;   size_t ks_avx2_attack_pairs(const uint8_t board[64], uint8_t *from, uint8_t *to, size_t room)
;
; The contract is kingscan.h's; c/core/kernels/reference.c is the specification in C. Reads the board and the tables
; here; writes only from[0] .. from[room - 1], to[0] .. to[room - 1] and its own stack frame. Clobbers volatile general
; registers and ymm0-ymm13, whose upper halves are clean on return.
;
; The idea: with the pieces as a board of 64 bits, and x = pieces & ray, the nearest piece is x & -x when squares grow
; along the ray. Along four of a target's rays they do: one in each lane. On the board that is turned by half a turn,
; they do along the other four, which have the same directions there. A look-up for each half of a byte turns the found
; pieces back.
;
; The attackers' squares come from their mask by four at a time without a branch in between: few targets have more.

%include "pairs.inc"
%include "avx2.inc"

; ---- Tables ----------------------------------------------------------------------------------------------

; The rays in these directions, and the squares from which pieces that step attack, 32 bytes a square each.
%macro RAY_AHEAD 2 ; files, rows
  %assign %%squares 0
  %assign %%distance 1
  %rep 7
    TARGET square, (%1) * %%distance, (%2) * %%distance
    %if target >= 0
      %assign %%squares %%squares | 1 << target
    %endif
    %assign %%distance %%distance + 1
  %endrep
    dq %%squares
%endmacro

; The next squares in up to eight directions.
%macro ADD_SQUARE 3 ; (a square), files, rows
    TARGET square, %2, %3
  %if target >= 0
    %assign near near | 1 << target
  %endif
%endmacro

section READ_ONLY
align 32
rays:
%assign square 0
%rep KS_SQUARES
    RAY_AHEAD  1, 0
    RAY_AHEAD  1, 1
    RAY_AHEAD  0, 1
    RAY_AHEAD -1, 1
  %assign square square + 1
%endrep
steps: ; of knights, kings, white pawns, black pawns
%assign square 0
%rep KS_SQUARES
  %assign near 0
    FOR_LEAPS ADD_SQUARE, 0
    dq near
  %assign near 0
    FOR_DIRECTIONS ADD_SQUARE, 0
    dq near
  %assign near 0
    ADD_SQUARE 0, -1, 1
    ADD_SQUARE 0, 1, 1
    dq near
  %assign near 0
    ADD_SQUARE 0, -1, -1
    ADD_SQUARE 0, 1, -1
    dq near
  %assign square square + 1
%endrep
BYTES_OF_SQUARE equ 32
SQUARES_LOG2    equ 5
last_rays equ rays + (KS_SQUARES - 1) * BYTES_OF_SQUARE
low_four_bits: times 32 db 0x0f
bytes_in_reverse:
  %rep 2
    db 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8
  %endrep
bits_in_reverse: ; of the lower half of a byte, as an upper half
    db 0x00, 0x80, 0x40, 0xc0, 0x20, 0xa0, 0x60, 0xe0, 0x10, 0x90, 0x50, 0xd0, 0x30, 0xb0, 0x70, 0xf0
bits_of_upper_half:
    db 0x0, 0x8, 0x4, 0xc, 0x2, 0xa, 0x6, 0xe, 0x1, 0x9, 0x5, 0xd, 0x3, 0xb, 0x7, 0xf

; The pieces by the ways in which they attack, a bit each.
BIT_ORTHOGONAL equ 0
BIT_DIAGONAL   equ 1
BIT_KNIGHT     equ 2
BIT_KING       equ 3
BIT_WHITE_PAWN equ 4
BIT_BLACK_PAWN equ 5
BIT_OCCUPIED   equ 7

ways:
%assign code 0
%rep 16
  %assign piece code & (KS_BLACK_BIT - 1)
  %if piece < KS_WHITE_PAWN || piece > KS_WHITE_KING
    db 0
  %elif code == KS_WHITE_PAWN
    db 1 << BIT_OCCUPIED | 1 << BIT_WHITE_PAWN
  %elif code == KS_BLACK_PAWN
    db 1 << BIT_OCCUPIED | 1 << BIT_BLACK_PAWN
  %elif piece == KS_WHITE_KNIGHT
    db 1 << BIT_OCCUPIED | 1 << BIT_KNIGHT
  %elif piece == KS_WHITE_BISHOP
    db 1 << BIT_OCCUPIED | 1 << BIT_DIAGONAL
  %elif piece == KS_WHITE_ROOK
    db 1 << BIT_OCCUPIED | 1 << BIT_ORTHOGONAL
  %elif piece == KS_WHITE_QUEEN
    db 1 << BIT_OCCUPIED | 1 << BIT_ORTHOGONAL | 1 << BIT_DIAGONAL
  %else
    db 1 << BIT_OCCUPIED | 1 << BIT_KING
  %endif
  %assign code code + 1
%endrep

section .text

; ---- Registers -------------------------------------------------------------------------------------------

VECTORS equ 16

; Vectors, by their numbers.
%define lower      0 ; the ways of the squares, by halves of the board
%define upper      1
%define turned     2 ; pieces on the turned board
%define occupied   3
%define sliders    4 ; orthogonal ones and diagonal ones, in turn
%define steppers   5 ; knights, kings, white pawns, black pawns
%define zero       6
%define reverse    7 ; bytes_in_reverse
%define low_bits   8
%define from_lower 10 ; bits_in_reverse
%define from_upper 11 ; bits_of_upper_half
; Then:
%define ahead      0
%define behind     1
%define temp       9
%define temp_2     12

%define scratch   r10
%define scratchd  r10d
%define scratchb  r10b
%define base      r11
%define found     rbx ; how many

; ---- Steps -----------------------------------------------------------------------------------------------

; Turns the boards in all lanes of a vector by half a turn. Clobbers temp.
%macro TURN 1
    ON      pshufb, %1, %1, reverse
    vpsrlw  ymm%[temp], ymm%[%1], 4
    ON      pand, %1, %1, low_bits
    ON      pand, temp, temp, low_bits
    ON      pshufb, %1, from_lower, %1
    ON      pshufb, temp, from_upper, temp
    ON      por, %1, %1, temp
%endmacro

; The lowest bit of each lane.
%macro LOWEST 1
    ON      psubq, temp, zero, %1
    ON      pand, %1, %1, temp
%endmacro

; Stores four squares of `mask`, and takes them out of it. The flag Z: there are no others.
%macro STORE_FOUR 1 ; how many have been stored of this target
  %assign %%n %1
  %rep 4
    tzcnt   scratch, mask
    mov     [from + count + %%n], scratchb
    blsr    mask, mask
    %assign %%n %%n + 1
  %endrep
    mov     [to + count + %1], victimd
%endmacro

; ---- The routine -----------------------------------------------------------------------------------------

FUNCTION ks_avx2_attack_pairs, 4, {rbx}, 0, VECTORS
    LOAD    low_bits, low_four_bits
    LOAD_TWICE temp, ways
    ON      pand, lower, low_bits, board
    ON      pand, upper, low_bits, board + 32
    ON      pshufb, lower, temp, lower
    ON      pshufb, upper, temp, upper
    TAKE_BOARD steppers, BIT_KNIGHT, scratch, scratchd
    TAKE_BOARD temp_2, BIT_KING, scratch, scratchd
    vpunpcklqdq xmm%[steppers], xmm%[steppers], xmm%[temp_2]
    TAKE_BOARD zero, BIT_WHITE_PAWN, scratch, scratchd
    TAKE_BOARD temp_2, BIT_BLACK_PAWN, scratch, scratchd
    vpunpcklqdq xmm%[zero], xmm%[zero], xmm%[temp_2]
    vinserti128 ymm%[steppers], ymm%[steppers], xmm%[zero], 1
    TAKE_BOARD sliders, BIT_ORTHOGONAL, scratch, scratchd
    TAKE_BOARD temp_2, BIT_DIAGONAL, scratch, scratchd
    ALTERNATE sliders, sliders, temp_2
    TAKE_BOARD occupied, BIT_OCCUPIED, scratch, scratchd
    TO_ALL_LANES occupied
    mov     targets, rax
    xor     eax, eax
    test    targets, targets
    jz      .end
    vpxor   xmm%[zero], xmm%[zero], xmm%[zero]
    LOAD    reverse, bytes_in_reverse
    LOAD_TWICE from_lower, bits_in_reverse
    LOAD_TWICE from_upper, bits_of_upper_half
    vmovdqa ymm%[turned], ymm%[occupied]
    TURN    turned
    lea     base, [rays]
.next:
    tzcnt   victim, targets
    mov     mask, victim
    shl     mask, SQUARES_LOG2
    ON      pand, ahead, occupied, base + mask
    LOWEST  ahead
    mov     scratch, base
    sub     scratch, mask
    ON      pand, behind, turned, scratch + last_rays - rays
    LOWEST  behind
    TURN    behind
    ON      por, ahead, ahead, behind
    ON      pand, ahead, ahead, sliders
    ON      pand, behind, steppers, base + mask + steps - rays
    ON      por, ahead, ahead, behind
    JOIN_LANES ahead, behind
    vmovq   mask, xmm%[ahead]
    JUMP_IF_FEW scratch, .few
    imul    victimd, victimd, 0x01010101 ; in four bytes
    popcnt  found, mask
    STORE_FOUR 0
    jnz     .more
.counted:
    add     count, found
.stored:
    NEXT_TARGET .next
.end:
    vzeroupper
    RETURN
.more:
    STORE_FOUR 4
    jz      .counted
    STORE_FOUR 8
    jz      .counted
    STORE_FOUR 12
    jmp     .counted
.few:
    STORE_FEW scratch, scratchb, .stored
FUNCTIONS_END
