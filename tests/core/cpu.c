/* Derives features from answers of CPUID and XGETBV, for processors and systems that this machine is not:
 * each feature's bit, as the compiler's <cpuid.h> defines it, and the registers that the system must save. */
#include "core/processor/cpu.h"

#include <cpuid.h>
#include <criterion/criterion.h>
#include <stdbool.h>
#include <stddef.h>

#include "support/length.h"

enum { SSE = 2, AVX = 4, AVX512 = 0xe0, ALL = 0xff };           /* bits of XCR0 */
enum { OLDER = bit_SSSE3 | bit_SSE4_1 | bit_SSE4_2 | bit_AVX }; /* of leaf 1, for AVX2 and later */

#define AT(leaf, reg) offsetof(struct cpu_answers, leaf_##leaf.reg)
static const struct {
    enum cpu_feature feature;
    size_t offset; /* of the register with the bit */
    unsigned bit, saved;
} rows[] = {
    {CPU_SSE2, AT(1, edx), bit_SSE2, 0},
    {CPU_SSSE3, AT(1, ecx), bit_SSSE3, 0},
    {CPU_POPCNT, AT(1, ecx), bit_POPCNT, 0},
    {CPU_LZCNT, AT(0x80000001, ecx), bit_LZCNT, 0},
    {CPU_BMI1, AT(7, ebx), bit_BMI, 0},
    {CPU_BMI2, AT(7, ebx), bit_BMI2, 0},
    {CPU_AVX2, AT(7, ebx), bit_AVX2, SSE | AVX},
    {CPU_AVX512F, AT(7, ebx), bit_AVX512F, SSE | AVX | AVX512},
    {CPU_AVX512DQ, AT(7, ebx), bit_AVX512DQ, SSE | AVX | AVX512},
    {CPU_AVX512BW, AT(7, ebx), bit_AVX512BW, SSE | AVX | AVX512},
    {CPU_AVX512VL, AT(7, ebx), bit_AVX512VL, SSE | AVX | AVX512},
    {CPU_AVX512VBMI, AT(7, ecx), bit_AVX512VBMI, SSE | AVX | AVX512},
    {CPU_AVX512VBMI2, AT(7, ecx), bit_AVX512VBMI2, SSE | AVX | AVX512},
    {CPU_GFNI, AT(7, ecx), bit_GFNI, 0},
    {CPU_AVX512IFMA, AT(7, ebx), bit_AVX512IFMA, SSE | AVX | AVX512},
    {CPU_AVX512BITALG, AT(7, ecx), bit_AVX512BITALG, SSE | AVX | AVX512},
    {CPU_AVX512VPOPCNTDQ, AT(7, ecx), bit_AVX512VPOPCNTDQ, SSE | AVX | AVX512},
    {CPU_AVX512CD, AT(7, ebx), bit_AVX512CD, SSE | AVX | AVX512},
};
#undef AT

static unsigned *register_of(size_t row, struct cpu_answers *answers) {
    return (unsigned *)((char *)answers + rows[row].offset);
}

static unsigned all_features(void) {
    unsigned features = CPU_FAST_PEXT;
    for (size_t i = 0; i < LENGTH(rows); i++)
        features |= rows[i].feature;
    return features;
}

/* Returns a feature, and the one that follows from it: no answer here is AMD's, so that each PEXT is fast. */
static unsigned with_fast_pext(unsigned feature) {
    return feature & CPU_BMI2 ? feature | CPU_FAST_PEXT : feature;
}

/* Returns those whose registers the system must save. */
static unsigned vectors(void) {
    unsigned features = 0;
    for (size_t i = 0; i < LENGTH(rows); i++)
        features |= rows[i].saved ? rows[i].feature : 0;
    return features;
}

/* Returns the answers of a processor that has all features, or none. */
static struct cpu_answers answers_with(unsigned bits, unsigned xcr0) {
    const struct cpuid_leaf leaf = {bits, bits, bits, bits};
    return (struct cpu_answers){leaf, leaf, leaf, leaf, xcr0};
}

Test(cpu, each_feature_has_its_bit) {
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct cpu_answers one = answers_with(0, ALL), others = answers_with(~0u, ALL);
        const bool alone = rows[i].saved == 0 && rows[i].feature != CPU_SSSE3;
        one.leaf_1.ecx = alone ? 0 : OLDER;
        *register_of(i, &one) |= rows[i].bit;
        *register_of(i, &others) &= ~rows[i].bit;
        const unsigned older = alone ? 0 : CPU_SSSE3, newer = rows[i].feature == CPU_SSSE3 ? vectors() : 0;
        cr_expect_eq(ks_features_of(&one), with_fast_pext(rows[i].feature) | older, "row %zu: 0x%x", i,
                     ks_features_of(&one));
        cr_expect_eq(ks_features_of(&others), all_features() & ~with_fast_pext(rows[i].feature) & ~newer,
                     "row %zu: 0x%x", i, ks_features_of(&others));
    }
}

