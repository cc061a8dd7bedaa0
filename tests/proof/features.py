"""Which features of the processor an instruction needs, as c/core/features.def names them.

Shows that no function uses an instruction that its row in c/core/kernels.def doesn't ask for. Source: Intel 64 and IA-32
Architectures Software Developer's Manual, volume 2, the column "CPUID feature flag".
"""
import re
from pathlib import Path

import kernels
from trusted import vectors  # adds what its instructions do to semantics
from trusted.image import Mask, Vector
from trusted.instructions import semantics

READERS = 'read_placement', 'find_lines', 'read_lines'
MORE_READERS = {'avx2': ('read_four_placements',)}

# What implies what, in processors and in how the operating system saves registers.
IMPLIED = {'AVX2': {'AVX', 'SSSE3'}, 'AVX512F': {'AVX2', 'AVX', 'SSSE3'}}

GENERAL = dict(andn='BMI1', blsr='BMI1', blsi='BMI1', bzhi='BMI2', shlx='BMI2', shrx='BMI2', popcnt='POPCNT', pshufb='SSSE3',
               pmulld='SSE4.1')
MASKS = dict(kmovb='AVX512DQ', kortestb='AVX512DQ', kmovw='AVX512F', kortestw='AVX512F')
EVEX = dict(vpermb='AVX512VBMI', vpermi2b='AVX512VBMI', vpermt2b='AVX512VBMI', vpcompressb='AVX512VBMI2',
            vpexpandb='AVX512VBMI2', vpmadd52luq='AVX512IFMA', vpopcntb='AVX512BITALG', vpmullq='AVX512DQ')
BYTES = re.compile(r'v(p.*(b|bw|lw|ldq)|pmovb2m|movdqu8|psadbw|ptestmb)')
IN_AVX = 'vmovdqa vmovdqu vptest vzeroupper'.split()


def needs(instruction):
    """A set of features; empty for what every x86-64 processor has, which SSE2 is."""
    mnemonic, operands = instruction.mnemonic, instruction.operands
    vectors = [o for o in operands if isinstance(o, Vector)]
    wide = max([v.bits for v in vectors], default=0)
    if mnemonic in GENERAL: return {GENERAL[mnemonic]}
    if mnemonic[0] == 'k': return {MASKS.get(mnemonic, 'AVX512BW')}
    if any(v.number > 15 or v.bits == 512 or v.mask is not None for v in vectors) or any(
            isinstance(o, Mask) for o in operands):
        found = {EVEX.get(mnemonic, 'AVX512BW' if BYTES.fullmatch(mnemonic) and mnemonic != 'vpmovqb' else 'AVX512F')}
        return found | ({'AVX512VL'} if wide < 512 and mnemonic != 'vmovq' else set())
    if mnemonic[0] == 'v': return {'AVX2'} if wide > 128 and mnemonic not in IN_AVX else {'AVX'}
    return set() if mnemonic in semantics else {f'nobody knows what, by {mnemonic}'}


def closure(features): return set(features).union(*[IMPLIED.get(feature, ()) for feature in features])


def of_readers():
    """{beginning of names: features} that ks_text_readers_for in c/core/fen/readers.c asks for besides a kernel's row: where it
    looks at the reader of placements, of all readers in the row; else of one."""
    text = Path('c/core/fen/readers.c').read_text()
    lists = {name: kernels.feature_names(found) for name, found in re.findall(r'[ ,](\w+) = (CPU_[\w |]*)', text)}
    asked = re.findall(r'if \(readers->(\w+) == (ks_[a-z0-9]+_)(\w+) && \(features & (\w+)\) != \4\)', text)
    return {prefix if member == 'read_placement' else prefix + reader: lists[name] for member, prefix, reader, name in asked}


def functions():
    """{name: features} of the kernels and of everything in asm/ that has code: what each may use."""
    found, more = {}, of_readers()
    for kernel, features, readers, _ in kernels.rows():
        features = kernels.feature_names(features)
        kinds = list(kernels.KINDS) + ['in_check_batch']
        if kernel != kernels.TESTED:
            for kind in kinds: found[f'ks_{kernel}_{kind}'] = found[f'ks_{kernel}_{kind}_set'] = features
        if readers == kernel:
            for reader in READERS + MORE_READERS.get(kernel, ()):
                name = f'ks_{kernel}_{reader}'
                found[name] = features.union(*[asked for prefix, asked in more.items() if name.startswith(prefix)])
    return found


def prove(image, report):
    """Shows for every function that its instructions need no feature but those it is chosen by."""
    wrong, names = 0, list(functions())
    for file in sorted(Path('asm').iterdir()):
        if not file.is_file(): continue
        for name in re.findall(r'^FUNCTION (ks_[\w%{}]+)', file.read_text(), re.M):
            if not any(re.fullmatch(re.sub(r'%\{\d\}', r'\\w+', name), known) for known in names):
                report.refused(name, f'{file}', 'which is no function that is known here')
                wrong += 1
    for name, features in functions().items():
        allowed = closure(features)
        for at, instruction in sorted(image.function(name).items()):
            missing = needs(instruction) - allowed
            if missing:
                report.refused(name, f'{instruction.mnemonic} at {at:#x}', f'it needs {", ".join(sorted(missing))}')
                wrong += 1
                break
    if not wrong: report.line(f'{len(functions())} functions use no instruction beyond the features they are chosen by')
