"""Projects: loading data, training models and designing variants."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ._design_parameters import (
    Level,
    Protected,
    engineer_parameters,
    frequency,
    generator,
    read_sequence,
    structure_places,
)
from ._assembly import assembly, kind, sequence_of
from ._errors import AlreadyLoaded, ApiError, DataProblems
from ._field_words import named_by
from ._listing import Listing
from ._loads import LoadHandle, Progress, refuse_repeated
from ._models import Load, Project, ProjectSummary, Round, Task, read, read_task
from ._numbering import residue_numbers
from ._rounds import RoundGain, open_round, read_gains
from ._sources import build_config, cast_to_columns, known_columns, proposed_config, sources_of
from ._split import parts_of
from ._stored_orders import OrderHandle, create_order, orders
from ._structures import Structure, add_structure, structures
from ._training_source import batch_query
from ._tasks import Designs, Predictions, TaskHandle, Training, task_handle

if TYPE_CHECKING:
    from ._parameters import Parameters
    from ._query import QueryResult
    from ._session import AsOf, Session


class ProjectHandle:
    """
    Project in a workspace, or one of its rounds. Without a round, what you load, train and design gets its round by itself:
    measurements join the latest round, designs open the next round once the latest one is measured, and models belong to the
    latest measured round. `round("round 1")` chooses a round, and `round(None)` none.
    """

    def __init__(self, lab: Session, project: Project, round_: Round | None = None, *, is_automatic: bool = True):
        self._lab = lab
        self._is_automatic = is_automatic and round_ is None
        self.data = project
        self.round_data = round_
        self.id = project.id
        self.name = project.name

    def __repr__(self) -> str:
        return f"<pdp.ProjectHandle {self.name}{' / ' + self.round_data.name if self.round_data else ''}>"

    def _repr_html_(self) -> str:
        below = "" if self.round_data is None else f"<p>Round {escape(self.round_data.name)}</p>"
        return self.data._repr_html_() + below

    def rounds(self) -> Listing[Round]:
        """Lists the rounds of the project."""
        return self._lab.rounds(self.id)

    @property
    def context(self) -> dict[str, str]:
        """Context of the handle: the round if it has one, otherwise the project."""
        if self.round_data:
            return {"kind": "ROUND", "round_id": self.round_data.id}
        return {"kind": "PROJECT", "project_id": self.id}

    def _context_to(self, purpose: str) -> dict[str, str]:
        """Context of something new that does MEASURE, LEARN or DESIGN. Creates the round if it is the next one."""
        round_id = open_round(self._lab, self.id, purpose) if self._is_automatic else None
        return self.context if round_id is None else {"kind": "ROUND", "round_id": round_id}

    def round(self, name: str | None) -> ProjectHandle:
        """
        Finds a round by its name or id. Loads and tasks created with it belong to the round; with None, they are not in a round.
        """
        if name is None:
            return ProjectHandle(self._lab, self.data, is_automatic=False)
        rounds = list(self._lab.rounds(self.id))
        for one in rounds:
            if name in (one.name, one.id):
                return ProjectHandle(self._lab, self.data, one)
        names = ", ".join(one.name for one in rounds) or "none yet"
        raise LookupError(f'Project {self.name} has no round "{name}"; its rounds: {names}.')

    def create_round(self, name: str, *, description: str | None = None) -> ProjectHandle:
        """Creates a round."""
        body = {"project_id": self.id, "name": name, "description": description}
        return ProjectHandle(self._lab, self.data, read(Round, self._lab.raw("POST", "round:create", json=body)))

    def sql(self, query: str, params: Parameters | None = None, *, as_of: AsOf | None = None) -> QueryResult:
        """Runs a query on the rows of the project only; see `Lab.sql`."""
        return self._lab.sql(query, params, as_of=as_of, project=self.id)

    def loads(self, **filters: Any) -> Listing[Load]:
        """Lists the loads of the project, or of the round, newest first."""
        return self._lab.loads(**{**self._owner(), **filters})

    def tasks(self, **filters: Any) -> Listing[Task]:
        """Lists the tasks of the project, or of the round, newest first."""
        return self._lab.tasks(**{**self._owner(), **filters})

    def _owner(self) -> dict[str, str]:
        return {"round_id": self.round_data.id} if self.round_data else {"project_id": self.id}

    def __getattr__(self, name: str) -> Any:
        if name in ("table", "tables"):
            raise AttributeError(f"A project has no {name!r}, because tables belong to the workspace. Use lab.{name}(…).")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def summary(self) -> ProjectSummary:
        """Counts the project's contents by round, and reads the best value so far for each assay."""
        return read(ProjectSummary, self._lab.raw("GET", "project:summary", params={"id": self.id}))

    def gains(self, assay: str) -> list[RoundGain]:
        """
        Reads how much the best variant of each round is better than the best variant measured before, with a 95 % interval. The
        interval contains the noise of rows repeated within an import, but not differences between plates or days, nor that the
        best of many variants is partly best by chance.
        """
        return read_gains(self._lab, self.id, assay)

    def add_structure(self, path: str | Path, name: str | None = None) -> Structure:
        """
        Adds a structure of the protein, a file in PDB or mmCIF format, also compressed with gzip. States its chains, ligands
        and missing residues, and how it differs from the project's references. Raises `PdpError` if it cannot be read.
        """
        return add_structure(self._lab, path, name, self.context)

    def structures(self) -> Listing[Structure]:
        """Lists the structures of the project."""
        return structures(self._lab, project_id=self.id)

    def create_order(
        self,
        name: str,
        designs: Any = None,
        *,
        query: str | None = None,
        plate: int | None = None,
        controls: Mapping[str, int] = MappingProxyType({}),
        layout: str = "rows",
        free_edge: bool = False,
        seed: int | None = None,
    ) -> OrderHandle:
        """
        Stores which design is in which well. `designs` is a design task, a table, or rows with `sequence`. `plate` is 96 or 384;
        without it, the order is a list. `controls` maps `parent`, `best`, `negative` and `blank` to their wells on each plate.
        `layout` is `rows`, `random` or `blocked`.
        """
        round_id = self.round_data.id if self.round_data else None
        if self._is_automatic:
            of_designs = designs.data.context if isinstance(designs, TaskHandle) else {}
            is_own = of_designs.get("project_id") == self.id
            round_id = (of_designs.get("round_id") if is_own else None) or open_round(self._lab, self.id, "DESIGN")
        owner = {"project_id": self.id, "round_id": round_id}
        return create_order(
            self._lab,
            owner,
            name,
            designs,
            query=query,
            plate=plate,
            controls=controls,
            layout=layout,
            free_edge=free_edge,
            seed=seed,
        )

    def orders(self) -> Listing[OrderHandle]:
        """Lists the orders of the project, or of the round."""
        return orders(self._lab, **self._owner())

    def load(
        self,
        source: Any,
        into: str,
        *,
        missing: Iterable[str] = (),
        rename: dict[str, str] | None = None,
        skip: Iterable[str] = (),
        add: Iterable[str] = (),
        types: dict[str, str] | None = None,
        config: dict[str, Any] | None = None,
        description: str | None = None,
        keep: bool = False,
        again: bool = False,
        progress: Progress = True,
        reference: str | Path | None = None,
        first_position: int | None = None,
        positions: Sequence[int] | None = None,
        save_reference_as: str | None = None,
        replicates: bool = False,
        read_as: Mapping[str, str | Iterable[str]] | None = None,
        **options: Any,
    ) -> LoadHandle:
        """
        Loads files, a data frame (polars, pandas) or an Arrow table into a table: all of them, or nothing.

        `source` is a path, a list of paths, a data frame, a query result, or a dictionary of columns. If the table does not exist, it is created with the columns
        proposed by the service; `rename`, `skip`, `add` and `types` change the proposal, and `config` replaces it.
        `missing` is a list of words that mean a missing value. `options` describe how files are written: `delimiter`,
        `decimal`, `header_row`, `last_row`, `arrangement`, `encoding`, `short_rows`, `sheet`, `merged_cells`, `times`,
        `sequences` ("NORMALIZE" converts them to capital letters, and removes surrounding spaces and trailing stops),
        `decimals` ("NEW_COLUMN" stores decimals for an integer column of the table in an additional column), and
        `bad_rows` ("SKIP" skips unreadable rows, which the load counts in `rows_left_out`). `corrections` (dicts with
        `line`, `column`, `value`, `reason`) and `exclusions` (`line`, or `column` and `value`, and `reason`) change what
        is read; the file is not changed. Exclusions are added to those proposed by the service.

        CSV, TSV, NDJSON and Parquet files of more than 100 MB are uploaded in parts, such as `a (1 of 3).csv`. Problems
        refer to these names.

        Cells such as `<LOD`, `12.3 ± 0.4` or `95%` keep their values in the proposed columns. `read_as` selects a
        different proposal for a column by its notations: `{"Activity": "OTHER_TEXT"}` keeps text among numbers in a
        separate column.

        A file with mutations but no sequences gets a sequence column, computed with `reference` (a sequence or a FASTA
        file) or with the project's references. `first_position` is the number of the reference's first residue, if it
        cannot be inferred from the mutations. `positions` are the residue positions for combinations such as FRMN.
        `save_reference_as` stores the reference in the project under a name.

        With `replicates`, columns such as `activity_1` and `activity_2` get the views `TABLE_replicates` and
        `TABLE_means`, as created by `lab.view_replicates(table)`; views from an earlier load are updated. Warns if these
        names are already in use.

        Raises AlreadyLoaded if an identical file is already in the table; `again` loads its rows a second time. Raises
        DataProblems if the data cannot be loaded. In both cases, the load is deleted unless `keep` is true.
        """
        sources = sources_of(source, into)
        missing = list(missing)
        if not sources:
            raise ValueError("Specify at least one file.")
        try:
            before = known_columns(self._lab, into) if config is None or replicates else None
            if config is None:
                config = build_config(
                    self._proposed(
                        sources[0],
                        reference,
                        first_position,
                        save_reference_as,
                        positions,
                        {**options, "missing_values": missing},
                        read_as,
                    ),
                    before,
                    missing=missing,
                    rename=rename,
                    skip=skip,
                    add=add,
                    types=types,
                    options=options,
                )
            for one in sources:
                cast_to_columns(one, config["columns"])
            body = {"context": self._context_to("MEASURE"), "description": description, "tables": {into: config}}
            load = LoadHandle(self._lab, self._lab.raw("POST", "data/load:create", json=body)["id"])
            is_uploaded = False
            try:
                for part in (part for one in sources for part in parts_of(one, config)):
                    self._lab.raw(
                        "POST",
                        "data/load:uploadFile",
                        params={"id": load.id},
                        data={"filepath": part.name, "table_reference": into},
                        files={"file": (part.name, part.content)},
                    )
                is_uploaded = True
                if not again:
                    refuse_repeated(load)
                load.finalize(progress)
            except (DataProblems, AlreadyLoaded):
                if not keep:
                    load.delete()
                raise
            except ValueError:
                # The file cannot be split. The service decides about the load once it reads the files.
                if not is_uploaded:
                    load.delete()
                raise
            if replicates:
                self._view_replicates(into, before)
            return load
        finally:
            for one in sources:
                one.content.close()

    def _view_replicates(self, table: str, before: list[dict[str, Any]] | None) -> None:
        """Creates or updates the views of a table after a load."""
        try:
            self._lab.renew_replicates(table, before or [])
        except ApiError as error:
            warnings.warn(f"The rows are in {table}, but not all replicate views could be created: {error}", stacklevel=3)

    def _proposed(
        self,
        source: Any,
        reference: str | Path | None,
        first_position: int | None,
        save_as: str | None,
        positions: Sequence[int] | None,
        options: dict[str, Any],
        read_as: Mapping[str, str | Iterable[str]] | None = None,
    ) -> dict[str, Any]:
        asked = {"project_id": self.id}
        # The preview proposes the columns of the selected sheet or section.
        if options.get("header_row") is not None:
            asked["header_row"] = str(options["header_row"])
        # Words that the preview does not know only affect the proposed types.
        if 0 < len(words := ",".join(options["missing_values"])) <= 150:
            asked["missing_values"] = words
        if isinstance(options.get("sheet"), str):
            asked["sheet"] = options["sheet"]
        if reference is not None:
            asked["reference"] = read_sequence(reference)
        if positions is not None:
            asked["positions"] = ",".join(str(position) for position in positions)
        config = proposed_config(self._lab, source, read_as, **asked)
        rule = config.get("sequence_from")
        if rule is None:
            if reference is not None or positions is not None:
                raise ValueError(f"{source.name} has no mutations of this reference, or already has sequences.")
            return config
        if first_position is not None:
            rule = {**rule, "numbering": {"first_position": first_position}}
        if save_as is not None:
            rule = {**rule, "save_reference_as": save_as}
        return {**config, "sequence_from": rule}

    @property
    def references(self) -> list[dict[str, Any]]:
        """Reference proteins for the project's variants, with their residue numbering."""
        self.data = read(Project, self._lab.raw("GET", "project:get", params={"id": self.id}))
        return self.data.references or []

    def set_reference(
        self,
        name: str,
        sequence: str | Path,
        *,
        first_position: int | None = None,
        positions: Sequence[int] | None = None,
        description: str | None = None,
    ) -> dict[str, Any]:
        """
        Adds a reference (a sequence or a FASTA file), or replaces the reference with the same name. `first_position` is
        the number of its first residue and defaults to 1; `positions` are the numbers of all residues, for numbering
        with gaps.
        """
        new = {
            "name": name,
            "monomer": read_sequence(sequence),
            "first_position": first_position,
            "positions": list(positions) if positions is not None else None,
            "description": description,
        }
        others = [one for one in self.references if one["name"].lower() != name.lower()]
        body = {"references": [*others, new]}
        answer = self._lab.raw("POST", "project:setReferences", params={"id": self.id}, json=body)
        self.data = read(Project, answer)
        return answer["references"][-1]

    def analyze(
        self,
        table: str | None = None,
        *,
        query: str | None = None,
        reference: str | Path | None = None,
        project_reference: str | None = None,
        sequence_column: str | Mapping[str, str | None] | None = None,
        mutations: str | dict[str, Any] | None = None,
        batch: str | None = None,
        assays: Sequence[str | dict[str, Any]],
        **more: Any,
    ) -> TaskHandle:
        """
        Starts an analysis of measurements: their noise, coverage, outliers and substitution effects. Specify the data as
        for `train`.
        """
        stated = reference_parameter(reference, project_reference)
        data = data_parameters(table, query, stated, assays, sequence_column, mutations)
        self._state_batch(data, table, batch)
        parameters = {**data, **more.pop("parameters", {})}
        return self._start(self.analyze, "analyze.data/v2", parameters, more)

    def train(
        self,
        table: str | None = None,
        *,
        query: str | None = None,
        reference: str | Path | None = None,
        project_reference: str | None = None,
        sequence_column: str | Mapping[str, str | None] | None = None,
        mutations: str | dict[str, Any] | None = None,
        batch: str | None = None,
        assays: Sequence[str | dict[str, Any]] = (),
        features: str | Sequence[str] | None = None,
        homologs: str | Sequence[str] | None = None,
        structure: Structure | str | None = None,
        **more: Any,
    ) -> Training:
        """
        Starts training assay models on a table or on the rows of a query. `reference` is the sequence to compare
        variants with, or a FASTA file, and `project_reference` is the name of a project reference. Sequences come from
        `sequence_column`, or from `mutations` of the reference: a column, or a dictionary with `position`, `wild_type`
        and `mutant`, or with `residues` and `positions`. By default, they are detected from the data. With two chains,
        `sequence_column` is a dictionary such as `{"vh": "heavy", "vl": "light"}`. `batch` is the column with the batch or plate
        of each row, which separates differences between batches from differences between variants. `assays` are
        column names, or dictionaries with `assay_id`, `unit` and `scale_type`. Without `scale_type`, the scale is that of
        the project's latest model of the assay; if there is none, it is chosen from the data. `features` are names of columns with
        sequence scores, such as zero-shot scores. `homologs` are a table or sequences of related proteins.
        `structure` is a structure of the protein, or its id; with a reference and without a table, training uses the structure
        alone, and its sampler can `diversify`.
        """
        stated = reference_parameter(reference, project_reference)
        if structure is not None and table is None and query is None:
            data: dict[str, Any] = {"data": {"kind": "MONOMER"}, "reference": stated}
        else:
            data = data_parameters(table, query, stated, assays, sequence_column, mutations)
            self._state_batch(data, table, batch)
        if features is not None:
            data["dataset"]["features"] = [features] if isinstance(features, str) else list(features)
        parameters = {**data, **more.pop("parameters", {})}
        if structure is not None:
            parameters["structure"] = {"artifact_id": structure.id if isinstance(structure, Structure) else structure}
        if isinstance(homologs, str):
            parameters["homologs"] = {"kind": "TABLE", "table": homologs}
        elif homologs is not None:
            parameters["homologs"] = {"kind": "LIST", "sequences": list(homologs)}
        return Training(self._lab, self._start(self.train, "train/v2", parameters, more).data)

    def diversify(
        self,
        models: Training,
        *,
        n: int = 96,
        template: str | Path | None = None,
        mutations: int = 4,
        protect: Protected = (),
        protect_near: Mapping[str, float] | None = None,
        protect_buried: float | None = None,
        protect_exposed: float | None = None,
        protect_regions: Iterable[str] = (),
        forbid: Iterable[str] = (),
        first_number: int | None = None,
        numbering: str | None = None,
        allow_start_mutation: bool = False,
        every_position: bool = False,
        allow_indels: bool = False,
        mutation_frequency: float | None = None,
        **more: Any,
    ) -> Designs:
        """
        Starts designing plausible, diverse variants. The first residue is kept unless allowed to change. `protect` lists
        positions, or ranges of positions, in the numbering of the training task's reference, or of the project reference with
        the same sequence. `first_number` specifies a different number for the template's first residue, and `numbering`
        the name of a different project reference. Positions that few measured variants change are also kept unless
        `every_position` is true. With two chains, `protect` is `{"vh": [31, range(50, 66)], "vl": [91]}`, counted from 1 in
        each. `protect_near` keeps positions near parts of the structure that the models were trained
        with, such as `{"ligand": 8}` or `{"B": 6}` for a chain, in Å. `protect_buried` keeps positions with less than this
        share of their surface open to water, such as 0.2, and `protect_exposed` those with at least this share.
        `protect_regions` keeps regions of an antibody, such as `["FR"]` or `["CDR-H3:kabat"]`, and `forbid` lists kinds of
        liabilities that designs must not have, such as `["deamidation", "isomerization"]`. With
        `allow_indels`, designs may contain insertions and deletions found in measured variants. At most the share
        `mutation_frequency` of the designs, above 0 to 1, has the same mutation. Defaults to 0.5, if there are enough
        others.
        """
        template = read_sequence(template or models.reference)
        sampler = models.models["sampler"]
        unknown = [] if every_position else models.hardly_varied(template)
        numbers = self._numbers(models, template, first_number, numbering)
        places = structure_places(protect_near, protect_buried, protect_exposed, protect_regions)
        parameters = {
            "generator": generator(
                template, sampler, mutations, protect, numbers, allow_start_mutation, unknown, allow_indels, places, forbid
            ),
            "ranker": {
                "type": "LIKELIHOOD_BASED",
                "sampler_config": {
                    "kind": f"{kind(template)}_SAMPLER",
                    "sampler": sampler,
                    "reference_assembly": assembly(template),
                },
                **frequency(mutation_frequency),
            },
            "num_assemblies": n,
            **more.pop("parameters", {}),
        }
        return Designs(self._lab, self._start(self.diversify, "diversify/v2", parameters, more).data)

    def engineer(
        self,
        models: Training,
        *,
        maximize: str | Sequence[str] | None = None,
        minimize: str | Sequence[str] | None = None,
        target: dict[str, float] | None = None,
        weights: dict[str, float] | None = None,
        beat: Level | None = None,
        at_least: dict[str, float] | None = None,
        at_most: dict[str, float] | None = None,
        exploration: float | None = None,
        n: int = 96,
        template: str | Path | None = None,
        mutations: int = 4,
        protect: Protected = (),
        protect_near: Mapping[str, float] | None = None,
        protect_buried: float | None = None,
        protect_exposed: float | None = None,
        protect_regions: Iterable[str] = (),
        forbid: Iterable[str] = (),
        first_number: int | None = None,
        numbering: str | None = None,
        allow_start_mutation: bool = False,
        every_position: bool = False,
        allow_indels: bool = False,
        mutation_frequency: float | None = None,
        library: str | Mapping[str, Any] | None = None,
        **more: Any,
    ) -> Designs:
        """
        Starts designing variants with improved values for one or more assays. `maximize` and `minimize` name assays, and
        `target` maps an assay to the value to reach. The first of these is the primary objective; `weights` sets the
        weights of objectives, 1 by default. `beat` is the value that the primary objective must exceed, which defaults
        to the prediction for the template. `at_least` and `at_most` are limits for predicted values by assay. `protect`,
        `first_number`, `numbering`, `every_position`, `allow_indels` and `mutation_frequency` have the same meaning as in
        `diversify`.
        `exploration` is the fraction of designs chosen for learning. Defaults to 0.25. `library` also chooses a degenerate
        library: a codon such as "NNK", "NDT", "22C" or "ANY", or a mapping with `codons`, `positions` (zero-based),
        `max_positions`, `max_size` and `costs` (`well`, `library`, `gene`). See `Designs.library`.
        """
        template = read_sequence(template or models.reference)
        sampler, scorer = models.models["sampler"], models.models["scorer"]
        if scorer is None:
            raise ValueError("The training task produced no assay model. Design variants with diversify, measure them, and train again.")
        unknown = [] if every_position else models.hardly_varied(template)
        numbers = self._numbers(models, template, first_number, numbering)
        places = structure_places(protect_near, protect_buried, protect_exposed, protect_regions)
        parameters = {
            "generator": generator(
                template, sampler, mutations, protect, numbers, allow_start_mutation, unknown, allow_indels, places, forbid
            ),
            **engineer_parameters(
                template, scorer, maximize, minimize, target, weights, beat, at_least, at_most, exploration, mutation_frequency
            ),
            "num_assemblies": n,
            **({} if library is None else {"library": {"codons": library} if isinstance(library, str) else dict(library)}),
            **more.pop("parameters", {}),
        }
        return Designs(self._lab, self._start(self.engineer, "engineer/v2", parameters, more).data)

    def _numbers(
        self, models: Training, template: str, first_number: int | None, numbering: str | None
    ) -> Sequence[int]:
        return residue_numbers(
            len(template), first_number, numbering, lambda: models.numbers(template), lambda: self.references
        )

    def predict(
        self,
        models: Training,
        table: str | None = None,
        *,
        query: str | None = None,
        sequences: Sequence[str] | Path | None = None,
        template: str | Path | None = None,
        **more: Any,
    ) -> Predictions:
        """
        Starts predicting assay values for the sequences of a table, query or list (or one sequence, or a FASTA file with one),
        or for all single substitutions of `template` (a sequence or a FASTA file), which defaults to the training task's reference.
        """
        scorer = models.models["scorer"]
        if scorer is None:
            raise ValueError("The training task produced no assay model. Measure variants and train again.")
        if sum(one is not None for one in (table, query, sequences, template)) > 1:
            raise ValueError("Specify only one of a table, a query, sequences and a template.")
        parameters: dict[str, Any] = {"scorer": scorer}
        chains = kind(sequence_of(models.data.parameters.get("reference")) or "")
        if table is not None:
            parameters["assemblies"] = {"kind": chains, "source": {"kind": "TABLE", "table": table}}
        elif query is not None:
            parameters["assemblies"] = {"kind": chains, "source": {"kind": "QUERY", "query": query}}
        elif sequences is not None:
            if isinstance(sequences, (str, Path)):
                sequences = [read_sequence(sequences)]
            rows = [assembly(one) if chains == "VHVL" else {"sequence": one} for one in sequences]
            parameters["assemblies"] = {"kind": chains, "source": {"kind": "LITERAL", "rows": rows}}
        else:
            parameters["template"] = assembly(read_sequence(template or models.reference))
        parameters.update(more.pop("parameters", {}))
        return Predictions(self._lab, self._start(self.predict, "predict/v1", parameters, more).data)

    def _state_batch(self, data: dict[str, Any], table: str | None, batch: str | None) -> None:
        """Reads the batches of a table from a column."""
        if batch is None:
            return
        if table is None:
            raise ValueError("batch requires a table. In a query, select the column AS batch_id.")
        if batch.lower() != "batch_id":
            del data["dataset"]["table"]
            has_loads = self._lab.table(table).kind == "TABLE"
            data["dataset"].update(kind="QUERY", query=batch_query(table, batch, has_loads))

    def _start(
        self, method: Callable[..., TaskHandle], kind: str, parameters: dict[str, Any], more: dict[str, Any]
    ) -> TaskHandle:
        """Starts a task; errors name the arguments of the called method."""
        arguments = {*inspect.signature(method).parameters, *inspect.signature(self.start).parameters}
        with named_by(arguments - {"self", "kind", "parameters", "more"}):
            return self.start(kind, parameters, **more)

    def start(
        self,
        kind: str,
        parameters: dict[str, Any],
        *,
        name: str | None = None,
        description: str | None = None,
        idempotency_key: str | None = None,
        seed: int | None = None,
    ) -> TaskHandle:
        """Starts a task with parameters in the form used by the API. Training and design tasks have additional methods."""
        designs = kind.startswith(("diversify/", "engineer/", "select/"))
        body = {
            "context": self._context_to("DESIGN" if designs else "LEARN"),
            "display_name": name,
            "description": description,
            "idempotency_key": idempotency_key,
            "parameters": {**parameters, **({"seed": seed} if seed is not None else {})},
        }
        return task_handle(self._lab, read_task(self._lab.raw("POST", f"task/{kind}:create", json=body)))


def reference_parameter(reference: str | Path | None, project_reference: str | None) -> dict[str, Any]:
    if (reference is None) == (project_reference is None):
        raise ValueError("Specify the protein to compare variants with: reference or project_reference.")
    return {"project_reference": project_reference} if reference is None else assembly(read_sequence(reference))


def data_parameters(
    table: str | None,
    query: str | None,
    reference: dict[str, Any],
    assays: Sequence[str | dict[str, Any]],
    sequence_column: str | Mapping[str, str | None] | None = None,
    mutations: str | dict[str, Any] | None = None,
) -> dict[str, Any]:
    if (table is None) == (query is None):
        raise ValueError("Specify the measurements: a table or a query.")
    dataset: dict[str, Any] = {"kind": "QUERY", "query": query} if table is None else {"kind": "TABLE", "table": table}
    if sequence_column is not None:
        dataset["sequence_column"] = sequence_column
    if mutations is not None:
        dataset["mutations"] = mutations
    stated = [{"assay_id": assay} if isinstance(assay, str) else assay for assay in assays]
    return {"dataset": dataset, "reference": reference, "assays": stated}
