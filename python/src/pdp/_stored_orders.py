"""Stored orders: designs on plates, and their DNA."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._authors import require_author
from ._design_parameters import read_sequence
from ._listing import Listing
from ._models import Order, read
from ._order_results import join_results
from ._shown import ORDER
from ._sources import arrow_of
from ._tabular import Tabular

if TYPE_CHECKING:
    from ._session import Session


class OrderHandle:
    """Order of designs: which design or control is in which well."""

    def __init__(self, lab: Session, order: Order):
        self._lab = lab
        self.data = order
        self.id = order.id
        self.name = order.name

    def __repr__(self) -> str:
        plates = self.data.plate_count
        where = "" if plates == 0 else f" on {plates} plate{'' if plates == 1 else 's'}"
        return f"<pdp.OrderHandle {self.name} {self.id}: {self.data.design_count} designs{where}>"

    @property
    def wells(self) -> list[dict[str, Any]]:
        """Plate, well, name, role, mutations and sequence of each well; empty if rows of the designs were erased."""
        if self.data.wells is None:  # lists contain orders without their wells
            self.data = read(Order, self._lab.raw("GET", "project/order:get", params={"id": self.id}))
        return self.data.wells or []

    def dna(
        self,
        host: str | None = None,
        *,
        codon_table: Mapping[str, float] | None = None,
        codon_genes: str | None = None,
        avoid: Sequence[str] = (),
        library: Mapping[str, Any] | Mapping[int, str] | None = None,
        gc: tuple[float, float] | None = None,
        **wishes: Any,
    ) -> Dna:
        """
        Writes the proteins as DNA for a host (`e_coli`, `s_cerevisiae`, `b_subtilis`, `human`, `mouse`), for counts by codon
        (`codon_table`), or for the coding sequences in the table `codon_genes`. `avoid` contains restriction enzymes and
        sequences. `library` adds the parent with degenerate codons: a row of `Designs.library`, or codons by position (from 1).
        Other constraints: `gc_window`, `max_homopolymer`, `max_repeat`,
        `prefix`, `suffix`, `start_codon`, `stop_codon`, `n_tag`, `c_tag`, `keep_parent_codons`, `parent_dna`, `seed`, `vendor`.
        The same constraints give the same DNA.
        """
        body = {
            **codons(host, codon_table, codon_genes, avoid, library),
            **({"gc": list(gc)} if gc is not None else {}),
            **wishes,
        }
        return Dna(self._lab.raw("POST", "project/order:dna", params={"id": self.id}, json=body))

    def primers(
        self,
        template: str | Path,
        host: str | None = None,
        *,
        codon_table: Mapping[str, float] | None = None,
        codon_genes: str | None = None,
        avoid: Sequence[str] = (),
        library: Mapping[str, Any] | Mapping[int, str] | None = None,
        method: str = "back_to_back",
        **wishes: Any,
    ) -> Primers:
        """
        Designs mutagenesis primers for a circular plasmid with the parent: its sequence, or a FASTA file. `method` is
        `back_to_back` or `overlapping`. Codons are chosen as in `dna`. Other constraints: `min_tm`, `overlap`, `primer_nm`,
        `monovalent_mm`, `magnesium_mm`, `nucleotides_mm`, and `format` (96 or 384) for plates. Each reaction is simulated.
        """
        body = {
            "template": read_sequence(template).upper(),
            **codons(host, codon_table, codon_genes, avoid, library),
            "method": method.upper(),
            **wishes,
        }
        return Primers(self._lab.raw("POST", "project/order:primers", params={"id": self.id}, json=body))

    def join(self, measured: Any, **names: str) -> list[dict[str, Any]]:
        """
        Joins measured wells with the layout by plate and well: a data frame, an Arrow table, columns, or rows, with the columns
        `well`, `plate` (unless the order has one plate) and measurements. Load the result into the table of the measurements:
        it has a row for each measured well, with name, role, mutations and sequence. `names` states other columns: `well` and
        `plate` of the measurements; `sequence` and `mutations` of the table. Two chains are one text, `EVQL…/DIQM…`.
        """
        rows = measured.rows() if isinstance(measured, Tabular) else arrow_of(measured).to_pylist()
        return join_results(self.wells, rows, **names)

    def archive(self, *, of_other: bool = False) -> None:
        """Hides the order from lists. Raises WorkOfOther if another member created it, unless `of_other` is true."""
        if not of_other:
            stored = self._lab.raw("GET", "project/order:get", params={"id": self.id})
            require_author(self._lab, f"The order {self.id}", stored["created_by"])
        self._lab.raw("POST", "project/order:archive", params={"id": self.id})


def codons(
    host: str | None,
    codon_table: Mapping[str, float] | None,
    codon_genes: str | None,
    avoid: Sequence[str],
    library: Mapping[str, Any] | Mapping[int, str] | None,
) -> dict[str, Any]:
    """Returns the fields of a request that state the codons of DNA."""
    return {
        **({"host": host.upper()} if host is not None else {}),
        **({"codon_table": dict(codon_table)} if codon_table is not None else {}),
        **({"coding_sequences": {"kind": "TABLE", "table": codon_genes}} if codon_genes is not None else {}),
        "avoid": list(avoid),
        **({"library": library_sites(library)} if library is not None else {}),
    }


def library_sites(library: Mapping[Any, Any]) -> list[dict[str, Any]]:
    """Returns the degenerate codons of a row of the table `library`, or of codons by position."""
    pairs = (
        zip(library["positions"].split(";"), library["codons"].split(";"), strict=True)
        if "positions" in library
        else library.items()
    )
    return [{"position": int(position), "codons": codon} for position, codon in pairs]


class Primers:
    """Primers of an order. `designs` contains the `reactions`, `warnings` and `problem` of each design."""

    def __init__(self, answer: dict[str, Any]):
        #: Name, sequence, annealing bases, melting temperature, hairpin, dimer, plate and well of each primer.
        self.rows: list[dict[str, Any]] = answer["primers"]
        self.designs: list[dict[str, Any]] = answer["designs"]
        self._file = answer["file"]

    def __repr__(self) -> str:
        return f"<pdp.Primers {len(self.rows)} primers for {len(self.designs)} designs, {len(self.problems)} problems>"

    @property
    def sequences(self) -> dict[str, str]:
        """Sequences by name of the primer."""
        return {row["name"]: row["sequence"] for row in self.rows}

    @property
    def problems(self) -> dict[str, str]:
        """Why there are no primers, by name of the design."""
        return {one["name"]: one["problem"] for one in self.designs if one["problem"] is not None}

    def csv(self, path: str | Path | None = None) -> str:
        """Returns names, sequences and wells as CSV, and writes them to `path` if given."""
        if path is not None:
            Path(path).write_text(self._file["content"], encoding="utf-8")
        return self._file["content"]


class Dna:
    """DNA of an order. `rows` contains `name`, `role`, `dna`, `checks` and `problem` of each protein."""

    def __init__(self, answer: dict[str, Any]):
        self.rows: list[dict[str, Any]] = answer["rows"]
        #: Source of the codon usage.
        self.codon_usage: str = answer["codon_usage"]
        self._file = answer["file"]

    def __repr__(self) -> str:
        return f"<pdp.Dna {len(self.sequences)} sequences, {len(self.problems)} problems>"

    @property
    def sequences(self) -> dict[str, str]:
        """DNA by name, for all proteins with DNA."""
        return {row["name"]: row["dna"] for row in self.rows if row["dna"] is not None}

    @property
    def problems(self) -> dict[str, str]:
        """Why no DNA meets the constraints, with the position, or which limit of the vendor it breaks; by name."""
        found = {row["name"]: row["problem"] or row["vendor_problem"] for row in self.rows}
        return {name: problem for name, problem in found.items() if problem is not None}

    @property
    def note(self) -> str | None:
        """What to check before you send the file to a vendor."""
        return self._file["note"]

    def csv(self, path: str | Path | None = None) -> str:
        """Returns names and sequences as CSV, and writes them to `path` if given."""
        if path is not None:
            Path(path).write_text(self._file["content"], encoding="utf-8")
        return self._file["content"]


def create_order(
    lab: Session,
    owner: dict[str, str | None],
    name: str,
    designs: Any,
    *,
    query: str | None,
    plate: int | None,
    controls: Mapping[str, int],
    layout: str,
    free_edge: bool,
    seed: int | None,
) -> OrderHandle:
    body: dict[str, Any] = {**owner, "name": name, "designs": source_of(designs, query)}
    if plate is not None:
        kinds = [{"kind": kind.upper(), "replicates": count} for kind, count in controls.items()]
        body["plates"] = [
            {"format": plate, "controls": kinds, "layout": layout.upper(), "keep_edges_free": free_edge}
        ]
    elif controls or free_edge:
        raise ValueError("Controls and free edges require plates: plate=96 or plate=384.")
    if seed is not None:
        body["seed"] = seed
    return OrderHandle(lab, read(Order, lab.raw("POST", "project/order:create", json=body)))


def source_of(designs: Any, query: str | None) -> dict[str, Any]:
    """Returns the source of the designs: a query, a table, a design task, or rows."""
    if (designs is None) == (query is None):
        raise ValueError("Specify either designs or query.")
    if query is not None:
        return {"kind": "QUERY", "query": query}
    if isinstance(designs, str):
        return {"kind": "TABLE", "table": designs}
    if hasattr(designs, "result"):
        return {"kind": "TABLE", "table": designs.result["selected_assemblies"]["table"]}
    return {"kind": "LITERAL", "rows": [dict(row) for row in designs]}


def orders(lab: Session, **filters: Any) -> Listing[OrderHandle]:
    found = lab.pages("project/order:list", lambda item: OrderHandle(lab, read(Order, item)), **filters)
    return Listing(found, ORDER, "order")
