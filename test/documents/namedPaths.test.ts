import { expect, test } from "vitest";
import { namedCliCommands, namedScripts } from "./namedCommands.ts";
import { namedPaths, pathExists } from "./namedPaths.ts";

const roots = new Set(["shared", "docs", "package.json"]);
const tracked = ["docs/adr/0001-first.md", "shared/lake/formats/text/readCsv.ts", "package.json"];

test("project paths are found in code, and other words are not", () => {
  expect(namedPaths("node shared/lake/run.ts --to=docs/adr, then readCsv.ts.", roots)).toEqual([
    "shared/lake/run.ts",
    "docs/adr",
    "readCsv.ts",
  ]);
  expect(namedPaths("data/load:create application/json https://example.org/a.json 12/24 .ts", roots)).toEqual(
    [],
  );
});

test("a path is resolved from the root, next to the document, or under a folder", () => {
  for (const path of [
    "shared/lake/",
    "formats/text/readCsv.ts",
    "readCsv.ts",
    "shared/<layer>/*/text",
    "package.json",
  ])
    expect(pathExists(path, "docs/sql.md", tracked), path).toBe(true);
  expect(pathExists("adr/0001-first.md", "docs/sql.md", tracked)).toBe(true);
  expect(pathExists("../package.json", "docs/sql.md", tracked)).toBe(true);
  for (const path of [
    "shared/lakes/",
    "Csv.ts",
    "shared/*/text",
    "../shared.ts",
    "shared/lake/formats/text/readCsv",
  ])
    expect(pathExists(path, "docs/sql.md", tracked), path).toBe(false);
});

test("scripts and commands are found in code", () => {
  expect(
    namedScripts("npm ci && npm run -s token -- --workspace lab; npm test -- test; npm publish"),
  ).toEqual(["token", "test", "npm publish"]);
  expect(
    namedCliCommands("npm run -s pdp -- load undo 7; pdp login; import pdp as p; import pdp that"),
  ).toEqual([["load", "undo"], ["login"]]);
});
