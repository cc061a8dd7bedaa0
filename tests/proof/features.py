"""Proves that no function uses an instruction that its tier lacks, and knows the features that each instruction needs.

The proof: no function uses an instruction that the tier does not have which it is built for. Source: Intel 64
and IA-32 Architectures Software Developer's Manual, volume 2, the column "CPUID feature flag".
"""
import re
from pathlib import Path

import attacked
import kernels
import pairs
from report import reason
from trusted.image import Vector
from trusted.machine import Refused
from trusted.semantics import semantics

# The functions that jump to those of the kernel that has been chosen: such a kernel is usable.
PUBLIC = [f"ks_{member}" for member in kernels.MEMBERS]
# The other functions that choose, or say what has been chosen: of kernels, and of the builds of other code.
CHOOSING = (
    "ks_kernel_get_all ks_kernel_is_usable ks_kernel_write_needs ks_kernel_get_current ks_kernel_select "
    "ks_kernel_check_environment ks_features_with ks_features_in_use ks_cpu_features ks_cpu_feature_name "
    "ks_features_of ks_choose_build ks_tier_runs ks_last_tier ks_usable_builds ks_current_placement_reader"
).split()
OF_THE_CHOICE = "cpuid xgetbv cmpxchg".split()  # whose meaning choice.py alone knows; XGETBV has a condition of its own
READERS = "read_placement", "find_lines", "read_lines"
# The tier of the readers of each name, as c/core/fen/readers.c lists them; of one of them alone, another tier.
TIERS_OF_READERS = dict(ssse3="nehalem", avx2="avx2", avx512="avx512")
TIERS_OF_ONE = dict(ks_avx512_read_lines="avx512ifma")
MORE_READERS = dict.fromkeys(["ssse3", "avx2"], ("read_four_placements",))

# A feature implies others, in processors and in the registers that the operating system saves.
IMPLIED = {"AVX2": {"AVX", "SSSE3"}, "AVX512F": {"AVX2", "AVX", "SSSE3"}}

# {mnemonic: feature}, for each encoding of its own. An instruction without a row needs what nobody knows.
GENERAL = dict(
    andn="BMI1",
    blsr="BMI1",
    blsi="BMI1",
    bzhi="BMI2",
    shlx="BMI2",
    shrx="BMI2",
    popcnt="POPCNT",
    pshufb="SSSE3",
    pmulld="SSE4.1",
)
MASKS = dict(
    kmovb="AVX512DQ",
    kortestb="AVX512DQ",
    kmovw="AVX512F",
    kortestw="AVX512F",
    kmovq="AVX512BW",
    korq="AVX512BW",
    kxorq="AVX512BW",
    ktestq="AVX512BW",
)
# VEX: AVX2 or AVX at each width; the others need AVX at 128 bits and AVX2 at 256.
AVX2 = "vpbroadcastb vpbroadcastq vbroadcasti128 vinserti128 vextracti128 vpblendd vpermq vpsllvq vpsrlvq".split()
AVX = "vmovdqa vmovdqu vmovq vmovhps vptest vzeroupper".split()
AVX_AND_AVX2 = (
    "vpand vpor vpxor vpandn vpaddb vpaddd vpaddq vpaddusb vpsubb vpsubq vpavgb vpminub vpsadbw vpmullw vpmulld "
    "vpcmpeqb vpcmpgtb vpsllw vpsrlw vpsllq vpsrlq vpslldq vpshufb vpmovmskb "
    "vpunpcklqdq vpunpckhqdq"
).split()
# EVEX: AVX512VL too, at 128 and 256 bits.
EVEX = {
    name: feature
    for feature, names in {
        "AVX512F": "vpandd vpandq vpord vporq vpxord vpxorq vpandnd vpandnq vpaddd vpaddq vpsubq vpmulld vpsllq vpsrlq "
        "vpternlogq vmovdqa64 vmovdqu64 vmovq vmovhps vbroadcasti32x4 vpbroadcastq vinserti32x4 vpermq vpmovqb "
        "vptestmq vpcmpneqq vprolvq vpsllvq vpsrlvq vextracti32x4 vextracti64x4 vpunpcklqdq vpunpckhqdq",
        "AVX512BW": "vpaddb vpaddusb vpsubb vpavgb vpminub vpsadbw vpmullw vpcmpeqb vpcmpltb vpcmpltub vpcmpnltub "
        "vpcmpnleub vpsllw vpsrlw vpslldq vmovdqu8 vpbroadcastb vpshufb vpmovb2m vptestmb",
        "AVX512DQ": "vpmullq",
        "AVX512VBMI": "vpermb vpermi2b vpermt2b",
        "AVX512VBMI2": "vpcompressb vpexpandb",
        "AVX512IFMA": "vpmadd52luq",
        "AVX512BITALG": "vpopcntb",
        "GFNI": "vgf2p8affineqb",
    }.items()
    for name in names.split()
}
OF_ONE_ELEMENT = "vmovq vmovhps".split()  # their only EVEX form is that of AVX512F


