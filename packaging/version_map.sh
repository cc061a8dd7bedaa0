#!/bin/sh
# Writes the linker's version script from Debian's list of what the library exports: version_map.sh LIST. A line of the list is
# " NAME@VERSION MINIMUM"; names that it lacks are hidden. Each version inherits from the one before, so that a program that calls
# a function of KINGSCAN_1.1 is refused by a library of 1.0.
set -eu
sed -n 's/^ \(ks_[a-z0-9_]*\)@\(KINGSCAN_[0-9.]*\) .*/\2 \1/p' "$1" | LC_ALL=C sort -V | awk '
    $1 != version {
        if (version) print end
        end = version ? "} " version ";" : "    local: *;\n};"
        version = $1
        print version " {\n    global:"
    }
    { print "        " $2 ";" }
    END { print end }'
