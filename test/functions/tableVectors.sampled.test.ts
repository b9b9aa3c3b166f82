import { expect, test } from "vitest";
import type { FilePreview } from "#shared/domain/loads/filePreview.ts";
import { MAX_TABLES } from "#shared/domain/loads/load.ts";
import { sampled } from "../support/byNight.ts";
import { sharedLab } from "../support/lab.ts";
import { bytesOf, plainValue, tableFiles } from "../support/tableFiles.ts";

/** One file for each point in daytime runs, and all files in nightly runs. */
const BY_DAY = [
  "day_month_year_in_one_cell.csv",
  "value_and_error_with_decimal_commas.csv",
  "limit_of_detection.csv",
  "a_remark_among_numbers.csv",
  "a_row_is_excluded_and_a_cell_corrected.csv",
  "a_row_of_units_in_brackets.csv",
  "two_header_rows.csv",
  "a_name_that_stands_twice.csv",
];
const names = sampled(
  tableFiles.map(({ name }) => name),
  BY_DAY,
);
const files = tableFiles.filter(({ name }) => names.includes(name));

test("files with unusual cells and headers are loaded with the config proposed by their preview", async () => {
  const lab = await sharedLab();
  const tables: Record<string, object> = {};
  for (const [index, file] of files.entries()) {
    const form = new FormData();
    form.set("file", new File([new Uint8Array(bytesOf(file))], file.name));
    const { config, columns } = await lab.api.postForm<FilePreview>("/data:preview", form);
    const { corrections, exclusions = [], read = {} } = file;
    const stated = (config?.columns ?? []).map(({ name, type }) => [name, type]);
    const own = columns.flatMap((column) => {
      const wanted = read[column.source_name];
      const chosen = column.proposals.find((one) =>
        wanted?.every((notation) => one.columns.some((part) => part.notations?.includes(notation as never))),
      );
      return chosen
        ? chosen.columns
        : (config?.columns ?? []).filter((one) => (one.source_name ?? one.name) === column.source_name);
    });
    if (Object.keys(read).length === 0) expect([file.name, stated]).toEqual([file.name, file.columns]);
    tables[`t${index}`] = {
      ...config,
      columns: Object.keys(read).length === 0 ? config?.columns : own,
      ...(corrections && { corrections }),
      exclusions: [...(config?.exclusions ?? []), ...exclusions],
    };
  }
  const context = { kind: "PROJECT", project_id: lab.projectId };
  for (let at = 0; at < files.length; at += MAX_TABLES) {
    const some = Object.fromEntries(Object.entries(tables).slice(at, at + MAX_TABLES));
    const load = await lab.api.post<{ id: string }>("/data/load:create", { context, tables: some });
    for (const [index, file] of [...files.entries()].slice(at, at + MAX_TABLES)) {
      const content = new Blob([new Uint8Array(bytesOf(file))]);
      await lab.api.upload(load.id, `t${index}`, file.name, content as never);
    }
    await lab.api.post(`/data/load:finalize?id=${load.id}`);
    expect(await lab.api.settled(load.id)).toMatchObject({ state: "COMPLETED", errors: [] });
  }
  for (const [index, { name, rows, columns }] of files.entries()) {
    const names = columns.map(([column]) => `"${column}"`).join(", ");
    const result = await lab.api.query(`SELECT ${names}, "$line" AS line FROM t${index} ORDER BY line`);
    const found = result
      .toArray()
      .map((row) => columns.map(([column, type]) => plainValue(row[column], type)));
    expect([name, found]).toEqual([name, rows]);
  }
});
