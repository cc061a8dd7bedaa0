"""A linked library: its bytes, its symbols, and its instructions as two disassemblers agree on them.

GNU's objdump and LLVM's are programs of different people. An instruction counts only when both find the same bytes, the
same mnemonic and the same operands.
"""
import bisect
import re
import struct
import subprocess
from collections import namedtuple

# Operands. Register: name of the whole register, bits, the first of them (8 in ah). Vector: number, bits, the mask
# register or None, whether masked-out elements become 0. Memory: bits, or 0 where the text doesn't say; base 'image'
# with the displacement resolved, base 'thread' for what the register fs points to; broadcast: one element for all.
Register = namedtuple('Register', 'name bits at')
Vector = namedtuple('Vector', 'number bits mask zeroing')
Mask = namedtuple('Mask', 'number mask')
Immediate = namedtuple('Immediate', 'value')
Memory = namedtuple('Memory', 'bits base index scale displacement broadcast')
Target = namedtuple('Target', 'address')

Instruction = namedtuple('Instruction', 'length mnemonic operands')

GENERAL = 'rax rcx rdx rbx rsp rbp rsi rdi r8 r9 r10 r11 r12 r13 r14 r15'.split()
REGISTERS = {name: Register(name, 64, 0) for name in GENERAL}
for name in GENERAL[:8]:
    REGISTERS['e' + name[1:]] = Register(name, 32, 0)
    REGISTERS[name[1:]] = Register(name, 16, 0)
for name in GENERAL[8:]:
    for letter, bits in ('d', 32), ('w', 16), ('b', 8): REGISTERS[name + letter] = Register(name, bits, 0)
for name, low in zip(GENERAL, 'al cl dl bl spl bpl sil dil'.split()): REGISTERS[low] = Register(name, 8, 0)
for name, high in zip(GENERAL, 'ah ch dh bh'.split()): REGISTERS[high] = Register(name, 8, 8)

NARROW_ADDRESS = re.compile(r'\[[^\]]*\b(e[a-d]x|e[sd]i|e[sbi]p|e?iz|r\d+d)\b')

VECTORS = {'xmm': 128, 'ymm': 256, 'zmm': 512}
SIZES = dict(byte=8, word=16, dword=32, qword=64, xmmword=128, ymmword=256, zmmword=512)
CONDITIONS = dict(z='e', nz='ne', c='b', nae='b', nb='ae', nc='ae', na='be', nbe='a', nge='l', nl='ge', ng='le', nle='g')
ALIASES = {'movabs': 'mov', 'data16': 'nop', 'cs': 'nop', 'notrack': 'jmp'}
for other, name in CONDITIONS.items():
    for stem in 'j', 'set', 'cmov': ALIASES[stem + other] = stem + name

SYMTAB, RELA, REL, DYNSYM = 2, 4, 9, 11
RELATIVE, ABSOLUTE = 8, (1, 6)  # kinds of relocations: the library's base and a number; a symbol's address
WRITABLE, CODE = 1, 4  # flags of sections
NOBITS = 8


