import { Numbering } from "@pdp/basics/proteins";
import { type Structure as ReadStructure, readStructure } from "@pdp/formats/proteins";
import type { Structure } from "#client/structures.ts";
import type { Task } from "#client/taskHandle.ts";
import type { Workspace } from "#client/workspace.ts";
import { type LocatedResidue, locateResidues } from "./locateResidues.ts";
import { readSubstitutions, substitutionsTable, trainingWith } from "./readSubstitutions.ts";
import { type ScoredSubstitution, scoredReference } from "./scoreMap.ts";

/** Latest training with a structure, and its scores. */
export interface StructureScores {
  training: Task;
  table: string;
  rows: ScoredSubstitution[];
}

/** What a picture of a structure shows. */
export interface StructurePicture {
  structure: ReadStructure;
  residues: LocatedResidue[];
  /** Reference by which positions are counted, with its numbers; null if no chain matches one. */
  reference: { sequence: string; numbers: readonly number[] } | null;
  scores: StructureScores | null;
}

/** Reads the file of a structure, and the scores of the latest training run with it. */
export async function readPicture(workspace: Workspace, structure: Structure): Promise<StructurePicture> {
  const [text, scores] = await Promise.all([
    workspace.structures.file(structure.id),
    readScores(workspace, structure.id),
  ]);
  const reference = scores ? scoredReference(scores.rows) : await projectReference(workspace, structure);
  const read = await readStructure([new TextEncoder().encode(text)]);
  return { structure: read, residues: locateResidues(read, reference?.sequence ?? null), reference, scores };
}

async function readScores(workspace: Workspace, structure: string): Promise<StructureScores | null> {
  const training = await trainingWith(workspace, structure);
  const table = training && substitutionsTable(training);
  return training && table ? { training, table, rows: await readSubstitutions(workspace, table) } : null;
}

/** Returns the first reference of the structure's project that it matches. */
async function projectReference(
  workspace: Workspace,
  { context, data }: Structure,
): Promise<StructurePicture["reference"]> {
  if (context.kind === "WORKSPACE") return null;
  const { references = [] } = await workspace.project(String(context.project_id));
  const namedReference = references.find(({ name }) =>
    data.references?.some(({ reference }) => reference === name),
  );
  if (!namedReference) return null;
  const numbering = new Numbering(namedReference);
  const numbers = Array.from(namedReference.monomer, (_, index) => numbering.positionAt(index));
  return { sequence: namedReference.monomer, numbers };
}
