import { expect, test } from "vitest";
import type { TableConfig } from "#client/importFiles.ts";
import { fitRule } from "../../console/pages/import/fitRule.ts";
import type { Preview } from "../../console/pages/import/importDraft.ts";

const preview = {
  columns: [
    { name: "mutation_s", source_name: "Mutation(s)" },
    { name: "wt", source_name: "wt" },
    { name: "y", source_name: "y" },
  ],
} as Preview;

function config(columns: object[], rule: object): TableConfig {
  return { columns, sequence_from: { reference: { monomer: "MKT" }, ...rule } } as TableConfig;
}

const RENAMED = [
  { name: "code", source_name: "Mutation(s)", type: "STRING" },
  { name: "y", type: "FLOAT64" },
];

test("a sequence rule follows renamed columns", () => {
  const fitted = fitRule(config(RENAMED, { mutations: "mutation_s" }), preview);
  expect(fitted.sequence_from?.mutations).toBe("code");
  const matrix = { mutations: { matrix: "mutation_s", value: "y" } };
  expect(fitRule(config(RENAMED, matrix), preview).sequence_from?.mutations).toEqual({
    matrix: "code",
    value: "y",
  });
});

test("a rule is dropped when a column that it needs is dropped", () => {
  const [, other] = RENAMED;
  expect(fitRule(config([other ?? {}], { mutations: "mutation_s" }), preview)).not.toHaveProperty(
    "sequence_from",
  );
  const reference = { mutations: "mutation_s", reference: { column: "wt" } };
  expect(fitRule(config(RENAMED, reference), preview)).not.toHaveProperty("sequence_from");
});
