import { DuckDBTimestampType } from "@duckdb/node-api";
import { DomainError } from "@pdp/basics/errors";
import { compileQuery } from "@pdp/trino/compile";
import { afterAll, beforeAll, expect, it } from "vitest";
import { transferTypeOf } from "#shared/engines/athena/transferType.ts";
import { writeTrinoQuery } from "#shared/engines/athena/writeTrinoQuery.ts";
import { relationResolver } from "#test/shared/engines/parquetLake.ts";
import { timestampType } from "../../shared/trino/types/type.ts";
import { type LocalEngine, localEngine } from "./localEngine.ts";

let engine: LocalEngine;

beforeAll(async () => {
  engine = await localEngine();
});

afterAll(() => engine.close());

async function refusal(query: string): Promise<string> {
  const answer = await engine.answer(query);
  if (answer instanceof DomainError) return answer.message;
  throw new Error(`${query} was answered: ${JSON.stringify(answer.rows)}`);
}

it.each([
  ["SELECT TIMESTAMP '2026-01-31 12:00:00.1234567'", "more than 6 fractional digits"],
  ["SELECT ARRAY[TIME '12:00:00.0000001']", "more than 6 fractional digits"],
  [
    "SELECT sum(v) OVER (ORDER BY t RANGE BETWEEN INTERVAL '1' DAY PRECEDING AND CURRENT ROW) FROM (VALUES (TIMESTAMP '2020-01-01 10:11:12.1234567', 1)) x(t, v)",
    "RANGE frame",
  ],
  [
    "SELECT sequence(TIMESTAMP '2020-01-01 00:00:00.1234567', TIMESTAMP '2020-01-02 00:00:00.1234567', INTERVAL '1' DAY)",
    "sequence requires",
  ],
  [
    "SELECT CAST(t AS varchar) FROM (VALUES TIME '12:00:00 +01:00', TIME '12:00:00 +02:00') x(t)",
    "cast it to TIME",
  ],
])("digits that the platform cannot return are an error, not rounded: %s", async (query, part) => {
  expect(await refusal(query)).toContain(part);
});

it("digits after the microseconds that are zero do not prevent a result", async () => {
  const answer = await engine.answer("SELECT TIMESTAMP '2026-01-31 12:00:00.123456000'");
  expect(answer).toMatchObject({ rows: [["2026-01-31 12:00:00.123456"]] });
});

it("Athena refuses result columns whose digits it would lose", () => {
  const column = { name: "t", type: DuckDBTimestampType.instance };
  expect(() => transferTypeOf(column, timestampType(9))).toThrow("at most 6 fractional digits");
  expect(transferTypeOf(column, timestampType(6)).trino).toBe("VARCHAR");
});

it("Athena receives literals with their zones", async () => {
  const query = "SELECT hour(TIME '10:00:00.5 +02:00'), TIMESTAMP '2026-01-31 12:00:00.1234567 UTC' > now()";
  const { tree } = await compileQuery(query, { resolve: relationResolver({}) });
  expect(writeTrinoQuery(tree.query, tree)).toBe(
    "SELECT hour(TIME '10:00:00.5 +02:00'), TIMESTAMP '2026-01-31 12:00:00.1234567 UTC' > now()",
  );
});
