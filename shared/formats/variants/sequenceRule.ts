import { type Column, foldName, isNumber } from "@pdp/basics/columns";
import { invalidField } from "@pdp/basics/errors";
import { brokenNumbering, findReference, type ProjectReference, readReference } from "@pdp/basics/proteins";
import { headerText, isResidue } from "./matrixHeader.ts";
import {
  type MutationColumns,
  SEQUENCE_COLUMN,
  type SequenceFrom,
  type SequenceFromInput,
} from "./sequenceFrom.ts";

type Loc = (string | number)[];

/** Name of the column that contains the mutation of each value of a matrix. */
export const MUTANT_COLUMN = "mutant";

/** Checks the rule of a load's table against the columns of its files. The project's reference is read later. */
export function sequenceRule(input: SequenceFromInput, columns: readonly Column[], loc: Loc): SequenceFrom {
  const rule: SequenceFrom = {
    mutations: input.mutations,
    reference: statedReference(input.reference, columns, [...loc, "reference"]),
    numbering: statedNumbering(input.numbering),
    column: input.column ?? SEQUENCE_COLUMN,
  };
  requireMutationColumns(rule.mutations, columns, [...loc, "mutations"]);
  requireNumbering(rule, [...loc, "numbering"]);
  requireFreeNames(rule, columns, loc);
  return rule;
}

function statedReference(
  { monomer, fasta, project_reference: name, column }: SequenceFromInput["reference"],
  columns: readonly Column[],
  loc: Loc,
): SequenceFrom["reference"] {
  const stated = Object.entries({ monomer, fasta, project_reference: name, column }).filter(
    ([, value]) => value != null,
  );
  if (stated.length !== 1) {
    throw invalidField(loc, "Specify exactly one of monomer, fasta, project_reference and column");
  }
  if (name != null) return { project_reference: name };
  if (column != null) return { column: requireText(column, columns, [...loc, "column"]) };
  const [field, given] = monomer == null ? ["fasta", fasta] : ["monomer", monomer];
  return { monomer: readReference(given ?? "", [...loc, field as string]) };
}

function statedNumbering(numbering: SequenceFromInput["numbering"]): SequenceFrom["numbering"] {
  return {
    ...(numbering?.first_position != null && { first_position: numbering.first_position }),
    ...(numbering?.positions != null && { positions: numbering.positions }),
  };
}

/** Raises a 422 for numbers that do not match the reference, as far as it is known. */
export function requireNumbering({ reference, numbering }: SequenceFrom, loc: Loc): void {
  const [broken] = brokenNumbering(numbering, reference.monomer?.length ?? null);
  if (broken) throw invalidField([...loc, ...broken.path], broken.message);
}

/**
 * Returns a rule with the sequence and the residue numbers of the project reference that it names. Raises a 422 for numbers
 * that do not match.
 */
export function withProjectReference(
  rule: SequenceFrom,
  projectReference: ProjectReference,
  loc: Loc,
): SequenceFrom {
  const { name, monomer, first_position: first, positions } = projectReference;
  const isNumbered = Object.keys(rule.numbering).length > 0;
  const ownNumbering = positions === null ? { first_position: first ?? 1 } : { positions };
  const numbering = isNumbered ? rule.numbering : ownNumbering;
  const resolved = { ...rule, reference: { project_reference: name, monomer }, numbering };
  requireNumbering(resolved, [...loc, "numbering"]);
  return resolved;
}

/**
 * Returns the rule of a table with its project reference, if known; undefined if the table has no rule, or if only the service
 * can apply it.
 */
export function knownRule(
  rule: SequenceFrom | undefined,
  references: readonly ProjectReference[],
): SequenceFrom | undefined {
  const name = rule?.reference.project_reference;
  if (rule === undefined || name === undefined) return rule;
  const reference = findReference(references, name);
  return reference && withProjectReference(rule, reference, ["sequence_from"]);
}

function requireMutationColumns(mutations: MutationColumns, columns: readonly Column[], loc: Loc): void {
  if (typeof mutations === "string") requireText(mutations, columns, loc);
  else if ("matrix" in mutations) {
    requireColumn(mutations.matrix, columns, [...loc, "matrix"]);
    if (matrixColumns(mutations.matrix, columns).length === 0) {
      const message =
        "No other column in the file is named after a residue (A or Ala) or a position (23 or A23)";
      throw invalidField([...loc, "matrix"], message, mutations.matrix);
    }
  } else if ("residues" in mutations) requireText(mutations.residues, columns, [...loc, "residues"]);
  else {
    requireColumn(mutations.position, columns, [...loc, "position"]);
    if (mutations.wild_type !== null) requireText(mutations.wild_type, columns, [...loc, "wild_type"]);
    requireText(mutations.mutant, columns, [...loc, "mutant"]);
  }
}

