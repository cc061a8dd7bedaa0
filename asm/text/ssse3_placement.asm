; ssse3_placement.asm: reads the first field of a FEN into a board, without a loop. x86-64 with SSSE3, POPCNT.
;
;   size_t ks_ssse3_read_placement(const char *text, uint8_t board[64], struct ks_piece_masks *masks)
;   void   ks_ssse3_read_four_placements(const char *const texts[4], uint8_t boards[4][64],
;                                        struct ks_piece_masks masks[4], size_t lengths[4])
;
; The contract is readers.h's; the second does the same for four texts. Reads 73 bytes of a text; writes board and
; masks, whatever the text. Clobbers volatile general registers and xmm0-xmm15.
;
; The idea: row_lanes.inc. A row's squares on which characters begin are a byte, which selects a row's shuffle from a
; table: for each square, the place of its character. Two texts share the registers, and each takes its first step while
; the text before it takes the second.

%define WITHOUT_BMI1
%include "text/row_lanes.inc"

; ---- Tables ----------------------------------------------------------------------------------------------

section READ_ONLY align=64
align 16
sum_of_two:      times 8 dw 0x0101 ; multiplied by this, each byte of a word is the sum up to it
next_of_word:    db -1, -1, 1, 1, -1, -1, 5, 5, -1, -1, 9, 9, -1, -1, 13, 13
ROW_TABLES 1

; Places 62 and 63 of a text, where no slash counts: rep bsf finds them when no other slash is left. (rep bsf is tzcnt
; on processors that have it, but for 0.)
NO_SLASHES equ 3

%macro SHUFFLE 2 ; squares on which characters begin, first character of the lane
  %assign %%character %2
  %assign %%square 0
  %rep ROW_SQUARES
    %if %%square > 0 && ((%1) >> %%square & 1)
      %assign %%character %%character + 1
    %endif
    db %%character
    %assign %%square %%square + 1
  %endrep
%endmacro

; The shuffle of a full row, whose squares have bit 0 set, is at 8 * squares; that of an upper lane comes before it.
align 64
shuffles:
%assign squares 0
%rep 1 << (ROW_SQUARES - 1)
    SHUFFLE squares, ROW_SQUARES
    SHUFFLE squares, 0
  %assign squares squares + 2
%endrep

; ---- Registers -------------------------------------------------------------------------------------------

%define no_slashes  rax
%define shuffle_of  r11   ; shuffles
%define temp        xmm8
%define is_letter   xmm9  ; then the widths less one, and their sums
%define codes_of    xmm10
%define all_codes   xmm11 ; codes
%define all_letters xmm12 ; letters
%define all_1       xmm13 ; digit_1
%define all_widths  xmm14 ; width_max; then code_bits
%define zero        xmm15

; Runs a step for a text, with these names:
;   rows_0     rows 8 and 7: text, then the squares on which characters begin, then codes
;   rows_1     to rows_3: the rows below
;   board, masks_of, squares_of
%macro OF_TEXT 2 ; number, step
  %assign line %1
  %assign register 4 * (line & 1)
  %assign pair 0
  %rep 4
    %xdefine rows_%[pair] xmm%[register]
    %assign register register + 1
    %assign pair pair + 1
  %endrep
    %2
%endmacro

%macro EACH_TEXT 1 ; step
    OF_TEXT 0, %1
    OF_TEXT 1, %1
    OF_TEXT 2, %1
    OF_TEXT 3, %1
%endmacro

%define squares_of masks_of ; a byte a row, until the masks are known

; ---- Steps -----------------------------------------------------------------------------------------------

%macro LOAD_TABLES 0
    pxor     zero, zero
    movdqa   all_codes, [codes]
    movdqa   all_letters, [letters]
    movdqa   all_1, [digit_1]
    movdqa   all_widths, [width_max]
%endmacro

; The top bits of all squares' bytes; clobbers r9.
%macro TOP_BITS 2 ; register, its low half
    pmovmskb %2, rows_0
    pmovmskb r9d, rows_1
    shl      r9, 16
    or       %1, r9
    pmovmskb r9d, rows_2
    shl      r9, 32
    or       %1, r9
    pmovmskb r9d, rows_3
    shl      r9, 48
    or       %1, r9
%endmacro

; Loads the row after the next slash into a lane.
%macro NEXT_ROW 2 ; movq or movhps, rows
    rep bsf  r9, slash
    lea      r10, [slash - 1]
    and      slash, r10
    %1       %2, [text + r9 + 1]
%endmacro

%macro FIND_SLASHES 1 ; pair
    movdqu   rows_%1, [text + 16 * %1]
    pcmpeqb  rows_%1, temp
%endmacro

