import { expect, test } from "vitest";
import type { TableConfig } from "#client/importFiles.ts";
import { columnAs, LEFT_OUT, typeLabel, withColumn } from "#console/pages/import/columnTypeChoice.ts";

const config = {
  columns: [
    { name: "variant", type: "STRING", source_name: "Variant" },
    { name: "tm", type: "FLOAT64", source_name: "Tm (°C)" },
  ],
  ignored_columns: ["Comment"],
} as TableConfig;
const [variant, tm] = config.columns;

test("a column that is skipped is ignored, and is imported again under its name in the file", () => {
  const without = withColumn(config, "tm (°c)", null);
  expect(without).toEqual({ columns: [variant], ignored_columns: ["Comment", "tm (°c)"] });
  expect(withColumn(without, "Tm (°C)", tm ?? null)).toEqual(config);
});

test("a renamed column keeps its position", () => {
  const renamed = { name: "mutations", type: "STRING", source_name: "Variant" } as const;
  expect(withColumn(config, "Variant", renamed).columns).toEqual([renamed, tm]);
});

test("the label of a type names the kind of sequence, and nested values by their shape", () => {
  expect(typeLabel({ type: "STRING", metadata: { kind: "DNA" } }, null)).toBe("sequence (DNA)");
  expect(typeLabel({ type: "STRING" }, "AMINO_ACIDS")).toBe("sequence (amino acids)");
  expect(typeLabel({ type: "STRING", metadata: { kind: "NONE" } }, "DNA")).toBe("text");
  expect(typeLabel({ type: "STRUCT" }, null)).toBe("record with fields");
  expect(typeLabel(undefined, null)).toBe(LEFT_OUT);
});

test("a new type keeps the name of a column and replaces its kind", () => {
  expect(columnAs("sequence (DNA)", { name: "gene" })).toEqual({
    name: "gene",
    type: "STRING",
    metadata: { kind: "DNA" },
  });
  expect(columnAs("text", { name: "gene", metadata: { kind: "DNA" } })?.metadata).toEqual({ kind: "NONE" });
  expect(columnAs(LEFT_OUT, { name: "gene" })).toBeNull();
});
