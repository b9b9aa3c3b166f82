import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Context } from "#shared/domain/context.ts";
import { composeId } from "#shared/domain/id.ts";
import { chooseMerge, replaceSources } from "#shared/domain/loads/compaction.ts";
import { type DataFile, loadsOf, segmentOf, withoutLoad } from "#shared/domain/loads/manifest.ts";

const RULES = { minFiles: 16, minAgeMs: 300_000, targetBytes: 1 << 26 };
const NOW = Date.UTC(2026, 10, 22);
const OLD = NOW - RULES.minAgeMs;
const project = (id: string): Context => ({ kind: "PROJECT", project_id: id });

function loaded(place: number, rows: number, context = project("1"), at = OLD): DataFile {
  const load_id = composeId(at, place % 4096);
  return { key: `file-${place}`, load_id, context, rows, bytes: 1_000 + rows };
}

const rowsOf = (files: readonly DataFile[]): number => files.reduce((sum, { rows }) => sum + rows, 0);

function merge(files: readonly DataFile[], sources: readonly DataFile[], key: string): DataFile[] {
  const replacement = replaceSources(files, sources, { key, bytes: 1_000 + rowsOf(sources) });
  if (!replacement) throw new Error("The sources are gone");
  return [...files.filter((file) => !replacement.replaced.has(file.key)), replacement.merged];
}

describe("the choice of files to merge", () => {
  it("for any load sizes, each row is rewritten only a few times and few files remain", () => {
    const sizes = fc.array(fc.oneof(fc.constant(10), fc.integer({ min: 1, max: 20_000 })), {
      minLength: 1,
      maxLength: 600,
    });
    fc.assert(
      fc.property(sizes, (all) => {
        let files: DataFile[] = [];
        const rewritten = new Map<string, number>();
        for (const [place, rows] of all.entries()) {
          files.push(loaded(place, rows));
          for (;;) {
            const sources = chooseMerge(files, RULES, NOW);
            if (!sources) break;
            expect(rowsOf(sources)).toBeGreaterThanOrEqual(2 * Math.max(...sources.map((file) => file.rows)));
            for (const { load_id } of sources.flatMap(loadsOf)) {
              rewritten.set(load_id, (rewritten.get(load_id) ?? 0) + 1);
            }
            files = merge(files, sources, `merged-${place}-${files.length}`);
          }
        }
        const total = rowsOf(files);
        expect(total).toBe(all.reduce((sum, rows) => sum + rows, 0));
        const most = Math.ceil(Math.log2(total)) + 1;
        expect(Math.max(0, ...rewritten.values())).toBeLessThanOrEqual(most);
        expect(files.length).toBeLessThan(RULES.minFiles + most);
      }),
    );
  });

  it("files of a project are merged regardless of their rounds", () => {
    const rounds = Array.from({ length: 16 }, (_, place): DataFile => {
      const context: Context = { kind: "ROUND", project_id: "1", round_id: String(100 + place) };
      return loaded(place, 10, place === 0 ? project("1") : context);
    });
    const sources = chooseMerge(rounds, RULES, NOW) ?? [];
    expect(sources).toHaveLength(16);
    const merged = merge(rounds, sources, "m")[0];
    expect(merged).toMatchObject({ rows: 160, context: project("1") });
    const ofOneRound = rounds.map((file) => ({ ...file, context: (rounds[1] as DataFile).context }));
    expect(merge(ofOneRound, ofOneRound, "m")[0]?.context).toEqual(rounds[1]?.context);
  });

  it("files are merged only if they share a project, are small and old, and are numerous", () => {
    const many = (count: number, context = project("1"), at = OLD): DataFile[] =>
      Array.from({ length: count }, (_, place) => loaded(place, 10, context, at));
    expect(chooseMerge(many(15), RULES, NOW)).toBeNull();
    expect(chooseMerge(many(16), RULES, NOW)).toHaveLength(16);
    expect(chooseMerge(many(16, project("1"), OLD + 1), RULES, NOW)).toBeNull();
    expect(chooseMerge([...many(10), ...many(10, project("2"))], RULES, NOW)).toBeNull();
    const large = many(16).map((file) => ({ ...file, bytes: RULES.targetBytes }));
    expect(chooseMerge(large, RULES, NOW)).toBeNull();
    const workspace = many(16, { kind: "WORKSPACE" } as Context);
    const contexts = chooseMerge([...many(8), ...workspace, ...many(7)], RULES, NOW)?.map(
      ({ context }) => context,
    );
    expect(new Set(contexts)).toEqual(new Set([{ kind: "WORKSPACE" }]));
  });
});

describe("a merge of files that have since changed", () => {
  const sources = Array.from({ length: 3 }, (_, place) => loaded(place, 10 + place));
  const [a, b, c] = sources as [DataFile, DataFile, DataFile];
  const object = { key: "merged", bytes: 9 };
  const idOf = (file: DataFile): string => loadsOf(file)[0]?.load_id ?? "";

  it("rows of undone loads are hidden", () => {
    const { merged } = replaceSources([a, c], sources, object) ?? {};
    expect(merged).toMatchObject({ rows: 22, hidden_loads: [idOf(b)] });
    expect(merged && loadsOf(merged)).toEqual(
      [a, c].map((file) => ({ load_id: idOf(file), rows: file.rows })),
    );
  });

  it("a merge is abandoned if no rows remain, or if other files contain some of a load's rows", () => {
    expect(replaceSources([], sources, object)).toBeNull();
    const second = { ...a, key: "second" };
    expect(replaceSources([a, b, c], [...sources, second], object)).toBeNull();
    expect(replaceSources([a, b, c, second], [...sources, second], object)?.merged.rows).toBe(43);
  });

  it("loads can disappear one by one, down to the last", () => {
    const { merged } = replaceSources(sources, sources, object) ?? {};
    const first = merged && withoutLoad(merged, idOf(a));
    expect(first).toMatchObject({ rows: 23, hidden_loads: [idOf(a)] });
    expect(first && withoutLoad(first, idOf(a))).toBe(first);
    expect(first && segmentOf("s", [first])).toMatchObject({ rows: 23, merged: 1, first_load: idOf(b) });
    const second = first && withoutLoad(first, idOf(b));
    expect(second && withoutLoad(second, idOf(c))).toBeNull();
  });
});
