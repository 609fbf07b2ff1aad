"""The GPU of this machine, through NVIDIA's own bindings to its driver (the extra `matchday[cuda]`).

Memory on the card is handed to PyTorch, JAX or CuPy by DLPack without a copy, and theirs is read where it lies.
Everything runs on the card's default stream, as theirs does unless they are told otherwise.
"""

# mypy: disable-error-code="no-untyped-call,untyped-decorator"
from __future__ import annotations

import ctypes
import math
from collections.abc import Sequence
from functools import cache
from typing import Any, ClassVar

import numpy as np

from matchday.engine.errors import MatchdayError, NoGpu
from matchday.engine.ptx import ENTRY
from matchday.engine.record import Array

OLDEST = (7, 0)
"""The first chips whose threads can compare notes within a warp."""
CUDA_DEVICE = 2
"""What DLPack calls memory on a card."""


@cache
def card() -> Card:
    """Give this machine's GPU, the first one if there are several (`CUDA_VISIBLE_DEVICES` names another)."""
    try:
        from cuda.bindings import driver
    except ImportError:
        raise NoGpu('a GPU needs the extra "cuda": pip install "matchday[cuda]"') from None
    return Card(driver)


class Card:
    """A GPU: its memory and its kernels."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver
        try:
            self.ask("cuInit", 0)
            self.device = self.ask("cuDeviceGet", 0)
        except (MatchdayError, RuntimeError) as problem:  # without a driver the bindings raise what they like
            raise NoGpu(f"no GPU of NVIDIA can be used here: {problem}") from None
        self.chip = self.attribute("COMPUTE_CAPABILITY_MAJOR"), self.attribute("COMPUTE_CAPABILITY_MINOR")
        if self.chip < OLDEST:
            raise NoGpu(f"this GPU is of generation {self.chip[0]}.{self.chip[1]}; kernels need {OLDEST[0]}.0 or newer")
        self.context = self.ask("cuDevicePrimaryCtxRetain", self.device)
        self.version = int(self.ask("cuDriverGetVersion"))
        self.blocks = self.attribute("MULTIPROCESSOR_COUNT")
        self.arena = self.attribute("MAX_SHARED_MEMORY_PER_BLOCK_OPTIN")
        """Bytes of memory that the threads of a block can share."""
        self.enter()

    def ask(self, name: str, *arguments: Any) -> Any:
        """Call the driver; what goes wrong is said in its own words."""
        status, *told = getattr(self.driver, name)(*arguments)
        if int(status):
            known, text = self.driver.cuGetErrorString(status)
            words = text.decode() if not int(known) and text else f"error {int(status)}"
            raise MatchdayError(f"the GPU's driver says: {words} ({name})")
        return told[0] if len(told) == 1 else tuple(told)

    def attribute(self, name: str) -> int:
        """Read what the card can do."""
        which = getattr(self.driver.CUdevice_attribute, f"CU_DEVICE_ATTRIBUTE_{name}")
        return int(self.ask("cuDeviceGetAttribute", which, self.device))

    def enter(self) -> None:
        """Let this thread use the card; other libraries share its primary context."""
        self.ask("cuCtxSetCurrent", self.context)

    def wait(self) -> None:
        """Wait until the card has done all that it was told."""
        self.enter()
        self.ask("cuCtxSynchronize")

    @property
    def name(self) -> str:
        """The chip's name, as compilers call it."""
        return f"sm_{self.chip[0]}{self.chip[1]}"

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> Plane:
        """Make an array of zeros on the card."""
        return Plane(self, shape, np.dtype(dtype))

    def of(self, values: Array) -> Plane:
        """Copy an array to the card."""
        made = Plane(self, values.shape, values.dtype)
        made.write(values)
        return made

    def kernel(self, ptx: str, level: int = 4) -> Kernel:
        """Let the driver make machine code of PTX, and optimise it: from 0, not at all, to 4, as much as it can. It
        keeps what it has made on disk by itself.
        """
        return Kernel(self, ptx, level)


class Kernel:
    """A kernel, loaded."""

    def __init__(self, card: Card, ptx: str, level: int) -> None:
        self.card = card
        card.enter()
        option = card.driver.CUjit_option.CU_JIT_OPTIMIZATION_LEVEL
        self.module = card.ask("cuModuleLoadDataEx", ptx.encode() + b"\0", 1, [option], [level])
        self.function = card.ask("cuModuleGetFunction", self.module, ENTRY.encode())

    def launch(self, blocks: int, threads: int, arguments: Sequence[int], arena: int = 0) -> None:
        """Begin to run with so many blocks of threads, and so many bytes for each block to share."""
        self.card.enter()
        largest = self.card.driver.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
        self.card.ask("cuFuncSetAttribute", self.function, largest, arena)
        given = tuple(arguments), (ctypes.c_int64,) * len(arguments)
        self.card.ask("cuLaunchKernel", self.function, blocks, 1, 1, threads, 1, 1, arena, 0, given, 0)


