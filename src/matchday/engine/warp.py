"""What only the threads of a GPU can do, for kernels written in the same Python as the rules.

The functions above stand for instructions, as slots stand for a game's functions: calling one in plain Python is a
mistake, and `Kernels` (`ptx.py`) puts the instruction in its place. Memory is handled by its address, a plain number;
what lies there is read through a view, which knows the record (`record_at`, `array_at`).

A warp is 32 threads that go through the code together as long as they take the same branches.
"""

# mypy: disable-error-code="no-untyped-call,no-untyped-def,untyped-decorator,no-any-return"
# ruff: noqa: ANN001, ANN002, ANN202, ARG005
from __future__ import annotations

from functools import cache
from typing import Any

WARP = 32


def thread() -> int:
    """Give this thread's number in its block."""
    raise NotImplementedError


def threads() -> int:
    """Give the number of threads of a block."""
    raise NotImplementedError


def block() -> int:
    """Give the number of this block."""
    raise NotImplementedError


def blocks() -> int:
    """Give the number of blocks."""
    raise NotImplementedError


def meet() -> None:
    """Wait for all threads of the block."""
    raise NotImplementedError


def gather() -> None:
    """Wait for all threads of the warp."""
    raise NotImplementedError


def arena() -> int:
    """Give the address of the memory that the threads of a block share, on the chip itself."""
    raise NotImplementedError


def add_to(address: int, amount: int) -> int:
    """Add to the 32-bit number at an address, one thread after the other; give what it was before."""
    raise NotImplementedError


def alike(key: int) -> int:
    """Give the mask of this warp's threads that have the same key."""
    raise NotImplementedError


def ahead(mask: int) -> int:
    """Count the threads of a mask that come before this one."""
    raise NotImplementedError


def ones(mask: int) -> int:
    """Count the threads of a mask."""
    raise NotImplementedError


def heard(mask: int, value: int, teller: int) -> int:
    """Give the value of the thread `teller` to all threads of a mask."""
    raise NotImplementedError


def first_of(mask: int) -> int:
    """Give the first thread of a mask."""
    raise NotImplementedError


def bring(target: int, source: int) -> None:
    """Begin to copy eight bytes from the card's memory into the arena."""
    raise NotImplementedError


def brought() -> None:
    """Wait until all that this thread has begun to bring is there."""
    raise NotImplementedError


def put_back(target: int, source: int) -> None:
    """Copy eight bytes from the arena into the card's memory."""
    raise NotImplementedError


