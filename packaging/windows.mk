# Sets what differs in a build for Windows x64, where SYSTEM is windows.

# Objects of Windows have no visibility; all code is position-independent; the linker hardens programs by default.
# gcc aligns the stack to 16 bytes alone there, so its moves of longer vectors must not ask for more (GCC bug 54412). gcc takes
# the formats of printf for those of Microsoft's C library, while mingw-w64's own functions are used. clang does neither.
HARDENING :=
POSITION_INDEPENDENT := $(if $(findstring clang,$(CC)),,-Wno-attributes -Wno-format -Wa,-muse-unaligned-vector-move)
RELOCATION := -static -Wl,--stack,8388608,--no-insert-timestamp
OBJECT_FORMAT := win64
NASMFLAGS :=
# The header declares the functions of POSIX that mingw-w64 lacks.
KS_CPPFLAGS += -include c/cli/platform/windows/posix.h -D__USE_MINGW_ANSI_STDIO=1 -D_WIN32_WINNT=0x0601 \
	-DWIN32_LEAN_AND_MEAN -DNOMINMAX -D_FILE_OFFSET_BITS=64
$(BUILD)/obj/c/cli/%.o $(BUILD)/obj/tests/%.o: private KS_CPPFLAGS += -DKS_PROGRAM
SHARED_LIBRARY = $(BUILD)/kingscan.dll
EXE := .exe
# Threads are part of it.
LIBRARIES := -lpthread

# The DLL exports the symbols of the shared library; the linker has to know which of them are data.
$(BUILD)/kingscan.def: $(EXPORTED) $(BUILD)/libkingscan.a
	$(Q){ echo EXPORTS; $(HOST)-nm --defined-only $(BUILD)/libkingscan.a | awk \
		'NR == FNR { if (sub(/@.*/, "", $$1)) wanted[$$1]; next } \
		$$3 in wanted { print $$3 ($$2 == "T" ? "" : " DATA") }' $< - | sort; } >$@

$(BUILD)/kingscan.dll: $(BUILD)/kingscan.def
	$(call say,$(CC),$@)
	$(Q)$(CC) -shared -static -Wl,--no-insert-timestamp $(CFLAGS) $(LDFLAGS) -o $@ $^ -Wl,--out-implib,$(BUILD)/libkingscan.dll.a
