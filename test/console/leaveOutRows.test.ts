import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TableConfig } from "#client/importFiles.ts";
import { checkRows, leaveOutRows } from "#console/worker/checkRows.ts";

const CONFIG = {
  format: "CSV",
  columns: [
    { name: "sequence", type: "STRING" },
    { name: "note", type: "STRING" },
    { name: "value", type: "FLOAT64" },
  ],
} as unknown as TableConfig;
const ignore = (): void => undefined;

function requestOf(text: string, config = CONFIG) {
  return { file: new Blob([text]), name: "plate.csv", into: "plate", config };
}

/** Rows of which each begins with its number, and whether it has a problem. */
const row = fc.record({
  value: fc.constantFrom("1", "2.5", "", "n.d.", "about 3"),
  note: fc.constantFrom("", "plain", '"two\nlines"', '"a, b"', '"four\r\n\rlines"', "a,b"),
  sequence: fc.constantFrom("MKT", "MKX", "MK*"),
});

describe("rows with problems are left out of a file", () => {
  test("and what stays has the lines of before, and no problem", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 12 }),
        fc.constantFrom("\n", "\r\n", "\r"),
        fc.constantFrom("", "end"),
        async (rows, lineEnd, last) => {
          const records = rows.map(({ sequence, note, value }) => `${sequence},${note},${value}`);
          const isBad = rows.map(
            ({ sequence, note, value }) => sequence !== "MKT" || note === "a,b" || /[a-z]/.test(value),
          );
          const head = `sequence,note,value${lineEnd}`;
          const text = head + records.join(lineEnd) + (last === "end" ? lineEnd : "");
          const bad = records.filter((_, index) => isBad[index]);
          const shortened = await leaveOutRows(requestOf(text), ignore);
          const checked = await checkRows(requestOf(text), ignore);
          if (bad.length === 0 || bad.length === records.length) {
            expect(shortened).toBeNull();
            expect(checked?.badRows).toBe(0);
            return;
          }
          if (!shortened) throw new Error("no row was left out");
          expect(checked).toMatchObject({ rows: records.length, badRows: bad.length });
          expect(shortened.count).toBe(bad.length);
          expect(await shortened.head.text()).toBe(head);
          const parts = records.map((record, index) => {
            const isLast = index === records.length - 1;
            return record + (isLast && last === "" ? "" : lineEnd);
          });
          expect(await shortened.rows.text()).toBe(parts.filter((_, index) => isBad[index]).join(""));
          const ends = (part: string) => part.replaceAll("\r\n", "\n").match(/[\r\n]/g)?.length ?? 0;
          const blank = parts.map((part, index) => (isBad[index] ? "\n".repeat(ends(part)) : part));
          expect(await shortened.file.text()).toBe(head + blank.join(""));
          expect(await checkRows(requestOf(await shortened.file.text()), ignore)).toMatchObject({
            rows: records.length - bad.length,
            sentences: [],
            badRows: 0,
          });
        },
      ),
      { numRuns: 500 },
    );
  });

  test("below a header that is not the first line", async () => {
    const config = { ...CONFIG, header_row: 3 } as TableConfig;
    const text = "Plate 3\n\nsequence,note,value\nMKT,,1\nMKX,,2\nMKT,,3\n";
    const shortened = await leaveOutRows(requestOf(text, config), ignore);
    expect(await shortened?.head.text()).toBe("Plate 3\n\nsequence,note,value\n");
    expect(await shortened?.file.text()).toBe("Plate 3\n\nsequence,note,value\nMKT,,1\n\nMKT,,3\n");
  });

  test("in browsers that do not iterate over streams", async () => {
    const request = requestOf("sequence,note,value\nMKT,,1\nMKX,,2\n");
    const stream = request.file.stream.bind(request.file);
    request.file.stream = () => Object.defineProperty(stream(), Symbol.asyncIterator, { value: undefined });
    expect(await checkRows(request, ignore)).toMatchObject({ rows: 2, badRows: 1 });
    expect((await leaveOutRows(request, ignore))?.count).toBe(1);
  });

  test("of NDJSON, where only LF ends a line", async () => {
    const config = { ...CONFIG, format: "NDJSON" } as TableConfig;
    const text =
      '{"sequence":"MKT","note":"a","value":1}\r\n{"sequence":"MKX","note":"b","value":2}\n{"sequence":"MKT","note":"c","value":3}';
    const shortened = await leaveOutRows(requestOf(text, config), ignore);
    expect(shortened?.count).toBe(1);
    expect(await shortened?.file.text()).toBe(
      '{"sequence":"MKT","note":"a","value":1}\r\n\n{"sequence":"MKT","note":"c","value":3}',
    );
  });

  test("but not where a fault hides what follows it, or concerns the whole file", async () => {
    const open = 'sequence,note,value\nMKT,,1\nMKT,"open,2\nMKT,,3\n';
    const other = "sequence,value\nMKT,1\n";
    const wide = { ...CONFIG, encoding: "UTF-16" } as TableConfig;
    for (const request of [requestOf(open), requestOf(other), requestOf("sequence,note,value\n", wide)]) {
      const checked = await checkRows(request, ignore);
      expect(checked?.sentences.length).toBeGreaterThan(0);
      expect(checked?.badRows).toBe(0);
      expect(await leaveOutRows(request, ignore)).toBeNull();
    }
  });
});
