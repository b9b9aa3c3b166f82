import { DataProblem } from "@pdp/basics/errors";
import { CHAIN_BREAK, isProtein } from "@pdp/basics/proteins";
import { leavesOf } from "@pdp/science/designs";
import { candidateTree } from "#shared/domain/tasks/candidateTree.ts";
import type { SequenceSources } from "#shared/domain/tasks/dataSources.ts";
import type { CandidateGenerator } from "#shared/domain/tasks/ensembleParameters.ts";
import { layoutOfKind } from "#shared/domain/tasks/kindRules.ts";
import { inputOfPath } from "#shared/domain/tasks/sourcePaths.ts";
import { readPinnedData, type Snapshots } from "./pinData.ts";
import { readSequences } from "./sources/readSequences.ts";
import type { TaskRun } from "./taskRun.ts";

/** Maximum number of sequences per source; enough for the library of a screen. */
const MAX_ASSEMBLIES = 200_000;

/** Sequences for generators that read them from a source, by generator path. */
export type ReadAssemblies = Record<string, string[]>;

/** Data that a design task reads before its search. */
export interface DesignData {
  controls: string[];
  read: ReadAssemblies;
}

/** Reads the sequences of all sources of a generator. */
export async function readGenerator(
  run: TaskRun,
  generator: CandidateGenerator,
  version: string,
  snapshots: Snapshots,
): Promise<ReadAssemblies> {
  const read: ReadAssemblies = {};
  for (const { loc, source } of leavesOf(candidateTree(generator))) {
    if (source === null) continue;
    const input = inputOfPath(["generator", ...loc, "source", "source"].join("."));
    read[loc.join(".")] = await readAssemblies(run, { input, ...source }, version, snapshots);
  }
  return read;
}

export interface AssemblySource {
  input: string;
  /** MONOMER or VHVL. */
  kind: string;
  source: SequenceSources;
}

/** Reads distinct protein sequences. Throws a `DataProblem` if there are none, more than `maximum`, or invalid ones. */
export async function readAssemblies(
  run: TaskRun,
  { input, source, kind }: AssemblySource,
  version: string,
  snapshots: Snapshots,
  maximum = MAX_ASSEMBLIES,
): Promise<string[]> {
  const layout = layoutOfKind(kind);
  const sequences = [...new Set(await readSequences(run, { input, source }, version, snapshots, layout))];
  if (sequences.length === 0) throw new DataProblem("The sequence source has no rows with a `sequence`.");
  if (sequences.length > maximum) {
    throw new DataProblem(
      `The source has ${sequences.length} sequences, but a task can read at most ${maximum}. Select fewer with a QUERY.`,
    );
  }
  const chains = sequences.map((sequence) => (layout.length > 1 ? sequence.split(CHAIN_BREAK) : [sequence]));
  const foreign = chains.flat().find((chain) => chain !== "" && !isProtein(chain));
  if (foreign === undefined) return sequences;
  throw new DataProblem(
    `"${foreign.slice(0, 60)}" is not a protein sequence: it contains letters other than those of the 20 amino acids.`,
  );
}

/** Returns the sequences that were read; earlier releases only stored the controls. */
export async function readDesignData(run: TaskRun): Promise<DesignData> {
  const pinned = await readPinnedData<DesignData | string[]>(run);
  return Array.isArray(pinned) ? { controls: pinned, read: {} } : pinned;
}