Test(cpu, vectors_count_where_the_older_ones_are_there) {
    for (unsigned bits = OLDER; bits; bits &= bits - 1) {
        struct cpu_answers answers = answers_with(~0u, ALL);
        answers.leaf_1.ecx &= ~(bits & -bits);
        cr_expect_eq(ks_features_of(&answers) & vectors(), 0, "without bit 0x%x of leaf 1", bits & -bits);
    }
}

/* XCR0 = 7 is a system older than AVX-512, on a processor that has it. */
Test(cpu, vectors_count_where_the_system_saves_them) {
    for (unsigned xcr0 = 0; xcr0 <= ALL; xcr0++) {
        const struct cpu_answers answers = answers_with(~0u, xcr0);
        unsigned expected = CPU_FAST_PEXT;
        for (size_t i = 0; i < LENGTH(rows); i++)
            if ((xcr0 & rows[i].saved) == rows[i].saved)
                expected |= rows[i].feature;
        cr_expect_eq(ks_features_of(&answers), expected, "XCR0 0x%x: expected 0x%x, found 0x%x", xcr0,
                     expected, ks_features_of(&answers));
    }
}

/* The compiler's library gives the expected answers. */
Test(cpu, this_processor_is_asked) {
#define EXPECT(feature, name)                                                                                \
    cr_expect_eq((ks_cpu_features() & (feature)) != 0, __builtin_cpu_supports(name) != 0, name)
    __builtin_cpu_init();
    EXPECT(CPU_SSE2, "sse2");
    EXPECT(CPU_SSSE3, "ssse3");
    EXPECT(CPU_POPCNT, "popcnt");
    EXPECT(CPU_BMI1, "bmi");
    EXPECT(CPU_BMI2, "bmi2");
    EXPECT(CPU_AVX2, "avx2");
    EXPECT(CPU_AVX512F, "avx512f");
    EXPECT(CPU_AVX512DQ, "avx512dq");
    EXPECT(CPU_AVX512BW, "avx512bw");
    EXPECT(CPU_AVX512VBMI, "avx512vbmi");
    EXPECT(CPU_AVX512VBMI2, "avx512vbmi2");
    EXPECT(CPU_GFNI, "gfni");
    EXPECT(CPU_AVX512IFMA, "avx512ifma");
    EXPECT(CPU_AVX512BITALG, "avx512bitalg");
    EXPECT(CPU_AVX512VL, "avx512vl");
    EXPECT(CPU_AVX512VPOPCNTDQ, "avx512vpopcntdq");
    EXPECT(CPU_AVX512CD, "avx512cd");
}

/* ---- PEXT ---- */

static struct cpu_answers processor(const char vendor[13], unsigned family) {
    const unsigned char *name = (const unsigned char *)vendor;
    unsigned words[3] = {0};
    for (unsigned i = 0; i < 12; i++)
        words[i / 4] |= (unsigned)name[i] << 8 * (i % 4);
    /* families above 15 are 15 plus the extended family */
    const unsigned version = family < 15 ? family << 8 : 15u << 8 | (family - 15) << 20;
    return (struct cpu_answers){.leaf_0 = {0, words[0], words[2], words[1]},
                                .leaf_1 = {.eax = 0xf00f00ff | version},
                                .leaf_7 = {.ebx = bit_BMI2}};
}

Test(cpu, pext_is_slow_on_processors_of_amd_before_zen_3) {
    static const struct {
        const char *vendor;
        unsigned family;
        bool fast;
    } processors[] = {
        {"AuthenticAMD", 0x15, false},                               /* Excavator */
        {"AuthenticAMD", 0x17, false},                               /* Zen, Zen 2 */
        {"AuthenticAMD", 0x18, false}, {"AuthenticAMD", 0x19, true}, /* Zen 3, Zen 4 */
        {"AuthenticAMD", 0x1a, true},                                /* Zen 5 */
        {"GenuineIntel", 6, true},     {"GenuineIntel", 0x13, true}, {"AuthenticXXX", 0x17, true},
        {"AuthXXXXcAMD", 0x17, true},  {"XXXXenticAMD", 0x17, true},
    };
    for (size_t i = 0; i < LENGTH(processors); i++) {
        struct cpu_answers answers = processor(processors[i].vendor, processors[i].family);
        cr_expect_eq(ks_features_of(&answers), CPU_BMI2 | (processors[i].fast ? CPU_FAST_PEXT : 0),
                     "%s, family 0x%x", processors[i].vendor, processors[i].family);
        answers.leaf_7.ebx = 0;
        cr_expect_eq(ks_features_of(&answers), 0, "%s without PEXT", processors[i].vendor);
    }
}

Test(cpu, this_processors_pext_is_asked_about) {
    struct cpu_answers answers = {.leaf_7 = {.ebx = bit_BMI2}};
    struct cpuid_leaf *vendor = &answers.leaf_0, *version = &answers.leaf_1;
    __cpuid(0, vendor->eax, vendor->ebx, vendor->ecx, vendor->edx);
    __cpuid(1, version->eax, version->ebx, version->ecx, version->edx);
    if (ks_cpu_features() & CPU_BMI2)
        cr_expect_eq(ks_cpu_features() & CPU_FAST_PEXT, ks_features_of(&answers) & CPU_FAST_PEXT);
}
