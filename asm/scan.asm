; scan.asm: the unrolled eight-direction scan, for x86-64 and i386.
;
;   int      ks_scan_in_check     (const uint8_t board[64], unsigned king_square, unsigned side)
;   uint64_t ks_scan_attackers    (const uint8_t board[64], unsigned square, unsigned by_side)
;   void     ks_scan_king_scan    (const uint8_t board[64], unsigned king_square, unsigned side, ks_king_lines *lines)
;   and each of them again with _set behind its name and a ks_pieceset as first argument
;
; The contract is kingscan.h's; c/core/reference.c says the same in C. Squares below 64 and sides below 2 are
; preconditions. Reads the 64 bytes of the board, the set and the tables here; writes *lines and its own stack
; frame. Volatile registers only, xmm0-xmm5 among them; flags are undefined. Needs SSE2, which every
; x86-64 processor has and i386 ones have since 2001.
;
; The idea: what costs time in a scan in C is that the lengths of rays can't be predicted. Here nothing is
; walked. One pass over the board makes a 64-bit mask of the occupied squares. Then, direction by direction,
; the mask of the ray is laid over it and one bit scan finds the nearest piece; its attack classes are held
; against the classes that attack the king from that square (`relation`: there the first square of a ray is
; told from the others, so that king and pawn count on it, and pawns on the enemy's side of the king alone).
; White and black differ in that table, made by one macro; the colour selects its half once, on entry.
;
; No bound is tested: rays.inc says how each ray comes to find something.
;
; Other designs and their figures, this one's being 1: bench/README.md, "scan".

%include "kernel.inc"
%include "rays.inc"

; ---- Tables ----------------------------------------------------------------------------------------------

; What is known of one king square and colour.
struc king_row
  .rays      resq 8  ; per direction: the squares of the ray, or the king's own where there is none
  .ends      resq 1  ; the last square of each ray, and the king's own
  .leaps     resb 8  ; a knight's leaps; one that leads off the board repeats another
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

%macro KING_ROWS 1 ; on which side of the king enemy pawns stand that attack it: -1 above, 1 below
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

section .rodata
align 64
king_rows:
    KING_ROWS -1 ; white king
    KING_ROWS 1  ; black king

; For each king square and each square in line with it: the squares after the king's up to that one.
lines_from_king:
    LINES_FROM_KING

align 16
code_offset: times 16 db 96
code_limit:  times 16 db 63

section .text

; ---- Registers -------------------------------------------------------------------------------------------

%define board      a0
%define row        a1  ; of king_rows, for this square and colour
%define classes    a2  ; what attacks this colour: 256 bytes of the set
%define class      a3  ; of one piece
%define classd     a3d
%define classb     a3b
%define square     t0
%define squared    t0d
%define occupied   t1  ; on i386 its lower half, rows 8 to 5
%define occupied_d t1d
%define occupied_h t2d ; on i386 the upper half

; ---- Steps of the scan -----------------------------------------------------------------------------------

; squared = next square of a leap; class = class of what stands there.
%macro LOAD_LEAP 1 ; number of the leap
    movzx   squared, byte [row + king_row.leaps + %1]
    movzx   classd, byte [board + square]
    movzx   classd, byte [classes + class]
%endmacro

; %1 = 0xff for each empty one of sixteen squares. A code is empty when its low three bits are 0 or 7 (no
; piece has these): code * 32 + 96, whose lowest five bits don't matter, is above 63 as a signed byte.
%macro EMPTY 2 ; register, which sixteen
    movdqu  %1, [board + 16 * (%2)]
    psllw   %1, 5
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
    movdqa  xmm4, [code_offset]
    movdqa  xmm5, [code_limit]
    EMPTY_MASK occupied_d, squared, 0
    EMPTY_MASK occupied_h, squared, 1
    JOIN_OCCUPIED
%endmacro

; The same in the codes of any set, square by square.
%macro FIND_OCCUPIED_SET 0
  %assign %%n 31
  %rep 32
    movzx   squared, byte [board + %%n]
    cmp     byte [classes + square], KS_OCCUPIED ; carry: empty
    adc     occupied_d, occupied_d
    movzx   squared, byte [board + %%n + 32]
    cmp     byte [classes + square], KS_OCCUPIED
    adc     occupied_h, occupied_h
    %assign %%n %%n - 1
  %endrep
    JOIN_OCCUPIED
%endmacro

; From the halves of the mask of empty squares to the occupied ones, ends of rays included.
%macro JOIN_OCCUPIED 0
  %if ABI_64
    shl     t2, 32
    or      occupied, t2
    not     occupied
    or      occupied, [row + king_row.ends]
  %else
    not     occupied_d
    not     occupied_h
    or      occupied_d, [row + king_row.ends]
    or      occupied_h, [row + king_row.ends + 4]
  %endif
%endmacro

; square = the nearest occupied one of a ray. (rep bsf: tzcnt where there is one, the same for a mask that
; is never empty, and several times faster than bsf on Zen 4 and before.)
%macro FIND_NEAREST 1 ; direction
  %if ABI_64
    mov     square, [row + king_row.rays + 8 * %1]
    and     square, occupied
    %if ASCENDS(%1)
    rep bsf square, square
    %else
    bsr     square, square
    %endif
  %elif ASCENDS(%1)
    mov     classd, [row + king_row.rays + 8 * %1 + 4]
    and     classd, occupied_h
    bsf     classd, classd
    add     classd, 32
    mov     squared, [row + king_row.rays + 8 * %1]
    and     squared, occupied_d
    bsf     squared, squared
    cmovz   squared, classd
  %else
    mov     classd, [row + king_row.rays + 8 * %1]
    and     classd, occupied_d
    bsr     classd, classd
    mov     squared, [row + king_row.rays + 8 * %1 + 4]
    and     squared, occupied_h
    bsr     squared, squared
    lea     squared, [square + 32] ; keeps the flags
    cmovz   squared, classd
  %endif
%endmacro

; class = the classes with which the nearest piece of a ray attacks the king, which stands on `square`.
%macro LOAD_NEAREST 1 ; direction
    FIND_NEAREST %1
    movzx   classd, byte [board + square]
    movzx   classd, byte [classes + class]
    and     classb, [row + king_row.relations + square]
%endmacro

; ---- The routines ----------------------------------------------------------------------------------------

; What has been found so far, classes or a mask of squares: a register, on i386 two words of the stack.
%if ABI_64
  %define found  r10
  %define foundd r10d
  %assign FOUND_FRAME 0
%else
  %define found  [esp]
  %define foundd dword [esp]
  %assign FOUND_FRAME 8
%endif

%macro FOUND_NONE 0
  %if ABI_64
    xor     foundd, foundd
  %else
    mov     dword [stack_pointer], 0
    mov     dword [stack_pointer + 4], 0
  %endif
%endmacro

%macro RETURN_FOUND 0
  %if ABI_64
    mov     rax, found
  %else
    mov     eax, [stack_pointer]
    mov     edx, [stack_pointer + 4]
  %endif
    RETURN
%endmacro

; Everything is looked at, even behind a check: leaving at the first attacker is a branch that is mispredicted
; now and then, and measured about 10 % slower (bench/README.md).
%macro IN_CHECK 1 ; CHESS or SET
    %{1}_ARGUMENTS
    SELECT_ROW %1
    FIND_OCCUPIED_%1
    FOUND_NONE
  %assign %%n 0
  %rep 8
    LOAD_LEAP %%n
    or      foundd, classd
    %assign %%n %%n + 1
  %endrep
    and     foundd, KS_KNIGHT
  %assign %%n 0
  %rep 8
    LOAD_NEAREST %%n
    or      foundd, classd
    %assign %%n %%n + 1
  %endrep
    xor     eax, eax
    cmp     foundd, 1 ; carry: nothing found
    sbb     eax, -1
    RETURN
%endmacro

; Here a branch skips what isn't found: most pieces attack nothing.
%macro ADD_SQUARE_IF_NOT_ZERO 0
    jz      %%skip
    bts     found, square
%%skip:
%endmacro

%macro ATTACKERS 1 ; CHESS or SET
    %{1}_ARGUMENTS
    xor     a2d, 1 ; the side that by_side attacks
    SELECT_ROW %1
    FIND_OCCUPIED_%1
    FOUND_NONE
  %assign %%n 0
  %rep 8
    LOAD_LEAP %%n
    test    classb, KS_KNIGHT
    ADD_SQUARE_IF_NOT_ZERO
    %assign %%n %%n + 1
  %endrep
  %assign %%n 0
  %rep 8
    LOAD_NEAREST %%n
    ADD_SQUARE_IF_NOT_ZERO
    %assign %%n %%n + 1
  %endrep
    RETURN_FOUND
%endmacro

; ---- King scan -------------------------------------------------------------------------------------------

; Results go to memory as they are found: checkers and pins are rare. On i386, which has no registers left, the
; stack holds where to, the king's row of lines_from_king, and a square.
%if ABI_64
  %define result      r10
  %define line_row    r11
  %define pinned      r9 ; the square of the piece that may be pinned
  %define pinnedd     r9d
  %assign LINES_FRAME 0
%else
  %define result      class
  %define line_row    [esp + 4]
  %define pinnedd     [esp + 8]
  %assign LINES_FRAME 12
%endif

; i386: result = where the results go; it is in a register of its own otherwise.
%macro LOAD_RESULT 0
  %if !ABI_64
    mov     result, [esp]
  %endif
%endmacro

; Adds the line from the king to `square`, which it clobbers, to a mask of the result.
%macro ADD_LINE 1 ; offset of the mask
  %if ABI_64
    mov     square, [line_row + 8 * square]
    or      [result + %1], square
  %else
    shl     squared, 3
    add     squared, line_row
    push    row
    mov     row, [square]
    or      [result + %1], row
    mov     row, [square + 4]
    or      [result + %1 + 4], row
    pop     row
  %endif
%endmacro

; Takes the piece on `square` off the mask of occupied squares, though not off the ends of rays.
%macro REMOVE_OCCUPIED 0
  %if ABI_64
    btr     occupied, square
    or      occupied, [row + king_row.ends]
  %else
    cmp     squared, 32
    jb      %%lower
    btr     occupied_h, squared
    jmp     %%done
%%lower:
    btr     occupied_d, squared
%%done:
    or      occupied_d, [row + king_row.ends]
    or      occupied_h, [row + king_row.ends + 4]
  %endif
%endmacro

%macro RAY_LINES 1 ; direction
    FIND_NEAREST %1
    movzx   classd, byte [board + square]
    movzx   classd, byte [classes + class]
    test    classb, KS_OWN
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
    LOAD_NEAREST %1 ; the second-nearest; or at the end of the ray the same again, which attacks nothing
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

%macro KING_SCAN 1 ; CHESS or SET
  %ifidn %1, SET
    SET_ARGUMENTS
    LOAD_ARGUMENT a3, 4
  %else
    CHESS_ARGUMENTS
  %endif
    pxor    xmm0, xmm0
    movdqu  [a3], xmm0
    movdqu  [a3 + 16], xmm0
    movq    [a3 + 32], xmm0
    ADDRESS t1, lines_from_king
  %if ABI_64
    mov     result, a3
    mov     a1d, a1d
    mov     line_row, a1
    shl     line_row, 9
    add     line_row, t1
  %else
    mov     [esp], a3
    mov     a3, a1
    shl     a3, 9
    add     a3, t1
    mov     line_row, a3
  %endif
    SELECT_ROW %1
    FIND_OCCUPIED_%1
  %assign %%n 0
  %rep 8
    LOAD_LEAP %%n
    test    classb, KS_KNIGHT
    jz      %%no_leap%[%%n]
    LOAD_RESULT
    bts     [result + KING_LINES_CHECKERS], square
    bts     [result + KING_LINES_CHECK_LINES], square
%%no_leap%[%%n]:
    %assign %%n %%n + 1
  %endrep
  %assign %%n 0
  %rep 8
    RAY_LINES %%n
    %assign %%n %%n + 1
  %endrep
    RETURN
%endmacro

FUNCTION ks_scan_in_check, 3, {}, FOUND_FRAME
    IN_CHECK CHESS

FUNCTION ks_scan_in_check_set, 4, {}, FOUND_FRAME
    IN_CHECK SET

FUNCTION ks_scan_attackers, 3, {}, FOUND_FRAME
    ATTACKERS CHESS

FUNCTION ks_scan_attackers_set, 4, {}, FOUND_FRAME
    ATTACKERS SET

FUNCTION ks_scan_king_scan, 4, {}, LINES_FRAME
    KING_SCAN CHESS

FUNCTION ks_scan_king_scan_set, 5, {}, LINES_FRAME
    KING_SCAN SET
