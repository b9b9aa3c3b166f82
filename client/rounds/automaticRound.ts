import type { Workspace } from "../workspace.ts";
import {
  chooseRound,
  type KnownRound,
  nextRoundName,
  type RoundChoice,
  type RoundPurpose,
} from "./chooseRound.ts";
import { isMeasurement } from "./isMeasurement.ts";

/** Round that exists by now. */
export interface OpenedRound {
  id: string;
  name: string;
  /** True if it was created. */
  isNew: boolean;
}

/** Returns the round that something new in a project belongs to unless a person chooses otherwise, without creating it. */
export async function automaticRound(
  workspace: Workspace,
  projectId: string,
  purpose: RoundPurpose,
): Promise<RoundChoice | null> {
  return chooseRound(await knownRounds(workspace, projectId, purpose), purpose);
}

/** Returns the round that something new in a project belongs to, and creates the round if it is the next one. */
export async function openRound(
  workspace: Workspace,
  projectId: string,
  purpose: RoundPurpose,
): Promise<OpenedRound | null> {
  const choice = await automaticRound(workspace, projectId, purpose);
  return choice && create(workspace, projectId, choice);
}

/**
 * Returns the next round of a project. It is the latest round as long as that is unused, such as after a request that failed,
 * so that repeated attempts do not create several rounds.
 */
export async function nextRound(workspace: Workspace, projectId: string): Promise<RoundChoice> {
  const rounds = await knownRounds(workspace, projectId, "MEASURE");
  const latest = rounds.findLast(({ isArchived }) => !isArchived);
  return latest && (await isUnused(workspace, latest.id))
    ? latest
    : { id: null, name: nextRoundName(rounds) };
}

/** Returns the next round of a project, and creates the round unless it exists. */
export async function openNextRound(workspace: Workspace, projectId: string): Promise<OpenedRound> {
  return create(workspace, projectId, await nextRound(workspace, projectId));
}

async function create(workspace: Workspace, projectId: string, choice: RoundChoice): Promise<OpenedRound> {
  if (choice.id !== null) return { id: choice.id, name: choice.name, isNew: false };
  const { id, name } = await workspace.createRound({ project_id: projectId, name: choice.name });
  return { id, name, isNew: true };
}

/** Tells whether a round has no orders, loads or tasks other than those that failed. */
async function isUnused(workspace: Workspace, roundId: string): Promise<boolean> {
  for await (const { state } of workspace.loads({ round_id: roundId })) if (state !== "FAILED") return false;
  for await (const { state } of workspace.tasks({ round_id: roundId }))
    if (state !== "FAILED" && state !== "CANCELLED") return false;
  for await (const _ of workspace.orders.list({ round_id: roundId })) return false;
  return true;
}

/** Reads the rounds of a project, oldest first. It does not matter whether rounds before a measured one are measured. */
async function knownRounds(
  workspace: Workspace,
  projectId: string,
  purpose: RoundPurpose,
): Promise<KnownRound[]> {
  const rounds: KnownRound[] = [];
  for await (const { id, name, archived_at } of workspace.rounds({
    project_id: projectId,
    include_archived: true,
  }))
    rounds.push({ id, name, isMeasured: false, isArchived: archived_at !== null });
  if (purpose === "MEASURE") return rounds;
  for (const round of rounds.toReversed()) {
    if (round.isArchived) continue;
    round.isMeasured = await isMeasured(workspace, round.id);
    if (round.isMeasured) break;
  }
  return rounds;
}

async function isMeasured(workspace: Workspace, roundId: string): Promise<boolean> {
  for await (const load of workspace.loads({ round_id: roundId, state: "COMPLETED", order: "DESC" })) {
    if (isMeasurement(load)) return true;
  }
  return false;
}
