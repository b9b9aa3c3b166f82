import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ApiClient } from "../../examples/apiClient.ts";
import { addressesOf, startPlatformProcess } from "../support/child.ts";
import { type KillablePlatform, killablePlatform } from "../support/killablePlatform.ts";
import { type Lab, memberToken, newLab, scalar } from "../support/lab.ts";
import { addVariants } from "../support/taskLab.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const PROGRAM = resolve(import.meta.dirname, "../../local/backup.ts");

let folder: string;
let platform: KillablePlatform;
let lab: Lab;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "backups-"));
  platform = await killablePlatform();
  lab = await newLab(platform.addresses);
  await addVariants(lab, 400);
});
afterAll(async () => {
  await platform.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the program, killed after some milliseconds if this is stated. */
async function run(args: string[], dataDirectory: string, killMs?: number) {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { ...process.env, DATA_DIR: dataDirectory },
  });
  const ended = new Promise<number | null>((done) => child.on("close", done));
  if (killMs !== undefined) void sleep(killMs).then(() => child.kill("SIGKILL"));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, err };
}

/** Opens a restored folder, and calls `look` with the lab at its URLs. */
async function opened(data: string, look: (restored: Lab) => Promise<void>): Promise<void> {
  const running = await startPlatformProcess(data, {});
  try {
    const token = await memberToken(addressesOf(running), lab.orgId, `${lab.name}@example.org`);
    const regionUrl = `http://127.0.0.1:${running.port + 1}`;
    await look({
      ...lab,
      regionUrl,
      token,
      api: new ApiClient(`${regionUrl}/v2/workspace/${lab.name}`, token),
    });
  } finally {
    running.child.kill("SIGKILL");
    await running.exited;
  }
}

async function projectNames({ api }: Lab): Promise<string[]> {
  const names: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: { items: { name: string }[]; cursor: string | null } = await api.get(
      `/project:list?limit=500&cursor=${cursor}`,
    );
    names.push(...page.items.map(({ name }) => name));
    cursor = page.cursor;
  }
  return names;
}

describe("a backup", () => {
  it("of a platform that works can be restored, even if a later backup was killed", async () => {
    const target = join(folder, "backup");
    let count = 0;
    let isOver = false;
    const writing = (async () => {
      for (; !isOver; count += 1) await lab.api.post("/project:create", { name: `p${count}` });
    })();
    for (const killMs of [150, 250, 350]) await run([target], platform.folder, killMs);
    await expect.poll(() => count).toBeGreaterThan(5);
    const acknowledged = count;
    const complete = await run([target], platform.folder);
    expect([complete.code, complete.err]).toEqual([0, ""]);
    for (const killMs of [180, 230, 280, 330]) {
      await addVariants(lab, 20).catch(() => undefined);
      await run([target], platform.folder, killMs);
    }
    isOver = true;
    await writing;

    const data = join(folder, "restored");
    expect((await run(["--restore", target], data)).code).toBe(0);
    await opened(data, async (restored) => {
      expect(Number(await scalar(restored, "SELECT count(*) FROM variants"))).toBeGreaterThanOrEqual(400);
      const expected = Array.from({ length: acknowledged }, (_, index) => `p${index}`);
      expect(await projectNames(restored)).toEqual(expect.arrayContaining(expected));
      await restored.api.post("/project:create", { name: "after-the-restore" });
    });
    const again = await run(["--restore", target], data);
    expect([again.code, again.err]).toEqual([1, expect.stringContaining("is not empty")]);
  });

  it("copies only what is new, and removes what no longer exists", async () => {
    const target = join(folder, "incremental");
    await run([target], platform.folder);
    const second = await run([target], platform.folder);
    expect(second.out).toMatch(/; [0-9] files?, 0\.\d MB, were copied in/);
    const [object = ""] = (await readdir(join(target, "s3"), { recursive: true })).filter((name) =>
      name.endsWith(".parquet"),
    );
    expect((await stat(join(target, "s3", object))).mode & 0o077).toBe(0);
    await rm(join(platform.folder, "s3", object));
    await run([target], platform.folder);
    await expect(readFile(join(target, "s3", object))).rejects.toThrow("ENOENT");
  });

  it("is refused for a folder with other files, and for a folder without a platform's data", async () => {
    const other = await run([resolve("docs")], platform.folder);
    expect([other.code, other.err]).toEqual([1, expect.stringContaining("contains no backup")]);
    const none = await run([join(folder, "x")], join(folder, "nothing"));
    expect([none.code, none.err]).toEqual([1, expect.stringContaining("contains no data of a platform")]);
    const inside = await run([join(platform.folder, "b")], platform.folder);
    expect(inside.err).toContain("must not be inside DATA_DIR");
  });
});
