"""Builds the module with the library in it. KINGSCAN_LIBRARY names a libkingscan.a that is built already; without it,
make builds one in the repository that this folder lies in. Nothing is written into this folder."""
import os
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUILD = ROOT / "build" / "python"

sys.path.insert(0, str(ROOT / "packaging"))
from version import version_of_header  # noqa: E402


class BuildWithLibrary(build_ext):
    def build_extension(self, extension):
        library = os.environ.get("KINGSCAN_LIBRARY")
        if not library:
            library = BUILD / "library" / "libkingscan.a"
            # The make that is started here gets no flags of a make that runs this.
            environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
            subprocess.run(
                [
                    "make",
                    "-C",
                    ROOT,
                    f"-j{os.cpu_count()}",
                    f"BUILD={library.parent.relative_to(ROOT)}",
                    str(library.relative_to(ROOT)),
                ],
                check=True,
                stdout=sys.stderr,
                env=environment,
            )
        extension.extra_objects = [str(library)]
        extension.depends = [str(library)]
        super().build_extension(extension)


BUILD.mkdir(parents=True, exist_ok=True)
setup(
    version=version_of_header(os.environ.get("CC", "cc").split(), ROOT / "include"),
    license=(ROOT / "LICENSE").read_text(encoding="utf-8"),
    cmdclass={"build_ext": BuildWithLibrary},
    ext_modules=[
        Extension(
            "kingscan._kingscan",
            [f"native/{name}.c" for name in ("module", "check", "batch", "games", "position")],
            include_dirs=[str(ROOT / "include")],
            extra_compile_args=["-std=c17", "-fvisibility=hidden", "-fcf-protection"],
            py_limited_api=True,
        )
    ],
    options={
        "build": {"build_base": str(BUILD)},
        "egg_info": {"egg_base": str(BUILD)},
        "bdist_wheel": {"py_limited_api": "cp311"},
    },
)
