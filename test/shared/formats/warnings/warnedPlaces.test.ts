import { writeFile } from "node:fs/promises";
import { isReserved } from "@pdp/trino/parse";
import { expect, test } from "vitest";
import { loadTable } from "#shared/domain/loads/load.ts";
import { previewFile } from "#shared/proposals/previewFile.ts";
import { sampleWarnings } from "#shared/proposals/sampleWarnings.ts";
import { column, ingest, newPath, useFolder } from "../ingesting.ts";

useFolder();

const ROWS = ["A1G,1.5,1.5", "A2G,2.5,2.5", "A3G,3.25,3.25", "A4G,4.75,4.75"];

test("warnings about columns found by position refer to their cells", async () => {
  const path = newPath("csv");
  await writeFile(path, `variant,activity rep,activity rep\n${ROWS.join("\n")}\n`);
  const { warnings, problems } = await previewFile({ path, name: "twice.csv", isCut: false }, isReserved);
  expect(problems).toEqual([]);
  expect(warnings).toEqual([expect.stringContaining("the columns have the same values in all 4 rows")]);
});

const PROTEINS = ["MKTAYIAKQRQISFVK", "MKTAYIAKQRQISFVR", "MKTAYIAKQRQISFVH", "MKTAYIAKQRQISFVN"];

test("a load warns about outlier sequences, like a preview", async () => {
  const text = `sequence,activity\n${[...PROTEINS, "MEAN"].map((one, row) => `${one},${row}.5`).join("\n")}\n`;
  const { warnings } = await ingest("CSV", text, [
    column("sequence", "STRING"),
    column("activity", "FLOAT64"),
  ]);
  expect(warnings).toEqual([expect.stringContaining("sequence: 1 of 5 sequences is unlike the others")]);
});

test("words for missing values are not outlier sequences", () => {
  const columns = [column("sequence", "STRING")];
  const sample = { header: ["sequence"], cells: [[...PROTEINS, "MEAN"]] };
  const config = { format: "CSV" as const, columns };
  expect(sampleWarnings(loadTable("t", config, []), sample)).toHaveLength(1);
  expect(sampleWarnings(loadTable("t", { ...config, missing_values: ["mean"] }, []), sample)).toEqual([]);
});
