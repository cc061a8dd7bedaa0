#!/usr/bin/env python3
"""Compares .binpack files as Kingscan and as nnue-pytorch's reader in C++ read them: every position, move and score.

    tests/peers/data_against_nnue_pytorch.py KINGSCAN NNUE_PYTORCH FILE.binpack...

NNUE_PYTORCH is a folder with that project; without it, when it is "", nothing is compared, which is said. Files that
other formats were converted to show what Kingscan's writer makes. Prints the first position that differs; the exit
status is 1 then. A C++ compiler has to be there.
"""

import itertools
import os
import subprocess
import sys
import tempfile

READER = r"""
#include <cstdint>
#include <fstream>
#include <iostream>
#include <string>
#include "binpack.h"

static std::string square(chess::Square s) {
    const int n = static_cast<int>(s);
    return {static_cast<char>('a' + n % 8), static_cast<char>('1' + n / 8)};
}

int main(int, char** argv) {
    std::ios::sync_with_stdio(false);
    binpack::CompressedTrainingDataEntryReader reader(argv[1], std::ios_base::binary);
    while (reader.hasNext()) {
        const auto entry = reader.next();
        std::string to = square(entry.move.to);
        if (entry.move.type == chess::MoveType::Castle)
            to[0] = to[0] == 'h' ? 'g' : 'c';
        if (entry.move.type == chess::MoveType::Promotion)
            to += "pnbrqk"[static_cast<int>(entry.move.promotedPiece.type())];
        const std::string fen = entry.pos.fen();
        std::cout << fen.substr(0, fen.rfind(' ')) << '\t' << square(entry.move.from) << to << '\t' << entry.score
                  << '\t' << entry.ply << '\t' << entry.result << '\t' << entry.isInCheck() << '\n';
    }
}
"""


def build_reader(folder, nnue_pytorch):
    source, program = os.path.join(folder, "reader.cpp"), os.path.join(folder, "reader")
    with open(source, "w", encoding="ascii") as out:
        out.write(READER)
    headers = os.path.join(nnue_pytorch, "data_loader", "cpp", "lib")
    compiler = [os.environ.get("CXX", "c++"), "-std=c++20", "-O2", "-march=native"]
    subprocess.run([*compiler, "-I" + headers, source, "-o", program], check=True)
    return program


def lines_of(command):
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="ascii") as process:
        yield from process.stdout
    if process.returncode != 0:
        sys.exit(f"{' '.join(command)}: status {process.returncode}")


def records_of(kingscan, file):
    """The records of .plain, as the other reader writes them: without the move number."""
    record = {}
    for line in lines_of([kingscan, "convert", "--to", "plain", file, "-"]):
        key, _, value = line.rstrip("\n").partition(" ")
        record[key] = value
        if key == "e":
            fen = record["fen"].rpartition(" ")[0]
            yield "\t".join([fen, record["move"], record["score"], record["ply"], record["result"]])


def compare(kingscan, reader, file):
    count = checks = 0
    for ours, theirs in itertools.zip_longest(records_of(kingscan, file), lines_of([reader, file])):
        record, _, check = (theirs or "").rstrip("\n").rpartition("\t")
        if ours != record:
            print(f"{file}: position {count}: {ours}, but nnue-pytorch reads {record or 'nothing'}")
            return False
        count += 1
        checks += check == "1"
    counted = dict(
        line.split("\t")[:2] for line in lines_of([kingscan, "check", "--count", file]) if line.count("\t") == 2
    )
    in_check = sum(int(counted[verdict]) for verdict in ("check", "double-check", "checkmate"))
    print(f"{file}: {count} positions, {checks} in check, {in_check - checks} of them differ")
    return in_check == checks and int(counted["total"]) == count


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    kingscan, nnue_pytorch, *files = sys.argv[1:]
    if not os.path.isdir(nnue_pytorch):
        print("nnue-pytorch: not compared, since no folder of it is given")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        reader = build_reader(folder, nnue_pytorch)
        same = [compare(kingscan, reader, file) for file in files]
    return not all(same)


if __name__ == "__main__":
    sys.exit(main())
