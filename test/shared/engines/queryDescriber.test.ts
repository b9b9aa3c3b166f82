import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Column } from "@pdp/basics/columns";
import { DomainError } from "@pdp/basics/errors";
import { compileQuery } from "@pdp/trino/compile";
import type { Relation } from "@pdp/trino/relations";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type QueryDescriber, queryDescriber } from "#shared/engines/queryDescriber.ts";
import { column, relationResolver } from "#test/shared/engines/parquetLake.ts";

/** Tables of files that do not exist: opening one would fail. */
const files = [{ key: "loads/none.parquet", rows: 1, bytes: 1 }];

const tables: Record<string, Relation> = {
  m: {
    kind: "TABLE",
    columns: [
      column("id", "INT64"),
      column("sequence", "STRING"),
      column("fitness", "FLOAT64"),
      column("measured_at", "TIMESTAMP"),
    ],
    files,
  },
  nested: {
    kind: "TABLE",
    columns: [
      column("point", "STRUCT", { columns: [column("x", "INT64"), column("label", "STRING")] }),
      column("sites", "ARRAY", { item_type: { type: "INT64", nullable: true } }),
    ],
    files,
  },
  best: { kind: "VIEW", query: "SELECT sequence, fitness * 2 AS score FROM m WHERE fitness > 1" },
};

let directory: string;
let describer: QueryDescriber;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "describer-"));
  describer = queryDescriber(join(directory, "made", "when", "needed"), 60_000);
});

afterAll(() => rm(directory, { recursive: true }));

async function describeQuery(sql: string): Promise<Column[]> {
  return describer.describe(await compileQuery(sql, { resolve: relationResolver(tables) }));
}

describe("described columns", () => {
  it("columns have the platform's types: decimals are FLOAT64, and integers INT64", async () => {
    const columns = await describeQuery(
      "SELECT id, CAST(1 AS TINYINT) AS t, sum(id) OVER () AS s, 1.5 AS d, sequence, fitness, measured_at, true AS b, DATE '2026-01-01' AS day FROM m",
    );
    expect(columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
      "id INT64",
      "t INT64",
      "s INT64",
      "d FLOAT64",
      "sequence STRING",
      "fitness FLOAT64",
      "measured_at TIMESTAMP",
      "b BOOL",
      "day DATE",
    ]);
    expect(columns[0]).toEqual({
      name: "id",
      type: "INT64",
      nullable: true,
      metadata: { description: null, deprecated: false },
    });
  });

  it("nested columns have nested types", async () => {
    const [point, sites] = await describeQuery("SELECT point, sites FROM nested");
    expect(point?.columns?.map(({ name, type }) => `${name} ${type}`)).toEqual(["x INT64", "label STRING"]);
    expect(sites?.item_type).toEqual({ type: "INT64", nullable: true });
  });

  it("views of views are described", async () => {
    const columns = await describeQuery("SELECT score + 1 AS more, sequence FROM best");
    expect(columns.map(({ name, type }) => `${name} ${type}`)).toEqual(["more FLOAT64", "sequence STRING"]);
  });

  it("types that columns do not support are rejected", async () => {
    await expect(describeQuery("SELECT TIME '10:00' AS i")).rejects.toThrow("Column i has type TIME");
  });

  it("invalid names and types are rejected in the user's terms", async () => {
    const error = await describeQuery("SELECT fitnes FROM m").catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DomainError);
    expect(error).toMatchObject({
      message: "There is no column fitnes (line 1, column 8). Did you mean fitness?",
    });
    await expect(describeQuery("SELECT sequence + 1 AS x FROM m")).rejects.toBeInstanceOf(DomainError);
  });

  it("concurrent descriptions are independent, even if some fail", async () => {
    const all = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) =>
        describeQuery(`SELECT ${index % 3 === 0 ? "no" : "id"} AS c${index} FROM m`),
      ),
    );
    expect(all.map((one) => (one.status === "fulfilled" ? one.value[0]?.name : "refused"))).toEqual(
      all.map((_, index) => (index % 3 === 0 ? "refused" : `c${index}`)),
    );
  });
});
