#!/usr/bin/env python3
"""Prints each finding of a report of `kingscan diff --json` once, without what differs between runs."""
import json
import sys

RUN = ("place", "repeat", "group")
FINDINGS = json.load(sys.stdin)["differences"]
for line in sorted({json.dumps({k: d[k] for k in d if k not in RUN}, sort_keys=True) for d in FINDINGS}):
    print(line)
