import { writeFile } from "node:fs/promises";
import { isReserved } from "@pdp/trino/parse";
import { expect, test } from "vitest";
import { planImport } from "#cli/files/planImport.ts";
import type { TableConfig } from "#client/importFiles.ts";
import { checkRows } from "#console/worker/checkRows.ts";
import { loadTable } from "#shared/domain/loads/load.ts";
import { previewFile } from "#shared/proposals/previewFile.ts";
import { INSTRUMENT_FILES, instrumentContent, instrumentFileName } from "#test/support/instrumentFiles.ts";
import { newPath, useFolder, values } from "./ingesting.ts";

useFolder();

test("each instrument has three layouts", () => {
  const counts = Map.groupBy(INSTRUMENT_FILES, ({ instrument }) =>
    instrument.replace(/^(QuantStudio).*/, "$1"),
  );
  expect([...counts].map(([name, files]) => [name, files.length])).toEqual(
    [
      "SoftMax Pro",
      "PerkinElmer EnVision",
      "BioTek Gen5",
      "Tecan Magellan",
      "Thermo SkanIt",
      "PerkinElmer Kaleido",
      "QuantStudio",
      "Luminex xPONENT",
    ].map((name) => [name, 3]),
  );
});

test.each(INSTRUMENT_FILES)("$instrument: $variant", async (file) => {
  const content = await instrumentContent(file);
  const path = newPath(file.delimiter === "XLSX" ? "xlsx" : "txt");
  await writeFile(path, content);
  const name = instrumentFileName(file);
  const seen = await previewFile({ path, name, isCut: false }, isReserved);
  expect(seen.problems).toEqual([]);
  expect(seen.instrument).toBe(file.instrument);
  expect(seen.config).toMatchObject(file.options);
  const table = loadTable("t", seen.config ?? { columns: [] }, []);
  const rows = await values(table.format, content, table.columns, table);
  expect(rows).toHaveLength(file.count);
  const names = table.columns.map(({ name: own, source_name: source }) => source ?? own);
  for (const [index, expected] of Object.entries(file.rows)) {
    const found = Object.fromEntries(names.map((own, at) => [own, rows[Number(index)]?.[at]]));
    const folded = Object.fromEntries(
      Object.entries(expected).map(([own, value]) => [
        names.find((one) => one === own || one === own.toLowerCase()) ?? own,
        value,
      ]),
    );
    expect(found).toMatchObject(folded);
  }
  const { config, reports } = await planImport([path], "t", null, {}, AbortSignal.any([]));
  expect(config).toMatchObject(file.options);
  expect(reports).toMatchObject([{ rows: file.count, problems: { count: 0 } }]);
  const blob = new Blob([typeof content === "string" ? content : new Uint8Array(content)]);
  const checked = await checkRows(
    { file: blob, name, into: "t", config: seen.config as TableConfig },
    () => undefined,
  );
  // Plates in workbooks are left to the service.
  const isLeft = file.delimiter === "XLSX" && table.arrangement === "PLATES";
  if (isLeft) expect(checked).toBeNull();
  else expect(checked).toMatchObject({ rows: file.count, problems: { count: 0 } });
});
