import { type Column, sequenceKindOf } from "@pdp/basics/columns";
import { invalidField } from "@pdp/basics/errors";
import { type ChainLayout, chainLengths, haveSameChains, ONE_CHAIN } from "@pdp/basics/proteins";
import { NO_FACTOR } from "@pdp/science/designs";
import type { Artifact } from "#shared/domain/tasks/artifact.ts";
import type { Constraint } from "#shared/domain/tasks/designParameters.ts";
import type { SequenceChoice } from "#shared/domain/tasks/sequenceChoice.ts";
import type { AssayUse, GoalUse, Loc } from "./datasetUses.ts";
import { scoreProblem } from "./scoreColumns.ts";

/** Checks, when a task is created, what is known about its tables and models without reading them. */

const NUMBERS: readonly Column["type"][] = ["BOOL", "INT64", "FLOAT64"];

/** Returns whether a column can contain scores or vectors. */
function hasNumbers({ type, item_type }: Column): boolean {
  return (
    NUMBERS.includes(type) ||
    (type === "ARRAY" && item_type !== undefined && NUMBERS.includes(item_type.type))
  );
}

/**
 * Throws a 422 unless a table can contain sequences or mutations, and has the long form or a numeric column for each assay.
 */
export function requireColumns(
  { reference, columns }: { reference: string; columns: readonly Column[] },
  loc: Loc,
  assays: readonly AssayUse[],
  choice: SequenceChoice = {},
  layout: ChainLayout = ONE_CHAIN,
): void {
  const byName = new Map(columns.map((column) => [column.name.toLowerCase(), column]));
  const columnNames = columns.map(({ name }) => `"${name}"`).join(", ");
  requireSequences({ reference, columns }, byName, loc, choice, layout);
  const assayIds = assays.map(({ assayId }) => assayId);
  for (const name of choice.features ?? []) {
    const problem = scoreProblem(name, assayIds, choice.sequence_column);
    if (problem !== null) throw invalidField([...loc.slice(0, -1), "features"], problem, name);
    const column = byName.get(name.toLowerCase());
    if (column !== undefined && hasNumbers(column)) continue;
    const message = column
      ? `The column "${column.name}" of the table "${reference}" has the type ${column.type}: a score must be numeric, and a vector must be an ARRAY of numbers`
      : `The table "${reference}" has no column "${name}"; its columns: ${columnNames}`;
    throw invalidField([...loc.slice(0, -1), "features"], message, name);
  }
  if (byName.has("assay_id") && byName.has("assay_value")) return;
  for (const { loc: at, assayId } of assays) {
    const column = byName.get(assayId.toLowerCase());
    if (column === undefined) {
      const message = `The table "${reference}" has no column "${assayId}" for this assay; its columns: ${columnNames}`;
      throw invalidField(at, message, assayId);
    }
    if (!NUMBERS.includes(column.type)) {
      const message = `The column "${column.name}" of the table "${reference}" has the type ${column.type}, but an assay must be numeric`;
      throw invalidField(at, message, assayId);
    }
  }
}

function requireSequences(
  { reference, columns }: { reference: string; columns: readonly Column[] },
  byName: ReadonlyMap<string, Column>,
  loc: Loc,
  choice: SequenceChoice,
  layout: ChainLayout,
): void {
  const columnNames = columns.map(({ name }) => `"${name}"`).join(", ");
  const chosen = chosenColumns(choice);
  const missing = chosen.find(([, name]) => !byName.has(name.toLowerCase()));
  if (missing) {
    const [field, name] = missing;
    const message = `The table "${reference}" has no column "${name}"; its columns: ${columnNames}`;
    throw invalidField([...loc.slice(0, -1), field], message, name);
  }
  if (chosen.length > 0) return;
  if (layout.some((name) => byName.has(name === "monomer" ? "sequence" : name))) return;
  // The rows tell which columns have heavy and light chains.
  if (layout.length > 1 && columns.some(({ type }) => type === "STRING")) return;
  const proteins = proteinColumns(columns);
  // A column without a kind may still contain sequences or mutations; only its rows can tell.
  if (proteins.length === 1 || (proteins.length === 0 && columns.some(({ type }) => type === "STRING")))
    return;
  const expected = layout.length > 1 ? 'columns "vh" and "vl"' : 'column "sequence"';
  const message = `The table "${reference}" has no ${expected}; its columns: ${columnNames}${chainAdvice(columns)}`;
  throw invalidField(loc, message, reference);
}

