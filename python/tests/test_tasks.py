import json
from pathlib import Path
from types import SimpleNamespace

import pytest

import pdp
from pdp._design_parameters import generator, structure_places
from pdp._orders import read_design
from pdp._models import read_task
from pdp._reliability import reliability_words
from pdp._tasks import Designs, TaskHandle

RELIABILITY = json.loads((Path(__file__).resolve().parents[2] / "test/clients/reliabilityVectors.json").read_text())
NEVER = "2026-01-01T00:00:00.000Z"


def task_in(state, errors=()):
    return {
        "id": "7",
        "created_at": NEVER,
        "created_by": {"kind": "USER", "user_id": "1"},
        "type": "train/v2",
        "name": None,
        "context": {"kind": "PROJECT", "project_id": "1"},
        "state": state,
        "parameters": {},
        "data_snapshots": {},
        "data_versions": {},
        "status_details": {},
        "progress": None,
        "started_at": None,
        "ended_at": None,
        "result": None,
        "errors": list(errors),
        "warnings": [],
    }


class Lab:
    """Responds with one state after another, and records how long each request waits."""

    def __init__(self, *states):
        self.states = list(states)
        self.waits = []

    def raw(self, method, path, params):
        assert (method, path, params["id"]) == ("GET", "task:get", "7")
        self.waits.append(params.get("wait_seconds", 0))
        return self.states.pop(0)


def handle_of(lab):
    return TaskHandle(lab, read_task(task_in("INIT")))


def test_waiting_moves_to_the_service_after_the_first_reads(monkeypatch):
    monkeypatch.setattr("time.sleep", lambda _: None)
    lab = Lab(*[task_in("EXECUTING")] * 8, task_in("COMPLETED"))
    assert handle_of(lab).wait(progress=False).data.state == "COMPLETED"
    assert lab.waits == [0] * 6 + [3] * 3


def test_a_failed_task_raises_its_error_messages(monkeypatch):
    monkeypatch.setattr("time.sleep", lambda _: None)
    lab = Lab(task_in("EXECUTING"), task_in("FAILED", ["There are too few rows."]))
    with pytest.raises(pdp.TaskFailed, match="There are too few rows."):
        handle_of(lab).wait(progress=False)


def test_positions_that_measured_variants_rarely_change_are_kept():
    def kept(**options):
        stated = {"protect": [], "numbers": range(1, 11), "allow_start_mutation": False, **options}
        made = generator("MCDEFGHIKL", {"artifact_id": "1"}, 4, **stated)
        return [one["apply_to"]["ranges"]["monomer"][0] for one in made.get("requirements", [])]

    assert kept(hardly_varied=[(0, 2), (6, 9)]) == [[1, 2], [6, 9]]
    assert kept(protect=[13, range(18, 21)], numbers=range(11, 21), hardly_varied=[(0, 2), (6, 9)]) == [[1, 3], [6, 10]]
    assert kept(hardly_varied=[(0, 1)]) == []
    gapped = [1, 2, 3, 5, 6, 7, 8, 9, 12, 13]
    assert kept(protect=[5, 12], numbers=gapped) == [[3, 4], [8, 9]]
    with pytest.raises(ValueError, match="positions 1 to 13; 4 is not one of them"):
        kept(protect=[4], numbers=gapped)


def test_designs_of_two_chains_keep_positions_of_each_chain():
    made = generator("MCDEF/GHIKL", {"artifact_id": "1"}, 4, {"vh": [5], "vl": [range(1, 3)]}, range(1, 12), True)
    assert made["template"]["kind"] == "VHVL"
    assert made["template"]["assembly"] == {"vh": "MCDEF", "vl": "GHIKL"}
    kept = [(one["apply_to"]["ranges"], one["motifs"]) for one in made["requirements"]]
    assert kept == [({"vh": [[4, 5]]}, ["F"]), ({"vl": [[0, 2]]}, ["GH"])]
    # Rarely varied ranges count through both chains; one across the break is divided.
    across = generator("MCDEF/GHIKL", {"artifact_id": "1"}, 4, [], range(1, 12), True, [(4, 7)])
    assert [one["motifs"] for one in across["requirements"]] == [["F"], ["G"]]


