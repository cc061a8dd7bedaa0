"""Makes the wheel: pip's build backend (PEP 517), and the command of `make wheel` and `make python`.

    python3 bindings/python/build_wheel.py BUILD FOLDER    # of what `make` has built in BUILD

Needs nothing but Python itself, so that pip builds without the network. Under pip, make builds the module and the
program first, in the repository that this folder lies in.
"""
import base64
import hashlib
import io
import os
import shutil
import struct
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
OLDEST = (3, 9)  # of Python; native/abi.h says how
MODULE, PROGRAM = "kingscan/_kingscan.abi3.so", "kingscan/bin/kingscan"
METADATA = """\
Metadata-Version: 2.1
Name: kingscan
Version: {version}
Summary: Chess: positions, legal moves and variants, and verdicts on millions of positions a second
Requires-Python: >={oldest}
Classifier: Operating System :: POSIX :: Linux
Classifier: Programming Language :: C
Classifier: Programming Language :: Python :: 3 :: Only
Classifier: Topic :: Games/Entertainment :: Board Games
Classifier: Typing :: Typed
Description-Content-Type: text/markdown

{text}"""
WHEEL = "Wheel-Version: 1.0\nGenerator: kingscan\nRoot-Is-Purelib: false\n{tags}"

# ---- Libraries and versions that files need ----

# Libraries that every Linux with glibc has (PEP 513).
USUAL_LIBRARIES = {"libc.so.6", "libdl.so.2", "libm.so.6", "libpthread.so.0", "librt.so.1", "ld-linux-x86-64.so.2"}
NEEDED_VERSIONS, DYNAMIC, NEEDED_LIBRARY = 0x6FFFFFFE, 6, 1  # kinds of sections and of a dynamic entry


def needs_of(path):
    """The libraries that an ELF file for 64 bits needs, and the versions of their symbols: two sets of names."""
    data = Path(path).read_bytes()
    at, size, count = struct.unpack_from("<Q", data, 40)[0], *struct.unpack_from("<HH", data, 58)
    sections = [struct.unpack_from("<IIQQQQII", data, at + size * i) for i in range(count)]
    libraries, versions = set(), set()

    def name(section, offset):
        begin = sections[section[6]][4] + offset
        return data[begin : data.index(b"\0", begin)].decode()

    for section in sections:
        kind, offset, length = section[1], section[4], section[5]
        if kind == DYNAMIC:
            entries = struct.iter_unpack("<qQ", data[offset : offset + length])
            libraries |= {name(section, value) for tag, value in entries if tag == NEEDED_LIBRARY}
        while kind == NEEDED_VERSIONS:
            _, count, _, first, after = struct.unpack_from("<HHIII", data, offset)
            at = offset + first
            for _ in range(count):
                _, _, _, text, step = struct.unpack_from("<IHHII", data, at)
                versions.add(name(section, text))
                at += step
            if not after:
                break
            offset += after
    return libraries, versions


def glibc_of(paths):
    """The oldest glibc that has all symbols which the files need, such as (2, 34); None with other libraries."""
    libraries, versions = (set().union(*sets) for sets in zip(*map(needs_of, paths)))
    numbers = [version.partition("_")[2] for version in versions if version.startswith("GLIBC_")]
    if not libraries <= USUAL_LIBRARIES or not numbers:
        return None
    return max(tuple(map(int, number.split("."))) for number in numbers)[:2]


def platforms(paths):
    """The platform tags of a wheel with these files (PEP 600)."""
    machine, glibc = os.uname().machine, glibc_of(paths)
    if not glibc:
        return [f"linux_{machine}"]
    tags = [f"manylinux_{max(glibc, (2, 17))[0]}_{max(glibc, (2, 17))[1]}_{machine}"]
    return tags + [f"manylinux2014_{machine}"] * (glibc <= (2, 17))  # which pips before 20.3 know


# ---- The wheel ----


def stripped(path):
    """The bytes of an ELF file, without what debuggers alone read, and the build ID, a checksum of that."""
    copy = path.parent / (path.name + ".stripped")
    subprocess.run(["strip", "-R", ".note.gnu.build-id", "-o", copy, path], check=True)
    data = copy.read_bytes()
    copy.unlink()
    return data


def files_of(build):
    """The files of the package: names and bytes."""
    source = HERE / "src"
    paths = [path for path in source.rglob("*.py*") if path.suffix in (".py", ".pyi")]
    files = {path.relative_to(source).as_posix(): path.read_bytes() for path in paths}
    files["kingscan/py.typed"] = b""
    files[MODULE] = stripped(build / "python/_kingscan.abi3.so")
    files[PROGRAM] = stripped(build / "kingscan")
    return dict(sorted(files.items()))


