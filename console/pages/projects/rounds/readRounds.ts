import type { Load } from "#client/loadHandle.ts";
import type { components } from "#client/schema.ts";
import type { Task } from "#client/taskHandle.ts";
import type { Workspace } from "#client/workspace.ts";
import { take } from "../../../lab.ts";
import { type NextStep, nextStep, type RoundState } from "./nextStep.ts";
import { outsideName, type RoundStep } from "./roundProgress.ts";

export type Summary = components["schemas"]["ProjectSummary"];

/** Round with everything that belongs to it. */
export interface ProjectRound extends RoundState {
  /** Rows from its imports. */
  rows: number;
  loads: readonly Load[];
  trainings: number;
  designCount: number;
}

export interface ProjectRounds {
  summary: Summary;
  /** Its rounds that are not archived, oldest first. */
  rounds: readonly ProjectRound[];
  /** Active imports outside rounds. */
  otherLoads: readonly Load[];
  /** Measurements outside rounds. */
  outside: OutsideRounds;
  /** Imports outside rounds, followed by each round, including archived ones, with its name and imports. */
  steps: readonly RoundStep[];
  /** False if the project has too many imports or tasks to read them all; only the latest ones are counted in that case. */
  isComplete: boolean;
  /** Next step. */
  next: NextStep;
}

export interface OutsideRounds {
  rows: number;
  /** True if all of them are from before the first round. */
  isBeforeRounds: boolean;
}

/** Maximum number of imports and tasks that are read, which is also the maximum that the service counts. */
const MAX_ITEMS = 1_000;

/** Reads the rounds of a project with their imports, training runs and designs. */
export async function readRounds(workspace: Workspace, projectId: string): Promise<ProjectRounds> {
  const of = { project_id: projectId, order: "DESC" } as const;
  const [summary, loads, tasks] = await Promise.all([
    workspace.projectSummary(projectId),
    take(workspace.loads(of), MAX_ITEMS),
    take(workspace.tasks(of), MAX_ITEMS),
  ]);
  // Task results are loads without files.
  const active = loads.filter(
    ({ state, is_active, files }) => state === "COMPLETED" && is_active && files.length > 0,
  );
  const done = tasks.filter(({ state, erased_at }) => state === "COMPLETED" && erased_at === undefined);
  const rounds = summary.rounds
    .filter(({ archived_at }) => archived_at === null)
    .map((round) => {
      const own = <Item extends Pick<Load | Task, "context">>(items: readonly Item[]) =>
        items.filter(({ context }) => roundOf(context) === round.round_id);
      const [ownLoads, ownTasks] = [own(active), own(done)];
      const trainings = ownTasks.filter(({ result }) => result && "models" in result);
      const designs = ownTasks.filter(({ result }) => result && "selected_assemblies" in result);
      return {
        id: round.round_id,
        name: round.name,
        table: tableOf(ownLoads[0]),
        training: trainings[0]?.id ?? null,
        designs: designs[0]?.id ?? null,
        designsMeasured: round.designs_measured,
        rows: round.rows,
        loads: ownLoads,
        trainings: trainings.length,
        designCount: round.designs,
      };
    });
  const otherLoads = active.filter(({ context }) => roundOf(context) === null);
  const idsOf = (found: readonly Load[]) => new Set(found.map(({ id }) => id));
  const outsideStep = outsideName(otherLoads, summary.rounds);
  const steps = [
    { ...outsideStep, loads: idsOf(otherLoads) },
    ...summary.rounds.map(({ name, round_id }) => ({
      name,
      isBeforeRounds: false,
      loads: idsOf(active.filter(({ context }) => roundOf(context) === round_id)),
    })),
  ];
  const isComplete = loads.length < MAX_ITEMS && tasks.length < MAX_ITEMS;
  return {
    ...{ summary, rounds, otherLoads, steps, isComplete },
    outside: { rows: summary.outside_rounds.rows, isBeforeRounds: outsideStep.isBeforeRounds },
    next: nextStep(rounds, tableOf(otherLoads[0])),
  };
}

function tableOf(load: Load | undefined): string | null {
  return Object.keys(load?.tables ?? {})[0] ?? null;
}

function roundOf(context: Load["context"]): string | null {
  return context.kind === "ROUND" ? String(context.round_id) : null;
}
