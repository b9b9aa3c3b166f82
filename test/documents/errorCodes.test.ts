import { globSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { ERROR_CODES } from "../../shared/basics/errors/errorCodes.ts";
import { errorsPage } from "./errorsPage.ts";

const codes = Object.values(ERROR_CODES).flatMap((group) => Object.keys(group));

const TESTS = ["test/**/*.ts", "shared/*/test/**/*.ts"];

function textOf(patterns: string[], exclude: string[] = []): string {
  return globSync(patterns, { exclude: ["**/node_modules/**", ...exclude] })
    .filter((path) => !path.endsWith("errorCodes.ts"))
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
}

describe("the error codes", () => {
  it("docs/errors.md lists the error codes (after a change: npm run errors)", async () => {
    expect(await readFile("docs/errors.md", "utf8")).toBe(errorsPage());
  });

  it("error codes are unique, and all of them are used", () => {
    expect(codes).toEqual([...new Set(codes)]);
    const source = textOf(["shared/**/*.ts", "functions/**/*.ts", "local/**/*.ts"], TESTS);
    const unused = codes.filter((code) => {
      const [, what] = /^(.+)_(?:not_found|archived|provisioning|failed)$/.exec(code) ?? [];
      return !source.includes(`"${code}"`) && !(what && source.includes(`"${what}"`));
    });
    expect(unused).toEqual([]);
  });

  it("every error code is named in a test", () => {
    const tests = textOf(TESTS);
    expect(codes.filter((code) => !tests.includes(code))).toEqual([]);
  });
});
