import { describe, expect, test } from "vitest";
import { check, ingest, readBack, useFolder } from "#test/shared/formats/ingesting.ts";
import { isNightly } from "#test/support/byNight.ts";
import type { AwkwardText } from "./awkwardText.ts";
import { libreOfficeTexts } from "./libreOfficeFiles.ts";
import { recordedFiles } from "./recordedFiles.ts";
import { rFiles } from "./rFiles.ts";
import { textValues } from "./textValues.ts";
import { writtenFiles } from "./writtenFiles.ts";

useFolder();

const FILES = [...recordedFiles, ...rFiles, ...libreOfficeTexts, ...writtenFiles, ...textValues];

async function expectOutcome({
  format,
  content,
  columns,
  reading = {},
  ...expected
}: AwkwardText): Promise<void> {
  const bytes = await content();
  const { sentences, warnings, kept, target } = await ingest(format, bytes, columns, reading, "variants");
  const prefix = new RegExp(`^variants\\.${format.toLowerCase()}(?:, |: )`);
  expect(sentences.map((sentence) => sentence.replace(prefix, ""))).toEqual(expected.errors ?? []);
  if (expected.rows === undefined) return;
  expect(kept).toBe(true);
  expect(await readBack(target)).toEqual(expected.rows);
  expect(warnings).toEqual(expected.warnings ?? []);
  // A file that is read without errors also has no problems after the upload.
  expect(await check(format, bytes, columns, reading)).toEqual([]);
}

describe("an awkward string", () => {
  // 500 MB of text take as long as dozens of other files; every run reads gzip files of other kinds.
  const tested = FILES.filter(({ name }) => isNightly || name !== "gzip of too much text");

  test.each(tested.map((file) => [file.name, file] as const))("%s", (_, file) => expectOutcome(file));

  test("at least 70 awkward strings are tested, each with its rows or messages", () => {
    expect(FILES.length).toBeGreaterThanOrEqual(70);
    expect(FILES.filter(({ rows, errors }) => (rows === undefined) === (errors === undefined))).toEqual([]);
    expect(new Set(FILES.map(({ name }) => name)).size).toBe(FILES.length);
  });
});
