"""Rules for JSON values. A rule raises `Mismatch` with the path of the first value that breaks it; unknown fields are ignored."""

import re
from collections.abc import Callable
from typing import Any

Rule = Callable[[Any, str], None]

MAX_INT64 = 2**63 - 1


class Mismatch(Exception):
    """A value that a client written from the specification cannot parse."""


def need(holds: bool, path: str, expected: str, value: Any) -> None:
    if not holds:
        raise Mismatch(f"{path}: expected {expected}, found {value!r:.120}")


def text(longest: int | None = None, shortest: int = 1, pattern: str | None = None) -> Rule:
    """A string; a field without a value is null, so that no string is empty."""

    def rule(value: Any, path: str) -> None:
        need(isinstance(value, str), path, "text", value)
        need(len(value) >= shortest, path, f"at least {shortest} characters", value)
        need(longest is None or len(value) <= longest, path, f"at most {longest} characters", value)
        need(pattern is None or re.search(pattern, value) is not None, path, f"text like {pattern}", value)

    return rule


def int64(value: Any, path: str) -> None:
    need(isinstance(value, str) and re.fullmatch("[1-9][0-9]*", value) is not None, path, "an id", value)
    need(int(value) <= MAX_INT64, path, "an int64", value)


def time(value: Any, path: str) -> None:
    iso = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)"
    need(isinstance(value, str) and re.fullmatch(iso, value) is not None, path, "a date and time", value)


def boolean(value: Any, path: str) -> None:
    need(isinstance(value, bool), path, "true or false", value)


def integer(value: Any, path: str) -> None:
    need(isinstance(value, int) and not isinstance(value, bool), path, "an integer", value)


def number(value: Any, path: str) -> None:
    need(isinstance(value, (int, float)) and not isinstance(value, bool), path, "a number", value)


def anything(_value: Any, _path: str) -> None:
    pass


def one_of(*names: str) -> Rule:
    return lambda value, path: need(value in names, path, " or ".join(names), value)


def constant(expected: Any) -> Rule:
    return lambda value, path: need(value == expected and type(value) is type(expected), path, repr(expected), value)


def nullable(rule: Rule) -> Rule:
    return lambda value, path: None if value is None else rule(value, path)


def either(*rules: Rule) -> Rule:
    """A value that follows one of the rules; the message is that of the last one."""

    def rule(value: Any, path: str) -> None:
        for each in rules[:-1]:
            try:
                return each(value, path)
            except Mismatch:
                continue
        return rules[-1](value, path)

    return rule


def items(rule: Rule, most: int | None = None, least: int = 0) -> Rule:
    def check(value: Any, path: str) -> None:
        need(isinstance(value, list), path, "a list", value)
        need(len(value) >= least, path, f"at least {least} items", value)
        need(most is None or len(value) <= most, path, f"at most {most} items", value)
        for index, each in enumerate(value):
            rule(each, f"{path}[{index}]")

    return check


def mapping(rule: Rule) -> Rule:
    def check(value: Any, path: str) -> None:
        need(isinstance(value, dict), path, "an object", value)
        for key, each in value.items():
            rule(each, f"{path}.{key}")

    return check


def fields(required: dict[str, Rule], optional: dict[str, Rule] | None = None) -> Rule:
    """An object with all required fields. Optional fields may be absent or null; unknown fields are ignored."""

    def check(value: Any, path: str) -> None:
        need(isinstance(value, dict), path, "an object", value)
        for name, rule in required.items():
            need(name in value, path, f"the field {name}", sorted(value))
            rule(value[name], f"{path}.{name}")
        for name, rule in (optional or {}).items():
            if value.get(name) is not None:
                rule(value[name], f"{path}.{name}")

    return check


def tagged(tag: str, rules: dict[str, Rule]) -> Rule:
    """An object whose field `tag` selects its rule."""

    def check(value: Any, path: str) -> None:
        need(isinstance(value, dict) and tag in value, path, f"an object with {tag}", value)
        one_of(*rules)(value[tag], f"{path}.{tag}")
        rules[value[tag]](value, path)

    return check
