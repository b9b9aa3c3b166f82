import type { Load } from "#client/loadHandle.ts";
import { isMeasurement } from "#client/rounds/isMeasurement.ts";
import type { RoundStep } from "#client/rounds/roundProgress.ts";
import { roundOf, roundSteps } from "#client/rounds/roundSteps.ts";
import type { components } from "#client/schema.ts";
import type { Task } from "#client/taskHandle.ts";
import type { Workspace } from "#client/workspace.ts";
import { take } from "../../../lab.ts";
import { type NextStep, nextStep, type RoundState } from "./nextStep.ts";

export type Summary = components["schemas"]["ProjectSummary"];

/** Round with everything that belongs to it. */
export interface ProjectRound extends RoundState {
  /** Table that received the round's latest import; null if there is none. */
  table: string | null;
  /** Latest completed training; null if there is none. */
  training: string | null;
  trainings: number;
  designCount: number;
  /** Number of these designs that have been measured. */
  designsMeasured: number;
}

export interface ProjectRounds {
  summary: Summary;
  /** Its rounds that are not archived, oldest first. */
  rounds: readonly ProjectRound[];
  /** Measurements that are not in a round. */
  outside: OutsideRounds;
  /** Imports that are not in a round, followed by each round, including archived ones, with its name and imports. */
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
  const active = loads.filter(isMeasurement);
  const done = tasks.filter(({ state, erased_at }) => state === "COMPLETED" && erased_at === undefined);
  const rounds = summary.rounds
    .filter(({ archived_at }) => archived_at === null)
    .map((round) => {
      const ofRound = <Item extends Pick<Load | Task, "context">>(items: readonly Item[]) =>
        items.filter(({ context }) => roundOf(context) === round.round_id);
      const [ownLoads, ownTasks] = [ofRound(active), ofRound(done)];
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
        trainings: trainings.length,
        designCount: round.designs,
      };
    });
  const outside = active.filter(({ context }) => roundOf(context) === null);
  const first = summary.rounds[0]?.round_id;
  const table = tableOf(active[0]);
  return {
    ...{ summary, rounds, steps: roundSteps(loads, summary.rounds) },
    isComplete: loads.length < MAX_ITEMS && tasks.length < MAX_ITEMS,
    outside: {
      rows: summary.outside_rounds.rows,
      // IDs grow with time.
      isBeforeRounds:
        first !== undefined && outside.length > 0 && outside.every(({ id }) => BigInt(id) < BigInt(first)),
    },
    next: nextStep(rounds, {
      measured: active[0] && table !== null ? { table, load: active[0].id } : null,
      training: done.find(({ result }) => result && "models" in result)?.id ?? null,
    }),
  };
}

function tableOf(load: Load | undefined): string | null {
  return Object.keys(load?.tables ?? {})[0] ?? null;
}