@pytest.mark.parametrize(
    ("template", "protect", "problem"),
    [
        ("MCDEF/GHIKL", [5, 7], 'The template has two chains.*protect={"vh"'),
        ("MCDEF/GHIKL", {"vh": [6]}, "The vh has positions 1 to 5; 6 is not one of them"),
        ("MCDEF/", {"vl": [1]}, "The template has no vl, so 1 is not one of its positions"),
        ("MCDEF/GHIKL", {"heavy": [1]}, "protect has 'heavy', which is not a chain"),
        ("MCDEF", {"vh": [1]}, "The template has one chain"),
    ],
)
def test_protected_positions_name_the_chain_of_two(template, protect, problem):
    with pytest.raises(ValueError, match=problem):
        generator(template, {"artifact_id": "1"}, 4, protect, range(1, 12), True)


def test_regions_and_liabilities_are_named_as_the_service_does():
    places = structure_places(None, None, None, ["fr", "CDR-H3:kabat"])
    made = generator("MCDEF/GHIKL", {"artifact_id": "1"}, 4, [], range(1, 12), True, (), False, places, ["n-glycosylation"])
    assert [one["apply_to"] for one in made["requirements"]] == [
        {"region": "FR"},
        {"region": "CDR-H3", "scheme": "KABAT"},
    ]
    assert made["forbid_liabilities"] == ["N_GLYCOSYLATION"]


def test_a_design_of_two_chains_is_read_from_its_columns():
    row = {"rank": 1, "vh": "AC", "vl": None, "mutations": "H:D2C", "parent_vh": "AD", "parent_vl": None}
    design = read_design(row)
    assert (design.sequence, design.parent) == ("AC/", "AD/")


def test_insertions_and_deletions_are_designed_only_if_allowed():
    def made(**options):
        return generator("MCDEFGHIKL", {"artifact_id": "1"}, 4, [], range(1, 11), False, **options)

    assert "allow_indels" not in made()
    assert made(allow_indels=True)["allow_indels"] is True


@pytest.mark.parametrize(
    ("direction", "reference", "order"),
    [
        ("MAXIMIZE", 50, "value DESC"),
        ("MINIMIZE", 50, "value ASC"),
        ("TARGET", 55.5, "abs(value - CAST('55.5' AS DOUBLE))"),
        ("TARGET", {"reference": {"monomer": "MK"}}, None),
    ],
)
def test_the_best_measured_variant_is_the_best_for_the_objective(direction, reference, order):
    queries = []

    def sql(query):
        queries.append(query)
        return SimpleNamespace(rows=lambda: [{"sequence": "MK", "value": 55}])

    training = SimpleNamespace(data=SimpleNamespace(id="8", parameters={"assays": [{"assay_id": "tm"}]}))
    artifact = SimpleNamespace(producer={"task_id": "8"})
    lab = SimpleNamespace(sql=sql, task=lambda _: training, artifact=lambda _: artifact)
    task = {
        **task_in("COMPLETED"),
        "type": "engineer/v2",
        "parameters": {
            "generator": {"template": {"sampler": {"artifact_id": "9"}}},
            "ranker": {
                "primary_objective": {"measure": {"assay_id": "tm", "direction": direction}, "reference": reference}
            },
        },
    }
    assert Designs(lab, read_task(task)).best_measured() == (None if order is None else "MK")
    ordered = [query for query in queries if "ORDER BY" in query]
    assert [f"ORDER BY {order}, sequence" in query for query in ordered] == ([] if order is None else [True])


@pytest.mark.parametrize("one", RELIABILITY, ids=lambda one: one["words"])
def test_the_reliability_of_predictions_has_the_words_of_all_clients(one):
    assert reliability_words(one["assay"]) == one["words"]
