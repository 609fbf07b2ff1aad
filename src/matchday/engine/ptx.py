"""How the rules become kernels for a GPU: the code that Numba types for the processor, written out as PTX by LLVM.

Numba's front end treats the functions exactly as it does for the compiled twin, parts stay drafts (`linking.py`), and
LLVM's own back end for NVIDIA's GPUs, which is installed with Numba, writes the linked whole. So the rules need no
second dialect, and kernels can be made and looked at where there is no GPU.

Code for a GPU must be small above all: its threads wait longer for instructions than for anything else. So little is
copied into callers, and what is drawn and dealt never is.
"""

# mypy: disable-error-code="no-untyped-call,no-untyped-def"
# ruff: noqa: SLF001
from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from types import FunctionType
from typing import Any

from matchday.engine import dice
from matchday.engine.game import Game
from matchday.engine.linking import pipelines
from matchday.engine.log import clear, tell
from matchday.engine.twin import Twin, widened
from matchday.engine.warp import instructions

TRIPLE = "nvptx64-nvidia-cuda"
FEATURES = "+ptx80"  # drivers from CUDA 12 on
ENTRY = "kernel"
INLINING = 60
"""How much code LLVM may copy into a caller; on a processor it pays to allow far more."""
APART = ("sip_word", "roll", "deal")
"""Functions of all games that are never copied into their callers: they are long, and called from many places."""


def hush(
    log: Any, sees: int, kind: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0, f: int = 0
) -> None:
    """Tell nothing: nobody looks at the events of a kernel, and so there is no log."""


def forget(log: Any) -> None:
    """Clear no log."""


STAND_INS = {tell: hush, clear: forget}


class Kernels(Twin):
    """The world of one game on a GPU. `views` says what stands for the functions by which a module of kernels reads
    memory, `numbers` what its constants are for this game, `stand_ins` which functions it has otherwise, `apart` which
    of its own are not to be copied into their callers.
    """

    def __init__(
        self,
        game: Game,
        views: Mapping[Any, Any],
        numbers: Mapping[str, int],
        stand_ins: Mapping[Any, Any] | None = None,
        apart: Sequence[str] = (),
    ) -> None:
        super().__init__(game)
        self.views, self.numbers, self.apart = views, numbers, (*APART, *apart)
        self.stand_ins = {**STAND_INS, **(stand_ins or {})}
        self.home = {view.__module__ for view in views}

    def of(self, function: FunctionType) -> dict[str, Any]:
        """Give the copied namespace; in that of the kernels constants have their numbers."""
        known = function.__module__ in self.copies
        space = super().of(function)
        if not known and function.__module__ in self.home:
            space.update(self.numbers)
        return space

    def part(self, function: Any) -> Any:
        """Give a part, an instruction or a view."""
        for given in (self.views, self.instructions()):
            if function in given:
                return given[function]
        return super().part(self.stand_ins.get(function, function))

    def instructions(self) -> Mapping[Any, Any]:
        """Give what only a GPU's threads can do."""
        return instructions()

    def wrap(self, body: FunctionType, *, is_door: bool) -> Any:
        """Wrap a function for typing; even a kernel stays a draft here."""
        import numba

        made = numba.njit(  # type: ignore[call-overload]  # the stubs miss some keywords
            nogil=True,
            error_model="numpy",
            no_cfunc_wrapper=True,
            no_cpython_wrapper=True,
            pipeline_class=pipelines()[0],
            _nrt="np" in body.__code__.co_names,
        )(body)
        widened(made, to_int64=body.__module__ != dice.__name__)
        return self.explained(made, body, is_door=is_door)

    def written(self, kernel: Any, *, chip: str, threads: int) -> str:
        """Write a kernel, whose arguments are all whole numbers, for a chip such as `sm_90` and blocks of at most so
        many threads.
        """
        from numba import types

        made = self.wrap(self.body(kernel), is_door=True)
        made.compile(tuple(types.int64 for _ in range(kernel.__code__.co_argcount)))
        (draft,) = made.overloads.values()
        text = str(draft.library._final_module)
        name, count = draft.fndesc.llvm_func_name, kernel.__code__.co_argcount
        return written(text, name, count, chip=chip, threads=threads, apart=self.apart)


def written(text: str, name: str, arguments: int, *, chip: str, threads: int, apart: Sequence[str]) -> str:
    """Write a linked draft as PTX, with an entry that calls its function."""
    from llvmlite import binding

    machine = machine_for(chip)
    head = f'target datalayout = "{machine.target_data}"\ntarget triple = "{TRIPLE}"\n'
    text = re.sub(r"^target (triple|datalayout) = .*$", "", text, flags=re.MULTILINE)
    given = ", ".join(f"i64 %a{place}" for place in range(arguments))
    entry = f"""
        declare i32 @"{name}"(ptr, ptr, {given})
        define ptx_kernel void @{ENTRY}({given}) "nvvm.maxntid"="{threads}" {{
          %result = alloca ptr
          %error = alloca ptr
          call i32 @"{name}"(ptr %result, ptr %error, {given})
          ret void
        }}"""
    module = binding.parse_assembly(head + text)
    module.link_in(binding.parse_assembly(head + entry))
    for function in module.functions:
        if not function.is_declaration and function.name != ENTRY:
            function.linkage = "internal"
            if short_name(function.name) in apart:
                function.add_function_attribute("noinline")
    for variable in module.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"
    tuning = binding.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization = tuning.slp_vectorization = False
    tuning.inlining_threshold = INLINING
    builder = binding.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
    return in_32_bits(machine.emit_assembly(module))


EXTREME = re.compile(r"\b(min|max)\.([su])16\s+(%rs\d+), (%rs\d+), (%rs\d+|-?\d+);")


def in_32_bits(text: str) -> str:
    """Let PTX take the smaller or greater of two numbers of 16 bits as numbers of 32.

    NVIDIA's assembler (seen from CUDA 12.8 to 13.2, gone in 13.4) makes `max.s16 x, 0` and a comparison with 0 one
    packed instruction whose two halves write the same predicate: what is compared is the empty half, not x.

    >>> print(in_32_bits("max.s16 %rs2, %rs1, 0;"))
    {
        .reg .b32 %wide<2>;
        cvt.s32.s16 %wide0, %rs1;
        max.s32 %wide0, %wide0, 0;
        cvt.u16.u32 %rs2, %wide0;
    }
    """

    def wide(found: re.Match[str]) -> str:
        which, kind, result, one, other = found.groups()
        lines = [".reg .b32 %wide<2>;", f"cvt.{kind}32.{kind}16 %wide0, {one};"]
        if other.startswith("%"):
            lines.append(f"cvt.{kind}32.{kind}16 %wide1, {other};")
            other = "%wide1"
        lines += [f"{which}.{kind}32 %wide0, %wide0, {other};", f"cvt.u16.u32 {result}, %wide0;"]
        return "\n    ".join(["{", *lines]) + "\n}"

    return EXTREME.sub(wide, text)


@cache
def machine_for(chip: str) -> Any:
    """Give LLVM's back end for a chip."""
    from llvmlite import binding

    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    return binding.Target.from_triple(TRIPLE).create_target_machine(cpu=chip, features=FEATURES, opt=3)


def short_name(symbol: str) -> str:
    """Take a function's own name out of its symbol.

    >>> short_name("_ZN8matchday6engine4dice6my_die4rollB2v1Ex")
    'roll'
    """
    rest, name = symbol.removeprefix("_ZN"), ""
    while found := re.match(r"\d+", rest):
        start, length = found.end(), int(found.group())
        name, rest = rest[start : start + length], rest[start + length :]
    return name
