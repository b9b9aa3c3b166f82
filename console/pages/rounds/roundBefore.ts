import type { Task } from "#client/taskHandle.ts";
import { address } from "../../router.ts";
import { CURRENT_ROUND } from "./chosenRound.ts";

/** Returns the round named in the URL, or else that of an earlier task, or else the latest one. */
export function roundBefore(task: Pick<Task, "context"> | null): string {
  const asked = address.peek().searchParams.get("round");
  if (asked !== null) return asked;
  return task?.context.kind === "ROUND" ? String(task.context.round_id) : CURRENT_ROUND;
}
