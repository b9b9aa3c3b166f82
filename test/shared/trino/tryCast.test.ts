import { DomainError } from "@pdp/basics/errors";
import { compileQuery } from "@pdp/trino/compile";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { explainError } from "#shared/engines/duckdb/explainError.ts";
import { executableSql } from "#shared/engines/duckdb/relationSql.ts";
import { type EmptyInstance, emptyInstance } from "#test/shared/engines/emptyInstance.ts";
import { relationResolver } from "#test/shared/engines/parquetLake.ts";

let instance: EmptyInstance;

beforeAll(async () => {
  instance = await emptyInstance({ memoryLimit: "500MB", threads: 1, temporaryLimit: "10MB" });
});

afterAll(() => instance.close());

/** Returns the value of an expression over a column `b` with one string, or the failure message. */
async function answer(expression: string, b: string): Promise<unknown> {
  const text = `SELECT ${expression} FROM (VALUES '${b}') AS t (b)`;
  try {
    const { sql, relations } = await compileQuery(text, { resolve: relationResolver({}) });
    const read = await instance.connection.runAndReadAll(executableSql(sql, relations, () => []));
    return read.getRowsJson()[0]?.[0];
  } catch (error) {
    const explained = explainError(error, "500MB", { text });
    if (explained instanceof DomainError) return explained.message;
    throw error;
  }
}

/** Expressions that evaluate to `b`. */
const SPELLINGS = ["b", "(SELECT b)", "if(b <> 'SELECT ', b)", "(SELECT max(b) FROM (VALUES 1) AS u (x))"];

describe.each(SPELLINGS)("try_cast of %s", (of) => {
  it.each([
    ["DATE", "12345-01-01"],
    ["TIMESTAMP", "-5-01-01"],
    ["DOUBLE", "0x1p3"],
    ["BIGINT", "١٢"],
  ])("try_cast rejects text that only Trino can parse: %s", async (type, text) => {
    const said = "A string cannot be read here, although Trino can read it.";
    expect(await answer(`try_cast(${of} AS ${type})`, text)).toBe(said);
  });

  it("strings that cannot be read result in NULL", async () => {
    expect(await answer(`try_cast(${of} AS DATE)`, "2026-01-31")).toBe("2026-01-31");
    expect(await answer(`try_cast(${of} AS BIGINT)`, "x")).toBeNull();
    expect(await answer(`try_cast(${of} AS BOOLEAN)`, "x")).toBeNull();
  });
});
