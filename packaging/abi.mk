# make record-abi: the interface that compiled programs rely on, read from debugging information. tests/packaging/frozen.c compares
# each build with the record; a release is what makes a new one.

ABI_RECORD := packaging/libkingscan.abi.gz

.PHONY: record-abi
record-abi: $(BUILD)/libkingscan.so ## record the interface of the shared library, with which test-all compares later ones
	abidw --headers-dir include --drop-private-types --exported-interfaces-only --type-id-style hash --no-show-locs --no-corpus-path \
		--no-comp-dir-path --no-elf-needed --no-parameter-names $< | gzip -n9 >$(ABI_RECORD)
