"""The optimal assignment of what is left, by SciPy: imported when it is first needed, since it takes a second to load."""

from __future__ import annotations

from collections.abc import Iterable

import numpy
import numpy.typing


def best_pairs(gains: numpy.typing.NDArray[numpy.float64]) -> Iterable[tuple[int, int]]:
    """The (row, column) pairs, each row and column at most once, whose *gains* sum to the most."""
    from scipy.optimize import linear_sum_assignment

    rows, columns = linear_sum_assignment(gains, maximize=True)
    return zip(rows.tolist(), columns.tolist(), strict=True)
