import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { type KillablePlatform, killablePlatform } from "../support/killablePlatform.ts";
import { type Lab, newLab, scalar } from "../support/lab.ts";

const LOADS = 5;
const LOAD_ROWS = 3;
/** Time, in milliseconds, between starting a platform, which begins with compactions, and killing it. */
const KILLS = [0, 400, 1_500];

/** Loads rows one load at a time; each row contains the number of its load. */
async function loadAll(lab: Lab): Promise<string[]> {
  const loads: string[] = [];
  for (let load = 0; load < LOADS; load += 1) {
    const { id } = await lab.api.post<{ id: string }>("/data/load:create", {
      context: { kind: "PROJECT", project_id: lab.projectId },
      tables: { numbers: { columns: [{ name: "load", type: "INT64", nullable: false }] } },
    });
    await lab.api.upload(id, "numbers", `${load}.csv`, `load\n${`${load}\n`.repeat(LOAD_ROWS)}`);
    await lab.api.post(`/data/load:finalize?id=${id}`);
    expect((await lab.api.settled(id)).state).toBe("COMPLETED");
    loads.push(id);
  }
  return loads;
}

async function mergedFiles({ folder }: KillablePlatform): Promise<string[]> {
  const names = await readdir(join(folder, "s3"), { recursive: true });
  return names.filter((name) => /\/merged~\/[^/]+\.parquet$/.test(name));
}

async function versionsOf(lab: Lab): Promise<string[]> {
  const { items } = await lab.api.get<{ items: { id: string }[] }>("/data/version:list");
  return items.map(({ id }) => id).toSorted((one, other) => Number(one) - Number(other));
}

describe("a platform killed while merging files", () => {
  it("every version has every row once during and after the merge, and an undo removes a load's rows", async () => {
    const platform = await killablePlatform({
      COMPACTION_MIN_AGE_SECONDS: "0",
      COMPACTION_MIN_FILES: String(LOADS),
    });
    onTestFinished(() => platform.close());
    let lab = await newLab(platform.addresses);
    const loads = await loadAll(lab);
    const versions = await versionsOf(lab);
    expect(versions).toHaveLength(LOADS);
    const checkVersions = async (): Promise<void> => {
      expect(await versionsOf(lab)).toEqual(versions);
      for (const [place, version] of versions.entries()) {
        const query = `SELECT count(*) FROM numbers FOR VERSION AS OF ${version}`;
        expect(await scalar(lab, query)).toBe(BigInt(LOAD_ROWS * (place + 1)));
      }
    };
    for (const delay of KILLS) {
      lab = await platform.killedAndStarted(lab);
      await sleep(delay);
    }
    lab = await platform.killedAndStarted(lab);
    await checkVersions();
    // An earlier execution continues; a new one starts within half a minute.
    while ((await mergedFiles(platform)).length === 0) await sleep(200);
    await checkVersions();
    const undone = loads[1] ?? "";
    await lab.api.post(`/data/load:undo?id=${undone}`);
    await lab.api.settled(undone);
    expect(await scalar(lab, "SELECT count(*) FROM numbers")).toBe(BigInt(LOAD_ROWS * (LOADS - 1)));
    expect(await scalar(lab, "SELECT count(*) FROM numbers WHERE load = 1")).toBe(0n);
    expect(await scalar(lab, `SELECT count(*) FROM numbers WHERE "$load_id" = ${loads[2]}`)).toBe(3n);
    await lab.api.post(`/data/load:redo?id=${undone}`);
    await lab.api.settled(undone);
    expect(await scalar(lab, "SELECT count(*) FROM numbers WHERE load = 1")).toBe(BigInt(LOAD_ROWS));
  });
});
