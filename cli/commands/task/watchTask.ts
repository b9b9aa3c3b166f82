import type { TaskHandle } from "#client/taskHandle.ts";
import type { Workspace } from "#client/workspace.ts";
import type { Cli } from "../../cli.ts";
import { sayReliability } from "./sayReliability.ts";
import { progressWords, resultWords } from "./taskWords.ts";

/** Waits for a task to finish. Rejects if it fails or is canceled. */
export async function watchTask(cli: Cli, workspace: Workspace, task: TaskHandle): Promise<void> {
  const onwards = `The task ${task.id} continues: pdp task watch ${task.id}    (stop it with: pdp task cancel ${task.id})`;
  const done = await cli.waiting(progressWords, onwards, (waiting) => task.wait(waiting));
  cli.done(done, resultWords(done));
  await sayReliability(cli, workspace, done);
}
