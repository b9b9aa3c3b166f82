import { type ChainLayout, ONE_CHAIN } from "@pdp/basics/proteins";
import type { ArtifactType } from "#shared/domain/tasks/artifact.ts";
import type { ObjectiveMeasure } from "#shared/domain/tasks/assay.ts";
import type {
  Dataset,
  Datasets,
  SequenceSource,
  SequenceSources,
  SnapshotSource,
  TaskResultSource,
} from "#shared/domain/tasks/dataSources.ts";
import type { Constraint } from "#shared/domain/tasks/designParameters.ts";
import type { Generator } from "#shared/domain/tasks/generatorParameters.ts";
import type { SequenceChoice } from "#shared/domain/tasks/sequenceChoice.ts";

export type Loc = (string | number)[];

/** Assay for which a data set must contain values. */
export interface AssayUse {
  loc: Loc;
  assayId: string;
}

/** Goal that a scorer must be able to judge; `field` is the name of its level. */
export interface GoalUse {
  loc: Loc;
  measure: ObjectiveMeasure;
  field: "reference" | "threshold";
  level: Constraint["threshold"];
}

export interface ArtifactUse {
  loc: Loc;
  id: string;
  type: ArtifactType;
  /** Sequence that it is used for; empty if it is only known from the data. */
  template: string;
  goals: GoalUse[];
}

interface TableUse {
  loc: Loc;
  table: string;
  versionId: string | null;
  assays: AssayUse[];
  choice: SequenceChoice;
  layout: ChainLayout;
}

/** References in a task's parameters, each with its location in the request. */
export interface ParameterUses {
  /** Tables with the column `sequence` and assay values. */
  tables: TableUse[];
  queries: { loc: Loc; query: string }[];
  artifacts: ArtifactUse[];
  /** Generators with requirements that must allow some designs. */
  generators: { loc: Loc; generator: Generator }[];
  /** Motifs that are regular expressions. */
  patterns: { loc: Loc; source: string }[];
  /** Inputs that earlier tasks have read, and tables that they have created. */
  taskData: { loc: Loc; source: SnapshotSource | TaskResultSource }[];
  /** Lists of sources, whose columns are matched by name. */
  lists: { loc: Loc; sources: readonly SequenceSource[] }[];
}

export function noUses(): ParameterUses {
  return { tables: [], queries: [], artifacts: [], generators: [], patterns: [], taskData: [], lists: [] };
}

export function usesOfDataset(
  dataset: Datasets | SequenceSources | null,
  loc: Loc,
  uses: ParameterUses,
  { assays = [], layout = ONE_CHAIN }: { assays?: AssayUse[]; layout?: ChainLayout } = {},
): void {
  if (Array.isArray(dataset)) {
    uses.lists.push({ loc, sources: dataset });
    // One source of several need not have every assay and score.
    for (const [index, source] of dataset.entries())
      usesOfDataset(
        { ...source, ...(dataset.length > 1 && { features: null }) } as Dataset,
        [...loc, index],
        uses,
        { layout },
      );
    return;
  }
  if (dataset?.kind === "TABLE") {
    const { table, version_id: versionId } = dataset;
    uses.tables.push({ loc: [...loc, "table"], table, versionId, assays, choice: dataset, layout });
  }
  if (dataset?.kind === "SNAPSHOT" || dataset?.kind === "TASK_RESULT") {
    uses.taskData.push({ loc, source: dataset });
  }
  if (dataset?.kind === "QUERY") uses.queries.push({ loc: [...loc, "query"], query: dataset.query });
}

/** Returns the references in the source of an order's designs. */
export function usesOfDesigns(
  designs: Datasets | SequenceSources,
  loc: Loc = ["body", "designs"],
): ParameterUses {
  const uses = noUses();
  usesOfDataset(designs, loc, uses);
  return uses;
}
