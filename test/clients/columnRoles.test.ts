import { expect, test } from "vitest";
import { columnRoles } from "#client/columnRoles.ts";

const text = (name: string, kind: string | null = null) => ({ name, type: "STRING", metadata: { kind } });
const CELLS: Record<string, unknown[]> = {
  note: ["MKTAYIAKQR", "MKTAYIAKQW", null],
  label: ["A1G", "_wt", "K2R:A3G"],
  mutant: ["first", "second", "third"],
  constant: ["MKTAYIAKQR", "MKTAYIAKQR", "MKTAYIAKQR"],
};
const roles = (...columns: Parameters<typeof columnRoles>[0]) =>
  columnRoles(columns, ({ name }) => CELLS[name] ?? []);

test("sequence and mutation columns are detected from their cells, regardless of their names", () => {
  const found = roles(text("note", "NONE"), text("label"), text("mutant"), text("constant", "NONE"));
  expect(found).toEqual({ sequences: ["note"], mutations: ["label"] });
  expect(roles(text("seq", "AMINO_ACIDS"), text("dna", "DNA"), { name: "sequence", type: "INT64" })).toEqual({
    sequences: ["seq"],
    mutations: [],
  });
});

test("a sequence shared by all rows is treated as the reference if there are mutations, and as the protein otherwise", () => {
  const wild = text("constant", "AMINO_ACIDS");
  expect(roles(wild, text("label")).sequences).toEqual([]);
  expect(roles(wild, text("mutant")).sequences).toEqual(["constant"]);
});

test("columns without cells are recognized by name", () => {
  expect(roles(text("sequence"), text("Variant"), text("comment"))).toEqual({
    sequences: ["sequence"],
    mutations: ["Variant"],
  });
});
