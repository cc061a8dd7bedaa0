"""The features of the processor that an instruction needs, as c/core/processor/features.def names them.

The proof: no function uses an instruction that its row in c/core/kernels/kernels.def does not ask for. Source: Intel 64
and IA-32 Architectures Software Developer's Manual, volume 2, the column "CPUID feature flag".
"""
import re
from pathlib import Path

import kernels
from report import reason
from trusted.image import Mask, Vector
from trusted.semantics import semantics

# The functions that jump to those of the kernel that has been chosen: such a kernel is usable.
PUBLIC = [f"ks_{member}" for member in kernels.MEMBERS]
READERS = "read_placement", "find_lines", "read_lines"
MORE_READERS = dict.fromkeys(["ssse3", "avx2"], ("read_four_placements",))

# A feature implies others, in processors and in the registers that the operating system saves.
IMPLIED = {"AVX2": {"AVX", "SSSE3"}, "AVX512F": {"AVX2", "AVX", "SSSE3"}}

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
MASKS = dict(kmovb="AVX512DQ", kortestb="AVX512DQ", kmovw="AVX512F", kortestw="AVX512F")
EVEX = dict(
    vpermb="AVX512VBMI",
    vpermi2b="AVX512VBMI",
    vpermt2b="AVX512VBMI",
    vpcompressb="AVX512VBMI2",
    vpexpandb="AVX512VBMI2",
    vpmadd52luq="AVX512IFMA",
    vpopcntb="AVX512BITALG",
    vpmullq="AVX512DQ",
)
BYTES = re.compile(r"v(p.*(b|bw|lw|ldq)|pmovb2m|movdqu8|psadbw|ptestmb)")
IN_AVX = "vmovdqa vmovdqu vptest vzeroupper".split()


def needs(instruction):
    """A set of features, without those that every x86-64 processor has, such as SSE2."""
    mnemonic, operands = instruction.mnemonic, instruction.operands
    vectors = [o for o in operands if isinstance(o, Vector)]
    wide = max([v.bits for v in vectors], default=0)
    if mnemonic in GENERAL:
        return {GENERAL[mnemonic]}
    if mnemonic[0] == "k":
        return {MASKS.get(mnemonic, "AVX512BW")}
    if any(v.number > 15 or v.bits == 512 or v.mask is not None for v in vectors) or any(
        isinstance(o, Mask) for o in operands
    ):
        found = {EVEX.get(mnemonic, "AVX512BW" if BYTES.fullmatch(mnemonic) and mnemonic != "vpmovqb" else "AVX512F")}
        return found | ({"AVX512VL"} if wide < 512 and mnemonic != "vmovq" else set())
    if mnemonic[0] == "v":
        return {"AVX2"} if wide > 128 and mnemonic not in IN_AVX else {"AVX"}
    return set() if mnemonic in semantics else {f"nobody knows what, by {mnemonic}"}


def closure(features):
    return set(features).union(*[IMPLIED.get(feature, ()) for feature in features])


def of_readers():
    """{beginning of names: features} that ks_text_readers_for in c/core/fen/readers.c asks for in addition to a
    kernel's row. A test of the reader of placements is about all readers in the row, another test about one."""
    text = Path("c/core/fen/readers.c").read_text()
    lists = {name: kernels.feature_names(found) for name, found in re.findall(r"[ ,](\w+) = (CPU_[\w |]*)", text)}
    asked = re.findall(r"if \(readers->(\w+) == (ks_[a-z0-9]+_)(\w+) && \(features & (\w+)\) != \4\)", text)
    return {
        prefix if member == "read_placement" else prefix + reader: lists[name] for member, prefix, reader, name in asked
    }


def functions():
    """{name: features} that a function may use: for the kernels and for all code in asm/."""
    found, more = {}, of_readers()
    for kernel, features, readers, _ in kernels.rows():
        features = kernels.feature_names(features)
        kinds = list(kernels.KINDS) + ["in_check_batch"]
        if kernel != kernels.TESTED:
            for kind in kinds:
                found[f"ks_{kernel}_{kind}"] = found[f"ks_{kernel}_{kind}_set"] = features
        if readers == kernel:
            for reader in READERS + MORE_READERS.get(kernel, ()):
                name = f"ks_{kernel}_{reader}"
                found[name] = features.union(*[asked for prefix, asked in more.items() if name.startswith(prefix)])
    return found


def prove(image, report):
    """Proves for every function that its instructions need no other features than those it is chosen by."""
    wrong, names = 0, list(functions())
    for file in sorted(Path("asm").rglob("*.*")):
        for name in re.findall(r"^FUNCTION (ks_[\w%{}]+)", file.read_text(), re.M):
            if not any(re.fullmatch(re.sub(r"%\{\d\}", r"\\w+", name), known) for known in names):
                report.refused(name, f"{file}", "which is no function that is known here")
                wrong += 1
    for name, features in functions().items():
        try:
            found = sorted(image.function(name, ends=PUBLIC).items())
        except Exception as why:
            report.refused(name, "the features that it needs", reason(why))
            wrong += 1
            continue
        allowed = closure(features)
        for at, instruction in found:
            missing = needs(instruction) - allowed
            if missing:
                report.refused(name, f"{instruction.mnemonic} at {at:#x}", f'it needs {", ".join(sorted(missing))}')
                wrong += 1
                break
    if not wrong:
        report.line(f"{len(functions())} functions use no instruction beyond the features they are chosen by")
