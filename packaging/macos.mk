# The differences where the compiler makes objects of macOS: Mach-O.

OBJECT_FORMAT := macho64
NASMFLAGS :=
HARDENING := -fstack-protector-strong
RELOCATION :=
# Compilers for macOS take a processor with SSSE3 for granted. The files of c/builds.mk say themselves what they need.
MACHINE_FLAGS := $(if $(filter x86_64,$(MACHINE)),-march=x86-64)
# All that the program needs is in the C library.
LIBRARIES :=
SHARED_LIBRARY = $(BUILD)/$(DYLIB)
DYLIB := libkingscan.$(SOVERSION).dylib

# The list of exported names is the same as for ELF.
$(BUILD)/libkingscan.exports: $(EXPORTED)
	@mkdir -p $(@D)
	$(Q)sed -n 's/^ \(ks_[a-z0-9_]*\)@.*/_\1/p' $< >$@

# Programs look for the library where it is installed.
INSTALL_NAME = $(LIBDIR)/$(DYLIB)
$(BUILD)/install_name: FORCE
	@mkdir -p $(@D)
	@echo '$(INSTALL_NAME)' | cmp -s - $@ || echo '$(INSTALL_NAME)' >$@

# A program that was linked with an older version runs with this one.
$(BUILD)/$(DYLIB): $(BUILD)/libkingscan.exports $(BUILD)/install_name
	$(call say,$(CC),$@)
	$(Q)$(CC) -dynamiclib -install_name "$(INSTALL_NAME)" -Wl,-compatibility_version,$(MAJOR).0.0,-current_version,$(VERSION),-headerpad_max_install_names \
		-Wl,-exported_symbols_list,$(BUILD)/libkingscan.exports $(KS_LDFLAGS) -o $@ $(filter %.o,$^)
	$(Q)ln -sf $(DYLIB) $(BUILD)/libkingscan.dylib
