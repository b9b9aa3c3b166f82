import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inTurn } from "#shared/history/commitTurns.ts";
import { commitNewTable } from "#shared/history/tableCommits.ts";
import type { Settings, WorkspaceScope } from "#shared/runtime/scope.ts";
import { createHead } from "#shared/store/versions.ts";
import { startEmbeddedDatabase } from "#test/support/embeddedDatabase.ts";

const scopeOf = (settings: object, id: string) => ({ settings: settings as Settings, id }) as WorkspaceScope;

describe("commits of one workspace in one process", () => {
  it("commits in a process run one after the other in order of arrival", async () => {
    const scope = scopeOf({}, "1");
    const events: string[] = [];
    const gates = ["a", "b", "c"].map((name) => ({ name, ...Promise.withResolvers<void>() }));
    const running = gates.map(({ name, promise }) =>
      inTurn(scope, async () => {
        events.push(`${name} begins`);
        await promise;
        events.push(`${name} ends`);
        if (name === "b") throw new Error("b failed");
        return name;
      }),
    );
    for (const { resolve } of gates.toReversed()) resolve();
    const ended = await Promise.allSettled(running);
    expect(ended.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(events).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
  });

  it("commits do not wait for another workspace and never wait indefinitely", async () => {
    const settings = {};
    const first = Promise.withResolvers<string>();
    const stuck = inTurn(scopeOf(settings, "1"), () => first.promise);
    expect(await inTurn(scopeOf(settings, "2"), async () => "other workspace")).toBe("other workspace");
    expect(await inTurn(scopeOf({}, "1"), async () => "other process")).toBe("other process");
    expect(await inTurn(scopeOf(settings, "1"), async () => "impatient", 1)).toBe("impatient");
    first.resolve("first");
    expect(await stuck).toBe("first");
  });
});

describe("commits at the same time", () => {
  let embedded: Awaited<ReturnType<typeof startEmbeddedDatabase>>;
  let transactions = 0;

  beforeAll(async () => {
    embedded = await startEmbeddedDatabase((passing, pass) => {
      if (String(passing.headers["x-amz-target"]).endsWith("TransactWriteItems")) transactions += 1;
      return pass(passing);
    });
  });
  afterAll(() => embedded.close());

  it("concurrent commits need one transaction each", async () => {
    const scope = embedded.newWorkspace();
    await createHead(scope);
    transactions = 0;
    const stamp = { by: "user_1", at: "2026-01-01T00:00:00.000Z" };
    const names = Array.from({ length: 12 }, (_, index) => `view_${index}`);
    const tables = await Promise.all(
      names.map((reference) =>
        commitNewTable(
          scope,
          { reference, description: null, columns: [], query: "SELECT 1 AS a", reads: {} },
          stamp,
        ),
      ),
    );
    const versions = tables.map(({ version_id }) => Number(version_id));
    expect(versions).toEqual(versions.toSorted((a, b) => a - b));
    expect(new Set(versions).size).toBe(12);
    expect(transactions).toBe(12);
  });
});
