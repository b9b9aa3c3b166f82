import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { CLIENTS, checkedFeatures, FEATURES, withMatrix } from "./clientMatrix.ts";

const DOCUMENT = new URL("../../docs/connect.md", import.meta.url);

describe("the table of tested clients", () => {
  it("the document lists every client with its version, and at least its rows as checked", async () => {
    const lines = (await readFile(DOCUMENT, "utf8")).split("\n");
    for (const [client, version] of Object.entries(CLIENTS)) {
      expect(version).toMatch(/\d/);
      expect(lines.find((line) => line.startsWith(`| ${client} |`))).toContain(
        `| ${client} | ${version} | ✓ |`,
      );
    }
  });

  it("a run replaces the table and nothing else", async () => {
    const document = await readFile(DOCUMENT, "utf8");
    const checked = checkedFeatures("noise\nchecked Go: rows\nchecked Go: cancel\nchecked JDBC: time zone\n");
    const written = withMatrix(document, checked);
    expect(withMatrix(written, checked)).toBe(written);
    const go = written.split("\n").find((line) => line.startsWith("| Go |")) ?? "";
    expect(
      go
        .split("|")
        .slice(3, -1)
        .map((cell) => cell.trim()),
    ).toEqual(FEATURES.map((feature) => (["rows", "cancel"].includes(feature) ? "✓" : "")));
    const outside = (text: string): string => text.replace(/<!-- clients:.*<!-- end of clients -->/s, "");
    expect(outside(written)).toBe(outside(document));
  });

  it.each(["checked Perl: rows", "checked Go: colors"])("an unknown check is refused: %s", (line) => {
    expect(() => checkedFeatures(line)).toThrow("Unknown check");
  });
});
