import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { DomainError } from "@pdp/basics/errors";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnsFrom } from "#shared/domain/columns/columnsInput.ts";
import { extendColumns } from "#shared/domain/columns/loadColumns.ts";
import {
  fitSentences,
  MAX_COMMIT_BYTES,
  MAX_LOAD_BYTES,
  MAX_TABLE_BYTES,
  requireCommitFits,
  requireLoadFits,
  requireTableFits,
} from "#shared/domain/itemSizeLimits.ts";
import { loadTables } from "#shared/domain/loads/load.ts";
import { addFile, addTable, createLoad, failLoad, finalize } from "#shared/domain/loads/loadTransitions.ts";
import { manyColumns } from "#test/support/manyColumns.ts";

const ACT = { by: "user_1", at: "2026-01-01T00:00:00.000Z" };
const ITEM = 409_600;
const FILE = { id: "3", size: 1, errors: [], problem_count: 0 };

const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

function problemOf(work: () => unknown): DomainError {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return error;
  }
  throw new Error("Nothing was refused");
}

/**
 * Returns the size of an attribute as counted by DynamoDB:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
 */
function itemBytes(value: AttributeValue): number {
  if (value.S !== undefined) return Buffer.byteLength(value.S);
  if (value.N !== undefined) return value.N.length;
  if (value.L) return 3 + value.L.reduce((sum, item) => sum + 1 + itemBytes(item), 0);
  if (value.M) return 3 + mapBytes(value.M);
  return 1;
}

function mapBytes(map: Record<string, AttributeValue>): number {
  return Object.entries(map).reduce(
    (sum, [key, item]) => sum + 1 + Buffer.byteLength(key) + itemBytes(item),
    0,
  );
}

describe("the size limit of a record", () => {
  const text = fc.string({ unit: "binary", maxLength: 40 });
  const field = fc.record({
    name: fc.stringMatching(/^[a-z]{1,8}$/),
    type: fc.constantFrom("STRING", "FLOAT64"),
    nullable: fc.boolean(),
    metadata: fc.record({ description: text, deprecated: fc.boolean() }),
  });
  const nested = fc.record({
    ...{ name: fc.constant("s"), type: fc.constant("STRUCT") },
    columns: fc.array(field),
  });

  it("the estimate is never below the stored size of columns", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(field, nested), { minLength: 1, maxLength: 20 }), (list) => {
        expect(itemBytes(marshall({ list }).list ?? { NULL: true })).toBeLessThanOrEqual(bytes(list));
      }),
      { seed: 3, numRuns: 300 },
    );
  });

  it("the largest table, view and load fit", () => {
    const description = "𝄞".repeat(10_000);
    expect(MAX_TABLE_BYTES + Buffer.byteLength(description) + 5_000).toBeLessThan(ITEM);
    const long = Array.from({ length: 101 }, (_, index) => `${index}${"é".repeat(5_000)}`);
    const load = {
      ...createLoad("1", { kind: "PROJECT", project_id: "2" }, {}, ACT, "𝄞".repeat(2_000)),
      error_files: long.map((_, index) => String(2 ** 52 + index)),
      file_rows: Array.from({ length: 1_000 }, () => 50_000_000),
      action: "INGEST" as const,
    };
    const record = failLoad(load, { errors: long, warnings: long }, ACT.at);
    expect(MAX_LOAD_BYTES + bytes(record) + 5_000).toBeLessThan(ITEM);
    expect(MAX_COMMIT_BYTES + 20 * 45_000 + ITEM).toBeLessThanOrEqual(4 * 2 ** 20);
  });

  it("2,000 columns with descriptions fit", () => {
    requireTableFits({ columns: manyColumns(2000, 60) });
    const error = problemOf(() => requireTableFits({ columns: manyColumns(2000, 150) }));
    expect(error.problems).toMatchObject([{ loc: ["body", "columns"], type: "value_error" }]);
    expect(error.message).toMatch(
      /^The columns have \d{3},\d{3} bytes as JSON, but at most 350,000 .*: shorten/,
    );
  });

  it("the size of a view includes its query as well as its columns", () => {
    const query = "é".repeat(90_000);
    requireTableFits({ columns: manyColumns(1000), query });
    const error = problemOf(() => requireTableFits({ columns: manyColumns(2000), query }));
    expect(error.problems).toMatchObject([{ loc: ["body", "query"] }]);
  });
});

