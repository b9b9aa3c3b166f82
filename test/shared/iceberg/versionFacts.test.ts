import { afterAll, beforeAll, expect, it } from "vitest";
import { BLOCK_VERSIONS, versionFacts } from "#shared/iceberg/versionFacts.ts";
import { icebergFactsKey, icebergPrefix, manifestKey } from "#shared/objects/keys.ts";
import { deleteObject, listObjects, objectStore, putJson } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import type { TableVersion } from "#shared/store/tableVersions.ts";
import { type RemoteLake, remoteLake } from "#test/support/remoteLake.ts";
import { column } from "../engines/parquetLake.ts";

const TABLE = "7";
const BLOCKS = 3;
const LAST = 5;
const columnsOf = (index: number) =>
  index < 40 ? [column("n", "INT64")] : [column("n", "INT64"), column("x", "INT64")];

let lake: RemoteLake;
let scope: WorkspaceScope;
let versions: TableVersion[];

beforeAll(async () => {
  lake = await remoteLake();
  scope = await lake.workspace();
  versions = Array.from({ length: BLOCKS * BLOCK_VERSIONS + LAST }, (_, index) => ({
    version_id: String(1000 + index),
    manifest_key: manifestKey(scope.id, TABLE, String(1000 + index), "ab12"),
  }));
  await Promise.all(
    versions.map(({ version_id, manifest_key }, index) => {
      const segments = [{ key: "s", files: index, rows: index }];
      const manifest = { version_id, columns: columnsOf(index), rows: index, bytes: 10 * index, segments };
      return putJson(scope, manifest_key ?? "", manifest);
    }),
  );
});

afterAll(() => lake.close());

let processes = 0;
/** The workspace as seen by a new process with empty caches; `reads` contains the keys that it reads. */
function inNewProcess(): { scope: WorkspaceScope; reads: string[] } {
  processes += 1;
  const platformUrl = `${scope.settings.platformUrl}/${processes}`;
  const scratchDirectory = `${scope.settings.scratchDirectory}-${processes}`;
  const other = { ...scope, settings: { ...scope.settings, platformUrl, scratchDirectory } };
  const reads: string[] = [];
  objectStore(other).client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName === "GetObjectCommand") reads.push((args.input as { Key: string }).Key);
        return next(args);
      },
    { step: "initialize", name: `reads${processes}` },
  );
  return { scope: other, reads };
}

/** Reads the facts as a new call would, which lists the folder first. */
async function read(other: WorkspaceScope, deadline: number) {
  const stored = new Set<string>();
  for await (const { key } of listObjects(scope, icebergPrefix(scope.id, TABLE), null)) stored.add(key);
  return versionFacts(other, versions, { has: (key) => stored.has(key), deadline });
}

it("a history that takes too long to read is read in several calls, even if processes are killed", async () => {
  for (let call = 0; call < BLOCKS; call += 1) {
    const { scope: other, reads } = inNewProcess();
    await expect(read(other, 0)).rejects.toMatchObject({ kind: "unavailable", code: "history_not_read" });
    expect(reads.length).toBeLessThanOrEqual(BLOCK_VERSIONS + BLOCKS);
  }
  const { scope: other, reads } = inNewProcess();
  const facts = await read(other, 0);
  expect(reads).toHaveLength(BLOCKS + LAST);
  expect(facts).toEqual(
    versions.map(({ version_id, manifest_key }, index) => ({
      ...{ version_id, manifest_key, columns: columnsOf(index) },
      ...{ rows: index, bytes: 10 * index, files: index },
    })),
  );
  // Equal columns share one list, so that they are compared only once.
  expect(new Set(facts.map(({ columns }) => columns)).size).toBe(2);
});

it("a process never reads the same object twice", async () => {
  const { scope: other, reads } = inNewProcess();
  const first = await read(other, Number.POSITIVE_INFINITY);
  const count = reads.length;
  expect(await read(other, 0)).toEqual(first);
  expect(reads).toHaveLength(count);
});

it("a manifest that was replaced after its block was summarized is read instead of the summary", async () => {
  await read(inNewProcess().scope, Number.POSITIVE_INFINITY);
  const replaced = manifestKey(scope.id, TABLE, "1002", "cd34");
  const manifest = { version_id: "1002", columns: columnsOf(2), rows: 1, bytes: 1, segments: [] };
  await putJson(scope, replaced, manifest);
  const { scope: other, reads } = inNewProcess();
  const before = versions[2];
  versions[2] = { version_id: "1002", manifest_key: replaced };
  const facts = await read(other, Number.POSITIVE_INFINITY);
  expect(facts[2]).toMatchObject({ manifest_key: replaced, rows: 1, files: 0 });
  expect(reads).toHaveLength(BLOCKS + LAST + 1);
  if (before) versions[2] = before;
});

it("if a summary is deleted after the folder was listed, its manifests are read instead", async () => {
  const key = icebergFactsKey(versions[BLOCK_VERSIONS - 1]?.manifest_key ?? "");
  await deleteObject(scope, key);
  const { scope: other } = inNewProcess();
  const facts = await versionFacts(other, versions, { has: () => true, deadline: Number.POSITIVE_INFINITY });
  expect(facts).toHaveLength(versions.length);
});
