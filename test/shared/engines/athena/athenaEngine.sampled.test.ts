import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { DomainError } from "@pdp/basics/errors";
import { compileQuery } from "@pdp/trino/compile";
import type { CompiledQuery, ResolveRelation } from "@pdp/trino/relations";
import { informationReads, informationRelation } from "@pdp/trino/statements";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { AthenaOptions } from "#shared/engines/athena/athenaEngine.ts";
import type { SqlEngine } from "#shared/engines/engine.ts";
import { ENDLESS, engineTables } from "#test/shared/engines/engineTables.ts";
import { engineTests } from "#test/shared/engines/engineTests.ts";
import { column, relationResolver, rowsOf } from "#test/shared/engines/parquetLake.ts";
import { type AthenaLake, athenaLake, WORKSPACE } from "#test/support/athena/athenaLake.ts";
import { WireError } from "#test/support/athena/wireError.ts";
import { byNight, isNightly } from "#test/support/byNight.ts";
import { WAIT } from "#test/support/wait.ts";

let lake: AthenaLake;
let resolve: ResolveRelation;

beforeAll(async () => {
  lake = await athenaLake();
  resolve = relationResolver(await engineTables(lake.write));
});

afterAll(() => lake.close());

describe("the engine on Athena", () => {
  engineTests(() => {
    const engine = lake.engine();
    return { engine, narrow: engine, resolve };
  }, !isNightly);
});

/** Each run removes its files, regardless of how it ended. */
async function expectNothingLeft(): Promise<void> {
  await vi.waitFor(async () => {
    expect(await lake.keys("results")).toEqual([]);
    expect(await readdir(join(lake.directory, "scratch", "results")).catch(() => [])).toEqual([]);
  }, WAIT);
}

afterEach(expectNothingLeft);

function compile(sql: string): Promise<CompiledQuery> {
  return compileQuery(sql, { resolve });
}

async function rows(engine: SqlEngine, sql: string): Promise<Record<string, unknown>[]> {
  return rowsOf(engine, await compile(sql));
}

async function failure(sql: string, options: Partial<AthenaOptions>): Promise<unknown> {
  return rows(lake.engine(options), sql).catch((reason: unknown) => reason);
}

/** Returns the request bodies for an action that are sent while `work` runs. */
async function requestsOf(action: string, work: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const before = lake.athena.requests.length;
  await work();
  const made = lake.athena.requests.slice(before);
  return made.flatMap(([name, body]) => (name === action ? [body] : []));
}

describe("a query of metadata rows", () => {
  const compileWithRows = (query: string): Promise<CompiledQuery> =>
    compileQuery(query, {
      resolve: async (reference, version) =>
        informationReads(reference) !== undefined
          ? informationRelation(reference, [{ reference: "it's", columns: [column("id", "INT64")] }])
          : resolve(reference, version),
    });

  it("metadata rows do not need an execution, unless the query also reads files", async () => {
    const engine = lake.engine();
    const ask = async (query: string) => rowsOf(engine, await compileWithRows(query));
    const where = "WHERE table_schema = 'main'";
    const started = await requestsOf("AmazonAthena.StartQueryExecution", async () => {
      expect(await ask(`SELECT table_name FROM information_schema.tables ${where}`)).toEqual([
        { table_name: "it's" },
      ]);
    });
    expect(started).toEqual([]);
    const [first] = await requestsOf("AmazonAthena.StartQueryExecution", async () => {
      const query = `SELECT t.ordinal_position AS n, t.column_default AS d FROM information_schema.columns t CROSS JOIN m ${where} LIMIT 1`;
      await ask(query).catch(() => undefined);
    });
    expect(first?.QueryString).toContain(
      `FROM UNNEST(CAST(json_parse('[["workspace","main","it''s","id","1",null`,
    );
  });
});

