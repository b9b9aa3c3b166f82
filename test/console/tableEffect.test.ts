import { expect, test } from "vitest";
import type { components } from "#client/schema.ts";
import { tableEffect } from "#console/pages/import/tableEffect.ts";

const column = (name: string, kind?: string) => ({ name, type: "STRING", metadata: kind ? { kind } : {} });
const table = (...columns: object[]) => ({ columns }) as unknown as components["schemas"]["Table"];
const config = (...columns: object[]) => ({ format: "CSV", columns }) as never;

test("the summary of an import states that a new table is created", () => {
  expect(tableEffect(undefined, config(column("a")))).toBe("The table will be created.");
});

test("the summary of an import names added columns, and those that cannot become sequences", () => {
  const known = table(column("mutant"), column("sequence", "NONE"));
  expect(tableEffect(known, config(column("mutant")))).toBe("Its rows are added to the table.");
  expect(tableEffect(known, config(column("sequence", "NONE")))).toBe("Its rows are added to the table.");
  expect(tableEffect(known, config(column("mutant"), column("sequence"), column("tm")))).toBe(
    "Its rows are added to the table. The table gets new columns: tm. sequence remains plain text there: for sequences, import into a new table.",
  );
  const many = Array.from({ length: 7 }, (_, at) => column(`c${at}`));
  expect(tableEffect(known, config(...many))).toContain("new columns: c0, c1, c2, c3, c4 and 2 more.");
});

test("the summary of an import states that numbers are stored in a text column", () => {
  const known = table(column("mutant"), column("note"));
  const file = config(column("mutant"), { ...column("note"), type: "FLOAT64" });
  expect(tableEffect(known, file, config(column("mutant"), column("note")))).toBe(
    "Its rows are added to the table. note is text in the table, but the file has decimal number values.",
  );
});

test("the summary of an import explains what missing sequences mean for the table", () => {
  const known = table(column("protein", "AMINO_ACIDS"), column("well"));
  const without =
    "The file has no column protein: without sequences, its rows cannot be used in heatmaps and training runs.";
  expect(tableEffect(known, config(column("well")))).toContain(without);
  const [file, fitted] = [
    config(column("sequence", "AMINO_ACIDS")),
    config(column("protein", "AMINO_ACIDS")),
  ];
  expect(tableEffect(known, file, fitted)).toBe("Its rows are added to the table.");
});
