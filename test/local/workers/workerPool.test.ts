import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FrameType } from "#local/workers/answerFrames.ts";
import { StartTurns } from "#local/workers/startTurns.ts";
import { WorkerPool } from "#local/workers/workerPool.ts";

const MEGABYTE = 1 << 20;
/** Announces on the control socket that the process accepts work, and waits. */
const READY = `(await import("node:fs")).writeSync(3, Buffer.from([${FrameType.READY}, 0, 0, 0, 0])); setInterval(() => {}, 1_000);`;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "worker-pool-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Pool with processes that run a script. */
async function poolOf(
  name: string,
  script: string,
  starts = new StartTurns(),
  spares = 0,
): Promise<WorkerPool> {
  const path = join(folder, `${name}.mjs`);
  await writeFile(path, script);
  return new WorkerPool({
    script: async () => path,
    starts,
    scratchDirectory: join(folder, name),
    codeCache: join(folder, "cache"),
    heapMegabytes: 64,
    dataBytes: 2_000 * MEGABYTE,
    niceness: 0,
    warm: false,
    spares,
    maxIdle: 1,
  });
}

describe("the pool of worker processes", () => {
  test("the pool starts another process if one exits before it is ready", async () => {
    const mark = join(folder, "mark");
    const pool = await poolOf(
      "once",
      `import { existsSync, writeFileSync } from "node:fs"; 
       if (!existsSync(${JSON.stringify(mark)})) { writeFileSync(${JSON.stringify(mark)}, ""); process.exit(7); }
       ${READY}`,
    );
    const worker = await pool.take("1", 500 * MEGABYTE);
    expect([worker.isGone, existsSync(mark)]).toEqual([false, true]);
    await pool.close();
  });

  test("only a limited number of processes start at once, and all of them become ready", async () => {
    const marks = join(folder, "starts.log");
    const note = (word: string) => `appendFileSync(${JSON.stringify(marks)}, "${word} ");`;
    const pool = await poolOf(
      "starts",
      `import { appendFileSync } from "node:fs"; ${note("start")}
       setTimeout(async () => { ${note("ready")} ${READY} }, 100);`,
      new StartTurns(2),
    );
    await Promise.all(["1", "2", "3", "4", "5"].map((id) => pool.take(id, 500 * MEGABYTE)));
    await pool.close();
    const words = (await readFile(marks, "utf8")).trim().split(" ");
    expect(words).toHaveLength(10);
    const open = words.map((_, at) => {
      const before = words.slice(0, at + 1);
      return (
        before.filter((word) => word === "start").length - before.filter((word) => word === "ready").length
      );
    });
    expect(Math.max(...open)).toBe(2);
  });

  test("waiting work starts before spares, in order of arrival, and failed starts give way", async () => {
    const starts = new StartTurns(1);
    const order: string[] = [];
    const { promise: first, resolve: end } = Promise.withResolvers<void>();
    const start = (name: string, isSpare: boolean, work: Promise<void> = Promise.resolve()) =>
      starts.run(isSpare, async () => {
        order.push(name);
        await work;
      });
    const all = [
      start("first", false, first),
      start("spare", true),
      start("second", false, Promise.reject(new Error("no process"))),
      start("third", false),
    ];
    end();
    expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual([
      "fulfilled",
      "fulfilled",
      "rejected",
      "fulfilled",
    ]);
    expect(order).toEqual(["first", "second", "third", "spare"]);
  });

  test("work does not wait for a spare whose start has not begun", async () => {
    const mark = join(folder, "work.mark");
    const starts = new StartTurns(1);
    const { promise: busy, resolve: end } = Promise.withResolvers<void>();
    void starts.run(false, () => busy);
    const script = `(await import("node:fs")).writeFileSync(${JSON.stringify(mark)}, ""); ${READY}`;
    const pool = await poolOf("queued", script, starts, 1);
    pool.warm();
    await setImmediate();
    const taken = pool.take("1", 500 * MEGABYTE);
    await setImmediate();
    const later = starts.run(false, async () => existsSync(mark));
    end();
    expect(await later).toBe(true);
    await taken;
    await pool.close();
  });

  test("the pool discards a process that was killed just before its release", async () => {
    const pool = await poolOf("killed", READY);
    const killed = await pool.take("1", 500 * MEGABYTE);
    killed.kill("memory");
    await pool.release(killed, true);
    expect(await pool.take("1", 500 * MEGABYTE)).not.toBe(killed);
    await pool.close();
  });

  test.runIf(process.platform === "linux")(
    "the pool does not keep a process that has little memory left, even if the work used none of it",
    async () => {
      const reserve = (megabytes: number): string =>
        `globalThis.kept = new ArrayBuffer(${megabytes} << 20); ${READY}`;
      for (const [megabytes, isKept] of [
        [10, true],
        [900, false],
      ] as const) {
        const pool = await poolOf(`reserves${megabytes}`, reserve(megabytes));
        const first = await pool.take("1", 500 * MEGABYTE);
        await pool.release(first, true);
        expect((await pool.take("1", 500 * MEGABYTE)) === first).toBe(isKept);
        await pool.close();
      }
    },
  );

  test("the pool reports how processes that never became ready exited", async () => {
    const pool = await poolOf("never", "process.exit(7);");
    await expect(pool.take("1", 500 * MEGABYTE)).rejects.toThrow("could not be started (exit code 7)");
    await pool.close();
  });
});
