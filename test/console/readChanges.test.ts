import { expect, test } from "vitest";
import { cellText, readChanges } from "#console/pages/table/readChanges.ts";

const LINES = [
  '{"$change":"CHANGED_FROM","$rows":1,"variant":"ä","tm":50}',
  '{"$change":"CHANGED_TO","$rows":"2","variant":"ä","tm":null}',
  '{"$change":"ADDED","$rows":1,"variant":"b","tm":[1]}',
];

/**
 * Streams the lines in chunks that end in the middle of characters and lines; `cancelled` is true if the stream was not read
 * to its end.
 */
function streamOf(pieceBytes: number): { stream: ReadableStream<Uint8Array>; cancelled: () => boolean } {
  const bytes = new TextEncoder().encode(`${LINES.join("\n")}\n`);
  let from = 0;
  let isCancelled = false;
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (from >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(from, from + pieceBytes));
      from += pieceBytes;
    },
    cancel: () => {
      isCancelled = true;
    },
  });
  return { stream, cancelled: () => isCancelled };
}

test.each([1, 7, 1_000])("changes are read in chunks of %i bytes", async (pieceBytes) => {
  const { rows, more } = await readChanges(streamOf(pieceBytes).stream, 3);
  expect(more).toBe(false);
  expect(rows.map(({ change, rows: count }) => [change, count])).toEqual([
    ["CHANGED_FROM", 1],
    ["CHANGED_TO", 2],
    ["ADDED", 1],
  ]);
  expect(rows.map(({ values }) => Object.values(values).map(cellText))).toEqual([
    ["ä", "50"],
    ["ä", ""],
    ["b", "[1]"],
  ]);
});

test("changes beyond the displayed number are not read", async () => {
  const { stream, cancelled } = streamOf(10);
  expect(await readChanges(stream, 1)).toMatchObject({ rows: [{ change: "CHANGED_FROM" }], more: true });
  expect(cancelled()).toBe(true);
});
