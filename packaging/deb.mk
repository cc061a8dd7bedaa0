# make deb: Debian's packages, built of the tarball as Debian builds them.

DEB := $(BUILD)/deb
DEB_SOURCES = $(DEB)/kingscan-$(VERSION)
# A revision below Debian's first.
DEB_VERSION = $(VERSION)-0upstream1

# The time of the tarball, so that the same sources make the same packages.
define DEB_CHANGELOG
kingscan ($(DEB_VERSION)) unstable; urgency=medium

  * Built of the sources of $(VERSION), whose CHANGELOG.md tells what is new.

 -- $(shell sed -n 's/^Maintainer: //p' packaging/debian/control)  $(shell LC_ALL=C date -uR -d @$(or $(SOURCE_DATE_EPOCH),$(SOURCE_TIME)))
endef

# The make that builds the packages gets no flags of this one.
IN_DEB = cd $(DEB_SOURCES) && env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL -u WERROR

.PHONY: deb
deb: export CHANGELOG = $(DEB_CHANGELOG)
deb: dist ## build packages for Debian in build/deb/, and let lintian look at them
	rm -rf $(DEB) && mkdir -p $(DEB)
	cp $(TARBALL) $(DEB)/kingscan_$(VERSION).orig.tar.gz
	tar xzf $(TARBALL) -C $(DEB)
	cp -r $(DEB_SOURCES)/packaging/debian $(DEB_SOURCES)/debian
	printf '%s\n' "$$CHANGELOG" >$(DEB_SOURCES)/debian/changelog
	$(IN_DEB) dpkg-buildpackage --build=full --no-sign
	lintian --fail-on error,warning $(DEB)/*.changes
	@ls $(DEB)/*.deb

dist: | $(filter $(FIRST),$(MAKECMDGOALS))
