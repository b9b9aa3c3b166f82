import { glob, readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { type OperationName, operations } from "#functions/operations.ts";
import { allRules } from "./allRules.ts";
import { DECISIONS, SHAPE_DECISIONS, TOLD_DECISIONS } from "./decisions.ts";
import { ordinaryTests, testedRule } from "./rule.ts";
import { unpassedRows } from "./unpassedRows.ts";

/** Titles of the tests that every run includes, with any text in place of the values of each case. */
function titlesIn(text: string): RegExp[] {
  const titles = text.matchAll(/^ *(?:(?:it|test)\(|\]\)\(|(?:it|test)\.each\(.*\)\(|)\s*"([^"]+)",/gm);
  return [...titles].map(([, title = ""]) => {
    const parts = title.split(/%[sjd#]|\$\w+/).map((part) => part.replace(/[\^$.*+?()[\]{}|]/g, "\\$&"));
    return new RegExp(`^${parts.join(".+")}$`);
  });
}

/** Last part of an operation's path, which clients write: `order:create` of `/project/order:create`. */
function verbOf(name: OperationName): string {
  return operations[name].contract.path.replace(/^.*\/(?=[^/{]+$)/, "");
}

describe("the conformance table", () => {
  it("the table has a row for every operation, and every run checks it", () => {
    const covered = new Set(allRules.filter(({ byNight }) => !byNight).map(({ operation }) => operation));
    const missing = (Object.keys(operations) as (keyof typeof operations)[]).filter(
      (name) => !covered.has(name),
    );
    expect(missing).toEqual([]);
  });

  it("the table has a row for every decision made on the most recent dates", () => {
    const quoted = new Set(allRules.map(({ sentence }) => sentence));
    expect([...DECISIONS, ...SHAPE_DECISIONS].filter((decision) => !quoted.has(decision))).toEqual([]);
  });

  it("every sentence about a decision in the client documentation has a row", () => {
    const quoted = allRules.map(({ sentence }) => sentence);
    const missing = Object.values(TOLD_DECISIONS)
      .flat()
      .filter((start) => !quoted.some((sentence) => sentence.startsWith(start)));
    expect(missing).toEqual([]);
  });

  it("every row that names a test has it in a file that every run includes and that calls the operation", async () => {
    const wrong: string[] = [];
    for (const row of allRules) {
      const { file, titles } = ordinaryTests(row) ?? {};
      if (file === undefined || titles === undefined) continue;
      expect(file).toMatch(/^test\/(?:functions|journeys)\/\w+(?:\.sampled)?\.test\.ts$/);
      const text = await readFile(new URL(`../../${file}`, import.meta.url), "utf8");
      const written = titlesIn(text);
      const missing = titles.filter((title) => !written.some((pattern) => pattern.test(title)));
      wrong.push(...missing.map((title) => `${file}: ${title}`));
      if (row.operation !== null && !text.includes(verbOf(row.operation)))
        wrong.push(`${file}: ${row.operation}`);
    }
    expect(wrong).toEqual([]);
  });

  it("no ordinary test has the name of a row that has a check", async () => {
    const checked = allRules.filter((row) => ordinaryTests(row) === null).map(({ behavior }) => behavior);
    const folder = new URL("../../", import.meta.url);
    const twice: string[] = [];
    for await (const file of glob("test/{functions,journeys}/*.test.ts", { cwd: folder })) {
      const text = await readFile(new URL(file, folder), "utf8");
      twice.push(...checked.filter((name) => text.includes(`"${name}"`)));
    }
    expect(twice).toEqual([]);
  });

  it("no two rows show the same behavior", () => {
    const seen = new Set<string>();
    const twice = allRules.filter(({ behavior }) => seen.size === seen.add(behavior).size);
    expect(twice.map(({ behavior }) => behavior)).toEqual([]);
  });

  it("the table quotes exactly the rules of docs/clients.md", async () => {
    const page = await readFile(new URL("../../docs/clients.md", import.meta.url), "utf8");
    const lines = page
      .split(/^## /m)
      .slice(1)
      .flatMap((part) => {
        const [heading = "", ...text] = part.split("\n");
        const sentences = text.filter((line) => line !== "").map((line) => line.replace(/^- /, ""));
        return sentences.map((sentence) => `Clients: ${heading} | ${sentence}`);
      });
    const quoted = allRules
      .filter(({ section }) => section.startsWith("Clients: "))
      .map(({ section, sentence }) => `${section} | ${sentence}`);
    expect([...new Set(quoted)].toSorted()).toEqual(lines.toSorted());
  });

  it("the page is not written if a row fails, is skipped or has no result", () => {
    const rows = allRules.filter((row) => ordinaryTests(row) === null).slice(0, 4);
    const [first = "", second = "", third = "", fourth = ""] = rows.map(({ behavior }) => behavior);
    const results = [
      { title: first, status: "passed" },
      { title: second, status: "failed" },
      { title: third, status: "skipped" },
    ];
    expect(unpassedRows(rows, results)).toEqual([second, third, fourth]);
    expect(unpassedRows(rows.slice(0, 1), results)).toEqual([]);
    const shown = (...titles: string[]) => testedRule("Clients: Tasks", "", "a row", "a file", ...titles);
    expect(unpassedRows([shown(first)], results)).toEqual([]);
    for (const unpassed of [shown(first, second), shown(third), shown(fourth), shown()])
      expect(unpassedRows([unpassed], results)).toEqual(["a row"]);
  });
});
