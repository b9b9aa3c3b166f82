import { describe, expect, it } from "vitest";
import { newQuery } from "#shared/domain/queries/queryTransitions.ts";
import { computeQuery } from "#shared/jobs/computeQuery.ts";
import { downloadTable } from "#shared/jobs/downloadTable.ts";
import { queryData } from "#shared/jobs/queryData.ts";
import { runStatement } from "#shared/jobs/runStatement.ts";
import { getBytes } from "#shared/objects/objects.ts";
import { newId, now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { findTable } from "#shared/store/tables.ts";
import { beforeStoreCall } from "#test/support/beforeStoreCall.ts";
import { historyStores } from "#test/support/historyStores.ts";
import { HistoryLab, type LoadPlan } from "./model/historyLab.ts";

const PLAN: LoadPlan = { references: ["a"], files: [2], columns: ["x"], project: 0 };
const SQL = "SELECT n FROM a ORDER BY n";

const stores = historyStores();

/** The same workspace as seen by another process, with separate caches. */
function inOtherProcess(scope: WorkspaceScope): WorkspaceScope {
  const { settings } = scope;
  return {
    ...scope,
    settings: { ...settings, scratchDirectory: `${settings.scratchDirectory}-other`, lakeDirectory: null },
    name: "lab",
  };
}

async function textOf(parts: AsyncIterable<Uint8Array>): Promise<string> {
  const read: Uint8Array[] = [];
  for await (const part of parts) read.push(part);
  return Buffer.concat(read).toString("utf8");
}

const numbersIn = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number).sort((a, b) => a - b);
const signal = new AbortController().signal;
const common = {
  format: "NDJSON",
  compression: null,
  projectId: null,
  userId: "user_1",
  version: null,
} as const;

/** Reads the rows with a query that is started as a resource. */
async function computed(scope: WorkspaceScope): Promise<number[]> {
  const request = { query: SQL, format: "NDJSON", arrow_compression: null } as const;
  const rest = { project_id: null, version_id: null, workspace_name: "lab" };
  const query = newQuery(newId(), { ...request, ...rest }, { by: "user_1", at: now() });
  const { key } = await computeQuery(scope, query, { signal, onProgress: () => undefined });
  return numbersIn(Buffer.from((await getBytes(scope, key)) ?? []).toString("utf8"));
}

const READERS: [name: string, read: (scope: WorkspaceScope) => Promise<number[]>][] = [
  [
    "a query",
    async (scope) => {
      const result = await queryData.run(scope, { ...common, text: SQL, isStored: false }, signal);
      return numbersIn(await textOf(result as AsyncIterable<Uint8Array>));
    },
  ],
  ["a query that is started as a resource", computed],
  [
    "a statement of Trino's protocol",
    async (scope) => {
      const output = await runStatement.run(
        scope,
        { text: SQL, prepared: {}, maxRunMs: null, directMs: 2_000, timeZone: null, userId: "user_1" },
        signal,
      );
      // A slow query is computed separately from its request.
      return output.kind === "rows" ? numbersIn(output.data) : computed(scope);
    },
  ],
  [
    "a download",
    async (scope) => {
      const tableId = (await findTable(scope, "a"))?.id ?? "";
      const input = { tableId, format: "NDJSON", version: null, isStored: false } as const;
      const rows = await textOf((await downloadTable.run(scope, input, signal)) as AsyncIterable<Uint8Array>);
      const lines = rows.split("\n").filter((line) => line !== "");
      return lines.map((line) => Number(JSON.parse(line).n)).sort((a, b) => a - b);
    },
  ],
];

describe("rows are erased while they are read", () => {
  it.each(READERS)("%s returns the remaining rows", async (_, read) => {
    const scope = await stores.lake.workspace({
      LAKE_DIRECTORY: stores.lake.objects,
      ERASURE_SETTLE_SECONDS: "0",
    });
    const lab = await HistoryLab.open(scope, stores.connection);
    for (let count = 0; count < 2; count += 1) await lab.load(PLAN, null);
    const other = inOtherProcess(scope);
    const isMet = ({ command, input }: { command: string; input: string }): boolean =>
      command === "GetObjectCommand" && input.includes(".parquet");
    const isErased = beforeStoreCall(other, isMet, () => lab.erase(0, true, null));
    const rows = await read(other);
    expect(isErased()).toBe(true);
    expect(rows).toHaveLength(2);
    expect(rows).toEqual(await read(inOtherProcess(scope)));
  });

  it("files missing for another reason are a platform error", async () => {
    const scope = await stores.lake.workspace({ LAKE_DIRECTORY: stores.lake.objects });
    const lab = await HistoryLab.open(scope, stores.connection);
    await lab.load(PLAN, null);
    const lost = { ...scope, settings: { ...scope.settings, lakeDirectory: `${stores.lake.objects}-lost` } };
    const read = queryData.run(lost, { ...common, text: SQL, isStored: false }, signal);
    await expect(read).rejects.toThrow(/Cannot access file/);
  });
});
