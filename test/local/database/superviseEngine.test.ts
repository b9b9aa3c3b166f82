import { describe, expect, test } from "vitest";
import { type EngineProcess, superviseEngine } from "#local/database/superviseEngine.ts";

/** Engines that tests can end; a call is answered with the number of its engine. */
function endableEngines() {
  const ends: (() => void)[] = [];
  const closed: number[] = [];
  const start = async (): Promise<EngineProcess> => {
    const { promise: exited, resolve } = Promise.withResolvers<void>();
    const number = ends.push(resolve);
    return {
      name: "test",
      exited,
      call: async (operation) => {
        if (operation !== "Hang") return { status: 200, body: String(number) };
        await exited;
        throw new Error("The database process exited.");
      },
      close: async () => {
        closed.push(number);
        resolve();
      },
    };
  };
  return { start, ends, closed, endLast: () => ends.at(-1)?.() };
}

const BODY = Buffer.from("{}");

describe("the supervision of the database process", () => {
  test("a database that exits is started again, and calls wait for it", async () => {
    const { start, endLast, closed } = endableEngines();
    const engine = await superviseEngine(start, () => undefined);
    for (const number of ["1", "2", "3"]) {
      expect((await engine.call("GetItem", BODY)).body).toBe(number);
      endLast();
      await Promise.resolve();
    }
    await engine.call("GetItem", BODY);
    await engine.close();
    expect(closed).toEqual([4]);
  });

  test("a call that was running during the exit gets a server error, because its effect is unknown", async () => {
    const { start, endLast } = endableEngines();
    const engine = await superviseEngine(start, () => undefined);
    const running = engine.call("Hang", BODY);
    await Promise.resolve();
    endLast();
    expect(await running).toMatchObject({ status: 500 });
    await engine.close();
  });

  test("an error of a running database is passed on", async () => {
    const { start } = endableEngines();
    const failing = async () => {
      const call = () => Promise.reject(new Error("The request is malformed"));
      return { ...(await start()), call };
    };
    const engine = await superviseEngine(failing, () => undefined);
    await expect(engine.call("GetItem", BODY)).rejects.toThrow("The request is malformed");
    await engine.close();
  });

  test("a database that keeps exiting is given up with the reason", async () => {
    const { start } = endableEngines();
    let starts = 0;
    const lost = Promise.withResolvers<Error>();
    const exiting = async () => {
      starts += 1;
      return { ...(await start()), exited: Promise.resolve() };
    };
    const engine = await superviseEngine(exiting, lost.resolve);
    expect((await lost.promise).message).toBe("The database process exited 11 times within a minute.");
    expect(starts).toBe(11);
    await expect(engine.call("GetItem", BODY)).rejects.toThrow("exited 11 times");
    await engine.close();
  });
});
