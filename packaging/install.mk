# make install, install-strip, uninstall, man and dist. DESTDIR stands before each path, for those who pack what was installed.

PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
DATADIR ?= $(PREFIX)/share
MANDIR ?= $(DATADIR)/man
ZSHDIR ?= $(DATADIR)/zsh/site-functions

.PHONY: man install install-strip uninstall dist

# The version of the header.
version_part = $(shell sed -n 's/^.define KS_VERSION_$(1) *//p' include/kingscan/check.h)
MAJOR := $(call version_part,MAJOR)
VERSION := $(MAJOR).$(call version_part,MINOR).$(call version_part,PATCH)

# ---- Man pages ----
COMMANDS = $(basename $(notdir $(filter-out %/main.c,$(shell grep -l 'const struct command [a-z]*_command = {' $(CLI)))))
MAN_PAGES = $(BUILD)/man/kingscan.1 $(COMMANDS:%=$(BUILD)/man/kingscan-%.1)

man: $(MAN_PAGES) ## write the man pages to build/man/

$(MAN_PAGES): $(BUILD)/kingscan
	@mkdir -p $(@D)
	$(Q)$(RUN) $< $(patsubst kingscan-%,%,$(filter kingscan-%,$(basename $(@F)))) --man >$@

# ---- For pkg-config and CMake ----
FILLED_IN = $(addprefix $(BUILD)/packaging/,kingscan.pc kingscan-config.cmake kingscan-config-version.cmake)
SUBSTITUTED := VERSION MAJOR SOVERSION PREFIX LIBDIR INCLUDEDIR

# Made anew each time, since the folders may have changed.
$(FILLED_IN): $(BUILD)/packaging/%: packaging/%.in FORCE
	@mkdir -p $(@D)
	$(Q)sed $(foreach name,$(SUBSTITUTED),-e 's|@$(name)@|$($(name))|') $< >$@

# ---- Completions: under the names by which each shell looks for them ----
FOR_BASH := $(BUILD)/completions/kingscan
FOR_ZSH := $(BUILD)/completions/_kingscan
FOR_FISH := $(BUILD)/completions/kingscan.fish
COMPLETIONS := $(FOR_BASH) $(FOR_ZSH) $(FOR_FISH)

$(FOR_BASH): c/cli/commands/completions/for_bash.bash
$(FOR_ZSH): c/cli/commands/completions/for_zsh.zsh
$(FOR_FISH): c/cli/commands/completions/for_fish.fish
$(COMPLETIONS):
	@mkdir -p $(@D)
	$(Q)cp $< $@

