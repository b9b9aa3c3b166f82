import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DataFile, type Segment, segmentOf, weightOf } from "#shared/domain/loads/manifest.ts";
import { FAN_IN, fittingLists, MAX_WEIGHT, segmentRuns } from "#shared/domain/loads/segmentRuns.ts";

/** Number of levels below that of a full segment. */
const LEVELS = Math.log(MAX_WEIGHT) / Math.log(FAN_IN);

interface Listed {
  file: DataFile;
  /** Number of times that the entry was written. */
  written: number;
}
type Part = Segment & { entries: Listed[]; isNew: boolean };

function loaded(index: number, columns = 0): DataFile {
  const names = Array.from({ length: columns }, (_, column) => [`c${column}`, { nulls: 0 }]);
  const statistics = { rows: 1, columns: Object.fromEntries(names) };
  const load_id = String(index + 1);
  return { key: `f${index}`, load_id, context: { kind: "WORKSPACE" }, rows: 1, bytes: 9, statistics };
}

const partOf = (entries: Listed[]): Part => ({
  ...segmentOf(
    "s",
    entries.map(({ file }) => file),
  ),
  entries,
  isNew: true,
});

/** Returns the segments of the next version. */
function next(parts: readonly Part[]): Part[] {
  return segmentRuns(parts.filter(({ entries }) => entries.length > 0)).map((run) => {
    const [first] = run;
    if (first && run.length === 1 && !first.isNew) return first;
    const entries = run.flatMap((part) => part.entries);
    for (const entry of entries) entry.written += 1;
    return { ...partOf(entries), isNew: false };
  });
}

const added = (before: readonly Part[], files: readonly DataFile[]): Part[] => [
  ...before,
  ...fittingLists(files).map((list) => partOf(list.map((file) => ({ file, written: 0 })))),
];

describe("the segments of a table", () => {
  it("for any commits of small files, a file is rewritten about five times, and few segments are small", () => {
    const commits = fc.array(
      fc.oneof({ weight: 5, arbitrary: fc.constant(1) }, fc.integer({ min: 1, max: 90 })),
      {
        minLength: 1,
        maxLength: 900,
        size: "max",
      },
    );
    fc.assert(
      fc.property(commits, fc.constantFrom(0, 8, 32), (all, columns) => {
        let segments: Part[] = [];
        let count = 0;
        for (const size of all) {
          const files = Array.from({ length: size }, (_, index) => loaded(count + index, columns));
          count += size;
          segments = next(added(segments, files));
        }
        const entries = segments.flatMap((segment) => segment.entries);
        expect(entries.map(({ file }) => file.key)).toEqual(Array.from({ length: count }, (_, i) => `f${i}`));
        expect(Math.max(...entries.map(({ written }) => written))).toBeLessThanOrEqual(LEVELS + 3);
        expect(Math.max(...segments.map(({ weight = 0 }) => weight))).toBeLessThanOrEqual(MAX_WEIGHT);
        const weight = entries.reduce((sum, { file }) => sum + weightOf(file), 0);
        expect(segments.length).toBeLessThanOrEqual(LEVELS * (FAN_IN - 1) + (2 * weight) / (MAX_WEIGHT / 2));
      }),
      { numRuns: 40 },
    );
  });

  it("segments that lose files to undos are joined again", () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 600 }), { minLength: 1, maxLength: 60, size: "max" });
    fc.assert(
      fc.property(sizes, fc.infiniteStream(fc.integer({ min: 0, max: 9 })), (all, random) => {
        let segments: Part[] = [];
        for (const [index, size] of all.entries())
          segments = next(
            added(
              segments,
              Array.from({ length: size }, (_, at) => loaded(index * 1_000 + at)),
            ),
          );
        // Each undo removes most files of one segment.
        for (let at = segments.length - 1; at >= 0; at -= 1) {
          const kept = segments[at]?.entries.filter(() => random.next().value === 0) ?? [];
          segments = next(segments.map((part, index) => (index === at ? partOf(kept) : part)));
          at = Math.min(at, segments.length);
        }
        const files = segments.reduce((sum, { entries }) => sum + entries.length, 0);
        expect(segments.length).toBeLessThanOrEqual(LEVELS * (FAN_IN - 1) + (2 * files) / (MAX_WEIGHT / 2));
      }),
      { numRuns: 40 },
    );
  });

  it("segments of earlier versions, and those with and without merged files, are not joined", () => {
    const plain = segmentOf("s", [loaded(1)]);
    const { weight: _, ...earlier } = plain;
    expect(segmentRuns(Array<Segment>(8).fill(earlier))).toHaveLength(8);
    const merged = { ...plain, merged: 1 };
    const runs = segmentRuns([merged, merged, plain, plain, plain, plain]);
    expect(runs.map((run) => run.length)).toEqual([1, 1, 4]);
  });
});
