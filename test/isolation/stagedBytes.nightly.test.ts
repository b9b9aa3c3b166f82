import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { addressesOf, type PlatformProcess, startPlatformProcess } from "#test/support/child.ts";
import { type Answer, request } from "#test/support/http.ts";
import { type Lab, newLab } from "#test/support/lab.ts";

/*
 * Two tenants try to exceed their limits of stored bytes in every way at once, while a third one works. Afterwards, each
 * counter must equal the bytes that remain.
 */

const LIMIT = 120_000;
const PIECE = 30_000;
const MAX_PIECES = LIMIT / PIECE;
const COLUMNS = [{ name: "id", type: "INT64" }];
/** Concurrent requests by one attacker: two run, twenty may wait. */
const AT_ONCE = 12;

let folder = "";
let platform: PlatformProcess;
let attackers: [Lab, Lab];
let bystander: Lab;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "staged-"));
  platform = await startPlatformProcess(folder, { STAGED_BYTES: String(LIMIT) });
  const addresses = addressesOf(platform);
  attackers = [await newLab(addresses), await newLab(addresses)];
  bystander = await newLab(addresses);
});

afterAll(async () => {
  platform.child.kill("SIGKILL");
  await platform.exited;
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

afterEach(async () => {
  for (const lab of [...attackers, bystander]) await expectExactCounter(lab);
});

const call = ({ regionUrl, name, token }: Lab, method: "GET" | "POST", path: string, body?: unknown) =>
  request(method, `${regionUrl}/v2/workspace/${name}${path}`, { token, body });

async function newLoad(lab: Lab): Promise<string> {
  const { id } = await lab.api.post<{ id: string }>("/data/load:create", {
    context: { kind: "PROJECT", project_id: lab.projectId },
    tables: { variants: { columns: COLUMNS, format: "CSV" } },
  });
  return id;
}

function csv(bytes: number): string {
  return `id\n${"1\n".repeat(Math.floor((bytes - 3) / 2))}`.padEnd(bytes, "\n");
}

function upload(lab: Lab, load: string, content: string): Promise<Answer> {
  const form = new FormData();
  form.set("table_reference", "variants");
  form.set("file", new Blob([content]), "plate.csv");
  return call(lab, "POST", `/data/load:uploadFile?id=${load}`, form);
}

/** Deletes all loads that can be deleted, and waits until they are gone. */
async function deleteLoads(lab: Lab): Promise<void> {
  for (;;) {
    const { items } = await lab.api.get<{ items: { id: string; state: string }[] }>(
      "/data/load:list?limit=1000",
    );
    const left = items.filter(({ state }) => state !== "COMPLETED");
    if (left.length === 0) return;
    for (const { id, state } of left) {
      if (state !== "DELETING") await call(lab, "POST", `/data/load:delete?id=${id}`);
    }
  }
}

/** Proves that deleted uploads no longer count toward the limit: exactly the limit fits, and not one byte more. */
async function expectExactCounter(lab: Lab): Promise<void> {
  await deleteLoads(lab);
  const load = await newLoad(lab);
  expect((await upload(lab, load, csv(LIMIT))).status).toBe(200);
  expect((await upload(lab, load, "i")).status).toBe(413);
  await deleteLoads(lab);
}

/** Total bytes of all uploads on disk, by workspace. */
async function storedBytes(): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const root = join(folder, "s3", "lake-eu", "ws~");
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const [workspace = "", kind] = entry.parentPath.slice(root.length + 1).split("/");
    if (!entry.isFile() || kind !== "uploads~" || entry.name.includes(".")) continue;
    const { size } = await stat(join(entry.parentPath, entry.name));
    found.set(workspace, (found.get(workspace) ?? 0) + size);
  }
  return found;
}

/** Repeatedly runs an attack by both attackers, while the bystander loads a file. */
async function withstand(attack: (lab: Lab) => Promise<void>): Promise<void> {
  const work = async (): Promise<void> => {
    const load = await newLoad(bystander);
    expect((await upload(bystander, load, csv(LIMIT))).status).toBe(200);
    await bystander.api.post(`/data/load:finalize?id=${load}`);
    expect((await bystander.api.settled(load)).state).toBe("COMPLETED");
  };
  await Promise.all([...attackers.map(attack), work()]);
}

