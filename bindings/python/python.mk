# make wheel: the Python module with the library in it. make python: the same for the tests, in build/python/site.

# The first Python that can build modules; only recipes ask for it, since asking takes a while.
PYTHON ?= $(shell for python in python3 /usr/bin/python3; do \
	$$python -c 'import setuptools, wheel, pip, os, sys, sysconfig; assert sys.version_info >= (3, 11); \
		os.stat(sysconfig.get_paths()["include"] + "/Python.h")' >/dev/null 2>&1 && { echo $$python; break; }; done)
PYTHON_SITE := $(BUILD)/python/site
PYTHON_SOURCES := $(addprefix bindings/python/,setup.py pyproject.toml README.md) $(wildcard bindings/python/native/* bindings/python/src/kingscan/*)
# The build ignores the network and the remains of other runs.
PIP = KINGSCAN_LIBRARY=$(abspath $(BUILD)/libkingscan.a) $(PYTHON) -m pip --disable-pip-version-check --quiet
PIP_FLAGS := --no-index --no-deps --no-build-isolation --no-cache-dir --root-user-action=ignore

.PHONY: python wheel python-is
python: $(BUILD)/libkingscan.a
	$(call with_python,$(PYTHON_SITE)/built)
wheel: python ## build the Python module as a wheel in build/wheels/
	$(call with_python,$(BUILD)/wheels/built)
python-is:
	@echo '$(PYTHON)'

with_python = +@python='$(PYTHON)'; if test "$$python"; then $(MAKE) --no-print-directory $(1) PYTHON="$$python"; \
	else echo '  the Python module: skipped, for it needs Python 3.11 with its headers, pip, setuptools and wheel'; fi

$(PYTHON_SITE)/built: $(PYTHON_SOURCES) $(BUILD)/libkingscan.a
	$(call say,pip,bindings/python)
	$(Q)$(PIP) install $(PIP_FLAGS) --upgrade --target $(@D) bindings/python && touch $@

$(BUILD)/wheels/built: $(PYTHON_SOURCES) $(BUILD)/libkingscan.a | $(PYTHON_SITE)/built
	$(call say,pip,$(@D))
	$(Q)$(PIP) wheel $(filter-out --root-user%,$(PIP_FLAGS)) --wheel-dir $(@D) bindings/python && touch $@

C_FILES += $(if $(PYTHON),$(wildcard bindings/python/native/*.[ch])) # clang-tidy wants Python's headers
TIDY_FLAGS += $(if $(PYTHON),-isystem $(shell $(PYTHON) -c 'import sysconfig; print(sysconfig.get_paths()["include"])'))