function requireColumn(name: string, columns: readonly Column[], loc: Loc): Column {
  const column = columns.find((column) => foldName(column) === name.toLowerCase());
  if (column) return column;
  const known = columns.map((column) => column.name).join(", ");
  throw invalidField(
    loc,
    `The table has no column with this name; its columns: ${known}`.slice(0, 500),
    name,
  );
}

function requireText(name: string, columns: readonly Column[], loc: Loc): string {
  const { type, name: exact } = requireColumn(name, columns, loc);
  if (type === "STRING") return exact;
  throw invalidField(loc, `The column "${exact}" has the type ${type}, but must be STRING`, name);
}

function requireFreeNames(rule: SequenceFrom, columns: readonly Column[], loc: Loc): void {
  const names = new Set(keptColumns(rule, columns).map(foldName));
  const { mutations, column } = rule;
  if (names.has(column.toLowerCase())) {
    const message = `The file already has a column "${column}": choose another name for the sequence column`;
    throw invalidField([...loc, "column"], message, column);
  }
  if (typeof mutations === "string" || !("matrix" in mutations)) return;
  const createdNames = [MUTANT_COLUMN, column.toLowerCase(), ...names];
  if (!createdNames.includes(mutations.value.toLowerCase()) && !names.has(MUTANT_COLUMN)) return;
  const message = `The columns "${MUTANT_COLUMN}" and "${mutations.value}" are created by the load: rename the columns in the file`;
  throw invalidField([...loc, "mutations", "value"], message, mutations.value);
}

/**
 * Returns the columns of a matrix: those with residues as their names in the file or, failing that, those with positions as
 * their names.
 */
export function matrixColumns(matrix: string, columns: readonly Column[]): Column[] {
  const others = columns.filter(
    (column) => foldName(column) !== matrix.toLowerCase() && isNumber(column.type),
  );
  const residues = others.filter((column) => isResidue(headerText(column)));
  return residues.length > 1 ? residues : others.filter((column) => SITE.test(headerText(column)));
}

/** Cells of a matrix for the reference residue itself, which have no values. */
export const WILD_TYPE_CELLS: readonly string[] = ["WT", "wt", "Wt", "=", "-", "–", "."];

/** Returns the columns as they are read: matrix cells for the reference residue itself are missing values. */
export function withWildTypeCells(
  columns: readonly Column[],
  rule: SequenceFrom | null | undefined,
): Column[] {
  const mutations = rule?.mutations;
  if (mutations === undefined || typeof mutations === "string" || !("matrix" in mutations))
    return [...columns];
  const matrix = new Set(matrixColumns(mutations.matrix, columns));
  return columns.map((column) => {
    if (!matrix.has(column)) return column;
    return {
      ...column,
      missing_values: [...new Set([...(column.missing_values ?? []), ...WILD_TYPE_CELLS])],
    };
  });
}

const SITE = /^(?:[A-Za-z]{1,3})?-?\d{1,6}$/;

/** Returns the file's columns that the table keeps: all except those of a matrix. */
function keptColumns({ mutations }: SequenceFrom, columns: readonly Column[]): Column[] {
  if (typeof mutations === "string" || !("matrix" in mutations)) return [...columns];
  const melted = new Set([...matrixColumns(mutations.matrix, columns)]);
  return columns.filter((column) => !melted.has(column));
}

/** Returns the columns that a load adds to its table: those of the files, and those computed by its rule. */
export function storedColumns(columns: readonly Column[], rule: SequenceFrom | null | undefined): Column[] {
  if (!rule) return [...columns];
  const plain = { nullable: true, metadata: { description: null, deprecated: false } };
  const sequence: Column = {
    ...plain,
    name: rule.column,
    type: "STRING",
    metadata: { ...plain.metadata, kind: "AMINO_ACIDS" },
  };
  const kept = keptColumns(rule, columns);
  if (typeof rule.mutations === "string" || !("matrix" in rule.mutations)) return [...kept, sequence];
  const mutant: Column = { ...plain, name: MUTANT_COLUMN, type: "STRING" };
  return [...kept, mutant, { ...plain, name: rule.mutations.value, type: "FLOAT64" }, sequence];
}
