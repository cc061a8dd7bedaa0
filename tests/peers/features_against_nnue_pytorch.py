#!/usr/bin/env python3
"""Compares the inputs of nets that Kingscan and nnue-pytorch's loader make of .binpack files: every feature, and what
else is in a batch.

    tests/peers/features_against_nnue_pytorch.py BUILD NNUE_PYTORCH FILE.binpack...

BUILD is a folder with libkingscan.a, and NNUE_PYTORCH one with that project. Prints the first entries that differ; the
exit status is 1 then. A C++ compiler has to be there.
"""

import os
import subprocess
import sys
import tempfile

SETS = ["HalfKAv2_hm", "Full_Threats", "PP_3Wide", "Full_Threats+PP_3Wide+HalfKAv2_hm"]

COMPARER = r"""
#include "training_data_loader.cpp"
#include <cstdio>
#include <fstream>
#include <iterator>
#include "kingscan.h"

static bool same_entry(const IFeatureExtractor& extractor, const TrainingDataEntry& entry,
                       const ks_features_arrays& arrays, size_t i, size_t width) {
    const int theirs = entry.pos.piecesBB().count();
    if (arrays.scores[i] != static_cast<float>(entry.score) || arrays.results[i] != (entry.result + 1.0f) / 2.0f ||
        (arrays.sides[i] == 1) != (entry.pos.sideToMove() == Color::White) || arrays.pieces[i] != theirs)
        return false;
    for (int side = 0; side < 2; side++) {
        int found[4096], *row = arrays.indices[side] + i * width;
        const int count = extractor.fill_features_sparse(entry, found, side ? Color::Black : Color::White).first;
        int* const end = std::find(row, row + width, -1);
        std::sort(found, found + count);
        std::sort(row, end);
        if (!std::equal(row, end, found, found + count))
            return false;
    }
    return true;
}

int main(int, char** argv) {
    ks_error error;
    ks_features* const set = ks_features_new(argv[1], nullptr, 0, &error);
    const auto extractor = get_feature(argv[1]);
    const ks_features_facts facts = ks_features_get_facts(set);
    std::ifstream file(argv[2], std::ios::binary);
    const std::vector<char> bytes((std::istreambuf_iterator<char>(file)), {});
    ks_data* const data = ks_data_open_memory(bytes.data(), bytes.size(), KS_DATA_BINPACK, KS_DATA_DEFAULT, &error);
    binpack::CompressedTrainingDataEntryReader reader(argv[2], std::ios_base::binary);
    enum { ROOM = KS_DATA_BATCH_MAX };
    std::vector<int32_t> white(ROOM * facts.width), black(ROOM * facts.width), pieces(ROOM);
    std::vector<float> sides(ROOM), scores(ROOM), results(ROOM);
    ks_features_arrays arrays = {};
    arrays.room = ROOM;
    arrays.indices[0] = white.data(), arrays.indices[1] = black.data();
    arrays.sides = sides.data(), arrays.scores = scores.data(), arrays.results = results.data();
    arrays.pieces = pieces.data();
    arrays.formula = ks_features_formula KS_FEATURES_FORMULA_DEFAULT;
    size_t count = 0, differ = 0;
    if (static_cast<int>(facts.inputs) != extractor->inputs() ||
        static_cast<int>(facts.width) != extractor->max_active_features())
        return 1;
    for (const ks_data_batch* batch; (batch = ks_data_next(data)) != nullptr;) {
        size_t at = arrays.count = 0;
        if (batch->fault || ks_features_fill(set, batch, nullptr, &at, &arrays, &error) != KS_OK)
            return 1;
        for (size_t i = 0; i < batch->count; i++, count++)
            if (!reader.hasNext() || !same_entry(*extractor, reader.next(), arrays, i, facts.width))
                if (differ++ < 3)
                    std::printf("entry %zu differs\n", count);
    }
    std::printf("%s: %zu entries, %zu of them differ\n", argv[1], count, differ);
    return differ || count == 0 || reader.hasNext();
}
"""


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    build, nnue_pytorch, *files = sys.argv[1:]
    loader = os.path.join(nnue_pytorch, "data_loader", "cpp")
    with tempfile.TemporaryDirectory() as folder:
        source, program = os.path.join(folder, "compare.cpp"), os.path.join(folder, "compare")
        with open(source, "w", encoding="ascii") as out:
            out.write(COMPARER)
        compiler = [os.environ.get("CXX", "c++"), "-std=c++20", "-O2", "-march=native", "-I" + loader, "-Iinclude"]
        subprocess.run([*compiler, source, "-o", program, build + "/libkingscan.a", "-pthread"], check=True)
        good = [subprocess.run([program, name, file]).returncode == 0 for file in files for name in SETS]
    return not all(good)


if __name__ == "__main__":
    sys.exit(main())
