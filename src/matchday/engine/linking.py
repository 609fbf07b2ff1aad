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

from collections.abc import Mapping, Sequence
from functools import cache, reduce
from typing import Any

import numpy as np

INLINING = 1000
"""How much code LLVM may copy into a caller. Rules are many small functions; its own measure of 250 is too tight."""


class Nowhere:
    """Stands for the code generator of a draft: there is no machine code to tell of its environment."""

    @staticmethod
    def set_env(name: str, environment: Any) -> None:
        """Do nothing: rules use no Python objects, which is what environments are for."""


@cache
def libraries() -> tuple[Any, Any]:
    """Give the kinds of code libraries of parts and of doors."""
    from llvmlite.binding import create_pass_builder, create_pipeline_tuning_options
    from numba.core.codegen import JITCodeLibrary

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

        def machine_code(self) -> bytes:
            """Give the machine code instead of loading it."""
            for library in dict.fromkeys(self._linking_libraries):
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
            self._optimize_final_module()
            self._final_module.verify()
            missing = [each.name for each in self._final_module.functions if each.is_declaration]
            if strange := [name for name in missing if name.startswith(("numba", "NRT"))]:
                message = f"nobody has {', '.join(strange)} where Numba is not loaded"
                raise NotImplementedError(message)
            return bytes(self._codegen._tm.emit_object(self._final_module))

    return Draft, Whole


@cache
def pipelines() -> tuple[Any, Any]:
    """Give the compiler pipelines of parts and of doors."""
    from numba.core.compiler import Compiler

    Draft, Whole = libraries()  # noqa: N806 - classes

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


# ---------------------------------------------------------------- machine code that needs no Numba to be called

MEMORY = """
declare ptr @malloc(i64)
declare void @free(ptr)

define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %alignment) {
  %align = zext i32 %alignment to i64
  %head = add i64 %align, 64
  %room = add i64 %head, %size
  %block = call ptr @malloc(i64 %room)
  %address = ptrtoint ptr %block to i64
  %after = add i64 %address, %head
  %mask = sub i64 0, %align
  %place = and i64 %after, %mask
  %data = inttoptr i64 %place to ptr
  store i64 1, ptr %block
  %field = getelementptr i64, ptr %block, i64 3
  store ptr %data, ptr %field
  ret ptr %block
}

define void @NRT_MemInfo_call_dtor(ptr %block) {
  call void @free(ptr %block)
  ret void
}
"""
"""What arrays that rules make for a moment need of Numba's runtime: a count of references first, the data fourth."""
DESCRIPTION, DATA, LENGTH = 16, 0, 2
"""Words of Python's description of a memory, some to spare, and where it says where that is and how long."""


def machine_code(doors: Mapping[str, tuple[Any, Sequence[Any]]], *, lets_others_run: bool) -> bytes:
    """Compile functions together into one piece of machine code, each with a door that Python can call."""
    from llvmlite.binding import parse_assembly
    from numba import from_dtype, types
    from numba.core.compiler_lock import global_compiler_lock
    from numba.core.registry import cpu_target

    def typed(kind: Any) -> Any:
        if isinstance(kind, np.dtype):
            return types.Array(from_dtype(kind), 1, "C")
        return types.int64 if kind is int else from_dtype(kind.aligned)

    context = cpu_target.target_context
    library = libraries()[1](context.codegen(), "doors")
    module = library.create_ir_module("doors")
    with global_compiler_lock:
        for name, (part, takes) in doors.items():
            signature = tuple(map(typed, takes))
            part.compile(signature)
            made = part.overloads[signature]
            Doorway(context, module, name, made).write(lets_others_run=lets_others_run)
            library.add_linking_library(made.library)
        library.add_ir_module(module)
        library._final_module.link_in(parse_assembly(MEMORY))
        return bytes(library.machine_code())


