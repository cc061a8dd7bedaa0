"""The version of the library, as its header says it."""
import re
import subprocess


def version_of_header(compiler, include):
    """KS_VERSION of kingscan/check.h in the folder `include`, by a preprocessor; compiler: a list of words."""
    told = subprocess.run(
        [*compiler, "-E", "-P", f"-I{include}", "-x", "c", "-"],
        check=True,
        capture_output=True,
        text=True,
        input='#include "kingscan/check.h"\nKS_VERSION\n',
    ).stdout
    return "".join(re.findall(r'"([^"]*)"', told.strip().splitlines()[-1]))