class Image:
    def __init__(self, path, data=None):
        self.path = path
        self.data = data = data or open(path, 'rb').read()
        if data[:4] != b'\x7fELF' or data[5] != 1:
            raise ValueError(f'{path}: expected an ELF file, lowest byte first')
        self.bits = 64 if data[4] == 2 else 32
        wide = self.bits == 64
        at, = struct.unpack_from('<Q', data, 40) if wide else struct.unpack_from('<I', data, 32)
        size, count, names = struct.unpack_from('<HHH', data, 58 if wide else 46)
        layout = '<IIQQQQIIQQ' if wide else '<10I'
        self.headers = [struct.unpack_from(layout, data, at + i * size) for i in range(count)]
        self.sections = {}  # name: first address, bytes, flags
        for name, kind, flags, address, offset, length, *_ in self.headers:
            content = bytes(length) if kind == NOBITS else data[offset:offset + length]
            self.sections[self.string(names, name)] = address, content, flags
        self.read_symbols(wide)
        self.read_relocations(wide)
        self.listings = {}

    def string(self, section, at):
        at += self.headers[section][4]
        return self.data[at:self.data.index(b'\0', at)].decode()

    def entries(self, kinds, layout):
        for header in self.headers:
            if header[1] in kinds:
                for at in range(header[4], header[4] + header[5], struct.calcsize(layout)):
                    yield header, struct.unpack_from(layout, self.data, at)

    def read_symbols(self, wide):
        self.symbols, self.dynamic = {}, []
        for header, entry in self.entries((SYMTAB, DYNSYM), '<IBBHQQ' if wide else '<IIIBBH'):
            name, section, value = (entry[0], entry[3], entry[4]) if wide else (entry[0], entry[5], entry[1])
            if header[1] == DYNSYM: self.dynamic.append(self.string(header[6], name))
            if section: self.symbols[self.string(header[6], name)] = value
        first, content, _ = self.sections['.text']
        self.routines = sorted({value for name, value in self.symbols.items() if '.' not in name} |
                               {first, first + len(content)})

    def read_relocations(self, wide):
        """{address: the address that stands there, or the name of another library's symbol}"""
        self.relocations = {}
        for _, (where, info, addend) in self.entries((RELA,), '<QQq'):
            symbol = self.dynamic[info >> 32]
            if info & 0xffffffff == RELATIVE: self.relocations[where] = addend
            elif symbol in self.symbols: self.relocations[where] = self.symbols[symbol] + addend
            else: self.relocations[where] = symbol
        for _, (where, info) in self.entries((REL,), '<II'): self.relocations[where] = f'relocation {info:#x}'

    def section_at(self, address):
        for name, (first, content, flags) in self.sections.items():
            if first and first <= address < first + len(content): return name
        return None

    def content(self, address, n):
        name = self.section_at(address)
        if name is None: return None
        first, content, _ = self.sections[name]
        found = content[address - first:address - first + n]
        return found if len(found) == n else None

    def routine_at(self, address):
        """The first address of the routine around an address, and the one behind it. (Outside of .text: of a few bytes.)"""
        i = bisect.bisect_right(self.routines, address)
        return (self.routines[i - 1], self.routines[i]) if 0 < i < len(self.routines) else (address, address + 16)

    def instruction(self, address):
        routine = self.routine_at(address)
        if routine not in self.listings: self.listings[routine] = self.disassemble(*routine), {}
        (gnu, llvm), parsed = self.listings[routine]
        if address not in parsed:
            if address not in gnu or address not in llvm:
                raise ValueError(f'{address:#x}: the disassemblers find no instruction here')
            (raw, text), (raw_2, text_2) = gnu[address], llvm[address]
            if self.bits == 64 and NARROW_ADDRESS.search(text): raise ValueError(f'{address:#x}: an address of 32 bits: "{text}"')
            length = len(raw) // 2
            found, found_2 = parse(text, address + length), parse(text_2, address + length)
            if not raw == raw_2 == self.content(address, length).hex() or found != found_2:
                raise ValueError(f'{address:#x}: objdump finds "{text}", llvm-objdump "{text_2}"')
            parsed[address] = Instruction(length, *found)
        return parsed[address]

    def disassemble(self, begin, end):
        window = ['-d', '-M', 'intel', f'--start-address={begin:#x}', f'--stop-address={end:#x}', self.path]
        return [self.listing(command + window) for command in (['objdump', '-w'], ['llvm-objdump-19'])]

    def listing(self, command):
        """{address: (bytes in hexadecimal, text)}"""
        found = {}
        out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        for line in out.splitlines():
            match = re.match(r'\s*([0-9a-f]+):\s+((?:[0-9a-f]{2} )*[0-9a-f]{2})\s*\t(.*)', line)
            if match: found[int(match[1], 16)] = match[2].replace(' ', ''), match[3]
        return found

    def function(self, name): return self.reached_from(self.symbols[name])

    def reached_from(self, start):
        """{address: instruction} of what can be reached from an instruction, in the functions it calls too."""
        found, todo = {}, [start]
        while todo:
            at = todo.pop()
            if at in found: continue
            found[at] = instruction = self.instruction(at)
            operands = instruction.operands
            if operands and isinstance(operands[0], Target) and self.section_at(operands[0].address) == '.text':
                todo.append(operands[0].address)
            if instruction.mnemonic not in ('ret', 'jmp'): todo.append(at + instruction.length)
        return found


