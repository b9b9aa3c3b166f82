import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startDynamodb } from "#local/database/startDynamodb.ts";
import { useLocalCredentials } from "#local/localCredentials.ts";
import { LOCAL } from "#local/localEnvironment.ts";
import { settingsFrom } from "#shared/runtime/environment.ts";
import { newId } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { appendAudit, listAuditRecords } from "#shared/store/auditRecords.ts";
import { exampleEnvironment } from "#test/support/exampleEnvironment.ts";

let directory: string;
let database: Awaited<ReturnType<typeof startDynamodb>>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "audit-pages-"));
  database = await startDynamodb(directory, LOCAL.tables, useLocalCredentials());
});

afterAll(async () => {
  await database.close();
  await rm(directory, { recursive: true, force: true });
});

/** Stores records at the same time, which share one write. */
async function store(scope: WorkspaceScope, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  await Promise.all(
    ids.map((id) =>
      appendAudit(scope, {
        id,
        at: "2026-01-01T00:00:00.000Z",
        user_id: "user_1",
        is_machine: false,
        is_staff: false,
        role: "reader",
        address: null,
        client: null,
        kind: "project:get",
        access: "READ",
        object: null,
        status: 200,
        is_complete: true,
        rows: null,
        bytes: 2,
        scanned_bytes: null,
        task_seconds: null,
        request_id: `request-${id}`,
      }),
    ),
  );
  return ids;
}

test.each(["ASC", "DESC"] as const)(
  "pages repeat and omit nothing while records are added (%s)",
  async (order) => {
    const settings = settingsFrom(exampleEnvironment({ database: database.url }, directory));
    const scope = { settings, id: order, region: "EU" as const };
    const stored = [...(await store(scope, 3)), ...(await store(scope, 7))];
    const filter = { from: null, to: null, user: null, kind: null, object: null };
    const seen: string[] = [];
    for (let cursor: string | null = null, pages = 0; pages < 12; pages += 1) {
      const page = await listAuditRecords(scope, filter, { limit: 2, cursor, order });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.cursor;
      if (cursor === null) break;
      if (pages < 3) await store(scope, 1);
    }
    const listed = seen.filter((id) => stored.includes(id));
    expect(listed).toEqual(order === "ASC" ? stored : stored.toReversed());
    expect(new Set(seen).size).toBe(seen.length);
  },
);
