import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { operations } from "#functions/operations.ts";
import { allRules } from "./allRules.ts";
import { DECISIONS, SHAPE_DECISIONS, TOLD_DECISIONS } from "./decisions.ts";
import { unpassedRows } from "./unpassedRows.ts";

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

  it("every row that names a test file has a test of the same name there, which every run includes", async () => {
    const named = allRules.flatMap(({ behaviour, check }) =>
      typeof check === "string" ? [{ behaviour, check }] : [],
    );
    const untested: string[] = [];
    for (const { behaviour, check } of named) {
      const text = await readFile(new URL(`../../${check}`, import.meta.url), "utf8");
      if (!text.includes(`  it("${behaviour}", `)) untested.push(`${check}: ${behaviour}`);
      expect(check).toMatch(/^test\/(?:functions|journeys)\/\w+(?:\.sampled)?\.test\.ts$/);
    }
    expect(untested).toEqual([]);
  });

  it("no two rows show the same behavior", () => {
    const seen = new Set<string>();
    const twice = allRules.filter(({ behaviour }) => seen.size === seen.add(behaviour).size);
    expect(twice.map(({ behaviour }) => behaviour)).toEqual([]);
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
    const [first = "", second = "", third = "", fourth = ""] = allRules.map(({ behaviour }) => behaviour);
    const results = [
      { title: first, status: "passed" },
      { title: second, status: "failed" },
      { title: third, status: "skipped" },
    ];
    expect(unpassedRows(allRules.slice(0, 4), results)).toEqual([second, third, fourth]);
    expect(unpassedRows(allRules.slice(0, 1), results)).toEqual([]);
  });
});
