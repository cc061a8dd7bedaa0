; ray_slots.asm: the places of squares on each other's rays, as tables for the counter c/rules/perft/leaves.c.
; leaves_tmpl.h there declares and explains them. This file has no code.
;
;   uint8_t  ks_ray_squares[64][64]  the square in each slot; rays in the order of FOR_DIRECTIONS, eight slots each
;   uint64_t ks_ray_valid[64]        the slots that lie on the board
;   uint8_t  ks_ray_slots[64][64]    the slot of each other square, or NO_SLOT
;   uint8_t  ks_near_leaps[64][64]   the neighbours of the square that a knight on each other square attacks, a bit a
;                                    direction; and that a king attacks:
;   uint8_t  ks_near_steps[64][64]

%include "abi.inc"
%include "board.inc"

; ---- Tables ----------------------------------------------------------------------------------------------

RAY_STEPS equ 8   ; slots of a ray: seven squares at most, and one to spare
NO_SLOT   equ 255 ; a shift by 255 gives 0

%macro TABLE 1 ; name
  align 64
  GLOBAL %1, data
%1:
%endmacro

; Runs `macro square, files, rows` for each slot: eight rays, clockwise from the top, the nearest square first.
%macro FOR_RAY_SLOTS 2 ; macro, square
    RAY_SLOTS %1, %2,  0, -1
    RAY_SLOTS %1, %2,  1, -1
    RAY_SLOTS %1, %2,  1,  0
    RAY_SLOTS %1, %2,  1,  1
    RAY_SLOTS %1, %2,  0,  1
    RAY_SLOTS %1, %2, -1,  1
    RAY_SLOTS %1, %2, -1,  0
    RAY_SLOTS %1, %2, -1, -1
%endmacro

%macro RAY_SLOTS 4 ; macro, square, files, rows
  %assign step 1
  %rep RAY_STEPS
    %1 %2, (%3) * step, (%4) * step
    %assign step step + 1
  %endrep
%endmacro

; The square in the slot; off the board, the square at which the rays begin.
%macro SQUARE_IN_SLOT 3 ; square, files, rows
  TARGET %1, %2, %3
  %if target >= 0
    db target
  %else
    db %1
  %endif
%endmacro

; Sets `valid` to the slots on the board, and `slot_of_N` for each square N that has one.
%macro FIND_RAY_SLOT 3 ; square, files, rows
  TARGET %1, %2, %3
  %if target >= 0
    %assign slot_of_%[target] slot
    %assign valid valid | 1 << slot
  %endif
  %assign slot slot + 1
%endmacro

%macro FIND_RAY_SLOTS 1 ; square
  %assign slot 0
  %assign valid 0
  SET_ALL slot_of_, NO_SLOT
  FOR_RAY_SLOTS FIND_RAY_SLOT, %1
%endmacro

; Sets `%1N` for all squares N.
%macro SET_ALL 2 ; name, value
  %assign other 0
  %rep 64
    %assign %1%[other] %2
    %assign other other + 1
  %endrep
%endmacro

; Writes them as bytes.
%macro WRITE_ALL 1 ; name
  %assign other 0
  %rep 64
    db %1%[other]
    %assign other other + 1
  %endrep
%endmacro

; Sets bit `direction` in `leap_N` for each square N from which a knight attacks the neighbour in that direction, and in
; `step_N` for each from which a king does.
%macro FIND_NEAR 3 ; square, files, rows
  TARGET %1, %2, %3
  %if target >= 0
    %assign neighbour target
    FOR_LEAPS ADD_LEAP, neighbour
    %assign rows -1
    %rep 3
      ADD_STEP neighbour, -1, rows
      ADD_STEP neighbour, 0, rows
      ADD_STEP neighbour, 1, rows
      %assign rows rows + 1
    %endrep
  %endif
  %assign direction direction + 1
%endmacro

%macro ADD_LEAP 3 ; neighbour, files, rows
  TARGET %1, %2, %3
  %if target >= 0
    %assign leap_%[target] leap_%[target] | 1 << direction
  %endif
%endmacro

%macro ADD_STEP 3 ; neighbour, files, rows
  TARGET %1, %2, %3
  %if target >= 0 && target != neighbour
    %assign step_%[target] step_%[target] | 1 << direction
  %endif
%endmacro

; Writes all `leap_N` or `step_N` of all squares.
%macro NEAR_ROWS 1 ; leap_ or step_
  %assign square 0
  %rep 64
    %assign direction 0
    SET_ALL leap_, 0
    SET_ALL step_, 0
    FOR_DIRECTIONS FIND_NEAR, square
    WRITE_ALL %1
    %assign square square + 1
  %endrep
%endmacro

section READ_ONLY

TABLE ks_ray_squares
%assign square 0
%rep 64
    FOR_RAY_SLOTS SQUARE_IN_SLOT, square
    %assign square square + 1
%endrep

TABLE ks_ray_slots
%assign square 0
%rep 64
    FIND_RAY_SLOTS square
    WRITE_ALL slot_of_
    %assign square square + 1
%endrep

TABLE ks_ray_valid
%assign square 0
%rep 64
    FIND_RAY_SLOTS square
    dq valid
    %assign square square + 1
%endrep

TABLE ks_near_leaps
    NEAR_ROWS leap_

TABLE ks_near_steps
    NEAR_ROWS step_
