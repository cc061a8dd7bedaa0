# make wheel: the Python module, with the library in it, and the program as a wheel. make python: the same, unpacked for
# the tests in build/python/site.

# The first Python that can build modules; only recipes ask for it, since asking takes a while.
PYTHON ?= $(shell for python in python3 /usr/bin/python3; do \
	$$python -c 'import os, sys, sysconfig; assert sys.version_info >= (3, 9); \
		os.stat(sysconfig.get_paths()["include"] + "/Python.h")' >/dev/null 2>&1 && { echo $$python; break; }; done)
PYTHON_SITE := $(BUILD)/python/site
PYTHON_NATIVE := $(wildcard bindings/python/native/*.c)
PYTHON_MODULE := $(BUILD)/python/_kingscan.abi3.so
PYTHON_OBJECTS := $(call object,$(PYTHON_NATIVE) $(COMMON))
PYTHON_WHEEL_FILES := $(addprefix bindings/python/,build_wheel.py README.md) \
	$(wildcard $(addprefix bindings/python/src/kingscan/,*.py* */*.py */*/*.py))

.PHONY: python python-parts wheel python-is
python: wheel # which builds all but the unpacked copy: two makes at once would write the same module
	$(call with_python,$(PYTHON_SITE)/built)
python-parts: $(PYTHON_MODULE) $(BUILD)/kingscan
wheel: $(BUILD)/libkingscan.a $(BUILD)/kingscan ## build the Python module as a wheel in build/wheels/
	$(call with_python,$(BUILD)/wheels/built)
python-is:
	@echo '$(PYTHON)'

with_python = +@python='$(PYTHON)'; if test "$$python"; then $(MAKE) --no-print-directory $(1) PYTHON="$$python"; \
	else echo '  the Python module: skipped, for it needs Python 3.9 with its headers'; fi

PYTHON_INCLUDE = $(if $(PYTHON),-isystem $(shell $(PYTHON) -c 'import sysconfig; print(sysconfig.get_paths()["include"])'))
$(call object,$(PYTHON_NATIVE)): private KS_CPPFLAGS += $(PYTHON_INCLUDE)
$(call object,$(PYTHON_NATIVE)): private KS_CFLAGS += -Wno-pedantic # slots of types are functions as void *

$(PYTHON_MODULE): $(PYTHON_OBJECTS) $(BUILD)/libkingscan.a
	@mkdir -p $(@D)
	$(call say,$(CC),$@)
	$(Q)$(CC) -shared -Wl,--exclude-libs,ALL $(filter-out -pie,$(KS_LDFLAGS)) -o $@ $^

$(BUILD)/wheels/built: $(PYTHON_WHEEL_FILES) $(PYTHON_MODULE) $(BUILD)/kingscan
	@rm -rf $(@D) && mkdir -p $(@D)
	$(call say,$(PYTHON),bindings/python/build_wheel.py)
	$(Q)CC='$(CC)' $(PYTHON) bindings/python/build_wheel.py $(BUILD) $(@D) >$@ || { rm $@; false; }

$(PYTHON_SITE)/built: $(BUILD)/wheels/built
	@rm -rf $(@D) && mkdir -p $(@D)
	$(Q)$(PYTHON) -m zipfile -e $(BUILD)/wheels/*.whl $(@D) && chmod +x $(@D)/kingscan/bin/kingscan && touch $@

C_FILES += $(if $(PYTHON),$(wildcard bindings/python/native/*.[ch])) # clang-tidy wants Python's headers
TIDY_FLAGS += $(PYTHON_INCLUDE)
