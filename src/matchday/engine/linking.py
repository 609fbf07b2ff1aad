"""How Numba puts a twin together: parts are drafts, and only a door becomes machine code.

By itself Numba treats every function as a program of its own: it optimises it together with all that it calls, makes
machine code of the lot, and does so again for each caller up the line. Nobody calls a part from Python, so here a part
stays a draft, and a door (a function that Python calls) links the drafts it needs, closes them off from the outside
and optimises the whole once. That halves the time to compile, and lets LLVM drop the arguments and checks that no
caller needs.

Numba knows these names as its own affairs, so a new version of it may need a change here, and only here.
"""

# mypy: disable-error-code="no-untyped-call"
# ruff: noqa: SLF001
from __future__ import annotations

from functools import cache
from typing import Any

INLINING = 1000
"""How much code LLVM may copy into a caller. Rules are many small functions; its own measure of 250 is too tight."""


class Nowhere:
    """Stands for the code generator of a draft: there is no machine code to tell of its environment."""

    @staticmethod
    def set_env(name: str, environment: Any) -> None:
        """Do nothing: rules use no Python objects, which is what environments are for."""


@cache
def pipelines() -> tuple[Any, Any]:
    """Give the compiler pipelines of parts and of doors."""
    from llvmlite.binding import create_pass_builder, create_pipeline_tuning_options
    from numba.core.codegen import JITCodeLibrary
    from numba.core.compiler import Compiler

    class Draft(JITCodeLibrary):
        """The code of a part: linked to what it calls, not optimised, never run."""

        codegen = Nowhere()

        def finalize(self) -> None:
            for library in dict.fromkeys(self._linking_libraries):
                self._reload_init.update(library._reload_init)
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
            self._finalized = True

        def get_pointer_to_function(self, name: str) -> int:  # noqa: ARG002
            self._ensure_finalized()
            return 0

    class Whole(JITCodeLibrary):
        """The code of a door with everything in it."""

        def add_ir_module(self, ir_module: Any) -> None:
            self.own = {*getattr(self, "own", ()), *(function.name for function in ir_module.functions)}
            super().add_ir_module(ir_module)

        def _optimize_final_module(self) -> None:
            for function in self._final_module.functions:
                if not function.is_declaration and function.name not in self.own:
                    function.linkage = "private"  # without a name, which would clash with another door's version of it
            tuning = create_pipeline_tuning_options(speed_level=3)
            tuning.loop_vectorization = True
            tuning.inlining_threshold = INLINING
            builder = create_pass_builder(self._codegen._tm, tuning)
            builder.getModulePassManager().run(self._final_module, builder)

    class PartPipeline(Compiler):
        def __init__(self, typing: Any, target: Any, library: Any, *rest: Any) -> None:
            super().__init__(typing, target, library or Draft(target.codegen(), "part"), *rest)

    class DoorPipeline(Compiler):
        def __init__(self, typing: Any, target: Any, library: Any, *rest: Any) -> None:
            if library is None:
                library = Whole(target.codegen(), "door")
                library.enable_object_caching()
            super().__init__(typing, target, library, *rest)

    return PartPipeline, DoorPipeline
