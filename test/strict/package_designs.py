"""Prints the requests of design tasks that the Python package composes, as JSON. Environment: TEMPLATE, SAMPLER, SCORER."""

import json
import os
import sys
import types
from pathlib import Path

# The package itself imports an HTTP library; these modules need none.
package = types.ModuleType("pdp")
package.__path__ = [str(Path(__file__).parents[2] / "python/src/pdp")]
sys.modules["pdp"] = package

from pdp._design_parameters import engineer_parameters, frequency, generator  # noqa: E402

template = os.environ["TEMPLATE"]
sampler = {"artifact_id": os.environ["SAMPLER"]}
scorer = {"artifact_id": os.environ["SCORER"]}
designs = {
    "generator": generator(template, sampler, 3, [2], range(1, len(template) + 1), False, [(5, 7)]),
    "num_assemblies": 4,
}


def engineered(**more: object) -> dict[str, object]:
    stated = dict.fromkeys(
        ("maximize", "minimize", "target", "weights", "beat", "at_least", "at_most", "exploration")
    )
    ranked = engineer_parameters(template, scorer, mutation_frequency=None, **{**stated, **more})
    return {"type": "engineer/v2", "parameters": {**designs, **ranked}}


config = {"kind": "MONOMER_SAMPLER", "sampler": sampler, "reference_assembly": {"monomer": template}}
diversified = {
    **designs,
    "ranker": {"type": "LIKELIHOOD_BASED", "sampler_config": config, **frequency(0.5)},
}
print(
    json.dumps(
        [
            engineered(maximize="activity", at_least={"activity": 0.2}),
            engineered(maximize=["activity"], minimize=["tm"], weights={"tm": 0.5}, beat=1.0, exploration=0.1),
            engineered(target={"activity": 1.0}),
            {"type": "diversify/v2", "parameters": diversified},
        ]
    )
)
