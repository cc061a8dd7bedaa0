; broken.asm: functions that break one rule each. The checks have to notice every one of them.
;
; They take the arguments of in_check; the last one takes those of in_check_batch.

%include "abi.inc"

; LAST_VECTOR: the highest vector register that every build has and no function needs to keep.
%if ABI_WINDOWS
  %define RED_ZONE        0
  %define LAST_VECTOR     5
  %define FIRST_ARGUMENT  rcx
  %define SECOND_ARGUMENT rdx
%elif ABI_64
  %define RED_ZONE        128
  %define LAST_VECTOR     7
  %define FIRST_ARGUMENT  rdi
  %define SECOND_ARGUMENT rsi
%else
  %define RED_ZONE        0
  %define LAST_VECTOR     7
%endif
%xdefine LAST_YMM ymm %+ LAST_VECTOR
%xdefine LAST_ZMM zmm %+ LAST_VECTOR

extern ks_scan_in_check
extern ks_scan_in_check_batch

%macro BREACH 1 ; name
  GLOBAL %1, function
%1:
    LANDING
%endmacro

%macro NO_CHECK 0
    xor     eax, eax
    ret
%endmacro

BREACH breaks_nothing
    NO_CHECK

; ---- Registers -------------------------------------------------------------------------------------------

%macro DROPS 1 ; register
BREACH drops_%1
    not     %1
    NO_CHECK
%endmacro

%if ABI_64
    DROPS rbx
    DROPS rbp
    DROPS r12
    DROPS r13
    DROPS r14
    DROPS r15
  %if ABI_WINDOWS
    DROPS rdi
    DROPS rsi
  %endif
%else
    DROPS ebx
    DROPS esi
    DROPS edi
    DROPS ebp
%endif

BREACH moves_stack
    xor     eax, eax
    ret     16

BREACH sets_direction
    std
    NO_CHECK

; ---- Floating point and vectors --------------------------------------------------------------------------

%macro CHANGES_MXCSR 1 ; the bit
    sub     stack_pointer, 16
    stmxcsr [stack_pointer]
    xor     dword [stack_pointer], %1
    ldmxcsr [stack_pointer]
    add     stack_pointer, 16
    NO_CHECK
%endmacro

BREACH changes_rounding
    CHANGES_MXCSR 1 << 13

BREACH raises_mxcsr_flag
    CHANGES_MXCSR 1 << 5

BREACH changes_x87_control
    fninit
    NO_CHECK

BREACH leaves_x87_number
    fld1
    NO_CHECK

BREACH forgets_emms
    pxor    mm0, mm0
    NO_CHECK

BREACH leaves_ymm
    vcmptrueps ymm0, ymm0, ymm0
    NO_CHECK

; Only one bit is left.
BREACH leaves_last_ymm
    vcmptrueps LAST_YMM, LAST_YMM, LAST_YMM
    vpsrldq LAST_YMM, LAST_YMM, 15
    vpsrlw  LAST_YMM, LAST_YMM, 7
    NO_CHECK

%if ABI_WINDOWS
%macro DROPS_VECTOR 1 ; register
BREACH drops_%1
    psrldq  %1, 1
    NO_CHECK
%endmacro
  %assign n 6
  %rep 10
    DROPS_VECTOR xmm%[n]
    %assign n n + 1
  %endrep
%endif

BREACH leaves_zmm
    vpternlogd zmm0, zmm0, zmm0, 0xff
    NO_CHECK

; Only the highest doubleword of the register is left.
BREACH leaves_top_of_zmm
    mov     eax, 1 << 15
    kmovw   k1, eax
    vpternlogd LAST_ZMM{k1}{z}, LAST_ZMM, LAST_ZMM, 0xff
    NO_CHECK

; ---- False assumptions ----------------------------------------------------------------------------------

BREACH expects_zeroed_vector
    movd    eax, xmm1
    ret

BREACH expects_zeroed_scratch
  %if ABI_64
    mov     eax, r10d
  %else
    mov     eax, ecx
  %endif
    ret

%if ABI_64
BREACH trusts_upper_half
    mov     rax, SECOND_ARGUMENT
    shr     rax, 32
    ret
%endif

; The answer is right unless a signal comes between the two instructions.
BREACH uses_free_stack
    mov     dword [stack_pointer - RED_ZONE - 4], 0
    nop
    mov     eax, [stack_pointer - RED_ZONE - 4]
    ret

; ---- Memory ----------------------------------------------------------------------------------------------

BREACH writes_to_caller_stack
    mov     dword [stack_pointer + 64], 0
    NO_CHECK

%macro LOAD_BOARD 0 ; register t0
  %if ABI_64
    mov     t0, FIRST_ARGUMENT
  %else
    mov     t0, [esp + 4]
  %endif
%endmacro

; The functions from here on give the right answer.
BREACH reads_behind_board
    LOAD_BOARD
    mov     al, [t0 + 64]
    jmp     ks_scan_in_check

BREACH reads_before_board
    LOAD_BOARD
    mov     al, [t0 - 1]
    jmp     ks_scan_in_check

BREACH writes_to_board
    LOAD_BOARD
    and     byte [t0], 0xff
    jmp     ks_scan_in_check

; Writes one word too many when the number of boards is a multiple of 64.
BREACH writes_word_too_many
  %if ABI_WINDOWS
    mov     t0, [rsp + 8 * 5]
    mov     r10, [rsp + 8 * 6]
    shr     t0, 6
    mov     dword [r10 + 8 * t0], 0
  %elif ABI_64
    mov     t0, r8
    shr     t0, 6
    mov     dword [r9 + 8 * t0], 0
  %else
    mov     eax, [esp + 4 * 5]
    shr     eax, 6
    mov     ecx, [esp + 4 * 6]
    mov     dword [ecx + 8 * eax], 0
  %endif
    jmp     ks_scan_in_check_batch
