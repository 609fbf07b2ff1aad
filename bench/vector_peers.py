"""Peers whose environments are stepped by the thousand in one call: Pgx, compiled by JAX, and EnvPool, written in C++.

Both are held to one core, as `md.batch` is. EnvPool has no card or board games for several players: its 2048 and its
smallest environments stand for what it can do.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from bench.clock import Contestant, Played
from bench.peers import absent

PGX_GAMES = ("leduc_holdem", "connect_four", "sparrow_mahjong", "2048")
ENVPOOL_GAMES = ("Jumanji/Game2048-v1", "CartPole-v1")
POOL = 256  # tables of EnvPool, which is not quicker with more of them
WARM = 1000  # steps at most until all tables have ended a game, and are no longer all at its beginning
ONE_CORE = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"


def pgx(tables: int) -> Iterator[Contestant]:
    """Pgx on the processor; XLA reads its flags when it is first asked for anything, which Pgx does."""
    try:
        import jax
    except ImportError:
        yield from (absent("Pgx", game, "JAX") for game in PGX_GAMES)
        return
    os.environ["XLA_FLAGS"] = f"{os.environ.get('XLA_FLAGS', '')} {ONE_CORE}".strip()
    jax.config.update("jax_platforms", "cpu")
    import pgx as library

    for game in PGX_GAMES:
        yield Contestant("Pgx", game, f"JAX, batch of {tables}", jitted(library.make(game), tables))


def jitted(env: Any, tables: int) -> Callable[[int], Callable[[], Played]]:
    """Pick an action for each table, step all and deal anew where a game ends: one compiled call."""
    import jax
    from jax import numpy as jnp
    from pgx.experimental import auto_reset

    stepped = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def advance(state: Any, key: Any) -> tuple[Any, Any, Any]:
        key, choosing, chance = jax.random.split(key, 3)
        wishes = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        state = stepped(state, jax.random.categorical(choosing, wishes), jax.random.split(chance, tables))
        return state, key, state.terminated

    keys = jax.random.split(jax.random.PRNGKey(1), tables)
    now: list[Any] = [jax.jit(jax.vmap(env.init))(keys), jax.random.PRNGKey(2)]

    def step() -> Any:
        *now[:], overs = advance(*now)
        return np.asarray(overs)

    return counted(step, tables)


def counted(step: Callable[[], Any], tables: int) -> Callable[[int], Callable[[], Played]]:
    """Step all tables, which tell where a game has ended, and count."""
    lengths = np.zeros(tables, np.int64)
    have_ended = np.zeros(tables, bool)

    def once() -> tuple[int, int]:
        overs = step()
        lengths[:] += 1
        found = int(overs.sum()), int(lengths[overs].sum())
        lengths[overs] = 0
        have_ended[overs] = True
        return found

    def play(games: int) -> Callable[[], Played]:
        ended = steps = in_games = 0
        while ended < games:
            over, length = once()
            ended += over
            in_games += length
            steps += tables
        return lambda: Played(ended, steps, in_games)

    for _ in range(WARM):
        if have_ended.all():
            break
        once()
    return play


def envpool(tables: int = POOL) -> Iterator[Contestant]:
    """EnvPool with one thread."""
    try:
        import envpool as library
    except ImportError:
        yield from (absent("EnvPool", game, "C++") for game in ENVPOOL_GAMES)
        return
    for game in ENVPOOL_GAMES:
        pool = library.make(game, env_type="gymnasium", num_envs=tables, num_threads=1, seed=1)
        yield Contestant("EnvPool", game, f"C++, batch of {tables}", pooled(pool, tables))


def pooled(pool: Any, tables: int) -> Callable[[int], Callable[[], Played]]:
    """Step a pool with random actions, legal ones where it tells which are; EnvPool begins anew by itself."""
    dice = np.random.default_rng(1)  # noqa: TID251 - the peers' own dice
    seen, _ = pool.reset()

    def picked(seen: Any) -> Any:
        if not isinstance(seen, dict):
            return dice.integers(0, pool.action_space.n, tables).astype(np.int32)
        wishes = np.where(seen["action_mask"], dice.random(seen["action_mask"].shape, np.float32), -1)
        return wishes.argmax(axis=1).astype(np.int32)

    def step() -> Any:
        nonlocal seen
        seen, _, overs, lates, _ = pool.step(picked(seen))
        return overs | lates

    return counted(step, tables)
