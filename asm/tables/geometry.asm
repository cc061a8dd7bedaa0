; geometry.asm: which squares a piece reaches from a square, as tables of 64-bit masks for the C in c/rules. It has no
; code; c/rules/geometry.h declares the tables.
;
;   uint64_t ks_rays[64][8]   the squares of each ray, in the order of FOR_DIRECTIONS (clockwise from the top)
;   uint64_t ks_lines[64]     the squares of all eight rays, which are a queen's
;   uint64_t ks_leaps[64]     the squares of a knight's leaps
;   uint64_t ks_steps[64]     the squares of a king's steps
;   uint64_t ks_pin_lines[64] a queen's squares but those on the file: where a pinned pawn may not step ahead

%include "abi.inc"
%include "board.inc"
%include "rays.inc"

%macro RAY_MASK 3 ; square, files, rows
  FIND_RAY %1, %2, %3
    dq ray
%endmacro

%macro ADD_RAY 3 ; square, files, rows
  FIND_RAY %1, %2, %3
  %assign mask mask | ray
%endmacro

%macro ADD_TARGET 3 ; square, files, rows
  TARGET %1, %2, %3
  %if target >= 0
    %assign mask mask | 1 << target
  %endif
%endmacro

%macro ADD_PIN_RAY 3 ; square, files, rows
  %if (%2) != 0
    ADD_RAY %1, %2, %3
  %endif
%endmacro

%macro TARGET_MASK 2 ; FOR_DIRECTIONS or FOR_LEAPS, square
  %assign mask 0
    %1 ADD_TARGET, %2
    dq mask
%endmacro

%macro TABLE 1 ; name
  align 64
  global %1:data hidden
%1:
%endmacro

section .rodata

TABLE ks_rays
%assign square 0
%rep 64
    FOR_DIRECTIONS RAY_MASK, square
    %assign square square + 1
%endrep

TABLE ks_lines
%assign square 0
%rep 64
  %assign mask 0
    FOR_DIRECTIONS ADD_RAY, square
    dq mask
    %assign square square + 1
%endrep

TABLE ks_leaps
%assign square 0
%rep 64
    TARGET_MASK FOR_LEAPS, square
    %assign square square + 1
%endrep

TABLE ks_steps
%assign square 0
%rep 64
    TARGET_MASK FOR_DIRECTIONS, square
    %assign square square + 1
%endrep

TABLE ks_pin_lines
%assign square 0
%rep 64
  %assign mask 0
    FOR_DIRECTIONS ADD_PIN_RAY, square
    dq mask
    %assign square square + 1
%endrep
