import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { commitLoad } from "#functions/steps/loads/commitLoad.ts";
import { failLoad } from "#functions/steps/loads/failLoad.ts";
import { planLoad } from "#functions/steps/loads/planLoad.ts";
import type { LoadTable } from "#shared/domain/loads/load.ts";
import { addFile, createLoad, finalize } from "#shared/domain/loads/loadTransitions.ts";
import { createProject } from "#shared/domain/project.ts";
import { commitMessages } from "#shared/history/commitMessages.ts";
import { uploadKey } from "#shared/objects/keys.ts";
import { putBytes } from "#shared/objects/objects.ts";
import { newId, now } from "#shared/runtime/ids.ts";
import type { Settings, WorkspaceScope } from "#shared/runtime/scope.ts";
import { readStateMachine } from "#shared/runtime/stateMachine.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { transact } from "#shared/store/dynamodb/items.ts";
import { addLoadFile } from "#shared/store/loadFiles.ts";
import { changeLoad, getLoad, newLoadWrites } from "#shared/store/loads.ts";
import { createProjectRecord } from "#shared/store/projects.ts";
import { tableByReference } from "#shared/store/tables.ts";
import { functionArn, startEndpoint, type TestEndpoint } from "#test/local/states/endpoint.ts";
import { type RemoteLake, remoteLake } from "#test/support/remoteLake.ts";
import { SimulatedQueue } from "../../../bench/support/simulatedQueue.ts";
import { column } from "../engines/parquetLake.ts";

/** A workspace of a deployment with a queue: its state machine of loads sends commits to the queue and waits for the results. */
let lake: RemoteLake;
let scope: WorkspaceScope;
let project: string;
let endpoint: TestEndpoint;
let queue: SimulatedQueue;
/** Load that always fails in the receiver. */
let poison = "";

beforeAll(async () => {
  lake = await remoteLake();
  scope = await lake.workspace({ LAKE_DIRECTORY: lake.objects, LOAD_COMMITS: "queue" });
  project = newId();
  const fields = { name: "p", description: null, modality: null };
  await createProjectRecord(scope, createProject(project, fields, stamp()));
  const settings: Settings = scope.settings;
  const waiting = new Map<string, PromiseWithResolvers<unknown>>();
  queue = new SimulatedQueue({
    pause: async () => undefined,
    visibilityMs: 1,
    maxReceives: 3,
    receive: (batch) =>
      commitMessages(
        batch,
        () => scope,
        async (input) => {
          if (input.load_id === poison) throw new Error("poison");
          return commitLoad.run(input, settings);
        },
        async (_, token, ended) => {
          if (ended.status === "fulfilled") waiting.get(token)?.resolve(ended.value);
          else waiting.get(token)?.reject(ended.reason);
        },
      ),
  });
  const text = readStateMachine("load.asl.json");
  const load = JSON.parse(text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => functionArn(name)));
  endpoint = await startEndpoint(
    { load },
    {
      planLoad: (input) => planLoad.run(input, settings),
      failLoad: (input) => failLoad.run(input, settings),
      commitLoad: async (input) => {
        const token = randomUUID();
        const reported = Promise.withResolvers<unknown>();
        waiting.set(token, reported);
        await queue.send(scope.id, JSON.stringify({ token, input }));
        return reported.promise;
      },
    },
  );
});
afterAll(async () => {
  await endpoint.stop();
  await lake.close();
});

const stamp = () => ({ by: "user_1", at: now() });

/** Finalizes a load of one small file. */
async function finalized(csv: string) {
  const tables: Record<string, LoadTable> = {
    plates: { columns: [column("n", "INT64")], format: "CSV", table_id: null },
  };
  const load = createLoad(newId(), { kind: "PROJECT", project_id: project }, tables, stamp());
  await transact(workspaceDatabase(scope), newLoadWrites(scope, load));
  const id = newId();
  await putBytes(scope, uploadKey(scope.id, load.id, id), csv);
  const file = {
    ...{ id, created_at: now(), created_by: "user_1", filepath: "plates.csv", size: csv.length },
    ...{ table_reference: "plates", source_file_id: null, description: null },
  };
  const added = { id, size: csv.length, errors: [], problem_count: 0 };
  await addLoadFile(scope, load.id, file, (before) => addFile(before, added, stamp()));
  const { attempt } = await changeLoad(scope, load.id, (before) =>
    finalize(before, { tables, filesOfTables: 1, warnings: [] }, stamp()),
  );
  return { workspace_id: scope.id, load_id: load.id, attempt };
}

it("with a queue, a small load is ingested by its first step and committed by the receiver", async () => {
  const input = await finalized("n\n1\n2\n");
  expect(await planLoad.run(input, scope.settings)).toEqual({ action: "INGEST", batches: [] });
  expect((await getLoad(scope, input.load_id)).state).toBe("LOADING");
  expect((await endpoint.run("load", input)).status).toBe("SUCCEEDED");
  expect(await getLoad(scope, input.load_id)).toMatchObject({
    state: "COMPLETED",
    files_key: expect.anything(),
    file_rows: [2],
  });
});

it("a small load with an invalid cell fails with its message after it passed through the queue", async () => {
  const input = await finalized("n\n1\nx\n");
  expect((await endpoint.run("load", input)).status).toBe("SUCCEEDED");
  const load = await getLoad(scope, input.load_id);
  expect(load).toMatchObject({ state: "FAILED", errors: [expect.stringContaining('"x"')] });
});

it("a load that always fails in the receiver is marked as failed, and does not hold up later loads", async () => {
  const first = await finalized("n\n7\n");
  poison = first.load_id;
  const others = [await finalized("n\n8\n"), await finalized("n\n9\n")];
  const rows = (await tableByReference(scope, "plates")).rows ?? 0;
  const started = performance.now();
  const failing = endpoint.run("load", first).then(() => performance.now() - started);
  await Promise.all(others.map((input) => endpoint.run("load", input)));
  const ofOthers = performance.now() - started;
  expect(await failing).toBeGreaterThan(ofOthers);
  for (const { load_id } of others) expect((await getLoad(scope, load_id)).state).toBe("COMPLETED");
  const errors = [expect.stringContaining("An internal error occurred")];
  expect(await getLoad(scope, first.load_id)).toMatchObject({ state: "FAILED", errors });
  expect((await tableByReference(scope, "plates")).rows).toBe(rows + 2);
  expect(queue.dead).toEqual([]);
});
