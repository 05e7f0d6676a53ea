"""The host: LLVM IR to object code, and object code to callable addresses."""

from __future__ import annotations

import contextlib
import os
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import llvmlite
from llvmlite import binding

FULL, LITTLE = 2, 1
"""Efforts to optimise: for code that searches run all the time, and for code they run less."""
SIZE = struct.Struct("<Q")
"""What stands before each object in a bundle: its size in bytes."""


@cache
def _initialize() -> None:
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()


def _target(effort: int = FULL) -> Any:
    """A target machine for this computer."""
    _initialize()
    return binding.Target.from_default_triple().create_target_machine(
        cpu=binding.get_host_cpu_name(),
        features=binding.get_host_cpu_features().flatten(),
        opt=effort,
        jit=True,
    )


def identity() -> str:
    """Everything about this computer and compiler that object code depends on."""
    parts = (
        llvmlite.__version__,
        binding.llvm_version_info,
        binding.get_default_triple(),
        binding.get_host_cpu_name(),
        binding.get_host_cpu_features().flatten(),
    )
    return repr(parts)


def assemble(text: str, aside: Sequence[tuple[str, int]] = ()) -> bytes:
    """Optimised object code of LLVM modules that call each other, in one bundle.

    The first is compiled here, each other one meanwhile in a process of its own, with its effort.
    """
    helpers = [_Helper(*module) for module in aside]
    objects = [_object(text), *(helper.result() for helper in helpers)]
    return b"".join(SIZE.pack(len(code)) + code for code in objects)


def _object(text: str, effort: int = FULL) -> bytes:
    target = _target(effort)
    module = binding.parse_assembly(text)
    module.triple = target.triple
    module.data_layout = str(target.target_data)
    tuning = binding.create_pipeline_tuning_options(effort)
    if effort == LITTLE:
        tuning.inlining_threshold = 5
    tuning.loop_vectorization = tuning.loop_interleaving = False
    builder = binding.create_pass_builder(target, tuning)
    builder.getModulePassManager().run(module, builder)
    return bytes(target.emit_object(module))


class _Helper:
    """Another process that compiles a module; without one, that is done when it is asked for."""

    def __init__(self, text: str, effort: int) -> None:
        self.text, self.effort = text, effort
        self.process: subprocess.Popen[bytes] | None = None
        self.code = tempfile.TemporaryFile()  # noqa: SIM115
        command = [sys.executable, "-c", f"from {__name__} import _serve; _serve({effort})"]
        path = os.pathsep.join(filter(None, sys.path))
        with tempfile.TemporaryFile() as source, contextlib.suppress(OSError):
            source.write(text.encode())
            source.seek(0)
            self.process = subprocess.Popen(
                command, stdin=source, stdout=self.code, stderr=subprocess.DEVNULL,
                env=os.environ | {"PYTHONPATH": path},
            )  # fmt: skip

    def result(self) -> bytes:
        """The object code."""
        with self.code:
            if self.process is None or self.process.wait() != 0:
                return _object(self.text, self.effort)
            self.code.seek(0)
            return self.code.read()


def _serve(effort: int) -> None:
    """The other process: a module in, its object code out."""
    sys.stdout.buffer.write(_object(sys.stdin.buffer.read().decode(), effort))


class Loaded:
    """Object code in memory, for as long as this lives."""

    def __init__(self, bundle: bytes, names: Iterable[str]) -> None:
        target = _target()
        empty = binding.parse_assembly(f'target triple = "{target.triple}"\n')
        self._engine = binding.create_mcjit_compiler(empty, target)
        start = 0
        while start < len(bundle):
            (size,) = SIZE.unpack_from(bundle, start)
            code = bundle[start + SIZE.size : start + SIZE.size + size]
            self._engine.add_object_file(binding.ObjectFileRef.from_data(code))
            start += SIZE.size + size
        self._engine.finalize_object()
        self.addresses = {name: self._engine.get_function_address(name) for name in names}
