# make loader: a library in the place of the one that nnue-pytorch's Python loads.

LOADER := $(BUILD)/libkingscan_loader.so
LOADER_OBJECTS := $(call object,$(wildcard bindings/loader/*.c))

.PHONY: loader
loader: $(LOADER) ## build the library that takes the place of nnue-pytorch's data loader

# (The functions of sanitizers are the program's.)
$(LOADER): $(LOADER_OBJECTS) $(BUILD)/libkingscan.a
	$(call say,$(CC),$@)
	$(Q)$(CC) -shared -Wl,--exclude-libs,ALL $(if $(SANITIZE),,-Wl,-z,defs) $(filter-out -pie,$(KS_LDFLAGS)) -o $@ $^ -pthread

$(BUILD)/check $(BUILD)/check-usual: | $(LOADER)
