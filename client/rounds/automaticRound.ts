import type { Load } from "../loadHandle.ts";
import type { Workspace } from "../workspace.ts";
import { chooseRound, type KnownRound, type RoundChoice, type RoundPurpose } from "./chooseRound.ts";

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
): Promise<{ id: string; name: string; isNew: boolean } | null> {
  const choice = await automaticRound(workspace, projectId, purpose);
  if (choice === null || choice.id !== null) return choice && { ...choice, isNew: false };
  const { id, name } = await workspace.createRound({ project_id: projectId, name: choice.name });
  return { id, name, isNew: true };
}

/** Reads the rounds of a project, oldest first. Whether earlier rounds are measured does not matter behind a measured one. */
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

/** Tells whether a load has rows of imported files: results of tasks are loads without files. */
export function isMeasurement({
  state,
  is_active,
  files,
}: Pick<Load, "state" | "is_active" | "files">): boolean {
  return state === "COMPLETED" && is_active && files.length > 0;
}