function statuses(answers: Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

describe("two tenants that stage as much as possible", () => {
  it("each tenant can stage up to its limit in one load, and a third tenant can still load", async () => {
    await withstand(async (lab) => {
      const load = await newLoad(lab);
      const answers = await times(AT_ONCE, () => upload(lab, load, csv(PIECE)));
      expect(statuses(answers)).toEqual({ 200: MAX_PIECES, 413: AT_ONCE - MAX_PIECES });
    });
  });

  it("several loads do not raise the limit of staged bytes", async () => {
    await withstand(async (lab) => {
      const answers = await times(AT_ONCE, async () => upload(lab, await newLoad(lab), csv(PIECE)));
      expect(statuses(answers)).toEqual({ 200: MAX_PIECES, 413: AT_ONCE - MAX_PIECES });
    });
    const stored = [...(await storedBytes()).values()].filter((bytes) => bytes > 0);
    // The bystander's load is finalized: it is no longer staged, and its file remains.
    expect(stored.filter((bytes) => bytes === LIMIT).length).toBeGreaterThanOrEqual(2);
  });

  it("files without a length do not raise the limit of staged bytes", async () => {
    await withstand(async (lab) => {
      const load = await newLoad(lab);
      const answers = await times(8, () => uploadInChunks(lab, load, csv(PIECE)));
      expect(statuses(answers)).toEqual({ 200: MAX_PIECES, 413: 8 - MAX_PIECES });
    });
  });

  it("failed loads do not raise the limit of staged bytes", async () => {
    await withstand(async (lab) => {
      for (let round = 0; round < MAX_PIECES; round += 1) {
        const load = await newLoad(lab);
        expect((await upload(lab, load, `id\n${"x\n".repeat((PIECE - 3) / 2)}x`)).status).toBe(200);
        await lab.api.post(`/data/load:finalize?id=${load}`);
        expect((await lab.api.settled(load)).state).toBe("FAILED");
      }
      expect((await upload(lab, await newLoad(lab), csv(PIECE))).status).toBe(413);
    });
  });

  it("retries of failed loads do not raise the limit of staged bytes", async () => {
    await withstand(async (lab) => {
      const load = await newLoad(lab);
      await upload(lab, load, `id\n${"x\n".repeat(PIECE / 2 - 2)}`);
      for (const verb of ["finalize", "retry", "retry"]) {
        await lab.api.post(`/data/load:${verb}?id=${load}`);
        await lab.api.settled(load);
      }
      const answers = await times(8, async () => upload(lab, await newLoad(lab), csv(PIECE)));
      expect(statuses(answers)).toEqual({ 200: MAX_PIECES - 1, 413: 8 - (MAX_PIECES - 1) });
    });
  });
});

describe("two tenants that release staged bytes repeatedly", () => {
  it("twelve concurrent removals of a file release its bytes once", async () => {
    await withstand(async (lab) => {
      const load = await newLoad(lab);
      const { body: file } = await upload(lab, load, csv(PIECE));
      const path = `/data/load:removeFile?id=${load}&file_id=${file.id}`;
      const answers = await times(AT_ONCE, () => call(lab, "POST", path));
      expect(statuses(answers)).toMatchObject({ 200: 1 });
    });
  });

  it("twelve concurrent requests to finalize or delete a load release its bytes once", async () => {
    await withstand(async (lab) => {
      const load = await newLoad(lab);
      await upload(lab, load, csv(PIECE));
      await times(AT_ONCE, (index) =>
        call(lab, "POST", `/data/load:${index % 2 === 0 ? "finalize" : "delete"}?id=${load}`),
      );
    });
  });

  it("uploads to a load that is deleted in the meantime leave no staged bytes", async () => {
    await withstand(async (lab) => {
      const loads = await times(4, () => newLoad(lab));
      await Promise.all([
        ...loads.map((load) => upload(lab, load, csv(PIECE))),
        ...loads.map((load) => call(lab, "POST", `/data/load:delete?id=${load}`)),
      ]);
    });
  });

  it("aborted and rejected uploads do not count as staged bytes", async () => {
    await withstand(async (lab) => {
      const load = await newLoad(lab);
      await times(4, () => brokenUpload(lab, load));
      const form = new FormData();
      form.set("table_reference", "no_such_table");
      form.set("file", new Blob([csv(PIECE)]), "plate.csv");
      expect((await call(lab, "POST", `/data/load:uploadFile?id=${load}`, form)).status).toBe(422);
    });
  });
});

it("no tenant can stage bytes in another tenant's workspace", async () => {
  const theirs = await newLoad(bystander);
  for (const lab of attackers) {
    expect((await upload(lab, theirs, csv(PIECE))).status).toBe(404);
    const stranger = { ...bystander, token: lab.token };
    expect((await upload(stranger, theirs, csv(PIECE))).status).toBe(403);
  }
});

const BOUNDARY = "x-boundary-x";

function formText(content: string): string {
  return [
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="table_reference"\r\n\r\nvariants`,
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="plate.csv"\r\n\r\n${content}`,
    `--${BOUNDARY}--\r\n`,
  ].join("\r\n");
}

/** Sends a form in chunks without declaring its length. */
async function send(lab: Lab, load: string, text: string, isBroken: boolean): Promise<Answer> {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(text);
    if (isBroken) throw new Error("It breaks off");
  }
  const url = `${lab.regionUrl}/v2/workspace/${lab.name}/data/load:uploadFile?id=${load}`;
  const response = await fetch(url, {
    method: "POST",
    headers: {
      authorization: `Bearer ${lab.token}`,
      "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
    },
    body: Readable.toWeb(Readable.from(pieces())),
    duplex: "half",
  } as unknown as RequestInit);
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const uploadInChunks = (lab: Lab, load: string, content: string): Promise<Answer> =>
  send(lab, load, formText(content), false);

async function brokenUpload(lab: Lab, load: string): Promise<void> {
  await send(lab, load, formText(csv(PIECE)).slice(0, -200), true).catch(() => undefined);
}
