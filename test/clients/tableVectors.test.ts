import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sentences } from "@pdp/basics/wording";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ImportFlags } from "#cli/files/importFlags.ts";
import { planImport } from "#cli/files/planImport.ts";
import type { TableConfig } from "#client/importFiles.ts";
import { applyProposal } from "#console/pages/import/exceptionRules.ts";
import { checkRows } from "#console/worker/checkRows.ts";
import { batchColumns } from "#shared/domain/columns/batchColumns.ts";
import { previewFile } from "#shared/proposals/previewFile.ts";
import { bytesOf, type TableFile, tableFiles } from "../support/tableFiles.ts";

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tables-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Command-line flags that correspond to a file's vector. */
function flagsOf({ read = {}, corrections = [], exclusions = [] }: TableFile): ImportFlags {
  const reason = [...corrections, ...exclusions][0]?.reason;
  return {
    read: Object.entries(read).map(([column, notations]) => `${column}=${notations.join(",")}`),
    ...(corrections.length > 0 && {
      correct: corrections.map(({ line, column, value }) => `${line}:${column}=${value}`),
    }),
    ...(exclusions.length > 0 && {
      exclude: exclusions.map((one) => ("line" in one ? String(one.line) : `${one.column}=${one.value}`)),
    }),
    ...(reason !== undefined && { reason }),
  };
}

const readings = ({ columns }: Pick<TableConfig, "columns">) =>
  columns.map(({ name, type, notations, part }) => [
    name,
    type,
    notations?.toSorted() ?? [],
    part ?? "VALUE",
  ]);

test.each(tableFiles)(
  "$name gives the same result in the preview, the console's check and the command line's plan",
  async (file) => {
    const { name, corrections, exclusions = [], read = {}, excluded = 0, rows } = file;
    const path = join(folder, name);
    await writeFile(path, bytesOf(file));
    const seen = await previewFile({ path, name, isCut: false }, () => false);
    if (seen.config === null) throw new Error(seen.problems.join("\n"));
    let config = seen.config as TableConfig;
    for (const column of seen.columns) {
      const notations = read[column.source_name];
      const chosen = column.proposals.find((one) =>
        notations?.every((notation) => one.columns.some((own) => own.notations?.includes(notation as never))),
      );
      if (chosen) config = applyProposal(config, column.source_name, chosen as never);
    }
    expect(config.columns.map(({ name, type }) => [name, type])).toEqual(file.columns);
    expect([config.exclusions?.length ?? 0, config.sheet ?? undefined]).toEqual([excluded, file.sheet]);
    if (file.replicates) expect(seen.replicates).toEqual(file.replicates);
    if (file.batches) expect(batchColumns(config.columns as never)).toEqual(file.batches);

    const changed: TableConfig = {
      ...config,
      ...(corrections && { corrections }),
      exclusions: [...(config.exclusions ?? []), ...exclusions],
    };
    const content = new Blob([new Uint8Array(bytesOf(file))]);
    const checked = await checkRows({ file: content, name, into: "t", config: changed }, () => undefined);
    expect([checked && sentences(checked.problems), checked?.rows]).toEqual([[], rows.length]);

    const { signal } = new AbortController();
    const planned = await planImport([path], "t", null, flagsOf(file), signal);
    expect(readings(planned.config)).toEqual(readings(config));
    const [report] = planned.reports;
    expect([report && sentences(report.problems), report?.rows]).toEqual([[], rows.length]);
  },
);
