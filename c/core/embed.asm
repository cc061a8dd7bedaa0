; A file as read-only data between the symbols ks_embedded_NAME and ks_embedded_NAME_end, for a build that says which:
; -DNAME=hard -DFILE="'c/cli/diff/hard.epd'"
%include "object.inc"

%define start ks_embedded_ %+ NAME
%define end start %+ _end

section .rodata
global start:data hidden, end:data hidden
start:  incbin FILE
end:
