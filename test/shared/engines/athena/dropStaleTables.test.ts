import { createHash } from "node:crypto";
import { compileQuery } from "@pdp/trino/compile";
import type { Relation, ResolveRelation } from "@pdp/trino/relations";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dropStaleTables } from "#shared/engines/athena/dropStaleTables.ts";
import { type Glue, glueCalls } from "#shared/engines/athena/glueClient.ts";
import { column, relationResolver, rowsOf } from "#test/shared/engines/parquetLake.ts";
import { type AthenaLake, athenaLake } from "#test/support/athena/athenaLake.ts";
import type { GlueTable } from "#test/support/athena/glueCatalog.ts";
import { WireError } from "#test/support/athena/wireError.ts";

const HOUR = 3600;
/** Enough tables that a process checking one of 256 positions finds some each time. */
const MANY = 8_000;

let lake: AthenaLake;
let resolve: ResolveRelation;
let glue: Glue;

beforeAll(async () => {
  lake = await athenaLake();
  const credentials = { accessKeyId: "local", secretAccessKey: "local-secret" };
  glue = glueCalls({ region: "eu-central-1", endpoint: lake.athena.url, credentials });
  const columns = [column("fitness", "FLOAT64")];
  const versions = Array.from({ length: 6 }, async (_, index) => {
    const file = await lake.write(`${index}.parquet`, `SELECT ${index}.0::DOUBLE AS fitness`);
    const relation: Relation = { kind: "TABLE", columns, files: [file] };
    return [`t${index}`, relation] as const;
  });
  resolve = relationResolver(Object.fromEntries(await Promise.all(versions)));
});

afterAll(async () => {
  await lake.close();
});

/** Database with this many tables, declared this many hours ago. */
function declareTables(id: string, count: number, hours: number): Map<string, GlueTable> {
  const tables = lake.athena.glue.databases.get(`ws_${id}`) ?? new Map<string, GlueTable>();
  lake.athena.glue.databases.set(`ws_${id}`, tables);
  const CreateTime = Date.now() / 1000 - hours * HOUR;
  for (let index = 0; index < count; index += 1) {
    const Name = `t_${createHash("sha256").update(`${hours} ${index}`).digest("hex").slice(0, 40)}`;
    const StorageDescriptor = { Columns: [], Location: "s3://lake/none/", InputFormat: "none" };
    tables.set(Name, { Name, CreateTime, StorageDescriptor });
  }
  return tables;
}

const ageOf = ({ CreateTime }: GlueTable): number => (Date.now() / 1000 - CreateTime) / HOUR;

async function fitness(engine: ReturnType<AthenaLake["engine"]>, table: string): Promise<unknown> {
  return rowsOf(engine, await compileQuery(`SELECT max(fitness) AS x FROM ${table}`, { resolve }));
}

describe("tables declared in Athena", () => {
  it("each declaration drops a few tables older than a day", async () => {
    const tables = declareTables("2200000000000101", MANY, 25);
    declareTables("2200000000000101", MANY, 23);
    const foreign = "events";
    tables.set(foreign, {
      ...declareTables("2200000000000199", 1, 48).values().next().value,
      Name: foreign,
    } as GlueTable);
    const engine = lake.engine({}, "2200000000000101");
    for (let index = 0; index < 6; index += 1) {
      const before = tables.size;
      expect(await fitness(engine, `t${index}`)).toEqual([{ x: index }]);
      const dropped = before + 1 - tables.size;
      expect(dropped).toBeGreaterThan(0);
      expect(dropped).toBeLessThanOrEqual(5);
    }
    const left = [...tables.values()];
    expect(left.filter((table) => ageOf(table) > 22 && ageOf(table) < 24)).toHaveLength(MANY);
    expect(left.filter((table) => ageOf(table) < 1)).toHaveLength(6);
    expect(tables.has(foreign)).toBe(true);
  });

  it("dropped tables are declared again on use, even by a process that had declared them", async () => {
    const tables = declareTables("2200000000000102", 0, 0);
    const engine = lake.engine({}, "2200000000000102");
    expect(await fitness(engine, "t0")).toEqual([{ x: 0 }]);
    const [name = ""] = tables.keys();
    const drop = (spared: string[]) =>
      dropStaleTables(glue, "ws_2200000000000102", {
        ...{ maxTables: 5, prefix: name.slice(2, 4) },
        spared: new Set(spared),
      });
    expect(await drop([])).toEqual([]);
    tables.set(name, { ...(tables.get(name) as GlueTable), CreateTime: Date.now() / 1000 - 25 * HOUR });
    expect(await drop([name])).toEqual([]);
    expect(await drop([])).toEqual([name]);
    expect(tables.size).toBe(0);
    expect(await fitness(engine, "t0")).toEqual([{ x: 0 }]);
    expect([...tables.keys()]).toEqual([name]);
  });

  it("concurrent drops succeed, and nothing is dropped if there are no old tables", async () => {
    const tables = declareTables("2200000000000103", 2_000, 30);
    const options = { maxTables: 100, spared: new Set<string>(), prefix: "a0" };
    const expected = [...tables.keys()].filter((name) => name.startsWith("t_a0"));
    expect(expected.length).toBeGreaterThan(1);
    await Promise.all([1, 2, 3].map(() => dropStaleTables(glue, "ws_2200000000000103", options)));
    expect(tables.size).toBe(2_000 - expected.length);
    expect(await dropStaleTables(glue, "ws_2200000000000103", options)).toEqual([]);
  });

  it("a failed drop does not fail the query", async () => {
    declareTables("2200000000000104", 10, 30);
    const denied = new WireError("AccessDeniedException", "User is not authorized to perform glue:GetTables");
    lake.athena.failNext("AWSGlue.GetTables", denied);
    const before = lake.athena.requests.length;
    expect(await fitness(lake.engine({}, "2200000000000104"), "t1")).toEqual([{ x: 1 }]);
    const actions = lake.athena.requests.slice(before).map(([action]) => action);
    // The denied request is the only one.
    expect(actions.filter((action) => action === "AWSGlue.GetTables")).toHaveLength(1);
  });
});
