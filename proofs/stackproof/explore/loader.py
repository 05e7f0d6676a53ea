"""Brings the kernels into memory: from the cache of compiled code, or by compiling them.

Numba turns a kernel into LLVM code once for each machine; what is kept is plain object code, so
that a later run starts without Numba. A cache that cannot be used costs time only.
"""

from __future__ import annotations

import ctypes
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module, metadata
from pathlib import Path

from llvmlite import binding

from stackproof.lang.readings.cache import Artifact, keep
from stackproof.lang.readings.cache import load as kept
from stackproof.lang.readings.machine import Loaded, assemble, identity


@dataclass(frozen=True)
class Part:
    """A file of kernels, and how many numbers each of its functions takes."""

    file: str
    functions: Mapping[str, int]

    def __hash__(self) -> int:
        return hash(self.file)


SEARCH = Part(
    "kernel",
    {"advance": 2, "begin": 2, "canonical": 2, "index": 1, "copy_rows": 5, "compress": 5},
)
GRAPH = Part(
    "kernel_graph",
    dict.fromkeys(
        ("openings", "observe", "join", "components", "cycles", "reach", "spread", "ends", "fair"),
        1,
    ),
)
SHARED = ("control.py", "layout.py", "loader.py")


class Kernel:
    """The functions of a part as machine code; all arguments and results are integers."""

    def __init__(self, part: Part, code: bytes) -> None:
        self._code = Loaded(code, part.functions)
        # Numba's convention: where the result goes, where an exception goes, then the arguments.
        results = (ctypes.POINTER(ctypes.c_int64), ctypes.POINTER(ctypes.c_void_p))
        self._functions: dict[str, Callable[..., int]] = {
            name: ctypes.CFUNCTYPE(ctypes.c_int32, *results, *[ctypes.c_int64] * size)(
                self._code.addresses[name]
            )
            for name, size in part.functions.items()
        }

    def run(self, name: str, *arguments: int) -> int:
        """The result of a function."""
        result = ctypes.c_int64()
        function = self._functions[name]
        function(ctypes.byref(result), ctypes.byref(ctypes.c_void_p()), *arguments)
        return result.value


@cache
def load(part: Part = SEARCH) -> Kernel:
    """A part, ready to call."""
    key = f"{part.file}-{_digest()}"
    artifact = kept(key)
    if artifact is None:
        artifact = Artifact((), assemble(translate(part)))
        keep(key, artifact)
    return Kernel(part, artifact.code)


def _digest() -> str:
    """Changes with everything that the object code depends on."""
    digest = hashlib.sha256(identity().encode())
    here = Path(__file__).parent
    for file in (*sorted(here.glob("kernel*.py")), *(here / name for name in SHARED)):
        digest.update(file.read_bytes())
    try:
        digest.update(metadata.version("numba").encode())
    except metadata.PackageNotFoundError:
        pass
    return digest.hexdigest()


def translate(part: Part) -> str:
    """A part as an LLVM module that exports its functions under their plain names.

    Numba wraps each function for callers in Python. The wrappers are what needs Numba at run time;
    made internal here, they are dropped as unused.
    """
    kernel = import_module(f".{part.file}", __package__)
    exported = {}
    module = binding.parse_assembly("")
    for name in part.functions:
        function = getattr(kernel, name)
        exported[function.native_name.removeprefix("cfunc.")] = name
        module.link_in(binding.parse_assembly(function.inspect_llvm()))
    for function in module.functions:
        if function.name in exported:
            function.name = exported[function.name]
        elif not function.is_declaration:
            function.linkage = "internal"
    return str(module)
