"""Rounds: the same choices and gains as in the other clients."""

import json
from pathlib import Path

import pytest

import pdp
from pdp import _assay_values
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


PARENT = "MKTAYIAKQRQISFVKSHFSRQLEERLGLIEVQ"
LETTERS = "ACDEFGHIKLMNPQRSTVWY"


def mutate(sequence, site, letter):
    return f"{sequence[:site]}{letter}{sequence[site + 1 :]}"


def measured(first, best):
    """Columns of measured variants; the last one is the best."""
    sequences = [mutate(PARENT, site, LETTERS[(site + first) % 20]) for site in range(1, 25)]
    return {"protein": sequences, "run": [at % 2 for at in range(24)], "y": [1 + at / 100 for at in range(23)] + [best]}


def test_gains_are_those_of_the_table_that_a_training_names_in_its_data(lab, monkeypatch):
    project = lab.create_project("gains")
    project.load(measured(1, 2.0), into="gains_before", progress=False)
    source = {"kind": "DATASET", "dataset": {"kind": "TABLE", "table": "gains_before", "sequence_column": "protein"}}
    assays = [{"assay_id": "y", "scale_type": "ADDITIVE"}]
    body = {"data": source, "reference": {"monomer": PARENT}, "assays": assays}
    models = project.start("train/v2", body, seed=1).wait()
    project.create_round("round 2").load(measured(2, 3.0), into="gains_before", progress=False)
    lab.raw("POST", "data/table:rename", params={"reference": "gains_before"}, json={"new_reference": "gains_after"})
    gains = project.gains("y")
    assert [(one.name, one.best.value, one.gain) for one in gains] == [("round 1", 2.0, None), ("round 2", 3.0, 1.0)]
    monkeypatch.setattr(_assay_values, "MAX_VALUES", 30)
    with pytest.warns(UserWarning, match="Only the latest 30 values of y were compared"):
        assert [one.name for one in project.gains("y")] == ["round 1", "round 2"]
    analysis = project.analyze("gains_after", assays=["y"], reference=PARENT, batch="run")
    query = 'SELECT *, CAST("run" AS varchar) AS batch_id, "$load_id" FROM "gains_after"'
    assert analysis.data.parameters["dataset"] == {**analysis.data.parameters["dataset"], "kind": "QUERY", "query": query}
    designs = project.diversify(models, n=2, mutations=2, every_position=True, seed=1).wait()
    assert list(designs.reliability) == list(models.reliability) == ["y"]
    assert designs.reliability["y"].startswith(("weak (", "fair (", "good (", "strong ("))
    assert f"<p>Predictions of y: {designs.reliability['y']}</p>" in designs._repr_html_()
    predictions = project.predict(models, sequences=[PARENT]).wait()
    assert predictions.reliability == models.reliability
    # The first rows are those of round 1.
    assert designs.best_measured() == measured(1, 2.0)["protein"][-1]
    assert project.create_order("here", designs).data.round_id == designs.data.context["round_id"]
    elsewhere = lab.create_project("gains-elsewhere")
    # A round belongs to one project, and so do the rows of a task.
    with pytest.raises(pdp.ApiError, match='rows belong to the project "gains"'):
        elsewhere.create_order("elsewhere", designs)


def test_gains_are_known_for_two_chains(lab):
    project = lab.create_project("gains-of-chains")
    light = PARENT[::-1]
    for at, best in enumerate((2.0, 2.5)):
        rows = measured(at, best)
        chains = {"heavy": rows["protein"], "light": [light] * len(rows["y"]), "y": rows["y"]}
        project.create_round(f"round {at + 1}").load(chains, into="chains", progress=False)
    columns = {"vh": "heavy", "vl": "light"}
    project.analyze("chains", assays=["y"], reference=f"{PARENT}/{light}", sequence_column=columns).wait()
    [first, second] = project.gains("y")
    assert (first.best.value, second.gain) == (2.0, 0.5)
    assert second.best.sequence == f"{mutate(PARENT, 24, LETTERS[5])}/{light}"
