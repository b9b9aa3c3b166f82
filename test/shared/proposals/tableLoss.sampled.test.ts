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

/** Columns with names in two rows: a group, and the name in the group. */
const grouped = fc.record({
  groups: fc.uniqueArray(
    fc.record({
      name: fc.constantFrom("Activity", "Stability", "Binding", "Expression"),
      columns: fc.uniqueArray(fc.constantFrom("rep1", "rep2", "rep3", "mean"), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
    { minLength: 2, maxLength: 3, selector: ({ name }) => name },
  ),
  areMerged: fc.boolean(),
  seeds: fc.array(fc.nat(10_000), { minLength: 2, maxLength: 30 }),
  separator: fc.constantFrom(",", ";", "\t", "|"),
  title: fc.constantFrom("", "Results of the second plate\n"),
  lineEnd: fc.constantFrom("\n", "\r\n"),
});

test("a generated table with two header rows loads exactly its cells or is refused", async () => {
  const outcome = { joined: 0, loaded: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(grouped, async ({ groups, areMerged, seeds, separator, title, lineEnd }) => {
      const columns = groups.flatMap(({ name, columns: own }) =>
        own.map((column, at) => ({ group: areMerged && at > 0 ? "" : name, column })),
      );
      const rows = seeds.map((seed, row) => [
        `${KINDS.variant?.(seed)}${row}`,
        ...columns.map((_, at) => KINDS.signal?.(seed + 11 * at + row) ?? ""),
      ]);
      const header = [
        ["", ...columns.map(({ group }) => group)],
        ["variant", ...columns.map(({ column }) => column)],
      ];
      const text = title + [...header, ...rows].map((cells) => `${cells.join(separator)}\n`).join("");
      const loaded = await loadByPreview(text.replaceAll("\n", lineEnd));
      const shown = `${text}\n${JSON.stringify(loaded.preview.config)}`;
      if (loaded.rows === null) {
        outcome.refused++;
        expect(loaded.preview.problems.length > 0 || shown).toBe(true);
        return;
      }
      outcome.loaded++;
      if (loaded.preview.config?.header_rows === 2) outcome.joined++;
      // A row of names may be loaded as a row, but no row is lost.
      const kept = loaded.rows.slice(-rows.length);
      expect(loaded.rows.length >= rows.length || shown).toBe(true);
      kept.forEach((cells, row) => {
        expect(cells.length === rows[row]?.length || shown).toBe(true);
        cells.forEach((cell, column) => {
          expect(sameCell(cell, rows[row]?.[column] ?? "") || shown).toBe(true);
        });
      });
    }),
    { numRuns: sampledRuns(120) },
  );
  expect(outcome.loaded).toBeGreaterThan(4 * outcome.refused);
  expect(2 * outcome.joined).toBeGreaterThan(outcome.loaded);
});

/** Tables of an instrument below their names; one contains the results. */
const blocks = fc.record({
  tables: fc.array(
    fc.record({
      kinds: fc.uniqueArray(fc.constantFrom("signal", "plate", "count", "label"), {
        minLength: 2,
        maxLength: 4,
      }),
      seeds: fc.array(fc.nat(10_000), { minLength: 1, maxLength: 20 }),
    }),
    { minLength: 2, maxLength: 4 },
  ),
  results: fc.nat(3),
  separator: fc.constantFrom(",", ";", "\t"),
  settings: fc.constantFrom("", "* Block Type = 96well\n* Chemistry = OTHER\n\n", "Operator: somebody\n\n"),
  lineEnd: fc.constantFrom("\n", "\r\n"),
});

test("a generated file of several blocks loads exactly the cells of one block and names the others, or is refused", async () => {
  const outcome = { loaded: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(blocks, async ({ tables, results, separator, settings, lineEnd }) => {
      const wanted = results % tables.length;
      const written = tables.map(({ kinds, seeds }, at) => ({
        name: at === wanted ? "[Results]" : `[Raw ${at + 1}]`,
        header: ["well", ...kinds],
        rows: seeds.map((seed, row) => [
          `${"ABCDEFGH"[row % 8]}${(row >> 3) + 1}`,
          ...kinds.map((kind, column) => KINDS[kind]?.(seed + 7 * column + row) ?? ""),
        ]),
      }));
      const text =
        settings +
        written
          .map(
            ({ name, header, rows }) =>
              `${name}\n${[header, ...rows].map((cells) => `${cells.join(separator)}\n`).join("")}`,
          )
          .join("\n");
      const loaded = await loadByPreview(text.replaceAll("\n", lineEnd));
      const shown = `${text}\n${JSON.stringify(loaded.preview.config)}`;
      if (loaded.rows === null) {
        outcome.refused++;
        expect(loaded.preview.problems.length > 0 || shown).toBe(true);
        return;
      }
      outcome.loaded++;
      const { rows = [] } = written[wanted] ?? {};
      expect(loaded.rows.length === rows.length || shown).toBe(true);
      loaded.rows.forEach((cells, row) => {
        expect(cells.length === rows[row]?.length || shown).toBe(true);
        cells.forEach((cell, column) => {
          expect(sameCell(cell, rows[row]?.[column] ?? "") || shown).toBe(true);
        });
      });
      const said = loaded.preview.warnings.join(" ");
      for (const { name } of written)
        expect(said.includes(name) || loaded.preview.sections.some((one) => one.name === name) || shown).toBe(
          true,
        );
    }),
    { numRuns: sampledRuns(120) },
  );
  expect(outcome.loaded).toBeGreaterThan(4 * outcome.refused);
});
