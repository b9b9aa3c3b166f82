import { createHash } from "node:crypto";
import { zstdCompressSync } from "node:zlib";
import { beforeEach, describe, expect, it } from "vitest";
import { compressUploads } from "#shared/history/sweep/compressUploads.ts";
import { compressedUploadKey, uploadKey, uploadsPrefix } from "#shared/objects/keys.ts";
import { deleteObject, isStored, listObjects, putBytes } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { filesOfLoad } from "#shared/store/loadFiles.ts";
import { beforeStoreCall } from "#test/support/beforeStoreCall.ts";
import { byNight } from "#test/support/byNight.ts";
import { type Lab, newLab, sharedPlatform, staffToken } from "#test/support/lab.ts";
import { labScope } from "#test/support/taskLab.ts";
import { ApiClient } from "../../examples/apiClient.ts";

const COLUMNS = [
  { name: "id", type: "INT64" },
  { name: "plate", type: "STRING" },
];
const NO_DEADLINE = Number.POSITIVE_INFINITY;

let lab: Lab;
let scope: WorkspaceScope;

beforeEach(async () => {
  lab = await newLab();
  scope = await labScope(lab);
});

/** Returns a CSV file of about 50 KB; `first` distinguishes files. */
function csv(first: number): string {
  const rows = Array.from({ length: 4_000 }, (_, index) => `${first + index},plate ${index % 96}`);
  return ["id,plate", ...rows, ""].join("\n");
}

async function stage(contents: readonly string[]): Promise<{ id: string; files: string[] }> {
  const { id } = await lab.api.post<{ id: string }>("/data/load:create", {
    context: { kind: "PROJECT", project_id: lab.projectId },
    tables: { plates: { columns: COLUMNS, format: "CSV" } },
  });
  for (const [index, content] of contents.entries())
    await lab.api.upload(id, "plates", `${index}.csv`, content);
  return { id, files: (await filesOfLoad(scope, id)).map((file) => file.id) };
}

async function load(contents: readonly string[]): Promise<{ id: string; files: string[] }> {
  const staged = await stage(contents);
  await lab.api.post(`/data/load:finalize?id=${staged.id}`);
  expect((await lab.api.settled(staged.id)).state).toBe("COMPLETED");
  return staged;
}

/** Returns the names of a load's stored uploads. */
async function stored(loadId: string): Promise<string[]> {
  const names: string[] = [];
  const prefix = uploadsPrefix(scope.id, loadId);
  for await (const { key } of listObjects(scope, prefix, null)) names.push(key.slice(prefix.length));
  return names;
}

const sweep = (options: { deadline?: number; minAgeMs?: number; after?: string | null } = {}) =>
  compressUploads(scope, { minAgeMs: 0, deadline: NO_DEADLINE, ...options });

function download(
  fileId: string,
  redirect: boolean,
  mode: RequestInit["redirect"] = "follow",
): Promise<Response> {
  const url = `${lab.regionUrl}/v2/workspace/${lab.name}/data/load:downloadFile?file_id=${fileId}&redirect=${redirect}`;
  return fetch(url, { headers: { authorization: `Bearer ${lab.token}` }, redirect: mode });
}

const sha256 = (content: string | ArrayBuffer): string =>
  createHash("sha256")
    .update(typeof content === "string" ? content : Buffer.from(content))
    .digest("hex");