/** Returns the columns selected by a source, each with the field that names it. */
function chosenColumns({ sequence_column: sequence, mutations }: SequenceChoice): [string, string][] {
  if (typeof sequence === "string") return [["sequence_column", sequence]];
  if (sequence != null)
    return [sequence.vh, sequence.vl].flatMap((name): [string, string][] =>
      name == null ? [] : [["sequence_column", name]],
    );
  if (mutations == null) return [];
  if (typeof mutations === "string") return [["mutations", mutations]];
  const names =
    "residues" in mutations
      ? [mutations.residues]
      : [mutations.position, mutations.mutant, ...(mutations.wild_type ? [mutations.wild_type] : [])];
  return names.map((name) => ["mutations", name]);
}

function proteinColumns(columns: readonly Column[]): Column[] {
  return columns.filter((column) => column.type === "STRING" && sequenceKindOf(column) === "AMINO_ACIDS");
}

/** Explains, as the end of a sentence, how to choose the sequence of one of several chains; empty for other tables. */
function chainAdvice(columns: readonly Column[]): string {
  const [chain, ...others] = proteinColumns(columns);
  if (chain === undefined || others.length === 0) return "";
  return `. For one chain, choose it with "sequence_column": "${chain.name}" in the data set; for a heavy and a light chain, state a reference with vh and vl`;
}

/** Throws a 422 if a model's artifact shows that the model is not for proteins like the template; an empty one means any. */
export function requireModelChains({ id, data }: Artifact, loc: Loc, template: string): void {
  const { reference } = data;
  if (typeof reference !== "string" || template === "" || haveSameChains(reference, template)) return;
  const message = `The artifact ${id} was trained for a protein of ${chainLengths(reference)} residues but the template has ${chainLengths(template)}: they must have the same length`;
  throw invalidField(loc, message, id);
}

/** Throws a 422 unless a scorer knows the assays of the goals and their margins are suitable, as far as its artifact tells. */
export function requireGoals({ data }: Artifact, goals: readonly GoalUse[]): void {
  if (!Array.isArray(data.assays)) return;
  const known = new Map((data.assays as KnownAssay[]).map((assay) => [assay.assay_id, assay]));
  for (const { loc, measure, level, field } of goals) {
    const assay = known.get(measure.assay_id);
    if (assay === undefined) {
      const names = [...known.keys()].map((id) => `"${id}"`).join(", ");
      const message = `The scorer has no assay "${measure.assay_id}"; it was trained for ${names}`;
      throw invalidField([...loc, "measure", "assay_id"], message, measure.assay_id);
    }
    if (assay.scale_type === "MULTIPLICATIVE" && marginOf(level) <= 0)
      throw invalidField([...loc, field, "margin"], NO_FACTOR, marginOf(level));
  }
}

interface KnownAssay {
  assay_id: string;
  /** Missing in older artifacts. */
  scale_type?: string;
}

function marginOf(level: Constraint["threshold"]): number {
  return typeof level === "number" ? 1 : (level.margin ?? 1);
}

/** Throws 422 for a structure whose file has not been read. */
export function requireReady({ id, data, archived_at: archivedAt }: Artifact, loc: Loc): void {
  if (archivedAt !== undefined)
    throw invalidField(loc, `The structure ${id} is archived. Unarchive it first.`, id);
  if (data.state === "READY") return;
  const reason = typeof data.problem === "string" ? data.problem : "Upload its file first.";
  throw invalidField(loc, `The structure has no file that can be read. ${reason}`, id);
}
