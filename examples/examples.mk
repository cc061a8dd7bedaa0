# make examples: callers in other languages, which the tests run.

EXAMPLES := $(BUILD)/examples
EXAMPLE_PROGRAMS := $(addprefix $(EXAMPLES)/,engine search-c search-cpp system_v cdecl $(if $(shell command -v rustc),caller))
USUAL_EXAMPLES := $(addprefix $(EXAMPLES)/,engine search-c search-cpp system_v) # in make test

.PHONY: examples
examples: $(EXAMPLE_PROGRAMS) ## build the callers in examples/: C, C++, NASM, i386, Rust

$(EXAMPLES)/engine: examples/engine.cpp $(VENDORED)/kingscan.h
	@mkdir -p $(EXAMPLES)/engine-objects
	$(call say,g++,$<)
	$(Q)cd $(EXAMPLES)/engine-objects && $(CC) -O2 -c $(addprefix $(abspath $(VENDORED))/,*.c *.S)
	$(Q)g++ -std=c++11 -O2 -Wall -Wextra -Wpedantic -Werror -I$(dir $(VENDORED)) $< $(EXAMPLES)/engine-objects/*.o -o $@

STRICT := -O2 -Wall -Wextra -pedantic -Werror -Iinclude
$(EXAMPLES)/search-c: examples/search.c $(BUILD)/libkingscan.a
	@mkdir -p $(@D)
	$(call say,$(CC),$<)
	$(Q)$(CC) -std=c11 $(STRICT) $< $(BUILD)/libkingscan.a -o $@

$(EXAMPLES)/search-cpp: examples/search.cpp $(wildcard include/*.hpp include/kingscan/*.hpp) $(BUILD)/libkingscan.a
	@mkdir -p $(@D)
	$(call say,g++,$<)
	$(Q)g++ -std=c++17 $(STRICT) $< $(BUILD)/libkingscan.a -o $@

$(EXAMPLES)/system_v: examples/system_v.asm $(BUILD)/kingscan.inc $(BUILD)/libkingscan.a
	@mkdir -p $(@D)
	$(call say,$(NASM),$<)
	$(Q)$(NASM) -f elf64 -I$(BUILD)/ -Werror $< -o $@.o && $(CC) $@.o $(BUILD)/libkingscan.a -o $@

$(EXAMPLES)/cdecl: examples/cdecl.asm $(BUILD)/kingscan.inc i386
	@mkdir -p $(@D)
	$(call say,$(NASM),$<)
	$(Q)$(NASM) -f elf32 -I$(BUILD)/ -Werror $< -o $@.o && $(CC) -m32 -no-pie $@.o $(BUILD)/i386/libkingscan.a -o $@

$(EXAMPLES)/caller: examples/caller.rs $(BUILD)/libkingscan.a
	@mkdir -p $(@D)
	$(call say,rustc,$<)
	$(Q)MAKEFLAGS= rustc --edition 2021 -O -D warnings -L native=$(BUILD) -l static=kingscan $< -o $@
