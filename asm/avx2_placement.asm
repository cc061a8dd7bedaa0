; avx2_placement.asm: the first field of a FEN, from text to board, without a loop. x86-64 with AVX2, BMI1, POPCNT.
;
;   size_t ks_avx2_read_placement(const char *text, uint8_t board[64], struct ks_piece_masks *masks)
;
; The contract is placement.h's. Reads 73 bytes of text; writes board and masks, whatever the text. Clobbers volatile
; general registers and ymm0-ymm5, ymm8-ymm13, whose upper halves are clean on return.
;
; The idea: a row of text is at most eight characters, so it fits a lane of eight bytes, and the slashes tell from where
; each lane is loaded. A hash of four bits is different for each of the twelve letters: a table of sixteen bytes says
; what a letter's code is, another which letter has this hash, so that equality tells letters from everything else. A
; character has a width, the squares that it stands for: 1 for a letter, the digit for a digit. The widths less one,
; summed up to each character, say on which square of its row the next one begins; that of the last is the end of the
; row, square 8. As bits these squares are all different, so a sum ORs them. Spread over the lane again, they count for
; each square how many characters begin up to it: which character to take the code from.
;
; A row is full when the next square behind its last character is the row's end. Eight full rows are a placement when
; their characters are as many as stand in the text: the first seven rows with six slashes reach to the seventh, and a
; blank ends the eighth.
;
; Both sums by multiplication, measured on Zen 4 and on Emerald Rapids: by shifts they take 1.18 and 1.02 times as long
; there, although vpmulld is two operations on Intel.

%include "abi.inc"
%include "placement.inc"

ROW_SQUARES equ 8
LENGTH_MAX  equ 63
SEPARATORS  equ 7          ; slashes

; ---- Tables ----------------------------------------------------------------------------------------------

; What a code carries besides itself, each in the bit that a shift brings to the top of the byte.
MARK_PIECE equ 0x10
MARK_BLACK equ 0x20
MARK_PAWN  equ 0x40
MARK_KING  equ 0x80
CODE_BITS  equ 0x0f

; vpavgb rounds up: hash = avg(avg(c, 0), c). vpshufb looks at its low four bits, and gives 0 where the top bit is set.
%define HASH(c) (((((c) + 1) >> 1) + (c) + 1) >> 1)

%macro CLEAR_HASHES 0
  %assign %%hash 0
  %rep 16
    %assign code_%[%%hash] 0
    %assign letter_%[%%hash] 0
    %assign %%hash %%hash + 1
  %endrep
%endmacro

%macro ADD_LETTER 2 ; letter, code
  %assign %%hash HASH(%1)
  %assign %%slot %%hash & 15
  %if %%hash > 127 || letter_%[%%slot] != 0
    %error "two letters have the same hash"
  %endif
  %assign %%kind (%2) & (KS_BLACK_BIT - 1)
  %assign %%marks MARK_PIECE | MARK_PAWN * (%%kind == KS_WHITE_PAWN) | MARK_KING * (%%kind == KS_WHITE_KING)
  %assign letter_%[%%slot] %1
  %assign code_%[%%slot] (%2) | %%marks | MARK_BLACK * (((%2) & KS_BLACK_BIT) != 0)
%endmacro

%macro BY_HASH 1 ; code or letter
  %rep 2
    %assign %%hash 0
    %rep 16
      db %1_%[%%hash]
      %assign %%hash %%hash + 1
    %endrep
  %endrep
%endmacro

    CLEAR_HASHES
    FOR_LETTERS ADD_LETTER
; Slots without a letter hold byte 0, which has the hash 0; in slot 0 that would be a piece.
  %if letter_0 != 0
    %error "a letter has the hash of byte 0"
  %endif
    %assign letter_0 1