# ---- Installation ----
# The installed files: mode, folder and names.
define INSTALLED
$(call $(1),755,$(BINDIR),$(BUILD)/kingscan)
$(call $(1),644,$(LIBDIR),$(BUILD)/libkingscan.a)
$(call $(1),644,$(LIBDIR)/pkgconfig,$(filter %.pc,$(FILLED_IN)))
$(call $(1),644,$(LIBDIR)/cmake/kingscan,$(filter %.cmake,$(FILLED_IN)))
$(call $(1),644,$(INCLUDEDIR),include/kingscan.h include/kingscan.hpp $(if $(ASSEMBLED),$(BUILD)/kingscan.inc))
$(call $(1),644,$(INCLUDEDIR)/kingscan,$(wildcard include/kingscan/*.h include/kingscan/*.hpp))
$(call $(1),644,$(MANDIR)/man1,$(MAN_PAGES))
$(call $(1),644,$(DATADIR)/bash-completion/completions,$(FOR_BASH))
$(call $(1),644,$(ZSHDIR),$(FOR_ZSH))
$(call $(1),644,$(DATADIR)/fish/vendor_completions.d,$(FOR_FISH))
endef
OWN_FOLDERS = "$(LIBDIR)/cmake/kingscan" "$(INCLUDEDIR)/kingscan"

# The shared library has its version in its name; the linker and the loader look for the others. On macOS the loader looks for the
# real name.
REAL_NAME = $(if $(MACH_O),$(DYLIB),libkingscan.so.$(VERSION))
OTHER_NAMES = $(if $(MACH_O),libkingscan.dylib,libkingscan.so.$(SOVERSION) libkingscan.so)

# (Folders may have blanks in their names; the files that are built have none.)
put = install -d "$(DESTDIR)$(2)" && install -m $(1) $(3) "$(DESTDIR)$(2)"
take = rm -f $(foreach name,$(notdir $(3)),"$(DESTDIR)$(2)/$(name)")

install: all man $(FILLED_IN) $(COMPLETIONS) ## install program, libraries, headers, man pages and completions under PREFIX
	$(call INSTALLED,put)
	install -m 644 $(SHARED_LIBRARY) "$(DESTDIR)$(LIBDIR)/$(REAL_NAME)"
	for name in $(OTHER_NAMES); do ln -sf $(REAL_NAME) "$(DESTDIR)$(LIBDIR)/$$name"; done

install-strip: install ## the same without debug information
	strip "$(DESTDIR)$(BINDIR)/$(notdir $(PROGRAM))"
	strip -S "$(DESTDIR)$(LIBDIR)/libkingscan.a" "$(DESTDIR)$(LIBDIR)/$(REAL_NAME)"

uninstall: ## remove what install put there
	$(call INSTALLED,take)
	for name in $(REAL_NAME) $(OTHER_NAMES); do rm -f "$(DESTDIR)$(LIBDIR)/$$name"; done
	for folder in $(OWN_FOLDERS); do test ! -d "$(DESTDIR)$$folder" || rmdir "$(DESTDIR)$$folder"; done

# ---- The tarball ----
# The same sources make the same bytes: sorted names, no owner, and the time of the last commit or, in an unpacked
# tarball, that of its files.
TARBALL = $(BUILD)/kingscan-$(VERSION).tar.gz
ifneq ($(wildcard .git),)
SOURCE_FILES = git ls-files -z
SOURCE_TIME = $(shell git log -1 --format=%ct)
else
SOURCE_FILES = find . \( -path './build*' -o -name __pycache__ \) -prune -o -type f -printf '%P\0'
SOURCE_TIME = $(shell stat -c %Y Makefile)
endif

# These files name the tarball by its version and checksum: an SBOM, and recipes for Homebrew and Meson. Tests build by both
# recipes: tests/macos/install.sh, tests/packaging/consumers.sh.
ABOUT_TARBALL := $(addprefix packaging/,kingscan.spdx recipes/kingscan.rb recipes/kingscan.wrap)

dist: ## pack the sources into build/kingscan-VERSION.tar.gz, with its SHA-256, SPDX and recipes
	@mkdir -p $(BUILD)
	$(SOURCE_FILES) | LC_ALL=C sort -z | tar --create --file=$(TARBALL:.gz=) --no-recursion --format=ustar \
		--mtime=@$(or $(SOURCE_DATE_EPOCH),$(SOURCE_TIME)) --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX \
		--transform='s,^,kingscan-$(VERSION)/,' --null --files-from=-
	gzip -fn9 $(TARBALL:.gz=)
	cd $(BUILD) && sha256sum $(notdir $(TARBALL)) >$(notdir $(TARBALL)).sha256
	mkdir -p $(BUILD)/recipes
	for file in $(ABOUT_TARBALL); do sed -e 's/@VERSION@/$(VERSION)/g' \
		-e "s/@SHA256@/$$(cut -d ' ' -f 1 $(TARBALL).sha256)/g" \
		-e "s/@CREATED@/$$(date -u -d @$(or $(SOURCE_DATE_EPOCH),$(SOURCE_TIME)) +%Y-%m-%dT%H:%M:%SZ)/" \
		$$file.in >$(BUILD)/$${file#packaging/}; done
	mv $(BUILD)/kingscan.spdx $(TARBALL:.tar.gz=.spdx)
