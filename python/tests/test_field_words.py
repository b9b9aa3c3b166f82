"""Invalid fields are named by the arguments that made them."""

import inspect

import pytest

import pdp
from pdp._field_words import RENAMED, field_words
from pdp._projects import ProjectHandle

METHODS = ["analyze", "train", "diversify", "engineer", "predict"]
PROTEIN = "MKTAYIAKQR"


def arguments(method):
    return list(inspect.signature(getattr(ProjectHandle, method)).parameters)


@pytest.mark.parametrize(
    ("method", "loc", "words"),
    [
        ("engineer", "body.parameters.generator.requirements.0.apply_to.of", "protect_near"),
        ("engineer", "body.parameters.generator.requirements.0.motifs.0", "protect"),
        ("engineer", "body.parameters.generator.max_mutations", "mutations"),
        ("engineer", "body.parameters.ranker.primary_objective.measure.assay_id", "maximize or minimize or target"),
        ("engineer", "body.parameters.ranker.primary_objective.weight", "weights"),
        ("engineer", "body.parameters.filterers.0.constraints.0.threshold", "at_least or at_most"),
        ("diversify", "body.parameters.ranker.max_mutation_frequency", "mutation_frequency"),
        ("diversify", "body.parameters.num_assemblies", "n"),
        ("train", "body.parameters.dataset.mutations", "mutations"),
        ("train", "body.parameters.assays.0.scale_type", "assays"),
        ("train", "body.parameters.dataset.features.0", "features"),
        ("train", "body.parameters.folds", "folds"),
        ("train", "body.parameters.seed", "seed"),
        ("predict", "body.parameters.assemblies.source.table", "table"),
        ("predict", "body.display_name", "name"),
    ],
)
def test_a_field_is_named_by_its_argument(method, loc, words):
    assert field_words(loc.split("."), [*arguments(method), "name", "seed"]) == words


def test_every_renamed_field_names_an_argument():
    known = {name for method in [*METHODS, "start"] for name in arguments(method)}
    assert [name for _, names in RENAMED for name in names if name not in known] == []


def test_messages_of_the_service_name_arguments(lab, project):
    project.load({"sequence": [PROTEIN, PROTEIN[:-1] + "K"], "y": [1.0, 2.0]}, "field_words", progress=False)
    for options, start in [
        ({"seed": -1}, "seed: "),
        ({"assays": [{"assay_id": "y", "scale_type": "ODD"}]}, "assays: "),
        ({"parameters": {"folds": 1}}, "folds: "),
        ({"features": [""]}, "features: "),
    ]:
        with pytest.raises(pdp.ApiError) as refused:
            project.train("field_words", reference=PROTEIN, **{"assays": ["y"], **options})
        assert str(refused.value).startswith(start) and "body" not in str(refused.value)
        assert refused.value.status == 422 and refused.value.problems[0]["loc"][0] == "body"
    # A call of the API keeps the path inside its body.
    with pytest.raises(pdp.ApiError, match=r"^modality\.kind: "):
        lab.raw("POST", "project:create", json={"name": "odd", "modality": {"kind": "ODD"}})