describe("external tables", () => {
  it("tables are declared on first use, for exactly the right files, in the workspace's database", async () => {
    const engine = lake.engine({}, "2200000000000002");
    const first = await requestsOf("AWSGlue.CreateTable", () => rows(engine, "SELECT id FROM m"));
    expect(first.map(({ DatabaseName }) => DatabaseName)).toEqual([
      "ws_2200000000000002",
      "ws_2200000000000002",
    ]);
    const again = await requestsOf("AWSGlue.CreateTable", () =>
      rows(engine, "SELECT max(fitness) AS x FROM m"),
    );
    expect(again).toEqual([]);
    const older = await requestsOf("AWSGlue.CreateTable", () =>
      rows(engine, "SELECT id FROM m FOR VERSION AS OF 1"),
    );
    expect(older).toHaveLength(1);
    const tables = [...(lake.athena.glue.databases.get("ws_2200000000000002")?.values() ?? [])];
    expect(tables).toHaveLength(2);
    const lists = (await lake.keys("lake")).filter((key) => key.startsWith("ws/2200000000000002/"));
    expect(lists.sort()).toEqual(
      tables.map(({ Name }) => `ws/2200000000000002/sql/tables/${Name}/files`).sort(),
    );
  });

  it("tables without rows are not declared", async () => {
    const declared = await requestsOf("AWSGlue.CreateTable", () =>
      rows(lake.engine(), "SELECT * FROM empty"),
    );
    expect(declared).toEqual([]);
  });

  it("concurrent declarations succeed", async () => {
    const engines = Array.from({ length: 4 }, () => lake.engine({}, "2200000000000003"));
    const counts = await Promise.all(engines.map((engine) => rows(engine, "SELECT count(*) AS n FROM m")));
    expect(counts.flat()).toEqual(Array(4).fill({ n: 3 }));
  });

  it("missing tables are declared again", async () => {
    const engine = lake.engine({}, "2200000000000004");
    expect(await rows(engine, "SELECT count(*) AS n FROM m")).toEqual([{ n: 3 }]);
    lake.athena.glue.databases.delete("ws_2200000000000004");
    expect(await rows(engine, "SELECT count(*) AS n FROM m")).toEqual([{ n: 3 }]);
  });
});

describe("an execution", () => {
  it("an execution uses its workgroup, its database and a unique token, and never reuses results", async () => {
    const engine = lake.engine();
    const started = await requestsOf("AmazonAthena.StartQueryExecution", async () => {
      await rows(engine, "SELECT id FROM m");
      await rows(engine, "SELECT id FROM m");
    });
    expect(started).toHaveLength(2);
    expect(started[0]).toMatchObject({
      WorkGroup: "standard",
      QueryExecutionContext: { Catalog: "AwsDataCatalog", Database: `ws_${WORKSPACE}` },
      ResultReuseConfiguration: { ResultReuseByAgeConfiguration: { Enabled: false } },
      ClientRequestToken: expect.stringMatching(/^[0-9a-f]{64}$/),
      ResultConfiguration: { OutputLocation: expect.stringContaining(`s3://results/sql/ws/${WORKSPACE}/`) },
    });
    expect(started[0]?.ClientRequestToken).not.toBe(started[1]?.ClientRequestToken);
  });

  it("an execution uses the workspace's workgroup if there is one", async () => {
    const runtime = lake.runtime({ workgroups: { "2200000000000006": "small" } });
    expect(await rows(runtime.engineOf(WORKSPACE), "SELECT count(*) AS n FROM m")).toEqual([{ n: 3 }]);
    const other = rows(runtime.engineOf("2200000000000006"), "SELECT count(*) AS n FROM m");
    await expect(other).rejects.toMatchObject({ code: "query_reads_too_much" });
    expect(lake.athena.executions.at(-1)?.request.WorkGroup).toBe("small");
  });

  it("closing the runtime waits for the execution's result", async () => {
    const runtime = lake.runtime();
    const order: string[] = [];
    const query = await compile("SELECT count(*) AS n FROM m");
    const running = rowsOf(runtime.engineOf(WORKSPACE), query).then((result) => {
      order.push("result");
      return result;
    });
    const closing = runtime.close().then(() => order.push("closed"));
    expect(await running).toEqual([{ n: 3 }]);
    await closing;
    expect(order).toEqual(["result", "closed"]);
  });

  byNight("a start is retried while Athena is busy", async () => {
    const busy = (): WireError =>
      new WireError("TooManyRequestsException", "You have exceeded the limit", 429);
    lake.athena.failNext("AmazonAthena.StartQueryExecution", ...Array.from({ length: 5 }, busy));
    lake.athena.failNext(
      "AmazonAthena.GetQueryExecution",
      new WireError("ThrottlingException", "Rate exceeded"),
    );
    lake.athena.failNext("AWSGlue.CreateTable", new WireError("InternalServiceException", "Try again", 500));
    expect(await rows(lake.engine({}, "2200000000000005"), "SELECT count(*) AS n FROM m")).toEqual([
      { n: 3 },
    ]);
  });

  it("a start fails with a message if Athena stays busy", async () => {
    const busy = (): WireError =>
      new WireError("TooManyRequestsException", "You have exceeded the limit", 429);
    lake.athena.failNext("AmazonAthena.StartQueryExecution", ...Array.from({ length: 30 }, busy));
    const error = await failure("SELECT id FROM m", { throttledMs: 0 });
    lake.athena.failNext("AmazonAthena.StartQueryExecution");
    expect(error).toMatchObject({ kind: "throttled", code: "sql_busy" });
  });

  it("an execution stops at its workgroup's scan limit", async () => {
    const error = await failure("SELECT id FROM m", { workgroup: "small" });
    expect(error).toMatchObject({ kind: "malformed", code: "query_reads_too_much" });
  });

  it("an execution that takes too long is stopped", async () => {
    const error = await failure(ENDLESS, { timeoutMs: 200 });
    expect(error).toMatchObject({ kind: "malformed", code: "query_timeout" });
    expect((error as Error).message).toContain("longer than 0.2 s");
    expect(lake.athena.executions.at(-1)?.state).toBe("CANCELLED");
  });

  it("an execution is stopped when its client disconnects", async () => {
    const engine = lake.engine();
    const controller = new AbortController();
    const before = lake.athena.executions.length;
    const running = engine.run(await compile(ENDLESS), { compression: null, signal: controller.signal });
    running.catch(() => undefined);
    await vi.waitFor(() => expect(lake.athena.executions.length).toBe(before + 1), WAIT);
    controller.abort(new Error("The client is gone"));
    await expect(running).rejects.toThrow("The client is gone");
    expect(lake.athena.executions.at(-1)?.state).toBe("CANCELLED");
  });

  it("no execution starts for a disconnected client", async () => {
    const signal = AbortSignal.abort(new Error("The client is gone"));
    const query = await compile("SELECT id FROM m");
    const started = await requestsOf("AmazonAthena.StartQueryExecution", async () => {
      await expect(lake.engine().run(query, { compression: null, signal })).rejects.toThrow(
        "The client is gone",
      );
    });
    expect(started).toEqual([]);
  });

  it("an externally stopped execution is not reported as the query's fault", async () => {
    const engine = lake.engine();
    const before = lake.athena.executions.length;
    const running = engine.run(await compile(ENDLESS), { compression: null });
    running.catch(() => undefined);
    await vi.waitFor(() => expect(lake.athena.executions.length).toBe(before + 1), WAIT);
    lake.athena.stop(lake.athena.executions.at(-1)?.id ?? "");
    await expect(running).rejects.toMatchObject({ kind: "unavailable", code: "query_stopped" });
  });
});

