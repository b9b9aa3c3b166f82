import { artifactWrites, findArtifact } from "#shared/store/artifacts.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { transact } from "#shared/store/dynamodb/items.ts";
import { storeArtifact } from "./completeTask.ts";
import type { NewArtifact, TaskRun } from "./taskRun.ts";

/** Publishes an artifact before its task is completed, for a later stage that reads it by id. Can be repeated. */
export async function publishArtifact(run: TaskRun, artifact: NewArtifact, id: string): Promise<void> {
  if (await findArtifact(run.scope, id)) return;
  const record = await storeArtifact(run, artifact, id);
  await transact(workspaceDatabase(run.scope), artifactWrites(run.scope, record));
}
