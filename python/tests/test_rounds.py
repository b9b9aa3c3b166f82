"""Rounds: the same choices and gains as in the other clients."""

import json
from pathlib import Path

import pytest

from pdp._rounds import choose_round, round_gains

VECTORS = json.loads((Path(__file__).resolve().parents[2] / "test/clients/roundVectors.json").read_text())


@pytest.mark.parametrize("one", VECTORS["choices"], ids=lambda one: one["title"])
def test_what_is_new_gets_its_round(one):
    chosen = {purpose: choose_round(one["rounds"], purpose) for purpose in one["expected"]}
    assert {purpose: found and list(found) for purpose, found in chosen.items()} == one["expected"]


@pytest.mark.parametrize("one", VECTORS["gains"], ids=lambda one: one["title"])
def test_a_round_states_its_gain(one):
    steps = [(name, set(loads)) for name, loads in one["steps"]]
    found = round_gains(one["values"], steps, one["goal"])
    assert [gain.name for gain in found] == [gain["name"] for gain in one["expected"]]
    for gain, expected in zip(found, one["expected"], strict=True):
        assert vars(gain.best) == expected["best"]
        assert gain.variants == expected["variants"]
        assert (gain.before and vars(gain.before)) == expected["before"]
        assert gain.gain == (None if expected["gain"] is None else pytest.approx(expected["gain"]))
        assert gain.interval == (None if expected["interval"] is None else pytest.approx(expected["interval"], abs=0.005))
