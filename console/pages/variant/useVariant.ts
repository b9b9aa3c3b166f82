import type { Workspace } from "#client/workspace.ts";
import { take, useWorkspace } from "../../lab.ts";
import { openProjects } from "../../parts/openProjects.ts";
import { latestOf, useResource } from "../../resource.ts";
import { address } from "../../router.ts";
import { proteinTables } from "../proteinTables.ts";
import { taskTitle } from "../tasks/taskTitle.ts";
import { compareVariant } from "./compareVariant.ts";
import { expectedEffects } from "./expectedEffects.ts";
import { type Appearance, readAppearances } from "./readAppearances.ts";
import { readMeasurements } from "./readMeasurements.ts";
import {
  type AssayChoice,
  assayChoices,
  type Differences,
  MAX_MUTATIONS,
  readNeighbors,
  withSingle,
} from "./readNeighbors.ts";
import { type Compared, knownProteins } from "./variantReference.ts";
import { changedSites } from "./writeChanges.ts";

/** Maximum number of tasks in a workspace to search. */
const MAX_TASKS_LISTED = 300;

/** Reads everything known about a variant: first its tables and tasks, then what each says about it. */
export function useVariant(sequence: string) {
  const workspace = useWorkspace();
  const basis = useResource(`basis of variant ${workspace.name} ${sequence}`, () =>
    readBasis(workspace, sequence),
  );
  const known = latestOf(basis);
  const compared = known?.compared ?? null;
  const measurements = useResource(`measurements ${known !== undefined} ${sequence}`, async () =>
    known ? readMeasurements(workspace, known.tables, sequence) : null,
  );
  const differences = compared && differencesOf(sequence, compared);
  const appearances = useResource(`appearances ${known !== undefined} ${sequence}`, async () =>
    known ? readAppearances(workspace, known.tasks, sequence, comparedWith(differences)) : null,
  );
  const appeared = latestOf(appearances) ?? null;
  const choices = assayChoices(known?.tables ?? []);
  const choice = chosenAssay(choices, address.value.searchParams.get("seen"), appeared?.appearances ?? []);
  const isReady = appearances.state === "failed" || appeared !== null;
  const neighbors = useResource(`neighbors ${isReady} ${choice && nameOf(choice)} ${sequence}`, async () =>
    isReady && differences && choice && differences.sites.length > 0
      ? readNeighbors(workspace, choice, differences)
      : null,
  );
  const expected =
    differences && choice ? expectedEffects(appeared?.others ?? [], choice.assay, differences) : null;
  return { basis, compared, measurements, appearances, appeared, choices, choice, neighbors, expected };
}

export type VariantData = ReturnType<typeof useVariant>;

/** Reads the tasks and tables that may contain a variant, and the protein that it is compared with. */
async function readBasis(workspace: Workspace, sequence: string) {
  const [projects, tasks, tables] = await Promise.all([
    openProjects(workspace),
    take(workspace.tasks({ order: "DESC" }), MAX_TASKS_LISTED),
    take(workspace.tables()),
  ]);
  const completed = tasks.filter(({ state }) => state === "COMPLETED");
  const proteins = knownProteins(projects, completed, taskTitle);
  const [compared, withProteins] = await Promise.all([
    compareVariant(workspace, sequence, proteins),
    proteinTables(workspace, tables, sequence),
  ]);
  return { tasks: completed, tables: withProteins, compared };
}

/** Returns the assay with a name; by default, an assay that the variant was designed for explains it. */
function chosenAssay(
  choices: readonly AssayChoice[],
  name: string | null,
  appearances: readonly Appearance[],
): AssayChoice | undefined {
  return (
    choices.find((choice) => nameOf(choice) === name) ??
    choices.find(({ assay }) => appearances.some((appearance) => isPredicted(appearance, assay))) ??
    choices[0]
  );
}

function isPredicted({ predictions }: Appearance, assay: string): boolean {
  return predictions.some((prediction) => prediction.assay === assay);
}

export function nameOf({ table, assay }: AssayChoice): string {
  return `${assay} in ${table.reference}`;
}

/** Returns how a variant differs from the protein with which it is compared. */
function differencesOf(sequence: string, { reference, numbering }: Compared): Differences {
  const sites = changedSites(sequence, reference.monomer, numbering);
  return { sequence, reference: reference.monomer, sites };
}

/**
 * Returns the sequences with predictions that help to explain those of a variant: the reference, and the variant of each
 * single mutation.
 */
function comparedWith(differences: Differences | null): string[] {
  if (differences === null) return [];
  const { sequence, reference, sites } = differences;
  return [reference, ...sites.slice(0, MAX_MUTATIONS).map((site) => withSingle(reference, sequence, site))];
}
