"""Protein structures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx

from ._authors import require_author
from ._errors import PdpError
from ._listing import Listing, card
from ._models import Artifact, read
from ._shown import STRUCTURE

if TYPE_CHECKING:
    from ._session import Session

TYPE = "protein.structure/v1"


class Structure:
    """Structure of a protein, in PDB or mmCIF format."""

    def __init__(self, lab: Session, artifact: Artifact):
        self._lab = lab
        self.artifact = artifact
        self.id = artifact.id
        self.name: str = artifact.data["name"]
        #: Contents: `chains`, `ligands`, `is_predicted`, and how it differs from the `references` of the project.
        self.data: dict[str, Any] = artifact.data

    @property
    def chains(self) -> str:
        """Chains with their numbers of residues; the state of a structure that has not been read."""
        chains = ", ".join(f"{one['chain']} ({one['num_residues']} residues)" for one in self.data.get("chains", []))
        return chains or self.data["state"]

    def archive(self, *, of_other: bool = False) -> None:
        """Hides the structure from lists and new tasks. Its file and the models trained with it are kept.

        Raises WorkOfOther if another member created it, unless `of_other` is true.
        """
        if not of_other:
            require_author(self._lab, f"The structure {self.name}", self.artifact.created_by)
        self._lab.raw("POST", "data/structure:archive", params={"id": self.id})

    def unarchive(self) -> None:
        """Shows the structure in lists again."""
        self._lab.raw("POST", "data/structure:unarchive", params={"id": self.id})

    def __repr__(self) -> str:
        return f"<pdp.Structure {self.name} {self.id}: {self.chains}>"

    def _repr_html_(self) -> str:
        ligands = ", ".join(one["name"] for one in self.data.get("ligands", []))
        return card(f"Structure {self.name}", {"chains": self.chains, "ligands": ligands or None, "id": self.id})


def add_structure(lab: Session, path: str | Path, name: str | None, context: dict[str, str]) -> Structure:
    path = Path(path)
    content = path.read_bytes()
    body = {"type": TYPE, "context": context, "name": name or path.name}
    created = lab.raw("POST", "data/artifact:create", json=body)
    try:
        httpx.put(created["upload_url"], content=content, timeout=300).raise_for_status()
    except httpx.HTTPError as error:
        raise PdpError(f"The upload of {path.name} failed. Try again. ({error})") from error
    structure = Structure(lab, lab.artifact(created["id"]))
    if structure.data["state"] != "READY":
        raise PdpError(structure.data.get("problem", "The structure has no file."))
    return structure


def structures(lab: Session, **filters: Any) -> Listing[Structure]:
    found = lab.pages("data/artifact:list", lambda item: Structure(lab, read(Artifact, item)), type=TYPE, **filters)
    return Listing(found, STRUCTURE, "structure")
