import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Numbering } from "@pdp/basics/proteins";
import { sentences } from "@pdp/basics/wording";
import { variantReader } from "@pdp/formats/proteins";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ImportFlags } from "#cli/files/importFlags.ts";
import { planImport } from "#cli/files/planImport.ts";
import type { TableConfig } from "#client/importFiles.ts";
import { firstNumberIn } from "#client/rowNumbering.ts";
import { checkRows } from "#console/worker/checkRows.ts";
import { previewFile } from "#shared/proposals/previewFile.ts";
import { type MutationFile, mutationVectors, valueColumn } from "../support/mutationFiles.ts";

const { reference, spellings, files, numberings } = mutationVectors;
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mutations-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function preview({ name, content, options }: Pick<MutationFile, "name" | "content" | "options">) {
  const path = join(folder, name);
  await writeFile(path, content);
  const hints = { references: [{ monomer: reference }], positions: options.positions ?? null };
  return previewFile({ path, name, isCut: false }, () => false, undefined, undefined, hints);
}

test.each(numberings)("rows determine the number of the first residue: $name", ({ rows, column, first }) => {
  expect(firstNumberIn(rows, column, reference)).toBe(first);
});

describe("mutations are read", () => {
  const { read } = variantReader("mutant", { sequence: reference, numbering: new Numbering() });

  test.each(spellings)("mutations are read as $name", ({ cells, sequences }) => {
    const found = cells.map((cell) => read([cell]));
    expect(found.map((one) => ("sequence" in one ? one.sequence : null))).toEqual(sequences);
    expect(found.filter((one) => "reason" in one)).toEqual([]);
  });

  test("each mutation notation is read separately, under any column name", async () => {
    for (const { name, cells, sequences } of spellings) {
      const rows = cells.map((cell, row) => `${row},"${cell}"`);
      const content = `id,"What (was) made"\n${[...rows, "98,A3G", "99,K2R"].join("\n")}\n`;
      const { config, problems } = await preview({ name: "one.csv", content, options: {} });
      expect([name, config?.sequence_from?.mutations, problems]).toEqual([name, "what_was_made", []]);
      expect(sequences.length, name).toBeGreaterThanOrEqual(3);
    }
  });
});

describe("a file with mutations is checked before upload exactly as the service checks it", () => {
  test.each(files)("the check before upload reads $name", async (file) => {
    const { config, problems } = await preview(file);
    expect(config?.sequence_from?.mutations).toEqual(file.mutations);
    expect(problems).toEqual(file.problems);
    const path = join(folder, file.name);
    const { positions } = file.options;
    const flags: ImportFlags = { reference, ...(positions && { positions: positions.join(",") }) };
    const { signal } = new AbortController();
    const { reports, config: planned } = await planImport([path], "scan", null, flags, signal);
    expect(planned.sequence_from?.mutations).toEqual(file.mutations);
    expect(reports.map((report) => sentences(report.problems))).toEqual([file.problems]);
    const request = { file: new Blob([file.content]), name: file.name, into: "scan" };
    const checked = await checkRows({ ...request, config: config as TableConfig }, () => undefined);
    expect(checked && sentences(checked.problems)).toEqual(file.problems);
    expect(checked?.omitted).toBe(file.omitted);
    if (file.sequences === null) return;
    expect([reports[0]?.rows, checked?.rows]).toEqual([file.sequences.length, file.sequences.length]);
    expect(valueColumn(file)).toMatch(/^(?:score|value)$/);
  });
});