describe("a load", () => {
  const large = { columns: manyColumns(1500) };

  it("tables that are too large together are rejected, even if none is too large by itself", () => {
    requireLoadFits(loadTables({ a: large }, []), []);
    const error = problemOf(() =>
      requireLoadFits(loadTables({ a: large, b: large, c: large }, []), ["body", "tables"]),
    );
    expect(error.kind).toBe("invalid");
    expect(error.problems).toMatchObject([{ loc: ["body", "tables"] }]);
    expect(error.message).toContain("at most 300,000 can be stored");
  });

  it("a table with columns that no longer fit is rejected", () => {
    const tables = loadTables({ a: large }, ["body", "tables"]);
    const load = createLoad("1", { kind: "PROJECT", project_id: "2" }, tables, ACT);
    const [table] = Object.values(tables);
    if (!table) throw new Error("There is a table");
    const error = problemOf(() => addTable(load, "b", { ...table, columns: manyColumns(1500, 20) }, ACT));
    expect(error.problems).toMatchObject([{ loc: ["body", "config", "columns"] }]);
  });

  it("a load is refused when it is finalized if its files' column names do not fit", () => {
    const tables = loadTables({ a: large, b: { columns: manyColumns(10) } }, ["body", "tables"]);
    const load = addFile(createLoad("1", { kind: "PROJECT", project_id: "2" }, tables, ACT), FILE, ACT);
    expect(finalize(load, { tables, filesOfTables: 1, warnings: [] }, ACT).state).toBe("LOADING");
    const bound = manyColumns(1500).map((column) => ({ ...column, source_name: "s".repeat(200) }));
    const wide = { a: { columns: bound, format: "CSV" as const, table_id: "1" } };
    const error = problemOf(() => finalize(load, { tables: wide, filesOfTables: 1, warnings: [] }, ACT));
    expect([error.kind, error.code]).toEqual(["conflict", "columns_too_large"]);
  });

  it("a load may not add columns to a full table, but may add rows", () => {
    const current = manyColumns(1900, 75);
    expect(extendColumns(current, manyColumns(1900), "assays")).toEqual(current);
    const error = problemOf(() => extendColumns(current, manyColumns(1000, 0, "new"), "assays"));
    expect([error.kind, error.code]).toEqual(["conflict", "columns_too_large"]);
    expect(error.message).toContain('"assays"');
  });

  it("a load must not add rows to more columns than one transaction can write", () => {
    const table = { columns: manyColumns(2000, 60) };
    requireCommitFits(Array.from({ length: 8 }, () => table));
    const error = problemOf(() => requireCommitFits(Array.from({ length: 20 }, () => table)));
    expect(error.code).toBe("columns_too_large");
  });
});

describe("messages", () => {
  it("messages stay unchanged while they fit", () => {
    const few = Array.from({ length: 101 }, (_, index) => `plate.csv, line ${index}: "x" is not a number.`);
    expect(fitSentences(few)).toEqual(few);
  });

  it("messages are truncated if they do not fit, and say so", () => {
    const many = Array.from({ length: 100 }, (_, index) => `${index} ${"é".repeat(500)}`);
    const fitting = fitSentences(many);
    expect(fitting.slice(0, -1)).toEqual(many.slice(0, fitting.length - 1));
    expect(fitting.at(-1)).toBe("… and more; the list was truncated.");
    expect(bytes(fitting)).toBeLessThan(40_100);
  });
});

describe("columns in a request", () => {
  it("columns in a request are measured at their stored size", () => {
    const input = Array.from({ length: 3 }, (_, index) => ({ name: `c${index}`, type: "FLOAT64" as const }));
    expect(columnsFrom(input, ["body"])).toEqual(manyColumns(3));
  });
});
