import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { literal } from "@pdp/basics/columns";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { canonicalJson, isJson } from "../../types/jsonText.ts";

let connection: DuckDBConnection;

beforeAll(async () => {
  connection = await (await DuckDBInstance.create(":memory:")).connect();
});

async function answerTo(sql: string): Promise<unknown> {
  const reader = await connection.runAndReadAll(`SELECT ${sql} FROM (SELECT 1)`);
  return reader.getRowsJson()[0]?.[0];
}

/** JSON with keys in code point order. */
function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [
    key,
    withSortedKeys(inner),
  ]);
  return {
    kind: "object",
    entries: entries.sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
  };
}

function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const { entries } = value as { entries: [string, unknown][] };
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${written(inner)}`).join(",")}}`;
}

const text = fc.string({ unit: "grapheme-ascii", maxLength: 8 });
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: "small" },
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    text,
    fc.array(tie("tree"), { maxLength: 4 }),
    fc.dictionary(text, tie("tree"), { maxKeys: 4 }),
  ),
}));

describe("JSON text", () => {
  it("JSON text has sorted keys and no spaces", async () => {
    const values = fc.sample(tree, 60);
    for (const value of values) {
      const sql = canonicalJson(literal(JSON.stringify(value, null, 2)));
      expect(await answerTo(sql)).toBe(written(withSortedKeys(value)));
    }
  });

  it("fractions are written like a Java double", async () => {
    const json = '{"a":[1.50,2e3,1e7,0.0001,12345678901234567890]}';
    expect(await answerTo(canonicalJson(literal(json)))).toBe(
      '{"a":[1.5,2000.0,1.0E7,1.0E-4,12345678901234567890]}',
    );
  });

  it.each(["[1,]", '{"a":NaN}', "", "01", "{bad", "1 2", "[Infinity]"])(
    "%s is not valid JSON text",
    async (json) => {
      expect(await answerTo(isJson(literal(json)))).toBe(false);
    },
  );

  it.each(['{"a":"nan,]"}', "[]", '"\\u00e9"', " 1 "])("%s is valid JSON text", async (json) => {
    expect(await answerTo(isJson(literal(json)))).toBe(true);
  });
});
