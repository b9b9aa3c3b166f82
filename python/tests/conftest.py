"""The platform that the tests run against: `PDP_URL` with `PDP_IDP_URL`, `PDP_TOKEN` and `PDP_WORKSPACE`."""

import json
import os
from pathlib import Path

import pytest

import pdp

REPOSITORY = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def lab():
    with pdp.connect(os.environ["PDP_WORKSPACE"]) as lab:
        yield lab


@pytest.fixture(scope="session")
def project(lab):
    return lab.create_project("python", modality="ENZYME")


@pytest.fixture(scope="session")
def vectors():
    """Designs with their order list, FASTA and plates, which all clients share."""
    return json.loads((REPOSITORY / "test/clients/orderListVectors.json").read_text())


@pytest.fixture(scope="session")
def mutation_vectors():
    """Files with mutations in every spelling, and what all clients make of them."""
    return json.loads((REPOSITORY / "test/clients/mutationVectors.json").read_text())


@pytest.fixture(scope="session")
def scan_vectors():
    """Scans in six formats, which all clients bring to a trained model."""
    return json.loads((REPOSITORY / "test/clients/scanVectors.json").read_text())


@pytest.fixture(scope="session")
def split_vectors():
    """Files above a limit, and the parts that all clients upload."""
    return json.loads((REPOSITORY / "test/clients/splitVectors.json").read_text())


@pytest.fixture(scope="session")
def table_vectors():
    """Files with odd cells and headers, and the rows that all clients make of them."""
    return json.loads((REPOSITORY / "test/clients/tableVectors.json").read_text())


@pytest.fixture(scope="session")
def view_vectors():
    """Views of replicates and of normalized values, which all clients share."""
    return json.loads((REPOSITORY / "test/clients/viewVectors.json").read_text())


@pytest.fixture(scope="session")
def instrument_vectors():
    """Exports of instruments in three layouts each, and what all clients make of them."""
    return json.loads(Path(os.environ["INSTRUMENT_VECTORS"]).read_text())
