import { take } from "#client/pages.ts";
import { openNextRound } from "#client/rounds/automaticRound.ts";
import { NOT_IN_A_ROUND } from "#client/rounds/roundProgress.ts";
import type { Task } from "#client/taskHandle.ts";
import type { Workspace } from "#client/workspace.ts";
import { UsageError } from "../errors.ts";
import { refuseRound, roundOf } from "./findContext.ts";

/** Argument of commands that move something to another round. */
export const ROUND_ARGUMENT = [
  "<round>",
  "name or id of a round of its project; new opens the next one, none leaves all rounds",
] as const;

/** Round to which something moves. */
interface TargetRound {
  /** Null for none. */
  id: string | null;
  /** Words for the result, such as `in round 2`. */
  where: string;
}

/** Finds the round to which something with a context moves. */
export async function targetRound(
  workspace: Workspace,
  context: Task["context"],
  wanted: string,
): Promise<TargetRound> {
  if (context.kind === "WORKSPACE")
    throw new UsageError("It belongs to the workspace: only loads and tasks of a project can be in a round.");
  const rounds = await take(
    workspace.rounds({ project_id: String(context.project_id), include_archived: true }),
  );
  const round = roundOf(rounds, wanted);
  if (round) return { id: round.id, where: `in ${round.name}` };
  if (wanted === "none") return { id: null, where: NOT_IN_A_ROUND };
  if (wanted === "new") {
    const { id, name } = await openNextRound(workspace, String(context.project_id));
    return { id, where: `in ${name}` };
  }
  return refuseRound("Its project", rounds, wanted);
}
