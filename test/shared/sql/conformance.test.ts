import type { DuckDBType } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DomainError } from "#shared/domain/errors.ts";
import { compileQuery } from "#shared/sql/compileQuery.ts";
import { explainError } from "#shared/sql/duckdb/explainError.ts";
import { narrowSql, resultColumns } from "#shared/sql/duckdb/resultTypes.ts";
import { type Conformance, conformance } from "#test/shared/sql/conformance.ts";
import { type EmptyInstance, emptyInstance } from "#test/shared/sql/emptyInstance.ts";
import { relationResolver } from "#test/shared/sql/parquetLake.ts";
import { sameType, sameValue } from "#test/shared/sql/sameAsTrino.ts";

let instance: EmptyInstance;

beforeAll(async () => {
  instance = await emptyInstance({ memoryLimit: "500MB", threads: 2, temporaryLimit: "100MB" });
});

afterAll(() => instance.close());

interface Answer {
  rows: unknown[][];
  types: DuckDBType[];
}

async function answer(query: string): Promise<Answer | DomainError> {
  try {
    const { sql } = await compileQuery(query, { resolve: relationResolver({}) });
    const wide = await instance.connection.prepare(sql);
    const narrow = narrowSql(sql, resultColumns(wide));
    const statement = narrow === undefined ? wide : await instance.connection.prepare(narrow);
    const reader = await statement.runAndReadAll();
    return { rows: reader.getRowsJson(), types: reader.columnTypes() };
  } catch (error) {
    const explained = explainError(error, "500MB", "");
    if (explained instanceof DomainError) return explained;
    throw explained;
  }
}

/** Returns the difference between a result and the recorded one; undefined if there is none. */
function difference({ types = [], rows = [] }: Conformance, found: Answer | DomainError): string | undefined {
  if (found instanceof DomainError) return found.message;
  if (found.rows.length !== rows.length) return `${found.rows.length} rows`;
  for (const [column, type] of types.entries()) {
    const isMissing = rows.every((row) => row[column] === null);
    const here = found.types[column] as DuckDBType;
    if (!isMissing && !sameType(type, here)) return `column ${column} is ${here}, not ${type}`;
    const row = rows.findIndex(
      (recorded, index) => !sameValue(recorded[column] ?? null, found.rows[index]?.[column], type),
    );
    if (row >= 0) return `column ${column} of row ${row} is ${JSON.stringify(found.rows[row]?.[column])}`;
  }
  return undefined;
}

const recorded = conformance();

describe("Trino's answers", () => {
  const alike = recorded.filter(({ here, trino }) => here === undefined && trino === undefined);
  it.each(alike)("are given to $query", async (entry) => {
    expect(difference(entry, await answer(entry.query))).toBeUndefined();
  });

  const failing = recorded.filter(({ here, trino }) => here === undefined && trino === "error");
  it.each(failing)("are errors here too for $query", async ({ query }) => {
    expect(await answer(query)).toBeInstanceOf(DomainError);
  });

  const refused = recorded.filter(({ here }) => here === "refused");
  it.each(refused)("are refused and not replaced by others for $query", async ({ query }) => {
    expect(await answer(query)).toBeInstanceOf(DomainError);
  });

  const laxer = recorded.filter(({ here }) => here === "laxer");
  it.each(laxer)("are errors, but a result here, for $query", async ({ query }) => {
    expect(await answer(query)).toHaveProperty("rows");
  });

  const different = recorded.filter(({ here }) => Array.isArray(here));
  it.each(different)("differ in a known way for $query", async ({ query, here }) => {
    expect(await answer(query)).toMatchObject({ rows: here });
  });
});
