; trampoline.asm: calls a function and records its caller's state before and after, for x86-64 System V,
; Windows x64 and i386 cdecl.
;
;   void watch_call(struct watched *)
;
; The function starts with the state that call.c has chosen; call.c checks the state that it leaves. Only one
; thread may call watch_call at a time.
;
; Everything that the function must not rely on holds dirt: the scratch registers, and the vector registers by
; instructions that leave their upper halves alone. Those upper halves are zero before the call and must be zero after
; the call.

%include "abi.inc"

; ---- The structure, as call.c has it ---------------------------------------------------------------------

%if ABI_64
  %define WORDS resq
%else
  %define WORDS resd
%endif
%define FIELD(name)        watched_ %+ name: WORDS 1
%define ARRAY(name, words) watched_ %+ name: WORDS words
%define BYTES(name, bytes) watched_ %+ name: resb bytes

struc watched
%include "tests/abi/call.def"
endstruc

; ---- Registers -------------------------------------------------------------------------------------------

; Runs `macro register, number` for the registers that a function keeps; the one that is `w` comes last.
%macro FOR_KEPT 1
  %if ABI_64
    %1 rbp, 1
    %1 r12, 2
    %1 r13, 3
    %1 r14, 4
    %1 r15, 5
    %if ABI_WINDOWS
    %1 rdi, 6
    %1 rsi, 7
    %endif
    %1 rbx, 0
  %else
    %1 esi, 1
    %1 edi, 2
    %1 ebp, 3
    %1 ebx, 0
  %endif
%endmacro

%if ABI_64
  %define WORD        qword
  %define VECTORS     16
  %define w           rbx ; the structure
  %define structure   rcx ; the structure while w holds the caller's value
  %define callee      r11
  %define result      rax
  %define result_high rdx
%else
  %define WORD        dword
  %define VECTORS     8
  %define w           ebx
  %define structure   ecx
  %define callee      eax
  %define result      eax
  %define result_high edx
%endif

%macro STORE_OWN 2
    mov     [structure + watched_own_kept + WORD_SIZE * %2], %1
%endmacro

%macro LOAD_OWN 2
    mov     %1, [w + watched_own_kept + WORD_SIZE * %2]
%endmacro

%macro LOAD_KEPT 2
    mov     %1, [w + watched_kept_before + WORD_SIZE * %2]
%endmacro

%macro STORE_KEPT 2
    mov     [structure + watched_kept_after + WORD_SIZE * %2], %1
%endmacro

; Runs `macro register, place` for the vector registers that a function keeps; only Windows has any.
%macro FOR_KEPT_VECTORS 1
  %if ABI_WINDOWS
    %assign %%n 0
    %rep 10
      %assign %%register 6 + %%n
    %1 xmm%[%%register], 16 * %%n
      %assign %%n %%n + 1
    %endrep
  %endif
%endmacro

%macro STORE_OWN_VECTOR 2
    movdqu  [w + watched_own_vectors + %2], %1
%endmacro

%macro LOAD_OWN_VECTOR 2
    movdqu  %1, [w + watched_own_vectors + %2]
%endmacro

%macro STORE_KEPT_VECTOR 2
    movdqu  [w + watched_vectors_after + %2], %1
%endmacro

; Stores the upper half of each ymm register, and of each zmm register where there are any. XGETBV is no evidence: in
; a 32-bit process some processors report the upper halves as in use right after vzeroall.
%macro STORE_UPPER_HALVES 0
    cmp     WORD [w + watched_has_avx], 0
    je      %%done
  %assign %%n 0
  %rep VECTORS
    vextractf128 [w + watched_ymm_upper_after + 16 * %%n], ymm%[%%n], 1
    %assign %%n %%n + 1
  %endrep
    cmp     WORD [w + watched_has_avx512], 0
    je      %%done
  %assign %%n 0
  %rep VECTORS
    vextractf64x4 [w + watched_zmm_upper_after + 32 * %%n], zmm%[%%n], 1
    %assign %%n %%n + 1
  %endrep
