"""Brings the search kernel into memory: from the cache of compiled code, or by compiling it.

Numba turns ``kernel.py`` into LLVM code once for each machine; what is kept is plain object code,
so that a later run starts without Numba. A cache that cannot be used costs time only.
"""

from __future__ import annotations

import ctypes
import hashlib
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from llvmlite import binding

from stackproof.lang.readings.cache import Artifact, keep
from stackproof.lang.readings.cache import load as kept
from stackproof.lang.readings.machine import Loaded, assemble, identity

NAMES = ("advance", "rehash")
SOURCES = ("kernel.py", "control.py", "loader.py")

# Numba's convention: where the result goes, where an exception goes, then the arguments.
_RESULTS = (ctypes.POINTER(ctypes.c_int64), ctypes.POINTER(ctypes.c_void_p))
_ADVANCE = ctypes.CFUNCTYPE(ctypes.c_int32, *_RESULTS, ctypes.c_void_p)
_REHASH = ctypes.CFUNCTYPE(ctypes.c_int32, *_RESULTS, *[ctypes.c_int64] * 4)


@dataclass(frozen=True)
class Kernel:
    """The functions of ``kernel.py`` as machine code; addresses are integers."""

    code: Loaded

    def advance(self, control: int) -> int:
        """Searches on; the answer is one of the constants in ``control.py``."""
        return self._call(_ADVANCE(self.code.addresses["advance"]), control)

    def rehash(self, old: int, old_bits: int, new: int, new_bits: int) -> None:
        """Copies a table of ``2**old_bits`` slots into an empty one of ``2**new_bits``."""
        self._call(_REHASH(self.code.addresses["rehash"]), old, old_bits, new, new_bits)

    @staticmethod
    def _call(function: Any, *arguments: int) -> int:
        result = ctypes.c_int64()
        function(ctypes.byref(result), ctypes.byref(ctypes.c_void_p()), *arguments)
        return result.value


@cache
def load() -> Kernel:
    """The kernel, ready to call."""
    key = f"search-{_digest()}"
    artifact = kept(key)
    if artifact is None:
        artifact = Artifact((), assemble(_translate()))
        keep(key, artifact)
    return Kernel(Loaded(artifact.code, NAMES))


def _digest() -> str:
    """Changes with everything that the object code depends on."""
    digest = hashlib.sha256(identity().encode())
    for name in SOURCES:
        digest.update(Path(__file__).with_name(name).read_bytes())
    try:
        digest.update(metadata.version("numba").encode())
    except metadata.PackageNotFoundError:
        pass
    return digest.hexdigest()


def _translate() -> str:
    """The kernel as an LLVM module that exports its functions under their plain names.

    Numba wraps each function for callers in Python. The wrappers are what needs Numba at run time;
    made internal here, they are dropped as unused.
    """
    from . import kernel

    exported = {}
    module = binding.parse_assembly("")
    for name in NAMES:
        function = getattr(kernel, name)
        exported[function.native_name.removeprefix("cfunc.")] = name
        module.link_in(binding.parse_assembly(function.inspect_llvm()))
    for function in module.functions:
        if function.name in exported:
            function.name = exported[function.name]
        elif not function.is_declaration:
            function.linkage = "internal"
    return str(module)
