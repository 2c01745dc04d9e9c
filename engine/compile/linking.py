"""The two kinds of compiled functions: kernels, which Python calls, and the helpers that kernels call. Helpers are
only lowered; they are optimized once, in the kernel that they are linked into. Numba by itself would optimize and
emit each helper with everything it calls: the smallest kernel then takes 2.5 times as long (11 s of processor time
instead of 5), and the interpreter more than six minutes and 2 GB instead of 23 s.

This module alone uses parts of numba that it doesn't document (`numba.core`). Tested with numba 0.68.1,
the version that the package requires. With a numba without the two methods that `_Linked` overrides, each helper is
compiled by itself.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numba
from numba.core.bytecode import FunctionIdentity
from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.registry import CPUDispatcher
from numba.core.sigutils import normalize_signature
from numba.types import unliteral

import engine.compile.target  # noqa: F401  (chosen before numba has a code generator)

numba.config.LOOP_VECTORIZE = 0  # no kernel has a loop that gains from it, and looking for one takes time


@contextmanager
def _no_collection() -> Iterator[None]:
    """Pause the garbage collector, which takes a tenth of a compilation."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


_FOLDERS = (Path(numba.__file__).parents[1], Path(__file__).parents[2])  # the first may be inside the second
_identity_of = FunctionIdentity.from_function


def _placed(function: Any) -> Any:
    """Numba's description of a function, with its file relative to the folder of numba or of the project. An
    exception in machine code states its file, and so a wheel's kernels are the same in any folder.
    """
    identity = _identity_of(function)
    for folder in _FOLDERS:
        with suppress(ValueError):
            identity.filename = Path(identity.filename).relative_to(folder).as_posix()
    return identity


FunctionIdentity.from_function = staticmethod(_placed)  # type: ignore[method-assign]


class KernelLocator(UserProvidedCacheLocator):
    """Locates a kernel only by the folder named for its sources (`engine.compile.cache`), whatever their path and
    time. So environments with the same sources share compiled kernels.
    """

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        """Use no subfolder."""
        return ""

    def get_source_stamp(self) -> str:
        """Never become stale: other sources have another folder."""
        return ""


class ShippedLocator(KernelLocator):
    """The folder of a shipped kernel, which may be read-only."""

    def ensure_cache_path(self) -> None:
        """Don't write there."""


class _Reproducible(CompileResultCacheImpl):
    """Writes the same bytes for the same sources, in any folder."""

    def reduce(self, cres: Any) -> Any:
        """Leave out the text about a function's types, which contains memory addresses and paths and is never read."""
        return cres._replace(type_annotation="")._reduce()


class ShippedCache(FunctionCache):
    """Shipped compiled functions: loaded, never written."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Load the function compiled for a signature, or None; a damaged file counts as missing."""
        try:
            return super().load_overload(sig, target_context)
        except Exception:
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Add nothing."""


class UserCache(FunctionCache):
    """Functions compiled on this machine, used after the shipped ones."""

    _impl_class = _Reproducible
    shipped: ShippedCache | None = None

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Load the function compiled for a signature, or None; a damaged file counts as missing."""
        overload = self.shipped and self.shipped.load_overload(sig, target_context)
        try:
            return overload or super().load_overload(sig, target_context)
        except Exception:
            return None


class Kernel(CPUDispatcher):
    """A compiled function with the options of `numba.njit`.

    It is compiled once for int64, not again for each constant: numba types a constant argument as itself, so
    ``rate(cards, wild, 0)`` and ``rate(cards, wild, 1)`` would be two functions.
    """

    def __init__(
        self, function: Any, options: Mapping[str, Any], compiler: type[Compiler] = Compiler
    ) -> None:
        super().__init__(function, targetoptions={"nopython": True, **options}, pipeline_class=compiler)

    def cache_in(self, folder: Path, shipped: Path | None = None) -> None:
        """Cache compiled functions in a folder, if it is writable; look in the folder `shipped` first."""
        if shipped and shipped.is_dir():
            self._cache = _cache(ShippedCache, ShippedLocator, self.py_func, shipped)
        with suppress(RuntimeError):  # no folder is writable
            own = _cache(UserCache, KernelLocator, self.py_func, folder)
            if isinstance(self._cache, ShippedCache):
                own.shipped = self._cache
            self._cache = own

    def compile(self, sig: Any) -> Any:
        """Compile for a signature, or load it from the cache. A full disk only means that nothing is cached."""
        with _no_collection():
            try:
                return super().compile(sig)
            except OSError:
                compiled: Any = self.overloads.get(tuple(normalize_signature(sig)[0]))
                if compiled is None:
                    raise
                return compiled.entry_point

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Treat a constant argument as an argument of its type."""
        return super().get_call_template(
            tuple(unliteral(arg) for arg in args), {name: unliteral(arg) for name, arg in kws.items()}
        )


def _cache(kind: Any, locator: type[KernelLocator], function: Any, folder: Path) -> Any:
    """Return a function's cache in a folder. Raises RuntimeError if the locator refuses it."""
    before = numba.config.CACHE_DIR, numba.config.CACHE_LOCATOR_CLASSES
    numba.config.CACHE_DIR = str(folder)
    numba.config.CACHE_LOCATOR_CLASSES = f"{__name__}.{locator.__name__}"
    try:
        return kind(function)
    finally:
        numba.config.CACHE_DIR, numba.config.CACHE_LOCATOR_CLASSES = before


LINKS = all(hasattr(JITCodeLibrary, f"_{step}_final_module") for step in ("optimize", "finalize"))
"""Whether helpers can be linked into kernels before they are optimized."""


class _Linked(JITCodeLibrary):
    """The code of a helper that will be linked into kernels and optimized there, once, with the rest. Numba by itself
    would first optimize each function with everything that it calls and generate machine code, which takes a third of
    a compilation.
    """

    def _optimize_final_module(self) -> None:
        """Do nothing."""

    def _finalize_final_module(self) -> None:
        """Generate no machine code."""
        self._finalized = True


class _HelperCompiler(Compiler):
    """Compiles a function up to the point where it can be linked."""

    def compile_extra(self, func: Any) -> Any:
        """Compile a Python function; its code library takes the place of an address, which it doesn't have."""
        state = self.state
        state.library = _Linked(state.targetctx.codegen(), func.__qualname__)
        state.flags.no_compile = True
        compiled = super().compile_extra(func)
        state.targetctx.insert_user_function(state.library, compiled.fndesc, [state.library])
        return compiled._replace(entry_point=state.library)


class Helper(Kernel):
    """A function compiled only for the kernels that call it; in Python it is plain Python. It is inlined only if its
    own options say so; numba would use the options of its caller.
    """

    def __init__(self, function: Any, options: Mapping[str, Any]) -> None:
        self._is_linked = LINKS
        alone = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True} if LINKS else {}
        compiler = _HelperCompiler if LINKS else Compiler
        super().__init__(function, {"forceinline": False, **alone, **options}, compiler)

    def add_overload(self, compiled: Any) -> None:
        """Register the compiled function for its callers in kernels."""
        if self._is_linked:
            self.overloads[tuple(compiled.signature.args)] = compiled
        else:
            super().add_overload(compiled)

    def __call__(self, *args: Any, **kws: Any) -> Any:
        """Run as plain Python."""
        return self.py_func(*args, **kws)
