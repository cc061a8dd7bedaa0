; avx512_placement.asm: the first field of a FEN, from text to board, without a loop. x86-64 with AVX-512 F, BW, DQ,
; VBMI, VBMI2, and BMI1, BMI2, POPCNT.
;
;   size_t ks_avx512_read_placement(const char *text, uint8_t board[64], struct ks_piece_masks *masks)
;
; The contract is placement.h's. Reads 64 bytes of text; writes board and masks, whatever the text. Clobbers volatile
; general registers, k1-k7 and zmm16-zmm31.
;
; The idea: a row of text is at most eight characters, so it fits a lane of eight bytes. One compress finds where
; the slashes are, and so where each row begins and ends; one permutation gives each row its lane. In a lane each
; character has a width, the squares that it stands for: 1 for a piece, the digit for a digit. A multiplication by
; 0x0101010101010101 sums the widths up to each character: the square behind it. The last sum of a row has to be
; 8, and the others are where its next characters begin: as bits of one mask of 64 squares. Expanding the codes by
; this mask drops each character on its first square; the code of a digit is "empty", as are the squares between.

%include "abi.inc"
%include "constants.inc"

section .rodata
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

; What each of the 128 characters of ASCII means: sets `its_code` and `its_width`. A width of WRONG spoils the sum of any
; row, which holds at most eight of them and so stays below 256.
WRONG equ 9

%macro MEANING 1 ; character
  %assign its_code 0
  %assign its_width WRONG
  %if %1 >= '1' && %1 <= '8'
    %assign its_width %1 - '0'
  %endif
  %assign %%colour 0
  %rep 2
    %assign %%kind KS_WHITE_PAWN
    %rep 6
      %substr %%letter "PNBRQKpnbrqk" %%kind + (%%colour / KS_BLACK_BIT) * 6
      %if %1 == %%letter
        %assign its_code %%kind + %%colour
        %assign its_width 1
      %endif
      %assign %%kind %%kind + 1
    %endrep
    %assign %%colour KS_BLACK_BIT
  %endrep
%endmacro

%macro MEANINGS 1 ; code or width
  %assign character 0
  %rep 128
    MEANING character
    db its_%1
    %assign character character + 1
  %endrep
%endmacro

align 64
codes:
    MEANINGS code
widths:
    MEANINGS width
bit_of_sum: ; the bit of the square where the next character begins; none behind the row
    times 4 db 1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0
spaces:
    times 64 db ' '
slashes:
    times 64 db '/'
ones:
    times 64 db 1
eight:
    times 8 dq 8
eights:
    dq 0x0808080808080808, -1
behind_slash: ; a row begins one behind the slash before it, the first where the text does
    dq 0x0101010101010100, -1

%define text      a0
%define board     a1
%define masks     a2
%define blank     rcx ; where the field ends
%define separator r8  ; mask: the slashes and that blank
%define chars     zmm16

; The squares on which `code` stands.
%macro MASK 2 ; offset in masks, code
    vpcmpeqb   k1, zmm17, [every_code + 64 * (%2)]
    kmovq      [masks + %1], k1
%endmacro

%macro BROADCAST_CODES 0
  %assign code 0
  %rep 16
    times 64 db code
    %assign code code + 1
  %endrep
%endmacro

align 64
every_code:
    BROADCAST_CODES

section .text
FUNCTION ks_avx512_read_placement, 3
    vmovdqu8   chars, [text]

    ; Where rows begin and end.
    vpcmpeqb   k1, chars, [spaces]
    vpcmpeqb   k2, chars, [slashes]
    kmovq      blank, k1
    kmovq      separator, k2
    tzcnt      blank, blank
    jc         .wrong                   ; there is none
    bzhi       separator, separator, blank
    bts        separator, blank
    popcnt     rax, separator
    cmp        eax, 8
    jne        .wrong
    kmovq      k1, separator
    vmovdqa64  zmm17, [every_byte]
    vpcompressb zmm17{k1}{z}, zmm17     ; the ends of the rows
    vpslldq    xmm18, xmm17, 1
    vpaddb     xmm18, xmm18, [behind_slash] ; their beginnings
    vpaddb     xmm19, xmm18, [eights]
    vpcmpub    k7, xmm17, xmm19, 6      ; rows of more than eight characters

    ; Each row in its lane, the widths of its characters, their sums.
    vmovdqa64  zmm19, [lane_of_byte]
    vpermb     zmm20, zmm19, zmm18
    vpermb     zmm21, zmm19, zmm17
    vpaddb     zmm20, zmm20, [place_in_lane]
    vpcmpub    k1, zmm20, zmm21, 1      ; before the end of the row
    vpermb     zmm22, zmm20, chars
    vmovdqa64  zmm23, [widths]
    vpermi2b   zmm22, zmm23, [widths + 64]
    vmovdqu8   zmm22{k1}{z}, zmm22
    vpmullq    zmm22, zmm22, [ones]
    vpsrlq     zmm23, zmm22, 56
    vpcmpneqq  k6, zmm23, [eight]       ; rows of more or fewer than eight squares

    ; The first squares of all characters.
    vmovdqa64  zmm23, [bit_of_sum]
    vpshufb    zmm23, zmm23, zmm22
    vpxorq     xmm24, xmm24, xmm24
    vpsadbw    zmm23, zmm23, zmm24
    vpmovqb    xmm23, zmm23
    vporq      xmm23, xmm23, [ones]
    vmovq      rax, xmm23
    kmovq      k4, rax

    ; What stands there.
    mov        rax, -1
    bzhi       rax, rax, blank
    andn       rax, separator, rax
    kmovq      k5, rax                  ; what is neither slash nor behind the end
    vpmovb2m   k3, chars                ; what isn't ASCII
    vmovdqa64  zmm18, [codes]
    vpermt2b   zmm18, chars, [codes + 64]
    vpcompressb zmm18{k5}{z}, zmm18
    vpexpandb  zmm17{k4}{z}, zmm18
    vmovdqu8   [board], zmm17
    MASK PIECE_MASKS_KINGS,     KS_WHITE_KING
    MASK PIECE_MASKS_KINGS + 8, KS_WHITE_KING + KS_BLACK_BIT
    MASK PIECE_MASKS_PAWNS,     KS_WHITE_PAWN
    MASK PIECE_MASKS_PAWNS + 8, KS_WHITE_PAWN + KS_BLACK_BIT
    vptestmb   k1, zmm17, zmm17
    kmovq      [masks + PIECE_MASKS_OCCUPIED], k1
    ktestq     k3, k5
    jnz        .wrong
    kortestb   k6, k7
    jnz        .wrong
    mov        rax, blank
    RETURN
.wrong:
    xor        eax, eax
    RETURN
