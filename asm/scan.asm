; scan.asm: the kernel scan finds check, attackers and pins by one search for a bit in each of eight directions,
; unrolled, without a walk along rays. x86-64 and i386.
;
;   int      ks_scan_in_check     (const uint8_t board[64], unsigned king_square, unsigned side)
;   uint64_t ks_scan_attackers    (const uint8_t board[64], unsigned square, unsigned by_side)
;   void     ks_scan_king_scan    (const uint8_t board[64], unsigned king_square, unsigned side, ks_king_lines *lines)
;   and the same functions with _set after the name and a ks_pieceset as first argument
;
; The contract is that of kingscan.h; c/core/kernels/reference.c does the same in C. Squares below 64 and sides below 2
; are preconditions. Reads the 64 bytes of the board, the set and the tables here; writes *lines and its own stack
; frame. Volatile registers only, xmm0-xmm5 among them; flags are undefined. Needs SSE2, which every x86-64 processor
; has and i386 ones have since 2001.
;
; The idea: a scan in C loses time because the lengths of rays cannot be predicted. This kernel walks no ray. One pass
; over the board makes a 64-bit mask of the occupied squares. Then, direction by direction, the mask is combined with
; that of the ray, and one bit scan finds the nearest piece. Its attack classes are compared with those that attack the
; king from that square (`relations`). A king attacks only from the first square of a ray, and a pawn only from such a
; square on the enemy's side of the king. White and black differ only in this table. One macro makes both halves; the
; colour selects the half once, on entry.
;
; No bound is tested, since each ray has an occupied square (rays.inc).
;
; bench/README.md, "scan", has other designs and their figures relative to this one.

%include "kernel.inc"
%include "rays.inc"

; ---- Tables ----------------------------------------------------------------------------------------------

; The row of one king square and colour.
struc king_row
  .rays      resq 8  ; per direction: the squares of the ray, or the king's square when there is none
  .ends      resq 1  ; the last square of each ray, and the king's own
  .leaps     resb 8  ; targets of a knight's leaps; one off the board is replaced by another target
  .relations resb 64 ; per square: the classes with which a piece there attacks the king
endstruc

%macro FIND_LEAP 3 ; king, files, rows: sets `leap` to the target if that is on the board
  TARGET %1, %2, %3
  %if target >= 0
    %assign leap target
  %endif
%endmacro

%macro LEAP 3 ; king, files, rows: writes the target, or else the last one that was on the board
  FIND_LEAP %1, %2, %3
    db leap
%endmacro

%macro KING_ROWS 1 ; the side of the king from which enemy pawns attack it: -1 above, 1 below
  %assign king 0
  %rep 64
    RAYS king
    FOR_LEAPS FIND_LEAP, king ; so that there is a leap to repeat when the first leads off the board
    FOR_LEAPS LEAP, king
    RELATIONS king, %1
    %assign king king + 1
  %endrep
%endmacro

%macro LINE 3 ; king, files, rows: sets `line_to_N` for the squares N of a ray
  %assign line 0
  %assign steps 1
  %rep 7
    TARGET %1, (%2) * steps, (%3) * steps
    %if target >= 0
      %assign line line | 1 << target
      %assign line_to_%[target] line
    %endif
    %assign steps steps + 1
  %endrep
%endmacro

%macro LINES_FROM_KING 0
  %assign king 0
  %rep 64
    %assign square 0
    %rep 64
      %assign line_to_%[square] 0
      %assign square square + 1
    %endrep
    FOR_DIRECTIONS LINE, king
    %assign square 0
    %rep 64
    dq line_to_%[square]
      %assign square square + 1
    %endrep
    %assign king king + 1
  %endrep
%endmacro

section READ_ONLY
align 64
king_rows:
    KING_ROWS -1 ; white king
    KING_ROWS 1  ; black king

; For each king square and each square on a line with it: the squares after the king's up to that one.
lines_from_king:
    LINES_FROM_KING

; A code means an empty square when its low three bits are 0 or 7: no piece has these. After a shift to the top of a
; byte, adding EMPTY_OFFSET makes them 3 or 2, and the bits of a piece 4 to 7, 0 or 1. Only 3 and 2 are above
; EMPTY_LIMIT as a signed byte, for any lower bits.
CODE_SHIFT   equ 5
EMPTY_OFFSET equ 3 << CODE_SHIFT
EMPTY_LIMIT  equ (2 << CODE_SHIFT) - 1

%if KS_WHITE_PAWN != 1 || KS_WHITE_KING != 6 || KS_BLACK_BIT != 8
  %error "the test for empty squares rests on these codes"
