"""Refusals of schema-valid requests that do not count as failures, each with its reason.

A schema describes one value at a time. The platform also refuses requests that violate rules between values, or
between a value and stored data. Only the refusals listed here are allowed, by status and message; any other refusal is
a failure.
"""

import re

import schemathesis

SCHEMA_VALID_REQUEST_REJECTED = "ST202"

EXPLAINED = {
    422: {
        r"^This cursor does not belong to this list": "a cursor is opaque: only one of the same list is valid",
        r"^Specify either project_id or round_id, not both": "parameters that exclude each other",
        r"^There are two columns named": "names of columns are unique ignoring case",
        r"^An ARRAY requires `item_type`|^A STRUCT requires `columns`": "fields that a type of column needs",
        r"^Only a STRING column or an ARRAY of STRING can contain sequences": "a kind of sequences needs texts",
        r"^Columns can be nested at most": "depth of nesting",
        r"^Only a (VIEW|TABLE) can have |^A (VIEW|TABLE) (needs|requires) ": "fields that a kind of table needs",
        r" is a (VIEW|TABLE), and its kind cannot be changed": "the kind of a table cannot change",
        r"^This reference is reserved": "reserved words in any case",
        r"is (given|listed) twice|appears twice": "references are unique ignoring case",
        r"^Each assay may be listed only once": "ids of assays are unique",
        r"residues but the (?:first )?template has \d+": "sequences of one task are equally long",
        r"^The column .* (is|cannot) |^The new column ": "columns of a table are kept as they are",
        r"^The columns of a VIEW follow": "fields that a kind of table has not",
        r"^Differs from table_ref|^This name differs from `table`": "a name that is given twice",
        r"^There is no chain with this name|^The range ends at|^A range must be \[start": "ranges of a template",
        r"^min_mutations, |^Designs with at least|^The motif has": "what the template's length allows",
        r"^The rows have no columns": "rows of a request have at least one column",
        r"^Row \d+(,| has) ": "columns of a request's rows: one type each, and unique names",
        r"^\"from\" is a later version|did not exist yet at the version": "the order of versions",
        r"^The table has no column|: key columns must have scalar types|is listed twice$": "columns of a key",
        r"^This rule applies only to tables with a key|^A VIEW cannot have a key": "fields that a table without a key has not",
        r"^Only files of the format |^Only CSV, TSV and XLSX files ": "options of files that a format of files has not",
        r"^A motif must have 1 to 100 characters": "closed groups of an expression",
        r"^Input should be \{kind: MONOMER": "two forms of a training run's data; one is sent",
        r"^The position \d+ exceeds": "positions within the template",
        r"^The primary objective must be one of": "an objective names an assay of the same request",
        r"^The assay .* already has an objective": "objectives name different assays",
        r"^Secondary objectives require a primary objective": "secondary objectives need a primary one",
        r"^Field required in the query or the body": "a name that may be in the address or in the body",
        r"^In a sequential combination": "the order of generators",
        r"^A table reference should": "a name that may be in the address or in the body",
        r"^This artifact is available only as": "the formats of an artifact depend on its type",
        r" is not archived\.$": "the specification asks for 422 here, although the state is the reason",
        r"^Input should be a URL of the documentation portal": "the portal is a setting of the deployment",
        r"^The file is not a PNG": "the content of a binary file",
        r"^The identity provider does not accept this": "what an entry may be depends on its type",
        r"^Must not exceed max_assemblies_to_select": "a minimum below the maximum",
        r"^The sequence has \d+ residues, but \d+ positions were given|^Positions must be ascending": "a number for each residue",
        r"^The reference has |^The project reference defines ": "a text in FASTA format, and numbers that belong to it",
        r"^There are no measurements without a dataset|^Specify at least one assay": "assays belong to a dataset",
        r"^The table has no column with this name|^The file already has a column|^The columns .* are created by the load": "columns of a rule",
        r"^An exclusion |^\"last_line\" must not be before": "a line, or a column and a value",
        r"^A column for the part | contradict each other: choose one$| does not apply to a column of the type ": "how the cells of a type are written",
        r"^No other column in the file is named after": "columns of a matrix",
        r"^The project .* has no reference|^References belong to projects": "what a project has",
    },
    400: {
        r"\(line \d+, column \d+\)|^Line \d+": "text that is no SQL, or names what is not there",
        r"^The body is not a complete multipart form": "control characters in the name of a form's field",
    },
}


@schemathesis.hook
def filter_failure(context, failure, case, response) -> bool:
    """Keeps all failures except explained refusals."""
    if failure.code != SCHEMA_VALID_REQUEST_REJECTED:
        return True
    return not is_explained(response.status_code, sentences(response))


def is_explained(status: int, texts: list[str]) -> bool:
    """Returns whether each message in a response has a listed reason."""
    patterns = EXPLAINED.get(status, {})
    return bool(texts) and all(any(re.search(each, text) for each in patterns) for text in texts)


def sentences(response) -> list[str]:
    detail = response.json()["detail"]
    return [detail] if isinstance(detail, str) else [problem["msg"] for problem in detail]