section .rodata align=64
align 32
codes:           BY_HASH code
letters:         BY_HASH letter
slashes:         times 32 db '/'
digit_1:         times 32 db '1'
width_max:       times 32 db ROW_SQUARES ; less one: no digit, and eight of them stay below 256
code_bits:       times 32 db CODE_BITS
sum_of_four:     times 8 dd 0x01010101 ; multiplied by this, each byte of a dword is the sum up to it
; The same of bytes that are 0 or 255, which is -1: 255 times 0xfbfcfdff is 0x01010101, modulo 2^32.
count_of_four:   times 8 dd 0xfbfcfdff
upper_of_lower:  times 2 db -1, -1, -1, -1, 3, 3, 3, 3, -1, -1, -1, -1, 11, 11, 11, 11
; A sum of widths less one gives the square behind the character when the character's own place and one are added. From
; 0x78 on, sums have their top bit set or find no bit below.
next_square:     times 4 db 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78
; The end of the row stands at bit 0, on which no next character begins: "the row is full".
bit_of_square:   times 2 db 0, 2, 4, 8, 16, 32, 64, 128, 1, 0, 0, 0, 0, 0, 0, 0
row_of_lane:     times 2 db 0, 0, 0, 0, 0, 0, 0, 0, 8, 8, 8, 8, 8, 8, 8, 8
bit_of_place:    times 4 db 1, 2, 4, 8, 16, 32, 64, 128
first_character: times 2 db -1, -1, -1, -1, -1, -1, -1, -1, 7, 7, 7, 7, 7, 7, 7, 7 ; less one
row_begins:      dq 0x0101010101010101

; ---- Registers -------------------------------------------------------------------------------------------

%define text        a0
%define board       a1
%define masks       a2
%define slash       rax   ; mask: slashes not yet met
%define low_rows    ymm0  ; rows 8 to 5: text, then which squares are those on which characters begin
%define high_rows   ymm1  ; rows 4 to 1
%define low_codes   ymm2  ; of the characters, then of the squares
%define high_codes  ymm3
%define temp        ymm4
%define is_letter   ymm5
%define all_codes   ymm8  ; codes
%define all_letters ymm9  ; letters
%define all_bits    ymm10 ; bit_of_square
%define place_bits  ymm11 ; bit_of_place
%define zero        ymm12
%define upper       ymm13 ; upper_of_lower

; When the text has been read:
%define begins      rcx   ; mask: squares on which characters begin
%define kings       rsi
%define pawns       r10
%define black       r11

; ---- Steps -----------------------------------------------------------------------------------------------

; rcx = where the next slash stands, 64 when there is none.
%macro FIND_SLASH 0
    tzcnt    rcx, slash
    blsr     slash, slash
%endmacro

; From the text of four rows to the squares on which characters begin, and to the codes of the characters.
%macro READ_ROWS 2 ; rows, codes
    vpavgb   temp, %1, zero
    vpavgb   temp, temp, %1
    vpshufb  is_letter, all_letters, temp
    vpcmpeqb is_letter, is_letter, %1
    vpshufb  %2, all_codes, temp
    vpand    %2, %2, is_letter
    vpsubb   %1, %1, [digit_1]
    vpminub  %1, %1, [width_max]
    vpandn   %1, is_letter, %1
    vpmulld  %1, %1, [sum_of_four]
    vpshufb  temp, %1, upper
    vpaddb   %1, %1, temp
    vpaddusb %1, %1, [next_square]
    vpshufb  %1, all_bits, %1
    vpsadbw  %1, %1, zero
    vpshufb  %1, %1, [row_of_lane]
    vpand    %1, %1, place_bits
    vpcmpeqb %1, %1, place_bits
%endmacro

; From the codes of the characters to those of the squares: each takes that of the last character up to it, and a
; digit's is "empty".
%macro PLACE_CODES 2 ; squares on which characters begin, codes
    vpmulld  %1, %1, [count_of_four]
    vpshufb  temp, %1, upper
    vpaddb   %1, %1, [first_character]
    vpaddb   %1, %1, temp
    vpshufb  %2, %2, %1
%endmacro

; The top bits of all squares' bytes; clobbers r9.
%macro TOP_BITS 4 ; register, its low half, vectors of rows 8 to 5 and 4 to 1
    vpmovmskb %2, %3
    vpmovmskb r9d, %4
    shl      r9, 32
    or       %1, r9
