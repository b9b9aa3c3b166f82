"""Platform under test: `PDP_URL` with `PDP_IDP_URL`, `PDP_TOKEN` and `PDP_WORKSPACE`."""

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
    """Designs with their order list, FASTA and plates, shared by all clients."""
    return json.loads((REPOSITORY / "test/clients/orderListVectors.json").read_text())


@pytest.fixture(scope="session")
def mutation_vectors():
    """Files with mutations in every spelling, and the results expected from all clients."""
    return json.loads((REPOSITORY / "test/clients/mutationVectors.json").read_text())


@pytest.fixture(scope="session")
def scan_vectors():
    """Scans in six formats that all clients turn into a trained model."""
    return json.loads((REPOSITORY / "test/clients/scanVectors.json").read_text())


@pytest.fixture(scope="session")
def split_vectors():
    """Files above a limit, and the parts uploaded by all clients."""
    return json.loads((REPOSITORY / "test/clients/splitVectors.json").read_text())


@pytest.fixture(scope="session")
def table_vectors():
    """Files with unusual cells and headers, and the rows expected from all clients."""
    return json.loads((REPOSITORY / "test/clients/tableVectors.json").read_text())


@pytest.fixture(scope="session")
def view_vectors():
    """Views of replicates and of normalized values, shared by all clients."""
    return json.loads((REPOSITORY / "test/clients/viewVectors.json").read_text())


@pytest.fixture(scope="session")
def instrument_vectors():
    """Instrument exports in three layouts each, and the results expected from all clients."""
    return json.loads(Path(os.environ["INSTRUMENT_VECTORS"]).read_text())
