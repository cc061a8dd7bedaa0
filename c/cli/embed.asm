; A file as read-only data between the symbols embedded_NAME and embedded_NAME_end, for a build that says which:
; -DNAME=hard -DFILE="'tests/data/hard.epd'"
%define start embedded_ %+ NAME
%define end start %+ _end

section .rodata
global start:data, end:data
start:  incbin FILE
end:

section .note.GNU-stack noalloc noexec nowrite progbits