@cache
def instructions() -> dict[Any, Any]:
    """Give the instruction that each of the functions above stands for."""
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.extending import intrinsic

    whole, half, byte, nothing = ir.IntType(64), ir.IntType(32), ir.IntType(8), ir.VoidType()
    everyone, on_card, on_chip = ir.Constant(half, -1), 1, 3

    def call(builder, name, result, *arguments):
        kind = ir.FunctionType(result, [each.type for each in arguments])
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), arguments)

    def instruction(arity, emit, *, tells=True):
        """Make an instruction that takes whole numbers and tells one, or nothing."""

        def generate(context, builder, signature, arguments):
            told = emit(builder, *arguments)
            return told if tells else context.get_dummy_value()

        def typed(*numbers):
            return (types.int64 if tells else types.none)(*[types.int64] * len(numbers)), generate

        makers = {
            0: lambda context: typed(),
            1: lambda context, a: typed(a),
            2: lambda context, a, b: typed(a, b),
            3: lambda context, a, b, c: typed(a, b, c),
        }
        return intrinsic(makers[arity])

    def narrow(builder, *values):
        return [builder.trunc(value, half) for value in values]

    def pointer(builder, address, kind, space=0):
        plain = builder.inttoptr(address, kind.as_pointer())
        return builder.addrspacecast(plain, kind.as_pointer(space)) if space else plain

    def register(name):
        return instruction(0, lambda b: b.zext(call(b, f"llvm.nvvm.read.ptx.sreg.{name}", half), whole))

    def arena_address(builder):
        name = "matchday_arena"
        if name not in builder.module.globals:
            shared = ir.GlobalVariable(builder.module, ir.ArrayType(byte, 0), name, addrspace=on_chip)
            shared.linkage, shared.align = "external", 16
        found = builder.module.globals[name]
        return builder.ptrtoint(builder.addrspacecast(found, byte.as_pointer()), whole)

    def add(builder, address, amount):
        (amount,) = narrow(builder, amount)
        return builder.sext(builder.atomic_rmw("add", pointer(builder, address, half), amount, "monotonic"), whole)

    def same(builder, key):
        return builder.zext(call(builder, "llvm.nvvm.match.any.sync.i32", half, everyone, *narrow(builder, key)), whole)

    def count(builder, mask):
        return builder.zext(call(builder, "llvm.ctpop.i32", half, mask), whole)

    def before(builder, mask):
        (mask,) = narrow(builder, mask)
        return count(builder, builder.and_(mask, call(builder, "llvm.nvvm.read.ptx.sreg.lanemask.lt", half)))

    def first(builder, mask):
        (mask,) = narrow(builder, mask)
        return builder.zext(call(builder, "llvm.cttz.i32", half, mask, ir.Constant(ir.IntType(1), 0)), whole)

    def listen(builder, mask, value, teller):
        last = ir.Constant(half, WARP - 1)
        told = call(builder, "llvm.nvvm.shfl.sync.idx.i32", half, *narrow(builder, mask, value, teller), last)
        return builder.sext(told, whole)

    def fetch(builder, target, source):
        places = pointer(builder, target, byte, on_chip), pointer(builder, source, byte, on_card)
        call(builder, "llvm.nvvm.cp.async.ca.shared.global.8", nothing, *places)

    def store(builder, target, source):
        value = builder.load(pointer(builder, source, whole, on_chip), align=8)
        builder.store(value, pointer(builder, target, whole, on_card), align=8)

    return {
        thread: register("tid.x"),
        threads: register("ntid.x"),
        block: register("ctaid.x"),
        blocks: register("nctaid.x"),
        meet: instruction(0, lambda b: call(b, "llvm.nvvm.barrier0", nothing), tells=False),
        gather: instruction(0, lambda b: call(b, "llvm.nvvm.bar.warp.sync", nothing, everyone), tells=False),
        arena: instruction(0, arena_address),
        add_to: instruction(2, add),
        alike: instruction(1, same),
        ahead: instruction(1, before),
        ones: instruction(1, lambda b, mask: count(b, *narrow(b, mask))),
        first_of: instruction(1, first),
        heard: instruction(3, listen),
        bring: instruction(2, fetch, tells=False),
        brought: instruction(0, lambda b: call(b, "llvm.nvvm.cp.async.wait.all", nothing), tells=False),
        put_back: instruction(2, store, tells=False),
    }


def record_at(dtype: Any) -> Any:
    """Make the view `at(address)` of one record."""
    import numba
    from numba.core import types
    from numba.extending import intrinsic

    kind = numba.from_dtype(dtype)

    def view(context, address):
        def generate(context, builder, signature, arguments):
            return builder.inttoptr(arguments[0], context.get_value_type(kind))

        return kind(types.int64), generate

    return intrinsic(view)


def array_at(dtype: Any, *, columns: bool = False) -> Any:
    """Make the view `at(address, length)` of an array, or `at(address, rows, columns)` of a matrix."""
    import numba
    from numba.core import types
    from numba.extending import intrinsic
    from numba.np import arrayobj

    kind = types.Array(numba.from_dtype(dtype), 2 if columns else 1, "C")
    size = dtype.itemsize

    def generate(context, builder, signature, arguments):
        address, *shape = arguments
        step = context.get_constant(types.intp, size)
        strides = [builder.mul(step, shape[1]), step] if columns else [step]
        made = context.make_array(kind)(context, builder)
        data = builder.inttoptr(address, context.get_data_type(kind.dtype).as_pointer())
        arrayobj.populate_array(made, data=data, shape=shape, strides=strides, itemsize=step, meminfo=None)
        return made._getvalue()  # noqa: SLF001 - Numba's own way

    if columns:
        return intrinsic(lambda context, address, high, wide: (kind(*[types.int64] * 3), generate))
    return intrinsic(lambda context, address, length: (kind(*[types.int64] * 2), generate))


def room_for(count: int, dtype: Any) -> Any:
    """Make the function that gives a thread an array of its own, of so many numbers; nothing is written in it."""
    import numba
    from numba.core import cgutils, types
    from numba.extending import intrinsic
    from numba.np import arrayobj

    kind = types.Array(numba.from_dtype(dtype), 1, "C")

    def generate(context, builder, signature, arguments):
        data = cgutils.alloca_once(builder, context.get_data_type(kind.dtype), size=count)
        length, step = (context.get_constant(types.intp, each) for each in (count, dtype.itemsize))
        made = context.make_array(kind)(context, builder)
        arrayobj.populate_array(made, data=data, shape=[length], strides=[step], itemsize=step, meminfo=None)
        return made._getvalue()  # noqa: SLF001 - Numba's own way

    return intrinsic(lambda context: (kind(), generate))