describe("the uploads of a committed load", () => {
  it("are compressed by one sweep and removed by a later one, and are still downloaded and previewed as uploaded", async () => {
    const content = csv(1);
    const { id, files } = await load([content]);
    const [file = ""] = files;
    expect(await sweep()).toMatchObject({ compressed: 1, replaced: 0, ended: true });
    expect(await stored(id)).toEqual([file, `${file}.zst`]);
    const second = await sweep();
    expect(second).toMatchObject({ compressed: 0, replaced: 1, ended: true });
    expect(second.bytes_saved).toBeGreaterThan(content.length / 2);
    expect(await stored(id)).toEqual([`${file}.zst`]);
    expect(await sweep()).toMatchObject({ compressed: 0, replaced: 0, ended: true });
    for (const redirect of [false, true]) {
      const response = await download(file, redirect);
      expect(response.headers.get("content-length")).toBe(String(content.length));
      expect(response.headers.get("content-disposition")).toContain("0.csv");
      expect(sha256(await response.arrayBuffer())).toBe(sha256(content));
    }
    const preview = await lab.api.post<{ columns: { name: string }[] }>(
      `/data/load:previewFile?id=${id}&file_id=${file}`,
    );
    expect(preview.columns.map(({ name }) => name)).toEqual(["id", "plate"]);
  });

  it("are compressed although one before them cannot be read", async () => {
    const loads = [await load([csv(1)]), await load([csv(5_000)])];
    const [first = "", second = ""] = loads.map(({ id, files }) =>
      uploadKey(scope.id, id, files[0] as string),
    );
    const isRead = beforeStoreCall(
      scope,
      ({ command, input }) => command === "GetObjectCommand" && input.includes(first),
      () => deleteObject(scope, first),
    );
    expect(await sweep()).toMatchObject({ compressed: 1, ended: true });
    expect(isRead()).toBe(true);
    expect(await isStored(scope, compressedUploadKey(second))).toBe(true);
  });

  it("are still served by a signed URL after a sweep has removed the original", async () => {
    const content = csv(1);
    const { id, files } = await load([content]);
    await sweep();
    const { status, headers } = await download(files[0] as string, true, "manual");
    expect(status).toBe(303);
    await sweep();
    expect(await stored(id)).toEqual([`${files[0]}.zst`]);
    const response = await fetch(headers.get("location") as string);
    expect(sha256(await response.arrayBuffer())).toBe(sha256(content));
  });

  byNight("are kept until the copy is old enough", async () => {
    const { id, files } = await load([csv(1)]);
    await sweep();
    expect(await sweep({ minAgeMs: 60_000 })).toMatchObject({ compressed: 0, replaced: 0, ended: true });
    expect(await stored(id)).toEqual([files[0], `${files[0]}.zst`]);
  });

  it.each([
    ["is damaged", (copy: Buffer) => copy.subarray(0, copy.length / 2)],
    ["has other bytes", () => zstdCompressSync(csv(2))],
  ])("are kept if their copy %s, and compressed again", async (_, damage) => {
    const content = csv(1);
    const { id, files } = await load([content]);
    const key = uploadKey(scope.id, id, files[0] as string);
    await putBytes(scope, compressedUploadKey(key), damage(zstdCompressSync(content)));
    expect(await sweep()).toMatchObject({ compressed: 0, replaced: 0 });
    expect(await stored(id)).toEqual(files);
    await sweep();
    expect(await sweep()).toMatchObject({ replaced: 1 });
    expect(sha256(await (await download(files[0] as string, false)).arrayBuffer())).toBe(sha256(content));
  });

  byNight("are handled one at a time after the deadline, and calls continue with the next load", async () => {
    const first = await load([csv(1), csv(10_000)]);
    const second = await load([csv(20_000)]);
    const calls: { compressed: number; replaced: number }[] = [];
    let ended = false;
    for (let after: string | null = null; !ended; ) {
      const outcome = await sweep({ deadline: 0, after });
      calls.push({ compressed: outcome.compressed, replaced: outcome.replaced });
      ({ after, ended } = outcome);
    }
    const written = { compressed: 1, replaced: 0 };
    const removed = { compressed: 0, replaced: 1 };
    expect(calls).toEqual([written, removed, written, written]);
    const [replaced, copied] = first.files;
    expect(await stored(first.id)).toEqual([`${replaced}.zst`, copied, `${copied}.zst`]);
    expect(await stored(second.id)).toEqual(second.files.flatMap((file) => [file, `${file}.zst`]));
  });

  byNight("leave nothing after an erasure of the load", async () => {
    const { id, files } = await load([csv(1)]);
    await sweep();
    await sweep();
    const staff = new ApiClient(
      `${lab.regionUrl}/v2/workspace/${lab.name}`,
      await staffToken(sharedPlatform()),
    );
    const plan = await staff.post<{ id: string; plan: { uploads: string[] } }>("/data:prepareErasure", {
      load_id: id,
      reason: "consent withdrawn",
    });
    expect(plan.plan.uploads).toEqual(files);
    await staff.post(`/data:confirmErasure?plan_id=${plan.id}`);
    let state = "ERASING";
    while (state === "ERASING")
      ({ state } = await staff.get<{ state: string }>(`/data:getErasure?id=${plan.id}&wait_seconds=5`));
    expect(await stored(id)).toEqual([]);
    expect((await download(files[0] as string, false)).status).toBe(404);
  });
});

describe("other uploads are not compressed", () => {
  it("those of a pending load", async () => {
    const { id, files } = await stage([csv(1)]);
    expect(await sweep()).toMatchObject({ compressed: 0, ended: true });
    expect(await stored(id)).toEqual(files);
  });

  byNight("those of a failed load, which may read them again", async () => {
    const { id, files } = await stage([csv(1).replace("\n1,", "\nx,")]);
    await lab.api.post(`/data/load:finalize?id=${id}`);
    expect((await lab.api.settled(id)).state).toBe("FAILED");
    await sweep();
    await sweep();
    expect(await stored(id)).toEqual(files);
  });

  it("small files, and files without a table", async () => {
    const { id } = await stage(["id,plate\n1,a\n"]);
    const form = new FormData();
    form.set("file", new Blob([csv(1)]), "raw.csv");
    await fetch(`${lab.regionUrl}/v2/workspace/${lab.name}/data/load:uploadFile?id=${id}`, {
      method: "POST",
      headers: { authorization: `Bearer ${lab.token}` },
      body: form,
    });
    await lab.api.post(`/data/load:finalize?id=${id}`);
    expect((await lab.api.settled(id)).state).toBe("COMPLETED");
    expect(await sweep()).toMatchObject({ compressed: 0, ended: true });
    expect((await stored(id)).length).toBe(2);
  });
});