; Loads each row into its lane.
%macro FIND_ROWS 0
    movdqa   temp, [slashes]
    FIND_SLASHES 0
    FIND_SLASHES 1
    FIND_SLASHES 2
    FIND_SLASHES 3
    TOP_BITS slash, slash_d
    mov      eax, NO_SLASHES
    shl      no_slashes, 62
    or       slash, no_slashes
    movq     rows_0, [text]
    NEXT_ROW movhps, rows_0
    NEXT_ROW movq, rows_1
    or       slash, no_slashes
    NEXT_ROW movhps, rows_1
    NEXT_ROW movq, rows_2
    or       slash, no_slashes
    NEXT_ROW movhps, rows_2
    NEXT_ROW movq, rows_3
    or       slash, no_slashes
    rep bsf  slash, slash ; the seventh
    movhps   rows_3, [text + slash + 1]
%endmacro

; Turns the text of two rows into the squares on which characters begin, a byte in each lane, and stores the codes of
; the characters on the board.
%macro READ_PAIR 1 ; pair
    movdqa   temp, rows_%1
    pavgb    temp, zero
    pavgb    temp, rows_%1
    movdqa   is_letter, all_letters
    pshufb   is_letter, temp
    pcmpeqb  is_letter, rows_%1
    movdqa   codes_of, all_codes
    pshufb   codes_of, temp
    pand     codes_of, is_letter
    movdqu   [board + 16 * %1], codes_of
    psubb    rows_%1, all_1
    pminub   rows_%1, all_widths
    pandn    is_letter, rows_%1
    pmullw   is_letter, [sum_of_two]
    movdqa   temp, is_letter
    pshufb   temp, [next_of_word]
    paddb    is_letter, temp
    movdqa   temp, is_letter
    pshufb   temp, [upper_of_lower]
    paddb    is_letter, [next_square]
    paddb    is_letter, temp
    movdqa   rows_%1, [bit_of_square]
    pshufb   rows_%1, is_letter
    psadbw   rows_%1, zero
%endmacro

%macro READ_ROWS 0
    READ_PAIR 0
    READ_PAIR 1
    READ_PAIR 2
    READ_PAIR 3
    packuswb rows_0, rows_1
    packuswb rows_2, rows_3
    packuswb rows_0, rows_2
    packuswb rows_0, rows_0
    movq     [squares_of], rows_0
%endmacro

; Turns the codes of characters into those of squares; a digit's is "empty".
%macro PLACE_PAIR 1 ; pair
    movzx    r9d, byte [squares_of + 2 * %1]
    movzx    r10d, byte [squares_of + 2 * %1 + 1]
    movq     temp, [shuffle_of + 8 * r9]
    movhps   temp, [shuffle_of + 8 * r10 - 8]
    movdqu   rows_%1, [board + 16 * %1]
    pshufb   rows_%1, temp
    movdqa   temp, rows_%1
    pand     temp, all_widths
    movdqu   [board + 16 * %1], temp
%endmacro

%macro DOUBLE_CODES 0
    paddb    rows_0, rows_0
    paddb    rows_1, rows_1
    paddb    rows_2, rows_2
    paddb    rows_3, rows_3
%endmacro

%macro PLACE_CODES 0
    lea      shuffle_of, [shuffles]
    PLACE_PAIR 0
    PLACE_PAIR 1
    PLACE_PAIR 2
    PLACE_PAIR 3
    FIND_MASKS
%endmacro

; ---- One text --------------------------------------------------------------------------------------------

section .text
FUNCTION ks_ssse3_read_placement, 3, {}, 0, 16
    mov      text, a0
    LOAD_TABLES
    OF_TEXT 0, FIND_ROWS
    OF_TEXT 0, READ_ROWS
    movdqa   all_widths, [code_bits]
    mov      begins, [masks]
    JUDGE
    mov      rcx, length
    PLACE_CODES
    mov      rax, rcx
    RETURN

; ---- Four texts ------------------------------------------------------------------------------------------

%macro LOAD_BEGINS 0
    mov      begins, [squares_of]
%endmacro

FUNCTION ks_ssse3_read_four_placements, 4, {}, 0, 16
    LOAD_TABLES
    OF_TEXT 0, FIND_ROWS_OF
    OF_TEXT 1, FIND_ROWS_OF
    OF_TEXT 0, READ_ROWS
    OF_TEXT 2, FIND_ROWS_OF
    OF_TEXT 1, READ_ROWS
    OF_TEXT 3, FIND_ROWS_OF
    OF_TEXT 2, READ_ROWS
    OF_TEXT 3, READ_ROWS
    movdqa   all_widths, [code_bits]
    EACH_TEXT JUDGE_ROWS_OF
    EACH_TEXT PLACE_CODES
    RETURN
FUNCTIONS_END
