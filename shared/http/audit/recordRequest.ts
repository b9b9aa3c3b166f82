import { fullStorage } from "@pdp/basics/errors";
import { auditKind } from "#shared/domain/audit/auditKind.ts";
import type { AuditRecord } from "#shared/domain/audit/auditRecord.ts";
import type { Caller } from "#shared/domain/caller.ts";
import { timeOfId } from "#shared/domain/id.ts";
import { isChange } from "#shared/domain/role.ts";
import { newId } from "#shared/runtime/ids.ts";
import { log } from "#shared/runtime/log.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { appendAudit, appendAuditEnd, type StoredAudit } from "#shared/store/auditRecords.ts";
import type { ApiEvent, Reply } from "../apiEvent.ts";
import { discardBody } from "../discardBody.ts";
import type { Contract } from "../operations/contract.ts";
import { type BodyStart, lookAhead } from "./lookAhead.ts";

const MAX_TEXT_LENGTH = 200;

/** Query parameters that name the resource of a request, the most specific first. */
const OBJECT_PARAMETERS = ["id", "file_id", "plan_id", "version_id", "reference", "table_id", "project_id"];

/**
 * Stores the record of a request to a workspace, and returns its reply once the record is durable. Requests of callers without
 * access to the workspace have no record. If the record cannot be stored, returns what `refuse` makes of the error; only reads
 * continue while the database's disk is full, with their records in the log.
 */
export async function recordRequest(
  contract: Contract,
  event: ApiEvent,
  reply: Reply,
  refuse: (error: unknown, event: ApiEvent) => Reply,
): Promise<Reply> {
  const { workspace, caller } = event;
  if (!workspace || !caller) return reply;
  const { bytes, body } = await bodyOf(event, reply);
  const record = recordOf(contract, event, caller, reply, bytes);
  try {
    await appendAudit(workspace, record);
  } catch (error) {
    if (isChange(contract) || !fullStorage(error)) {
      if (typeof body !== "string") await discardBody(body);
      return refuse(error, event);
    }
    log().error("a record could not be stored, because the disk is full", {
      workspace_id: workspace.id,
      record,
    });
  }
  if (typeof body === "string") return reply;
  return { ...reply, body: bytes === null ? recordedStream(workspace, record, body) : body };
}

/** Returns the body of a reply with its size in bytes; the size is null for a stream that does not end at once, or is not read. */
async function bodyOf(
  { httpMethod }: ApiEvent,
  { body }: Reply,
): Promise<BodyStart | { bytes: number; body: string }> {
  if (typeof body === "string") return { bytes: Buffer.byteLength(body), body };
  return httpMethod === "HEAD" ? { bytes: null, body } : lookAhead(body);
}

function recordOf(
  contract: Contract,
  event: ApiEvent,
  caller: Caller,
  reply: Reply,
  bytes: number | null,
): StoredAudit {
  const scanned = reply.headers["x-query-bytes-read"];
  const id = newId();
  return {
    ...whoAndWhere(event, caller),
    id,
    // Records are selected by the time in their id.
    at: timeOfId(id),
    kind: auditKind(contract.method, contract.path),
    access: isChange(contract) ? "CHANGE" : "READ",
    object: event.measured?.object ?? objectOf(event),
    status: reply.statusCode,
    is_complete: bytes === null ? null : true,
    rows: event.measured?.rows ?? null,
    bytes,
    scanned_bytes: scanned === undefined ? null : Number(scanned),
    task_seconds: null,
    request_id: event.requestId,
    ...(bytes === null && { streams: true }),
  };
}

function whoAndWhere(
  { clientAddress, headers }: ApiEvent,
  caller: Caller,
): Pick<AuditRecord, "user_id" | "is_machine" | "is_staff" | "role" | "address" | "client"> {
  return {
    user_id: caller.userId,
    is_machine: caller.isMachine,
    is_staff: caller.isStaff,
    role: caller.role,
    address: clientAddress,
    client: headers["user-agent"]?.slice(0, MAX_TEXT_LENGTH) ?? null,
  };
}

/** Returns the resource that a valid request names. */
function objectOf({ input, pathParameters }: ApiEvent): string | null {
  const query = (input?.query ?? {}) as Record<string, unknown>;
  const named = OBJECT_PARAMETERS.map((name) => query[name]).find((value) => typeof value === "string");
  const object = named ?? pathParameters?.table ?? pathParameters?.query;
  return typeof object === "string" ? object.slice(0, MAX_TEXT_LENGTH) : null;
}

/** Passes a response on, and stores its end before the last byte is acknowledged, or when the client leaves. */
function recordedStream(
  workspace: WorkspaceScope,
  record: AuditRecord,
  body: AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> {
  let bytes = 0;
  let isComplete = false;
  let isRead = false;
  const end = () =>
    appendAuditEnd(workspace, record, { bytes, is_complete: isComplete }).catch((error: unknown) =>
      log().warn("the end of a response could not be recorded", { error: error as Error }),
    );
  async function* read(): AsyncGenerator<Uint8Array, void, void> {
    isRead = true;
    try {
      for await (const chunk of body) {
        bytes += chunk.byteLength;
        yield chunk;
      }
      isComplete = true;
    } finally {
      await end();
    }
  }
  return {
    [Symbol.asyncIterator]() {
      const chunks = read();
      return {
        next: () => chunks.next(),
        return: async () => {
          // A generator that has not started runs no `finally`.
          if (!isRead) {
            isRead = true;
            await discardBody(body);
            await end();
          }
          return chunks.return();
        },
      };
    },
  };
}