def parse(text, next_address):
    """(mnemonic, operands)"""
    text = re.sub(r'\s*[#<].*', '', text.strip().lower())
    text = re.sub(r'^repz? (bs[fr])', r'\1', text)
    text = re.sub(r'^(notrack|bnd|repz) ', '', text)
    mnemonic, _, rest = re.sub(r'\s+', ' ', text).partition(' ')
    mnemonic = ALIASES.get(mnemonic, mnemonic)
    if mnemonic == 'nop': return mnemonic, ()
    if (mnemonic[0] == 'j' or mnemonic == 'call') and re.fullmatch(r'(0x)?[0-9a-f]+', rest):
        return mnemonic, (Target(int(rest, 16)),)
    operands = [operand(x.strip(), next_address) for x in re.split(r',(?![^\[{]*[\]}])', rest)] if rest else []
    if mnemonic in ('shl', 'shr', 'sar', 'rol', 'ror') and len(operands) == 1: operands.append(Immediate(1))
    if operands and isinstance(operands[-1], Immediate):  # one prints -1 where the other prints 0xffffffff
        bits = getattr(operands[0], 'bits', 0) or 64
        if bits > 64: bits = 8
        operands[-1] = Immediate(operands[-1].value & (1 << bits) - 1)
    if mnemonic in ('xchg', 'test'):  # symmetric, and printed in either order
        operands.sort(key=lambda o: (isinstance(o, Immediate), str(o)))
    return mnemonic, tuple(operands)


def operand(text, next_address):
    mask = re.search(r'\{k(\d)\}', text)
    mask = int(mask[1]) if mask else None
    zeroing, broadcast = '{z}' in text, 'bcst' in text or '{1to' in text
    text = re.sub(r'\{[^}]*\}', '', text).strip()
    if text in REGISTERS: return REGISTERS[text]
    match = re.fullmatch(r'([xyz]mm)(\d+)', text)
    if match: return Vector(int(match[2]), VECTORS[match[1]], mask, zeroing)
    match = re.fullmatch(r'k(\d)', text)
    if match: return Mask(int(match[1]), mask)
    if re.fullmatch(r'-?(0x)?[0-9a-f]+', text): return Immediate(int(text, 0) & (1 << 64) - 1)
    text = re.sub(r'([df]s:)(0x[0-9a-f]+)$', r'\1[\2]', text)
    match = re.fullmatch(r'(?:(\w+) (?:ptr|bcst) )?(?:([dcef]s):)?\[(.*)\]', text)
    if not match: raise ValueError(f'no operand that is known: {text}')
    if mask is not None: raise ValueError(f'a masked store: {text}')
    found = address(match[3], SIZES[match[1]] if match[1] else 0, broadcast, next_address)
    if match[2] != 'fs': return found
    if found.base or found.index: raise ValueError(f'of a thread, only what lies at a fixed place is known: {text}')
    return found._replace(base='thread')


def address(text, bits, broadcast, next_address):
    base, index, scale, displacement = None, None, 1, 0
    for sign, term in re.findall(r'([+-]?)\s*([^+\-\s]+)', text):
        if '*' in term:
            a, b = term.split('*')
            if a not in REGISTERS: a, b = b, a
            index, scale = REGISTERS[a].name, int(b)
        elif term == 'rip': base, displacement = 'image', displacement + next_address
        elif term not in REGISTERS: displacement += int(term, 0) if sign != '-' else -int(term, 0)
        elif base is None: base = REGISTERS[term].name
        else: index = REGISTERS[term].name
    if index == 'riz' or index == 'eiz': index = None
    return Memory(bits, base, index, scale, displacement, broadcast)