%endif

align 16
empty_offset: times 16 db EMPTY_OFFSET
empty_limit:  times 16 db EMPTY_LIMIT

section .text

; ---- Registers -------------------------------------------------------------------------------------------

%define row     a1
%define class   a3
%define classd  a3d
%define classb  a3b
%define square  t0
%define squared t0d

%include "masks.inc"

; ---- Steps -----------------------------------------------------------------------------------------------

; row, table = those of the square in a1, the side in a2 and the set.
%macro SELECT_ROW 1 ; CHESS or SET
    mov     t1d, a2d
  %ifidn %1, SET
    xor     t1d, [set + PIECESET_A1_FIRST] ; rows that count from the bottom swap the pawns' directions
  %endif
    MULTIPLY t1d, KS_SQUARES
    add     t1d, a1d
    MULTIPLY a2d, PIECESET_CLASSES_OF_SIDE
    lea     table, [a2 + set + PIECESET_CLASSES]
    MULTIPLY t1d, king_row_size
    ADDRESS row, king_rows
    add     row, t1
%endmacro

; Runs `macro n` for n = 0 ... 7.
%macro FOR_EIGHT 1 ; macro
  %assign eighth 0
  %rep 8
    %1 eighth
    %assign eighth eighth + 1
  %endrep
%endmacro

; class = the classes of the piece on `square`.
%macro LOAD_CLASS 0
    movzx   classd, byte [board + square]
    movzx   classd, byte [table + class]
%endmacro

; square = next target of a leap; class = the classes of the piece there.
%macro LOAD_LEAP 1 ; number of the leap
    movzx   squared, byte [row + king_row.leaps + %1]
    LOAD_CLASS
%endmacro

; square = that of the nearest piece of a ray; class = the classes with which the piece attacks the king.
%macro LOAD_NEAREST 1 ; direction
    FIND_NEAREST %1
    LOAD_CLASS
    and     classb, [row + king_row.relations + square]
%endmacro

; %1 = 0xff for each empty one of sixteen squares.
%macro EMPTY 2 ; register, which sixteen
    movdqu  %1, [board + 16 * (%2)]
    psllw   %1, CODE_SHIFT
    paddb   %1, xmm4
    pcmpgtb %1, xmm5
%endmacro

; %1 = mask of the empty ones of 32 squares; clobbers %2.
%macro EMPTY_MASK 3 ; register, register, which 32
    EMPTY   xmm0, 2 * %3
    EMPTY   xmm1, 2 * %3 + 1
    pmovmskb %1, xmm0
    pmovmskb %2, xmm1
    shl     %2, 16
    or      %1, %2
%endmacro

; occupied = mask of the occupied squares in our own codes, and the ends of the rays.
%macro FIND_OCCUPIED_CHESS 0
    movdqa  xmm4, [AT(empty_offset)]
    movdqa  xmm5, [AT(empty_limit)]
    EMPTY_MASK occupied_low, squared, 0
    EMPTY_MASK occupied_high, squared, 1
    JOIN_OCCUPIED
%endmacro

; occupied = the same mask for the codes of any set, square by square.
%macro FIND_OCCUPIED_SET 0
  %if !ABI_64
    xor     occupied_high, occupied_high ; clears FIND_BASE's address: the prover rejects shifted addresses
  %endif
  %assign %%n 31
  %rep 32
    movzx   squared, byte [board + %%n]
    cmp     byte [table + square], KS_CLASS_OCCUPIED ; carry: empty
    adc     occupied_low, occupied_low
    movzx   squared, byte [board + %%n + 32]
    cmp     byte [table + square], KS_CLASS_OCCUPIED
    adc     occupied_high, occupied_high
    %assign %%n %%n - 1
  %endrep
    JOIN_OCCUPIED
%endmacro

; ---- In check? -------------------------------------------------------------------------------------------

%macro ADD_LEAP_CLASS 1 ; number of the leap
    LOAD_LEAP %1
    or      foundd, classd
%endmacro

%macro ADD_NEAREST_CLASS 1 ; direction
    LOAD_NEAREST %1
    or      foundd, classd
%endmacro

; All rays are scanned, even after an attacker has been found. Returning at the first one needs a branch, which is
; sometimes mispredicted; this was about 10 % slower (bench/README.md).
%macro ANSWER_IN_CHECK 0
    CLEAR_FOUND
    FOR_EIGHT ADD_LEAP_CLASS
    and     foundd, KS_CLASS_KNIGHT
    FOR_EIGHT ADD_NEAREST_CLASS
    xor     eax, eax
    cmp     foundd, 1 ; carry: nothing found
    sbb     eax, -1
    RETURN
