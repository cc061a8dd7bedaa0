// Times nnue-pytorch's reader, choice and batches beside kingscan.c, called one after another without its
// threads:
//
//     bench-nets-nnue-pytorch rows SET FILE
//     bench-nets-nnue-pytorch skip SET FILE
//
// It prints nanoseconds of processor time an entry, and how many entries were kept. It is compiled with the
// folder data_loader/cpp of nnue-pytorch, commit 9f72946.
#include "training_data_loader.cpp"

#include <cstdio>
#include <cstring>
#include <vector>

#include "calls/clock.h"

int main(int argc, char **argv) {
    const auto features = argc == 4 ? get_feature(argv[2]) : nullptr;
    if (!features || (std::strcmp(argv[1], "rows") != 0 && std::strcmp(argv[1], "skip") != 0)) {
        std::fprintf(stderr, "bench-nets-nnue-pytorch: expected rows or skip, a set and a file\n");
        return 2;
    }
    const DataloaderSkipConfig usual = {true, 3,    true, -1,  20, -1,   0,  0,    0.4, 1,
                                        1,    0.75, 0,    0.1, 6,  0.15, 10, 0.25, 18,  0.75};
    const auto skips = *argv[1] == 's' ? make_skip_predicate(usual) : nullptr;
    const double begun = processor_ns();
    binpack::CompressedTrainingDataEntryReader reader(argv[3], std::ios_base::binary);
    std::vector<binpack::TrainingDataEntry> entries;
    std::size_t count = 0, kept = 0;
    entries.reserve(4096);
    while (reader.hasNext()) {
        const binpack::TrainingDataEntry entry = reader.next();
        count++;
        if (skips && skips(entry))
            continue;
        kept++;
        entries.push_back(entry);
        if (entries.size() == 4096) {
            const SparseBatch batch(*features, entries);
            entries.clear();
        }
    }
    const SparseBatch last(*features, entries);
    std::printf("%.2f\t%zu\n", (processor_ns() - begun) / static_cast<double>(count), kept);
}
