import { readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { expect, test } from "vitest";
import { projectFiles, ROOT } from "./projectFiles.ts";

const records = projectFiles()
  .filter((path) => /^docs\/adr\/(?!README).*\.md$/.test(path))
  .map((path) => ({
    name: basename(path, ".md"),
    lines: readFileSync(resolve(ROOT, path), "utf8").split("\n"),
  }));

/** Third line of a record; a record that has been replaced by another links to it. */
const STATUS =
  /^Status: (?:proposed|accepted|rejected|superseded by \[ADR \d+\]\(\d{4}-[\w-]+\.md\)) · Date: \d{4}-\d\d-\d\d$/;

test("every decision record starts with its number, title, status and date", () => {
  expect(records.length).toBeGreaterThan(25);
  const wrong = records.filter(({ name, lines: [title = "", empty, status = "", next] }) => {
    const number = Number(name.slice(0, 4));
    const isTitled = title.startsWith(`# ${number}. `);
    return !(
      /^\d{4}-[a-z0-9-]+$/.test(name) &&
      isTitled &&
      empty === "" &&
      STATUS.test(status) &&
      next === ""
    );
  });
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

test("no two decision records have the same number", () => {
  const numbers = records.map(({ name }) => name.slice(0, 4));
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
});