%endmacro

FUNCTION ks_scan_in_check, 3, {}, FOUND_FRAME
    CHESS_ARGUMENTS
    SELECT_ROW CHESS
    FIND_OCCUPIED_CHESS
    ANSWER_IN_CHECK

FUNCTION ks_scan_in_check_set, 4, {}, FOUND_FRAME
    SET_ARGUMENTS
    SELECT_ROW SET
    FIND_OCCUPIED_SET
    ANSWER_IN_CHECK

; ---- Attackers -------------------------------------------------------------------------------------------

; A branch skips pieces that do not attack, which are most.
%macro ADD_LEAP_SQUARE 1 ; number of the leap
    LOAD_LEAP %1
    test    classb, KS_CLASS_KNIGHT
    jz      %%next
    ADD_SQUARE
%%next:
%endmacro

%macro ADD_NEAREST_SQUARE 1 ; direction
    LOAD_NEAREST %1
    jz      %%next
    ADD_SQUARE
%%next:
%endmacro

%macro ANSWER_ATTACKERS 0
    CLEAR_FOUND
    FOR_EIGHT ADD_LEAP_SQUARE
    FOR_EIGHT ADD_NEAREST_SQUARE
    RETURN_FOUND
%endmacro

FUNCTION ks_scan_attackers, 3, {}, FOUND_FRAME
    CHESS_ARGUMENTS
    SELECT_ATTACKED_SIDE
    SELECT_ROW CHESS
    FIND_OCCUPIED_CHESS
    ANSWER_ATTACKERS

FUNCTION ks_scan_attackers_set, 4, {}, FOUND_FRAME
    SET_ARGUMENTS
    SELECT_ATTACKED_SIDE
    SELECT_ROW SET
    FIND_OCCUPIED_SET
    ANSWER_ATTACKERS

; ---- King scan -------------------------------------------------------------------------------------------

; Results go to memory as they are found: checkers and pins are rare.
%macro CLEAR_LINES 0
    pxor    xmm0, xmm0
    movdqu  [lines], xmm0
    movdqu  [lines + 16], xmm0
    movq    [lines + 32], xmm0
%endmacro

%if KING_LINES_SIZE != 16 + 16 + 8
  %error "CLEAR_LINES rests on this size"
%endif

%macro LEAP_LINES 1 ; number of the leap
    LOAD_LEAP %1
    test    classb, KS_CLASS_KNIGHT
    jz      %%next
    LOAD_RESULT
    bts     [result + KING_LINES_CHECKERS], square
    bts     [result + KING_LINES_CHECK_LINES], square
%%next:
%endmacro

%macro RAY_LINES 1 ; direction
    FIND_NEAREST %1
    LOAD_CLASS
    test    classb, KS_CLASS_OWN
    jnz     %%own
    test    classb, [row + king_row.relations + square]
    jz      %%next
    LOAD_RESULT
    bts     [result + KING_LINES_CHECKERS], square
    ADD_LINE KING_LINES_CHECK_LINES
    jmp     %%next
%%own:
    mov     pinnedd, squared
    REMOVE_OCCUPIED
    LOAD_NEAREST %1 ; the second-nearest; or the own piece again at the end of the ray, which attacks nothing
    jz      %%next
    LOAD_RESULT
  %if IS_DIAGONAL(%1)
    ADD_LINE KING_LINES_PIN_DIAGONAL
  %else
    ADD_LINE KING_LINES_PIN_ORTHOGONAL
  %endif
    mov     squared, pinnedd
    bts     [result + KING_LINES_PINNED], square
%%next:
%endmacro

%macro ANSWER_KING_SCAN 0
    FOR_EIGHT LEAP_LINES
    FOR_EIGHT RAY_LINES
    RETURN
%endmacro

FUNCTION ks_scan_king_scan, 4, {}, LINES_FRAME
    CHESS_ARGUMENTS
    CLEAR_LINES
    START_LINES
    SELECT_ROW CHESS
    FIND_OCCUPIED_CHESS
    ANSWER_KING_SCAN

FUNCTION ks_scan_king_scan_set, 5, {}, LINES_FRAME
    SET_ARGUMENTS
    LOAD_ARGUMENT lines, 4
    CLEAR_LINES
    START_LINES
    SELECT_ROW SET
    FIND_OCCUPIED_SET
    ANSWER_KING_SCAN
FUNCTIONS_END