def needs(instruction):
    """A set of features, without those that every x86-64 processor has, such as SSE2."""
    mnemonic = instruction.mnemonic
    unknown = f"nobody knows what, by {mnemonic}"
    wide = max([o.bits for o in instruction.operands if isinstance(o, Vector)], default=0)
    if instruction.evex:
        short = wide < 512 and mnemonic not in OF_ONE_ELEMENT
        found = EVEX.get(mnemonic, unknown)
        return {found} | ({"AVX512VL"} if short else set()) | ({"AVX512F"} if found == "GFNI" else set())
    if mnemonic in GENERAL:
        return {GENERAL[mnemonic]}
    if mnemonic[0] == "k":
        return {MASKS.get(mnemonic, unknown)}
    if mnemonic == "vgf2p8affineqb":
        return {"GFNI", "AVX"}
    if mnemonic[0] == "v":
        found = "AVX2" if mnemonic in AVX2 or mnemonic in AVX_AND_AVX2 and wide > 128 else "AVX"
        return {found if mnemonic in AVX2 + AVX + AVX_AND_AVX2 else unknown}
    return set() if mnemonic in semantics else {unknown}


def closure(features):
    return set(features).union(*[IMPLIED.get(feature, ()) for feature in features])


def expect_readers():
    """The tiers of readers of text are those of the table ks_text_builds."""
    text = Path("c/core/fen/readers.c").read_text()
    members = dict(re.findall(r"ks_text_readers (\w+) = \{([^}]*)\}", text))
    found = {}
    for tier, name in re.findall(r"\[TIER_(\w+)\] = &(\w+)", text):
        for reader in re.findall(r"ks_\w+", members[name]):
            found.setdefault(reader, tier)  # the first of the tiers that have it
    expected = {f"ks_table_{reader}": "any" for reader in READERS}
    for name, tier in TIERS_OF_READERS.items():
        expected.update({f"ks_{name}_{reader}": tier for reader in READERS})
    expected["ks_avx512_read_lines_singly"] = "avx512"
    if found != expected | TIERS_OF_ONE:
        raise Refused("c/core/fen/readers.c has other readers, or for other tiers")


def functions():
    """{name: features} that a function may use: for the kernels and for all code in asm/."""
    found, tiers = {}, kernels.tiers()
    for kernel, features in kernels.kernels().items():
        kinds = list(kernels.KINDS) + ["in_check_batch"]
        if kernel != kernels.TESTED:
            for kind in kinds:
                found[f"ks_{kernel}_{kind}"] = found[f"ks_{kernel}_{kind}_set"] = features
        for reader in READERS + MORE_READERS.get(kernel, ()) if kernel in TIERS_OF_READERS else ():
            name = f"ks_{kernel}_{reader}"
            found[name] = tiers[TIERS_OF_ONE.get(name, TIERS_OF_READERS[kernel])]
    return found | attacked.functions() | pairs.functions()


def beyond(image, name, features, ends=PUBLIC):
    """The first instruction of a function that needs more than these features: (address, mnemonic, what it needs)."""
    allowed = closure(features)
    for at, instruction in sorted(image.function(name, ends).items()):
        missing = needs(instruction) - allowed
        if missing:
            return at, instruction.mnemonic, ", ".join(sorted(missing))
    return None


def expect_base(image, deciding):
    """Nothing that can be reached in the functions that choose needs more than the base, x86-64, whether a run comes
    there or not. Jumps through registers, such as those to a chosen kernel, are not followed. deciding: {name:
    address} of those without a symbol."""
    starts = {name: image.symbol(name) for name in CHOOSING + PUBLIC} | deciding
    image.read_ahead(starts.values())
    for name, start in starts.items():
        for at, instruction in sorted(image.reached_from(start).items()):
            missing = needs(instruction)
            if missing and instruction.mnemonic not in OF_THE_CHOICE:
                raise Refused(f"{name} can reach {instruction.mnemonic} at {at:#x}: it needs {', '.join(missing)}")


def prove(image, report):
    """Proves for every function that its instructions need no other features than those it is chosen by."""
    wrong, names = 0, list(functions())
    try:
        expect_readers()
    except Refused as why:
        report.refused("readers of text", "their tiers", reason(why))
        wrong += 1
    for file in sorted(Path("asm").rglob("*.*")):
        for name in re.findall(r"^FUNCTION (ks_[\w%{}]+)", file.read_text(), re.M):
            if not any(re.fullmatch(re.sub(r"%\{\d\}", r"\\w+", name), known) for known in names):
                report.refused(name, f"{file}", "which is no function that is known here")
                wrong += 1
    for name, features in functions().items():
        try:
            found = beyond(image, name, features)
        except Exception as why:
            report.refused(name, "the features that it needs", reason(why))
            wrong += 1
            continue
        if found:
            at, mnemonic, missing = found
            report.refused(name, f"{mnemonic} at {at:#x}", f"it needs {missing}")
            wrong += 1
    if not wrong:
        report.line(f"{len(functions())} functions use no instruction beyond the features they are chosen by")
