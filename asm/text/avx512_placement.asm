; avx512_placement.asm: reads the first field of a FEN into a board, without a loop. x86-64 with AVX-512 F, BW, DQ, VL,
; VBMI, VBMI2, and BMI1, BMI2, POPCNT.
;
;   size_t ks_avx512_read_placement(const char *text, uint8_t board[64], struct ks_piece_masks *masks)
;
; The contract is that of readers.h. Reads 64 bytes of text; may write board and masks even when the text is no
; placement. Clobbers volatile general registers, k1-k7 and zmm16-zmm31.
;
; The idea: a row of text has at most eight characters, so it fits a lane of eight bytes. One compress finds the
; slashes, which give the beginning and end of each row; one permutation moves each row into its lane. In a lane each
; character has a width, the number of its squares: 1 for a piece, the digit for a digit. A multiplication by
; 0x0101010101010101 sums the widths up to each character, which gives the square after it. The last sum of a row must
; be 8, and the others are the squares on which its next characters begin, as bits of one mask of 64 squares. Expanding
; the codes by this mask puts each character on its first square; the code of a digit is "empty", as are the squares
; between.

%include "abi.inc"
%include "text/placement.inc"
%include "avx512.inc"

ROWS        equ 8
ROW_SQUARES equ 8
LAST_BYTE   equ 56                 ; of a lane: its first bit

; ---- Tables ----------------------------------------------------------------------------------------------

section READ_ONLY
align 64
every_byte:
  %assign position 0
  %rep 64
    db position
    %assign position position + 1
  %endrep
place_in_lane: ; 0 to 7 in each lane
    times 8 db 0, 1, 2, 3, 4, 5, 6, 7
lane_of_byte:
  %assign lane 0
  %rep 8
    times 8 db lane
    %assign lane lane + 1
  %endrep

; The meanings of the 128 characters of ASCII.
%macro MEANINGS 1 ; code or width
  %assign character 0
  %rep 128
    MEANING_OF character
    db its_%1
    %assign character character + 1
  %endrep
%endmacro

align 64
codes:
    MEANINGS code
widths:
    MEANINGS width
bit_of_sum: ; the bit of the square on which the next character begins; none after the row
    times 4 db 1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0
spaces:
    times 64 db ' '
slashes:
    times 64 db '/'
ones:
    times 64 db 1
eight:
    times 8 dq ROW_SQUARES
eights:
    dq ROW_SQUARES * EACH_BYTE, -1
behind_slash: ; a row begins one after the slash before it, the first with the text
    dq EACH_BYTE << 8, -1

align 64
every_code: ; each code 64 times
  %assign code 0
  %rep 16
    times 64 db code
    %assign code code + 1
  %endrep

; ---- Registers -------------------------------------------------------------------------------------------

%define text          a0
%define board         a1
%define masks         a2
%define blank         rcx ; the field's end
%define separator     r8  ; mask: the slashes and that blank

VECTOR chars, 16          ; the text
VECTOR row_ends, 17       ; a byte for each of the eight rows: the end of its text
VECTOR row_begins, 18
VECTOR limit, 19          ; the latest valid end
VECTOR lanes, 20          ; lane_of_byte
VECTOR place, 21          ; in lanes: the place of each character of the row in the text
VECTOR lane_end, 22       ; in lanes: the end of the row's text
VECTOR sums, 23           ; in lanes: the characters' widths, summed up
VECTOR temp, 24
VECTOR first, 25          ; bits of the rows' squares
VECTOR pieces, 26         ; codes in order
VECTOR squares, 27        ; the board

%define in_row        k1  ; characters before the end of their row
%define not_ascii     k3
%define first_squares k4  ; of all characters
%define in_field      k5  ; characters of the field other than slashes
%define wrong_widths  k6  ; rows of more or fewer than eight squares
%define long_rows     k7  ; rows of more than eight characters

; The squares on which `code` stands.
%macro MASK 2 ; offset in masks, code
    vpcmpeqb   k1, squares, [every_code + 64 * (%2)]
    kmovq      [masks + %1], k1
%endmacro

; ---- The routine -----------------------------------------------------------------------------------------

section .text
FUNCTION ks_avx512_read_placement, 3
    vmovdqu8   chars, [text]

    ; Find the beginnings and ends of rows. (When the text has no blank, `blank` is 64, and bts sets bit 0 for it. Then
    ; the first row is empty, which is wrong.)
    vpcmpeqb   k1, chars, [spaces]
    vpcmpeqb   k2, chars, [slashes]
    kmovq      blank, k1
    kmovq      separator, k2
    tzcnt      blank, blank
    bzhi       separator, separator, blank
    bts        separator, blank
    popcnt     rax, separator
    cmp        eax, ROWS
    jne        .wrong
    kmovq      k1, separator
    vmovdqa64  row_ends, [every_byte]
    vpcompressb row_ends{k1}{z}, row_ends
    vpslldq    row_begins_x, row_ends_x, 1
    vpaddb     row_begins_x, row_begins_x, [behind_slash]
    vpaddb     limit_x, row_begins_x, [eights]
    vpcmpub    long_rows, row_ends_x, limit_x, COMPARE_GREATER

    ; Move each row into its lane; find the widths of its characters, and their sums.
    vmovdqa64  lanes, [lane_of_byte]
    vpermb     place, lanes, row_begins
    vpermb     lane_end, lanes, row_ends
    vpaddb     place, place, [place_in_lane]
    vpcmpub    in_row, place, lane_end, COMPARE_LESS
    vpermb     sums, place, chars
    vmovdqa64  temp, [widths]
    vpermi2b   sums, temp, [widths + 64]
    vmovdqu8   sums{in_row}{z}, sums
    vpmullq    sums, sums, [ones]
    vpsrlq     temp, sums, LAST_BYTE
    vpcmpneqq  wrong_widths, temp, [eight]

    ; The first squares of all characters. The bits of a row are all different, so their sum is the row's mask.
    vmovdqa64  first, [bit_of_sum]
    vpshufb    first, first, sums
    vpxorq     temp, temp, temp
    vpsadbw    first, first, temp
    vpmovqb    first_x, first
    vporq      first_x, first_x, [ones] ; a row's first character stands on its first square
    vmovq      rax, first_x
    kmovq      first_squares, rax

    ; Put the codes on these squares.
    mov        rax, -1
    bzhi       rax, rax, blank
    andn       rax, separator, rax
    kmovq      in_field, rax
    vpmovb2m   not_ascii, chars
    vmovdqa64  pieces, [codes]
    vpermt2b   pieces, chars, [codes + 64]
    vpcompressb pieces{in_field}{z}, pieces
    vpexpandb  squares{first_squares}{z}, pieces
    vmovdqu8   [board], squares
    MASK PIECE_MASKS_KINGS,     KS_WHITE_KING
    MASK PIECE_MASKS_KINGS + 8, KS_WHITE_KING + KS_BLACK_BIT
    MASK PIECE_MASKS_PAWNS,     KS_WHITE_PAWN
    MASK PIECE_MASKS_PAWNS + 8, KS_WHITE_PAWN + KS_BLACK_BIT
    vptestmb   k1, squares, squares
    kmovq      [masks + PIECE_MASKS_OCCUPIED], k1
    ktestq     not_ascii, in_field
    jnz        .wrong
    kortestb   wrong_widths, long_rows
    jnz        .wrong
    mov        rax, blank
    RETURN
.wrong:
    xor        eax, eax
    RETURN
FUNCTIONS_END
