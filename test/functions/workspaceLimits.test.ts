import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { uploadFile } from "#functions/loads/uploadFile.ts";
import { runQuery } from "#functions/query/runQuery.ts";
import { createTable } from "#functions/tables/createTable.ts";
import { gateway } from "#shared/http/gateway/gateway.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import type { LeaseKind } from "#shared/store/dynamodb/keys.ts";
import { leasedIsolation } from "#shared/store/leasedIsolation.ts";
import { releaseLease, takeLease } from "#shared/store/leases.ts";
import { ApiClient } from "../../examples/apiClient.ts";
import { type Lab, newLab, startCsvLoad } from "../support/lab.ts";
import { labScope } from "../support/taskLab.ts";

/** Functions as deployed, with limits for each workspace, using the stores of the shared platform. */

const LIMITS = { queries: 2, uploads: 1 };
const COLUMNS = [{ name: "n", type: "INT64" }];

let lab: Lab;
let scope: WorkspaceScope;
let server: Server;
/** The lab's workspace as served by these functions. */
let limited: ApiClient;

beforeAll(async () => {
  lab = await newLab();
  await lab.api.settled(await startCsvLoad(lab, "variants", COLUMNS, "n\n1\n2\n3\n"));
  scope = await labScope(lab);
  const isolation = leasedIsolation(LIMITS, () => Promise.resolve());
  const settings = { ...scope.settings, workspaceLimits: LIMITS, isolation };
  server = gateway([runQuery, createTable, uploadFile], () => settings, "").listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  limited = new ApiClient(`http://127.0.0.1:${port}/v2/workspace/${lab.name}`, lab.token);
});

afterAll(() => {
  server.close();
});

/** Runs a function while other requests use all leases of a kind. */
async function withAllLeasesHeld(kind: LeaseKind, limit: number, work: () => Promise<void>): Promise<void> {
  const held = [];
  // Leases of earlier requests may not have been released yet.
  for (;;) {
    const lease = await takeLease(scope, kind, limit);
    if (lease) held.push(lease);
    if (held.length === limit) break;
  }
  await work();
  for (const lease of held) await releaseLease(scope, lease);
}

const tooMany = (what: string) => ({
  status: 429,
  body: {
    code: "too_many_requests",
    detail: expect.stringMatching(new RegExp(`^This workspace has ${what} in progress`)),
  },
});

describe("a workspace at its limit of running queries", () => {
  it("another query gets 429 and runs once one has finished", async () => {
    await withAllLeasesHeld("QUERY", LIMITS.queries, async () => {
      await expect(limited.query("SELECT n FROM variants")).rejects.toMatchObject(tooMany("2 queries"));
    });
    for (let count = 0; count < 2 * LIMITS.queries + 1; count += 1) {
      expect((await limited.query("SELECT n FROM variants")).numRows).toBe(3);
    }
  });

  it("a query rejected because of its text releases its slot", async () => {
    for (let count = 0; count < LIMITS.queries + 1; count += 1) {
      await expect(limited.query("SELECT nope FROM variants")).rejects.toMatchObject({ status: 400 });
    }
  });

  it("a new view is also rejected, because its columns require a query, but a new table is not", async () => {
    const view = { kind: "VIEW", reference: "some", query: "SELECT n FROM variants" };
    await withAllLeasesHeld("QUERY", LIMITS.queries, async () => {
      await expect(limited.post("/data/table:create", view)).rejects.toMatchObject(tooMany("2 queries"));
      await limited.post("/data/table:create", { reference: "plates", columns: COLUMNS });
    });
    await limited.post("/data/table:create", view);
  });
});

describe("a workspace at its limit of running uploads", () => {
  it("another upload gets 429 and runs once one has finished", async () => {
    const load = await lab.api.post<{ id: string }>("/data/load:create", {
      context: { kind: "PROJECT", project_id: lab.projectId },
      tables: { variants: { columns: COLUMNS, format: "CSV" } },
    });
    await withAllLeasesHeld("UPLOAD", LIMITS.uploads, async () => {
      const upload = limited.upload(load.id, "variants", "plate.csv", "n\n4\n");
      await expect(upload).rejects.toMatchObject(tooMany("1 upload"));
    });
    for (const name of ["plate.csv", "other.csv"]) await limited.upload(load.id, "variants", name, "n\n4\n");
    expect(await lab.api.get(`/data/load:get?id=${load.id}`)).toMatchObject({ errors: [] });
  });
});