%endmacro

; ---- The routine -----------------------------------------------------------------------------------------

section .text
FUNCTION ks_avx2_read_placement, 3
    vmovdqa  temp, [slashes]
    vpcmpeqb low_rows, temp, [text]
    vpcmpeqb high_rows, temp, [text + 32]
    TOP_BITS slash, eax, low_rows, high_rows
    vmovdqa  all_codes, [codes]
    vmovdqa  all_letters, [letters]
    vmovdqa  all_bits, [bit_of_square]
    vmovdqa  place_bits, [bit_of_place]
    vmovdqa  upper, [upper_of_lower]
    vpxor    xmm12, xmm12, xmm12 ; zero

    ; Each row in its lane.
    vmovq    xmm0, [text]
    FIND_SLASH
    vmovhps  xmm0, xmm0, [text + rcx + 1]
    FIND_SLASH
    vmovq    xmm4, [text + rcx + 1]
    FIND_SLASH
    vmovhps  xmm4, xmm4, [text + rcx + 1]
    FIND_SLASH
    vmovq    xmm1, [text + rcx + 1]
    FIND_SLASH
    vmovhps  xmm1, xmm1, [text + rcx + 1]
    FIND_SLASH
    vmovq    xmm5, [text + rcx + 1]
    tzcnt    slash, slash ; the seventh
    vmovhps  xmm5, xmm5, [text + slash + 1]
    vinserti128 low_rows, low_rows, xmm4, 1
    vinserti128 high_rows, high_rows, xmm5, 1

    ; The board.
    READ_ROWS low_rows, low_codes
    READ_ROWS high_rows, high_codes
    TOP_BITS begins, ecx, low_rows, high_rows
    PLACE_CODES low_rows, low_codes
    PLACE_CODES high_rows, high_codes
    vmovdqa  temp, [code_bits]
    vpand    low_rows, low_codes, temp
    vpand    high_rows, high_codes, temp
    vmovdqu  [board], low_rows
    vmovdqu  [board + 32], high_rows

    ; The masks. (Of the marks that a shift brings into a byte from its neighbour none gets to the top.)
    TOP_BITS kings, esi, low_codes, high_codes
    vpaddb   low_rows, low_codes, low_codes
    vpaddb   high_rows, high_codes, high_codes
    TOP_BITS pawns, r10d, low_rows, high_rows
    vpsllw   low_codes, low_codes, 2
    vpsllw   high_codes, high_codes, 2
    TOP_BITS black, r11d, low_codes, high_codes
    vpaddb   low_codes, low_codes, low_codes
    vpaddb   high_codes, high_codes, high_codes
    TOP_BITS r8, r8d, low_codes, high_codes
    mov      [masks + PIECE_MASKS_OCCUPIED], r8
    andn     r8, black, kings
    and      kings, black
    mov      [masks + PIECE_MASKS_KINGS], r8
    mov      [masks + PIECE_MASKS_KINGS + 8], kings
    andn     r8, black, pawns
    and      pawns, black
    mov      [masks + PIECE_MASKS_PAWNS], r8
    mov      [masks + PIECE_MASKS_PAWNS + 8], pawns
    vzeroupper

    ; Whether all that is a placement.
    andn     r8, begins, [row_begins]
    jnz      .wrong                     ; a row isn't full
    popcnt   r9, begins                 ; the characters of all rows
    shr      begins, KS_SQUARES - ROW_SQUARES
    popcnt   rcx, rcx                   ; of the eighth
    lea      rax, [slash + rcx - SEPARATORS + 1]
    cmp      rax, r9
    jne      .wrong                     ; the others don't reach to the seventh slash
    cmp      eax, LENGTH_MAX - SEPARATORS
    ja       .wrong
    cmp      byte [text + rax + SEPARATORS], ' '
    jne      .wrong
    add      eax, SEPARATORS
    RETURN
.wrong:
    xor      eax, eax
    RETURN
