"""The meaning of each instruction, by mnemonic: all that the prover knows."""
from . import instructions, vectors

semantics = {**instructions.semantics, **vectors.semantics}
