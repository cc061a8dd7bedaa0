# make release: what people take without building it, in build/release/, with checksums and an SBOM. One commit makes the same
# bytes wherever it is built by the same compilers: files are stripped, and what the linker notes of a build is taken out.

RELEASE := $(BUILD)/release
RELEASED = $(RELEASE)/kingscan-$(VERSION)

# (GNU's strip writes the time into programs for Windows.)
.PHONY: release
release: dist wheel javascript static windows macos ## the tarball, a wheel, an npm package and programs for three systems, in build/release/
	rm -rf $(RELEASE) && mkdir -p $(RELEASE)
	cp $(TARBALL) $(BUILD)/wheels/*.whl $(STATIC_NAME) $(RELEASE)
	cd $(RELEASE) && npm pack --loglevel=error --silent $(abspath $(BUILD))/javascript >/dev/null
	mv $(RELEASED).tgz $(RELEASED)-npm.tgz
	llvm-strip-19 -o $(RELEASED)-windows-x86_64.exe $(BUILD)/windows/kingscan.exe
	for machine in $(MACOS_MACHINES); do \
		llvm-strip-19 -o $(RELEASED)-macos-$$machine $(BUILD)/macos/$$machine/kingscan || exit; done
	packaging/sbom.py $(BUILD)/kingscan-$(VERSION).spdx $(RELEASE) >$(BUILD)/release.spdx
	mv $(BUILD)/release.spdx $(RELEASED).spdx
	cd $(RELEASE) && sha256sum * >SHA256SUMS && cat SHA256SUMS
