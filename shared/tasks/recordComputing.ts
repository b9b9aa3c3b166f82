import { randomUUID } from "node:crypto";
import { timeOfId } from "#shared/domain/id.ts";
import type { Task } from "#shared/domain/tasks/task.ts";
import { newId } from "#shared/runtime/ids.ts";
import { log } from "#shared/runtime/log.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { appendAudit } from "#shared/store/auditRecords.ts";

/** Stores how long a slice of a task took. A task does not fail if its time cannot be stored. */
export async function recordComputing(
  scope: WorkspaceScope,
  task: Pick<Task, "id" | "created_by">,
  seconds: number,
): Promise<void> {
  const id = newId();
  const record = {
    id,
    at: timeOfId(id),
    user_id: task.created_by,
    is_machine: false,
    is_staff: false,
    role: null,
    address: null,
    client: null,
    kind: "task:run",
    access: "COMPUTE" as const,
    object: task.id,
    status: 200,
    is_complete: null,
    rows: null,
    bytes: null,
    scanned_bytes: null,
    task_seconds: seconds,
    request_id: randomUUID(),
  };
  await appendAudit(scope, record).catch((error: unknown) =>
    log().warn("the computing time of a task could not be recorded", { error: error as Error }),
  );
}
