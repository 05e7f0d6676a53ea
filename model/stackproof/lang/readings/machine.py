"""The host: LLVM IR to object code, and object code to callable addresses."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import llvmlite
from llvmlite import binding


@cache
def _initialize() -> None:
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()


def _target() -> Any:
    """A target machine for this computer."""
    _initialize()
    return binding.Target.from_default_triple().create_target_machine(
        cpu=binding.get_host_cpu_name(),
        features=binding.get_host_cpu_features().flatten(),
        opt=2,
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


def assemble(text: str) -> bytes:
    """Optimised object code of an LLVM module."""
    target = _target()
    module = binding.parse_assembly(text)
    module.triple = target.triple
    module.data_layout = str(target.target_data)
    tuning = binding.create_pipeline_tuning_options(2)
    tuning.loop_vectorization = tuning.loop_interleaving = False
    builder = binding.create_pass_builder(target, tuning)
    builder.getModulePassManager().run(module, builder)
    return bytes(target.emit_object(module))


class Loaded:
    """Object code in memory, for as long as this lives."""

    def __init__(self, code: bytes, names: Iterable[str]) -> None:
        target = _target()
        empty = binding.parse_assembly(f'target triple = "{target.triple}"\n')
        self._engine = binding.create_mcjit_compiler(empty, target)
        self._engine.add_object_file(binding.ObjectFileRef.from_data(code))
        self._engine.finalize_object()
        self.addresses = {name: self._engine.get_function_address(name) for name in names}