class Doorway:
    """A function of Python's kind in C, `door(self, arguments)`, around a compiled one."""

    def __init__(self, context: Any, module: Any, name: str, made: Any) -> None:
        from llvmlite import ir

        self.context, self.module, self.name, self.made = context, module, name, made
        self.word, self.number, self.pointer = ir.IntType(64), ir.IntType(32), ir.IntType(8).as_pointer()
        self.door = ir.Function(module, ir.FunctionType(self.pointer, [self.pointer] * 2), name)
        self.builder = ir.IRBuilder(self.door.append_basic_block())

    def call(self, function: str, gives: Any, *given: Any, more: bool = False) -> Any:
        """Call a function of Python's in C; one that takes any number of arguments takes more than two."""
        from llvmlite import ir
        from numba.core.cgutils import get_or_insert_function

        takes = [each.type for each in (given[:2] if more else given)]
        kind = ir.FunctionType(gives, takes, var_arg=more)
        return self.builder.call(get_or_insert_function(self.module, kind, function), given)

    def write(self, *, lets_others_run: bool) -> None:
        """Read the arguments, call, let go of the arguments' memory, give what came back."""
        from llvmlite import ir
        from numba import types

        builder, nothing = self.builder, ir.VoidType()
        takes, gives = self.made.signature.args, self.made.signature.return_type
        places = [self.place_for(kind) for kind in takes]
        letters = ["L" if isinstance(kind, types.Integer) else "y*" for kind in takes]
        wanted = self.context.insert_const_string(self.module, f"{''.join(letters)}:{self.name}")
        is_read = self.call("PyArg_ParseTuple", self.number, self.door.args[1], wanted, *places, more=True)
        with builder.if_then(builder.not_(builder.trunc(is_read, ir.IntType(1))), likely=False):
            builder.ret(self.pointer(None))
        fits = reduce(builder.and_, [self.fits(kind, place) for kind, place in zip(takes, places, strict=True)])
        values = [self.value(kind, place) for kind, place in zip(takes, places, strict=True)]
        told = builder.alloca(self.word)
        builder.store(self.word(0), told)
        with builder.if_then(fits):
            native = self.context.declare_function(self.module, self.made.fndesc)
            thread = self.call("PyEval_SaveThread", self.pointer) if lets_others_run else None
            _, found = self.context.call_conv.call_function(builder, native, gives, takes, values)
            if thread:
                self.call("PyEval_RestoreThread", nothing, thread)
            if gives != types.none:
                builder.store(self.context.cast(builder, found, gives, types.int64), told)
        for letter, place in zip(letters, places, strict=True):
            if letter == "y*":
                self.call("PyBuffer_Release", nothing, place)
        with builder.if_then(builder.not_(fits), likely=False):
            self.call("PyErr_BadArgument", self.number)
            builder.ret(self.pointer(None))
        builder.ret(self.call("PyLong_FromLongLong", self.pointer, builder.load(told)))

    def place_for(self, kind: Any) -> Any:
        """Make room for an argument: a number, or Python's description of its memory."""
        from llvmlite import ir
        from numba import types

        if isinstance(kind, types.Integer):
            return self.builder.alloca(self.word)
        return self.builder.bitcast(self.builder.alloca(ir.ArrayType(self.word, DESCRIPTION)), self.pointer)

    def described(self, place: Any, at: int, kind: Any) -> Any:
        """Read a word of the description of an argument's memory."""
        words = self.builder.bitcast(place, kind.as_pointer())
        return self.builder.load(self.builder.gep(words, [self.word(at)]))

    def fits(self, kind: Any, place: Any) -> Any:
        """Tell whether a record has the size of its kind."""
        from llvmlite import ir
        from numba import types

        if not isinstance(kind, types.Record):
            return ir.IntType(1)(1)
        length = self.described(place, LENGTH, self.word)
        return self.builder.icmp_unsigned("==", length, self.word(kind.size))

    def value(self, kind: Any, place: Any) -> Any:
        """Give an argument as compiled code wants it."""
        from numba import types
        from numba.np.arrayobj import make_array, populate_array

        if isinstance(kind, types.Integer):
            return self.builder.load(place)
        memory = self.described(place, DATA, self.pointer)
        if isinstance(kind, types.Record):
            return self.builder.bitcast(memory, self.context.get_value_type(kind))
        element = self.context.get_data_type(kind.dtype)
        size = self.word(self.context.get_abi_sizeof(element))
        count = self.builder.udiv(self.described(place, LENGTH, self.word), size)
        array = make_array(kind)(self.context, self.builder)
        populate_array(array, self.builder.bitcast(memory, element.as_pointer()), [count], [size], size, None)
        return array._getvalue()