def add_file(archive, name, data):
    entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    entry.external_attr = (0o100755 if name in (MODULE, PROGRAM) else 0o100644) << 16
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, data)


def record_line(name, data):
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
    return f"{name},sha256={digest},{len(data)}\n"


def make_wheel(build, folder):
    """Puts the wheel into the folder and returns its name."""
    sys.path.insert(0, str(ROOT / "packaging"))
    from version import version_of_header

    version = version_of_header(os.environ.get("CC", "cc").split(), ROOT / "include")
    oldest = ".".join(map(str, OLDEST))
    python = "cp{}{}-abi3".format(*OLDEST)
    tags = platforms([build / "python/_kingscan.abi3.so", build / "kingscan"])
    info = f"kingscan-{version}.dist-info"
    files = files_of(build)
    text = (HERE / "README.md").read_text(encoding="utf-8")
    files[f"{info}/METADATA"] = METADATA.format(version=version, oldest=oldest, text=text).encode()
    files[f"{info}/WHEEL"] = WHEEL.format(tags="".join(f"Tag: {python}-{tag}\n" for tag in tags)).encode()
    files[f"{info}/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    record = "".join(record_line(*item) for item in files.items()) + f"{info}/RECORD,,\n"
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, data in [*files.items(), (f"{info}/RECORD", record.encode())]:
            add_file(archive, name, data)
    name = f"kingscan-{version}-{python}-{'.'.join(tags)}.whl"
    Path(folder, name).write_bytes(packed.getvalue())
    return name


# ---- For pip ----


def what_is_missing():
    """A line that says why make cannot build; None when it can."""
    if not (ROOT / "packaging/version.py").exists():
        return f"{HERE} lies in no clone of Kingscan; an old pip copies the folder: pip 21.3 and later do not"
    if sys.version_info < OLDEST:
        return f"Python {'.'.join(map(str, OLDEST))} or later is needed, and this is {sys.version.split()[0]}"
    if not Path(sysconfig.get_paths()["include"], "Python.h").exists():
        return "Python.h, the headers of Python, is missing; on Debian: apt install python3-dev"
    compiler = os.environ.get("CC", "gcc").split()[0]
    tools = {compiler: "gcc", "make": "make", "ar": "binutils", "strip": "binutils"}
    if os.uname().machine == "x86_64":
        tools["nasm"] = "nasm"
    missing = [tool for tool in tools if not shutil.which(tool)]
    if missing:
        packages = " ".join(sorted({tools[tool] for tool in missing}))
        return f"{', '.join(missing)}: no such program; on Debian: apt install {packages}"
    return None


def run_make(build, *arguments):
    """Whether make in ROOT succeeds. It gets no flags of a make that runs pip."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    command = ["make", "-C", ROOT, f"-j{os.cpu_count()}", f"BUILD={build}", f"PYTHON={sys.executable}"]
    return subprocess.run([*command, *arguments], stdout=sys.stderr, env=environment).returncode == 0


def build_with(library, build):
    """Builds all but the library."""
    if not Path(library).is_file():
        sys.exit(f"kingscan: KINGSCAN_LIBRARY={library}: no such file; expected the whole path of libkingscan.a")
    (ROOT / build).mkdir(parents=True, exist_ok=True)
    for product in ("kingscan", "python/_kingscan.abi3.so"):  # of another library, perhaps
        (ROOT / build / product).unlink(missing_ok=True)
    shutil.copy(library, ROOT / build / "libkingscan.a")
    return run_make(build, f"--old-file={build}/libkingscan.a", "python-parts")


def build_all():
    """Builds the module and the program, and returns the folder with them. The library is the one that KINGSCAN_LIBRARY
    names, else the one in build/ when make calls it up to date with the same compiler and flags, else it is built here.
    """
    missing = what_is_missing()
    if missing:
        sys.exit(f"kingscan: {missing}")
    build, library = "build/python/pip", os.environ.get("KINGSCAN_LIBRARY")
    if library:
        built = build_with(library, build)
    else:
        if run_make("build", "-q", "build/libkingscan.a", "build/kingscan"):
            build, library = "build", ROOT / "build/libkingscan.a"
        built = run_make(build, "python-parts")
    if not built:
        sys.exit("kingscan: make could not build the module; its messages are above")
    if library:
        print(f"kingscan: {library} is taken, no library was compiled", file=sys.stderr)
    return ROOT / build


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    return make_wheel(build_all(), wheel_directory)


def build_sdist(sdist_directory, config_settings=None):
    sys.exit("kingscan: `make dist` makes the archive of sources, for the module is built from all of them")


if __name__ == "__main__":
    print(make_wheel(Path(sys.argv[1]), sys.argv[2]))
