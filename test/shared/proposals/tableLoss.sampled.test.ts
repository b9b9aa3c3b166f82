import fc from "fast-check";
import { expect, test } from "vitest";
import "../../support/propertySeed.ts";
import { sampledRuns } from "../../support/byNight.ts";
import { useFolder } from "../formats/ingesting.ts";
import { loadByPreview } from "./loadByPreview.ts";

useFolder();

const SEPARATORS = [",", ";", "\t", "|", "  "] as const;
/** Kinds of columns: a name, and the cell of a row. */
const KINDS: Record<string, (seed: number) => string> = {
  variant: (seed) => `${"ACDEFGHIKL"[seed % 10]}${(seed % 97) + 1}${"MNPQRSTVWY"[seed % 10]}`,
  signal: (seed) => (((seed * 37) % 1000) / 100).toFixed(2),
  plate: (seed) => `P${(seed % 3) + 1}`,
  count: (seed) => String((seed * 13) % 500),
  label: (seed) => ["good", "bad", "unsure"][seed % 3] as string,
};

const table = fc.record({
  kinds: fc.uniqueArray(fc.constantFrom(...Object.keys(KINDS)), { minLength: 2, maxLength: 5 }),
  seeds: fc.array(fc.nat(10_000), { minLength: 2, maxLength: 30 }),
  hasNames: fc.boolean(),
  separator: fc.constantFrom(...SEPARATORS),
  title: fc.constantFrom("", "Results of the second plate\n\n", "# made by a tool\n# version 2\n"),
  endsInSeparator: fc.boolean(),
  comment: fc.constantFrom("", "# end of block\n"),
  lineEnd: fc.constantFrom("\n", "\r\n"),
});

/** Compares cells as text, and numbers by their value. */
function sameCell(loaded: unknown, written: string): boolean {
  return String(loaded) === written || (loaded !== null && Number(loaded) === Number(written));
}

test("a generated table loads exactly its cells or is refused, and never loses a row", async () => {
  const outcome = { loaded: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(
      table,
      async ({ kinds, seeds, hasNames, separator, title, endsInSeparator, comment, lineEnd }) => {
        const rows = seeds.map((seed, row) =>
          kinds.map((kind, column) => KINDS[kind]?.(seed + 7 * column + row) ?? ""),
        );
        const end = endsInSeparator && separator !== "  " ? separator : "";
        const written = [...(hasNames ? [kinds] : []), ...rows].map(
          (cells) => `${cells.join(separator)}${end}\n`,
        );
        const half = written.length >> 1;
        const text = title + written.slice(0, half + 1).join("") + comment + written.slice(half + 1).join("");
        const loaded = await loadByPreview(text.replaceAll("\n", lineEnd));
        if (loaded.rows === null) {
          outcome.refused++;
          expect(loaded.preview.problems.length).toBeGreaterThan(0);
          return;
        }
        outcome.loaded++;
        const shown = `${text}\n${JSON.stringify(loaded.preview.config)}`;
        // Names that look like values are loaded as a row, which the preview says.
        const kept = loaded.rows.length === rows.length + 1 && hasNames ? loaded.rows.slice(1) : loaded.rows;
        expect(kept.length === rows.length || shown).toBe(true);
        kept.forEach((cells, row) => {
          expect(cells.length === kinds.length || shown).toBe(true);
          cells.forEach((cell, column) => {
            expect(sameCell(cell, rows[row]?.[column] ?? "") || shown).toBe(true);
          });
        });
      },
    ),
    { numRuns: sampledRuns(240) },
  );
  expect(outcome.loaded).toBeGreaterThan(4 * outcome.refused);
});
