import { randomUUID } from "node:crypto";
import { timeOfId } from "#shared/domain/id.ts";
import { newId } from "#shared/runtime/ids.ts";
import { log } from "#shared/runtime/log.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { appendAudit } from "#shared/store/auditRecords.ts";

/** Work that continues after its request: a slice of a task, or a query. */
interface Work {
  kind: "task:run" | "query:run";
  id: string;
  created_by: string;
}

/** Stores the use of work that continues after its request. The work does not fail if its use cannot be stored. */
export async function recordComputing(
  scope: WorkspaceScope,
  { kind, id: object, created_by }: Work,
  use: { scanned_bytes?: number; task_seconds?: number },
): Promise<void> {
  const id = newId();
  const record = {
    id,
    at: timeOfId(id),
    user_id: created_by,
    is_machine: false,
    is_staff: false,
    role: null,
    address: null,
    client: null,
    kind,
    access: "COMPUTE" as const,
    object,
    status: 200,
    is_complete: null,
    rows: null,
    bytes: null,
    scanned_bytes: use.scanned_bytes ?? null,
    task_seconds: use.task_seconds ?? null,
    request_id: randomUUID(),
  };
  await appendAudit(scope, record).catch((error: unknown) =>
    log().warn("the use of a task or query could not be recorded", { error: error as Error }),
  );
}