describe("a query's length", () => {
  it("a query's length is counted in bytes after all expansions", async () => {
    const long = `SELECT '${"分".repeat(90_000)}' AS x`;
    const started = await requestsOf("AmazonAthena.StartQueryExecution", async () => {
      const error = await failure(long, {});
      expect(error).toMatchObject({ kind: "malformed", code: "query_too_complex" });
      expect((error as Error).message).toMatch(/has 27\d{4} bytes, but at most 262144/);
    });
    expect(started).toEqual([]);
    expect(await rows(lake.engine(), `SELECT length('${"分".repeat(80_000)}') AS n`)).toEqual([
      { n: 80_000 },
    ]);
  });
});

describe("a result", () => {
  it("a result that is too large is rejected before it is read", async () => {
    const resultsRead = () => lake.read.filter((address) => address.startsWith("s3://results/"));
    const before = resultsRead().length;
    const query = "SELECT * FROM large WHERE id < 1000";
    const error = await failure(query, { maxResultBytes: 1000 });
    expect(error).toBeInstanceOf(DomainError);
    expect(error).toMatchObject({ kind: "malformed", code: "query_result_too_large" });
    expect(resultsRead()).toHaveLength(before);
    expect(await failure(query, {})).toHaveLength(1000);
    expect(resultsRead().length).toBeGreaterThan(before);
  });

  it("an unread result is removed", async () => {
    const runtime = lake.runtime({ patienceMs: 50 });
    const query = await compile("SELECT id FROM m");
    const result = await runtime.engineOf(WORKSPACE).run(query, { compression: null });
    await expectNothingLeft();
    await runtime.close();
    await expect(result[Symbol.asyncIterator]().next()).rejects.toThrow("not read in time");
  });
});