class Plane:
    """An array on the card. `torch.from_dlpack`, `jax.dlpack.from_dlpack` and `cupy.asarray` take it as it lies."""

    def __init__(self, card: Card, shape: tuple[int, ...], dtype: np.dtype[Any]) -> None:
        self.card, self.shape, self.dtype = card, shape, dtype
        self.size = math.prod(shape) * dtype.itemsize
        card.enter()
        self.address = int(card.ask("cuMemAlloc", max(1, self.size)))
        card.ask("cuMemsetD8", self.address, 0, max(1, self.size))

    def __del__(self) -> None:
        if hasattr(self, "address"):
            self.card.driver.cuMemFree(self.address)

    def write(self, values: Array) -> None:
        """Copy an array of the same shape to this one."""
        given = np.ascontiguousarray(values, self.dtype)
        if given.shape != self.shape:
            raise MatchdayError(f"an array of {self.shape} is wanted, not of {given.shape}")
        self.card.enter()
        self.card.ask("cuMemcpyHtoD", self.address, given.ctypes.data, self.size)

    def read(self) -> Array:
        """Copy it to the processor's memory."""
        found = np.empty(self.shape, self.dtype)
        self.card.enter()
        self.card.ask("cuMemcpyDtoH", found.ctypes.data, self.address, self.size)
        return found

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        """What CuPy, Numba and others ask for."""
        where = self.address, False
        return {"shape": self.shape, "typestr": self.dtype.str, "data": where, "version": 3, "stream": 1}

    def __dlpack_device__(self) -> tuple[int, int]:
        """Say where the array lies."""
        return CUDA_DEVICE, 0

    def __dlpack__(self, *, stream: Any = None, **_: Any) -> Any:
        """Hand the array over; whoever works on a stream of its own waits for what is under way."""
        if stream not in {None, -1, 0, 1}:
            self.card.wait()
        return Capsule.of(self)

    def __repr__(self) -> str:
        return f"<Plane of {self.shape} {self.dtype} on the GPU>"


def address_of(values: Any, shape: tuple[int, ...], dtype: Any) -> int:
    """Tell where an array of another library lies on the card; it must have this shape and type."""
    told = getattr(values, "__cuda_array_interface__", None)
    if told is None:
        raise MatchdayError("the array is not on the GPU: make it there, or step the batch with NumPy arrays")
    if tuple(told["shape"]) != shape or np.dtype(told["typestr"]) != np.dtype(dtype) or told.get("strides"):
        wanted = f"{np.dtype(dtype).name} of shape {shape}, row by row"
        raise MatchdayError(f"an array of {wanted} is wanted, not {told['typestr']} of {tuple(told['shape'])}")
    return int(told["data"][0])


# ---------------------------------------------------------------- DLPack, as its header describes it


class Kind(ctypes.Structure):
    """The type of an element."""

    _fields_ = (("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


class Tensor(ctypes.Structure):
    """An array: where it lies and what it holds."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("dtype", Kind),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class Managed(ctypes.Structure):
    """An array that somebody else gives back."""

    _fields_ = (("tensor", Tensor), ("manager", ctypes.c_void_p), ("deleter", ctypes.c_void_p))


CODES = {"i": 0, "u": 1, "f": 2}
GIVE_BACK = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class Capsule:
    """An array that has been handed over: it is kept until whoever has it gives it back."""

    out: ClassVar[dict[int, Capsule]] = {}

    def __init__(self, plane: Plane) -> None:
        self.plane = plane
        sizes = ctypes.c_int64 * len(plane.shape)
        self.shape = sizes(*plane.shape)
        steps = [math.prod(plane.shape[axis + 1 :]) for axis in range(len(plane.shape))]
        self.strides = sizes(*steps)
        kind = Kind(CODES[plane.dtype.kind], 8 * plane.dtype.itemsize, 1)
        tensor = Tensor(
            plane.address,
            CUDA_DEVICE,
            0,
            len(plane.shape),
            kind,
            ctypes.cast(self.shape, ctypes.POINTER(ctypes.c_int64)),
            ctypes.cast(self.strides, ctypes.POINTER(ctypes.c_int64)),
            0,
        )
        self.managed = Managed(tensor, None, ctypes.cast(given_back, ctypes.c_void_p))

    @classmethod
    def of(cls, plane: Plane) -> Any:
        """Make the capsule of an array."""
        made = cls(plane)
        address = ctypes.addressof(made.managed)
        cls.out[address] = made
        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
        return new(address, DLTENSOR, ctypes.cast(dropped, ctypes.c_void_p))


DLTENSOR = b"dltensor"


@GIVE_BACK
def given_back(address: int) -> None:
    """Forget an array that its taker no longer needs."""
    Capsule.out.pop(address, None)


@GIVE_BACK
def dropped(capsule: int) -> None:
    """Forget an array whose capsule nobody took: then it still has its first name."""
    valid, pointer = ctypes.pythonapi.PyCapsule_IsValid, ctypes.pythonapi.PyCapsule_GetPointer
    valid.argtypes = pointer.argtypes = (ctypes.c_void_p, ctypes.c_char_p)
    pointer.restype = ctypes.c_void_p
    if valid(capsule, DLTENSOR):
        Capsule.out.pop(pointer(capsule, DLTENSOR), None)
