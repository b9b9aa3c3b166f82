import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { DerivedObjects } from "#shared/iceberg/derivedObjects.ts";
import { describedVersions } from "#shared/iceberg/describedVersions.ts";
import { BLOCK_SIZES, type ManifestVersion } from "#shared/iceberg/versionSummaries.ts";
import { icebergFactsKey, icebergListKey, manifestKey } from "#shared/objects/keys.ts";
import { deleteObject, isStored, objectStore, putJson } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { type RemoteLake, remoteLake } from "#test/support/remoteLake.ts";
import { column } from "../engines/parquetLake.ts";

const [LARGE, SMALL] = BLOCK_SIZES;
const LAST = 5;
const NEVER = Number.POSITIVE_INFINITY;
const columnsOf = (index: number) =>
  index < 40 ? [column("n", "INT64")] : [column("n", "INT64"), column("x", "INT64")];

let lake: RemoteLake;
let scope: WorkspaceScope;

beforeAll(async () => {
  lake = await remoteLake();
});
beforeEach(async () => {
  scope = await lake.workspace();
});
afterAll(() => lake.close());

/** Stores manifests without rows, which are told apart by their bytes. */
async function stored(count: number): Promise<ManifestVersion[]> {
  const versions = Array.from({ length: count }, (_, index) => ({
    version_id: String(1000 + index),
    manifest_key: manifestKey(scope.id, "7", String(1000 + index), "ab12"),
  }));
  await Promise.all(versions.map((version, index) => storeManifest(version, index)));
  return versions;
}

async function storeManifest({ version_id, manifest_key }: ManifestVersion, index: number): Promise<void> {
  const manifest = {
    version_id,
    table_id: "7",
    columns: columnsOf(index),
    rows: 0,
    bytes: 10 * index,
    segments: [],
  };
  await putJson(scope, manifest_key, manifest);
}

let processes = 0;
/** The workspace as seen by a new process with empty caches; `calls` contains the keys that it reads and writes. */
function inNewProcess(): { scope: WorkspaceScope; reads: string[]; writes: string[] } {
  processes += 1;
  const platformUrl = `${scope.settings.platformUrl}/${processes}`;
  const scratchDirectory = `${scope.settings.scratchDirectory}-${processes}`;
  const other = { ...scope, settings: { ...scope.settings, platformUrl, scratchDirectory } };
  const [reads, writes]: [string[], string[]] = [[], []];
  objectStore(other).client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const { Key } = args.input as { Key: string };
        if (commandName === "GetObjectCommand") reads.push(Key);
        if (commandName === "PutObjectCommand") writes.push(Key);
        return next(args);
      },
    { step: "initialize", name: `calls${processes}` },
  );
  return { scope: other, reads, writes };
}

async function described(other: WorkspaceScope, versions: readonly ManifestVersion[], deadline: number) {
  return describedVersions(other, "7", await DerivedObjects.of(other, "7"), versions, deadline);
}

it("a history that takes too long to describe is described in several calls, even if processes are killed", async () => {
  const versions = await stored(3 * SMALL + LAST);
  for (let call = 0; call < 3; call += 1) {
    const { scope: other, reads } = inNewProcess();
    await expect(described(other, versions, 0)).rejects.toMatchObject({
      kind: "unavailable",
      code: "history_not_read",
    });
    expect(reads).toHaveLength(call + SMALL);
  }
  const { scope: other, reads } = inNewProcess();
  const found = await described(other, versions, 0);
  expect(reads).toHaveLength(3 + LAST);
  expect(found).toEqual(
    versions.map((version, index) => ({
      ...{ ...version, columns: columnsOf(index), rows: 0, bytes: 10 * index, files: 0 },
    })),
  );
  for (const { manifest_key } of versions) {
    expect(await isStored(scope, icebergListKey(manifest_key)), manifest_key).toBe(true);
  }
  // Equal columns share one list, so that they are compared only once.
  expect(new Set(found.map(({ columns }) => columns)).size).toBe(2);
});

it("a new process reads a long history from one summary, and its last versions from a few objects", async () => {
  const versions = await stored(LARGE + SMALL + LAST);
  await described(inNewProcess().scope, versions, NEVER);
  const { scope: other, reads, writes } = inNewProcess();
  const found = await described(other, versions, 0);
  expect(found.map(({ bytes }) => bytes)).toEqual(versions.map((_, index) => 10 * index));
  expect([reads.length, writes.length]).toEqual([2 + LAST, 0]);
});

it("a process reads nothing for versions that it knows, and one manifest for a new version", async () => {
  const versions = await stored(SMALL + LAST);
  const { scope: other, reads, writes } = inNewProcess();
  const first = await described(other, versions.slice(0, -1), NEVER);
  const [read, written] = [reads.length, writes.length];
  expect(await described(other, versions.slice(0, -1), 0)).toEqual(first);
  expect([reads.length, writes.length]).toEqual([read, written]);
  await described(other, versions, 0);
  expect([reads.length, writes.length]).toEqual([read + 1, written + 1]);
});

it("a manifest that was replaced after its version was summarized is described again, and only that one", async () => {
  const versions = await stored(3 * SMALL);
  await described(inNewProcess().scope, versions, NEVER);
  const replaced = { version_id: "1002", manifest_key: manifestKey(scope.id, "7", "1002", "cd34") };
  await storeManifest(replaced, 99);
  const { scope: other, reads } = inNewProcess();
  const changed = versions.with(2, replaced);
  const found = await described(other, changed, NEVER);
  expect(found[2]).toMatchObject({ manifest_key: replaced.manifest_key, bytes: 990 });
  expect(reads).toHaveLength(3 + 1);
  expect(await isStored(scope, icebergListKey(replaced.manifest_key))).toBe(true);
  const next = inNewProcess();
  expect((await described(next.scope, changed, 0))[2]).toMatchObject({ bytes: 990 });
  // The summary of its block was written again.
  expect(next.reads).toHaveLength(3);
});

it("if a summary is deleted after the folder was listed, its manifests are read instead", async () => {
  const versions = await stored(SMALL);
  await described(inNewProcess().scope, versions, NEVER);
  const { scope: other, reads } = inNewProcess();
  const key = icebergFactsKey(versions[SMALL - 1]?.manifest_key ?? "", SMALL);
  objectStore(other).client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args);
        if (commandName === "ListObjectsV2Command") await deleteObject(scope, key);
        return result;
      },
    { step: "initialize", name: "deleted" },
  );
  expect(await described(other, versions, NEVER)).toHaveLength(SMALL);
  expect(reads).toHaveLength(1 + SMALL);
});
