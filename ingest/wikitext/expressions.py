"""The arithmetic of ``{{#expr: …}}``: numbers, comparison, logic and a few functions, with MediaWiki's precedence."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable

_TOKEN = re.compile(r"\s*(?:(\d+\.?\d*|\.\d+)|([a-z]+)|(<=|>=|<>|!=|[-+*/^=<>()−]))", re.I)
_MAX_TOKENS = 1000


class ExpressionError(ValueError):
    """An expression that says nothing; its text is MediaWiki's message."""


def _divide(one: float, other: float) -> float:
    if other == 0:
        raise ExpressionError("Division by zero.")
    return one / other


def _power(one: float, other: float) -> float:
    try:
        found: float | complex = one**other
    except (OverflowError, ZeroDivisionError) as error:
        raise ExpressionError("Division by zero.") from error
    if isinstance(found, complex):
        raise ExpressionError("Expression error: not a number.")
    return found


def _modulo(one: float, other: float) -> float:
    if int(other) == 0:
        raise ExpressionError("Division by zero.")
    return math.fmod(int(one), int(other))


def _round(one: float, other: float) -> float:
    factor = 10.0 ** max(-15, min(15, int(other)))
    return float(math.floor(abs(one) * factor + 0.5) / factor * (1 if one >= 0 else -1))


_BINARY: dict[str, tuple[int, Callable[[float, float], float]]] = {
    "or": (2, lambda one, other: float(bool(one) or bool(other))),
    "and": (3, lambda one, other: float(bool(one) and bool(other))),
    "=": (4, lambda one, other: float(one == other)),
    "<>": (4, lambda one, other: float(one != other)),
    "!=": (4, lambda one, other: float(one != other)),
    "<": (4, lambda one, other: float(one < other)),
    ">": (4, lambda one, other: float(one > other)),
    "<=": (4, lambda one, other: float(one <= other)),
    ">=": (4, lambda one, other: float(one >= other)),
    "round": (5, _round),
    "+": (6, operator.add),
    "-": (6, operator.sub),
    "*": (7, operator.mul),
    "/": (7, _divide),
    "div": (7, _divide),
    "mod": (7, _modulo),
    "^": (8, _power),
    "e": (10, lambda one, other: one * 10 ** max(-300, min(300, int(other)))),
}
_UNARY: dict[str, Callable[[float], float]] = {
    "-": operator.neg,
    "+": operator.pos,
    "not": lambda value: float(not value),
    "floor": lambda value: float(math.floor(value)),
    "ceil": lambda value: float(math.ceil(value)),
    "trunc": lambda value: float(math.trunc(value)),
    "abs": abs,
    "exp": math.exp,
    "ln": math.log,
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
    "sqrt": math.sqrt,
}
_UNARY_STRENGTH = 9
_CONSTANTS = {"pi": math.pi, "e": math.e}


def evaluate(text: str) -> float | None:
    """The value of *text*; None where it is empty. Raises ExpressionError."""
    tokens = _tokens(text)
    if not tokens:
        return None
    try:
        value, at = _expression(tokens, 0, 0, 0)
    except (OverflowError, ValueError, RecursionError) as error:
        raise ExpressionError(
            str(error) if isinstance(error, ExpressionError) else "Expression error: not a number."
        ) from error
    if at != len(tokens):
        raise ExpressionError(f"Expression error: Unexpected {tokens[at]} operator.")
    return value


def _tokens(text: str) -> list[str]:
    tokens, at, text = [], 0, text.replace("&lt;", "<").replace("&gt;", ">").replace("&minus;", "-").rstrip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise ExpressionError(f'Expression error: Unrecognized punctuation character "{text[at:].strip()[:1]}".')
        token = match.group().strip().lower().replace("−", "-")
        if token.isalpha() and token not in _BINARY and token not in _UNARY and token not in _CONSTANTS:
            raise ExpressionError(f'Expression error: Unrecognized word "{token}".')
        tokens.append(token)
        at = match.end()
        if len(tokens) > _MAX_TOKENS:
            raise ExpressionError("Expression error: Stack exhausted.")
    return tokens


def _expression(tokens: list[str], at: int, strength: int, depth: int) -> tuple[float, int]:
    value, at = _operand(tokens, at, depth)
    while at < len(tokens) and tokens[at] in _BINARY:
        level, apply = _BINARY[tokens[at]]
        if level <= strength:
            break
        other, at = _expression(tokens, at + 1, level, depth + 1)
        value = apply(value, other)
    return value, at


def _operand(tokens: list[str], at: int, depth: int) -> tuple[float, int]:
    if depth > 60:
        raise ExpressionError("Expression error: Stack exhausted.")
    if at >= len(tokens):
        raise ExpressionError(f"Expression error: Missing operand for {tokens[-1]}.")
    token = tokens[at]
    if token[0].isdigit() or token[0] == ".":
        return float(token), at + 1
    if token == "(":
        value, at = _expression(tokens, at + 1, 0, depth + 1)
        if at >= len(tokens) or tokens[at] != ")":
            raise ExpressionError("Expression error: Unclosed bracket.")
        return value, at + 1
    if token in _UNARY:
        value, at = _expression(tokens, at + 1, _UNARY_STRENGTH, depth + 1)
        return _UNARY[token](value), at
    if token in _CONSTANTS:
        return _CONSTANTS[token], at + 1
    raise ExpressionError(f"Expression error: Unexpected {token} operator.")


def number_text(value: float) -> str:
    """*value* as PHP prints it: no point for whole numbers, up to fourteen digits."""
    if value == int(value) and abs(value) < 1e15:
        return str(int(value))
    return f"{value:.14g}".replace("e+", "E+").replace("e-", "E-")