%%done:
%endmacro

section .bss
alignb 8
current: resq 1 ; the structure, while every register belongs to the function

section READ_ONLY
align 16
dirt: times 16 db 0xa5

section .text

%macro SET_UP_VECTORS 0
    cmp     WORD [w + watched_has_avx], 0
    je      %%legacy
    vzeroall
%%legacy:
  %assign %%n 0
  %rep VECTORS
    movdqu  xmm%[%%n], [dirt]
    %assign %%n %%n + 1
  %endrep
  %if ABI_64
    cmp     WORD [w + watched_has_avx512], 0
    je      %%done
    %assign %%n 16
    %rep 16
    vpternlogd zmm%[%%n], zmm%[%%n], zmm%[%%n], 0xff
      %assign %%n %%n + 1
    %endrep
    %assign %%n 1
    %rep 7
    kxnorw  k%[%%n], k%[%%n], k%[%%n]
      %assign %%n %%n + 1
    %endrep
%%done:
  %endif
%endmacro

%macro LOAD_SCRATCH_REGISTERS 0
  %if ABI_WINDOWS
    mov     rcx, [w + watched_registers]
    mov     rdx, [w + watched_registers + 8]
    mov     r8, [w + watched_registers + 16]
    mov     r9, [w + watched_registers + 24]
    mov     rax, [dirt]
    mov     r10, rax
  %elif ABI_64
    mov     rdi, [w + watched_registers]
    mov     rsi, [w + watched_registers + 8]
    mov     rdx, [w + watched_registers + 16]
    mov     rcx, [w + watched_registers + 24]
    mov     r8, [w + watched_registers + 32]
    mov     r9, [w + watched_registers + 40]
    mov     rax, [dirt]
    mov     r10, rax
  %else
    mov     ecx, [dirt]
    mov     edx, ecx
  %endif
    mov     callee, [w + watched_function]
%endmacro

; ---- The call --------------------------------------------------------------------------------------------

GLOBAL watch_call, function
watch_call:
    LANDING
  %if ABI_WINDOWS ; the argument is there already
  %elif ABI_64
    mov     structure, rdi
  %else
    mov     structure, [esp + 4]
  %endif
    mov     [current], structure
    FOR_KEPT STORE_OWN
    mov     w, structure
    pushf
    sub     stack_pointer, 8
    stmxcsr [stack_pointer]
    fnstcw  [stack_pointer + 4]
    mov     [w + watched_own_stack], stack_pointer

    FOR_KEPT_VECTORS STORE_OWN_VECTOR
    fninit
    fldcw   [w + watched_x87_control_before]
    ldmxcsr [w + watched_mxcsr_before]
    SET_UP_VECTORS
    mov     stack_pointer, [w + watched_stack]
    push    WORD [w + watched_flags_before]
    popf
    LOAD_SCRATCH_REGISTERS
    FOR_KEPT LOAD_KEPT
    call    callee

    mov     structure, [current]
    mov     [structure + watched_result], result
    mov     [structure + watched_result_high], result_high
    FOR_KEPT STORE_KEPT
    mov     w, structure
    mov     [w + watched_stack_after], stack_pointer
    mov     stack_pointer, [w + watched_own_stack]
    pushf
    pop     WORD [w + watched_flags_after]
    push    WORD [stack_pointer + 8]
    popf    ; single steps end here
    FOR_KEPT_VECTORS STORE_KEPT_VECTOR
    STORE_UPPER_HALVES
    FOR_KEPT_VECTORS LOAD_OWN_VECTOR
    stmxcsr [w + watched_mxcsr_after]
    fnstenv [w + watched_x87_after]

    fninit
    ldmxcsr [stack_pointer]
    fldcw   [stack_pointer + 4]
    add     stack_pointer, 8 + WORD_SIZE
    FOR_KEPT LOAD_OWN
    ret
