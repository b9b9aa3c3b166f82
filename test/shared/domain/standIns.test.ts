import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Context } from "#shared/domain/context.ts";
import { chooseMerge, replaceSources } from "#shared/domain/loads/compaction.ts";
import {
  type DataFile,
  isMerged,
  type LoadDataFile,
  loadsOf,
  type MergedDataFile,
  withoutLoad,
} from "#shared/domain/loads/manifest.ts";
import { withStandIns } from "#shared/domain/loads/standIns.ts";

const RULES = { minFiles: 3, minAgeMs: 0, targetBytes: 1 << 20 };
const CONTEXTS: Context[] = [{ kind: "WORKSPACE" }, { kind: "PROJECT", project_id: "1" }];

type Step =
  | { kind: "load"; files: number[]; context: number }
  | { kind: "revise"; load: number }
  | { kind: "merge" };

/** Table with the rows in each object; a row is named after its load, file and position. */
class ModelTable {
  files: DataFile[] = [];
  readonly versions: DataFile[][] = [];
  readonly #stored = new Map<string, string[]>();
  readonly #loads: LoadDataFile[][] = [];

  perform(step: Step): void {
    if (step.kind === "load") this.#load(step.files, CONTEXTS[step.context] as Context);
    else if (step.kind === "revise") this.#revise(step.load);
    else this.#merge();
    this.versions.push(this.files);
  }

  /** Returns the rows that a reader of these files finds. */
  rowsOf(files: readonly DataFile[]): string[] {
    return files
      .flatMap((file) => {
        const visible = new Set(loadsOf(file).map(({ load_id }) => load_id));
        const hidden = new Set(isMerged(file) ? file.hidden_loads : []);
        const stored = (this.#stored.get(file.key) ?? []).map(
          (row) => [row, row.split("/")[0] ?? ""] as const,
        );
        // A reader skips the hidden loads, so all other loads must be listed as visible.
        const shown = stored.filter(([, load]) => !hidden.has(load));
        expect(shown.every(([, load]) => visible.has(load))).toBe(true);
        expect(shown).toHaveLength(file.rows);
        return shown.map(([row]) => row);
      })
      .sort();
  }

  #load(sizes: readonly number[], context: Context): void {
    const load_id = String(1_000 + this.#loads.length);
    const files = sizes.map((rows, index): LoadDataFile => {
      const key = `${load_id}-${index}`;
      this.#stored.set(
        key,
        Array.from({ length: rows }, (_, row) => `${load_id}/${index}/${row}`),
      );
      return { key, load_id, context, rows, bytes: rows };
    });
    this.#loads.push(files);
    this.files = [...this.files, ...files];
  }

  #revise(index: number): void {
    const files = this.#loads[index % Math.max(1, this.#loads.length)];
    const load = files?.[0]?.load_id;
    if (!files || load === undefined) return;
    const isActive = this.files.flatMap(loadsOf).some(({ load_id }) => load_id === load);
    const without = this.files.flatMap((file) => withoutLoad(file, load) ?? []);
    this.files = isActive ? without : [...without, ...files];
  }

  #merge(): void {
    const sources = chooseMerge(this.files, RULES, Date.now());
    const key = `merged-${this.#stored.size}`;
    const replacement = sources && replaceSources(this.files, sources, { key, bytes: 1 });
    if (!replacement) return;
    this.#stored.set(key, this.rowsOf(sources));
    const { merged, replaced } = replacement;
    this.files = [...this.files.filter((file) => !replaced.has(file.key)), merged];
  }
}

describe("merged files of the latest version stand in for files of an earlier one", () => {
  it("for any loads, undos, redos and merges, every version keeps its rows, and opens no more files", () => {
    const step: fc.Arbitrary<Step> = fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({
          kind: fc.constant("load" as const),
          files: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 }),
          context: fc.nat(1),
        }),
      },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant("revise" as const), load: fc.nat(30) }) },
      { weight: 3, arbitrary: fc.constant<Step>({ kind: "merge" }) },
    );
    let saved = 0;
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40, size: "max" }), (steps) => {
        const table = new ModelTable();
        for (const one of steps) table.perform(one);
        const merged = table.files.filter(isMerged);
        for (const version of table.versions) {
          const files = withStandIns(version, merged);
          expect(table.rowsOf(files)).toEqual(table.rowsOf(version));
          expect(files.length).toBeLessThanOrEqual(version.length);
          saved += version.length - files.length;
        }
      }),
      { numRuns: 300 },
    );
    expect(saved).toBeGreaterThan(1_000);
  });

  const plain = (load: number, rows: number): LoadDataFile => {
    return { key: `f${load}`, load_id: String(load), context: { kind: "WORKSPACE" }, rows, bytes: 1 };
  };
  const merged = (loads: readonly LoadDataFile[]): MergedDataFile => ({
    ...{ key: "m", context: { kind: "WORKSPACE" }, bytes: 1 },
    rows: loads.reduce((sum, { rows }) => sum + rows, 0),
    loads: loads.map(({ load_id, rows }) => ({ load_id, rows })),
  });

  it("loads that were undone since are visible again, and later loads are hidden", () => {
    const loads = [1, 2, 3, 4].map((load) => plain(load, 10));
    const undone = withoutLoad(merged(loads), "2") as MergedDataFile;
    const [standIn, ...others] = withStandIns(loads.slice(0, 3), [undone]);
    expect(others).toEqual([]);
    expect(standIn).toMatchObject({ key: "m", rows: 30, hidden_loads: ["4"] });
    expect(new Set(standIn && loadsOf(standIn))).toEqual(new Set(merged(loads.slice(0, 3)).loads));
    const { hidden_rows: _, ...earlier } = undone;
    expect(withStandIns(loads.slice(0, 3), [earlier]).map(({ key }) => key)).toEqual(["m", "f2"]);
  });

  it("a large file does not stand in for a few rows, nor for a load with other rows", () => {
    const small = [plain(1, 10), plain(2, 10)];
    expect(withStandIns(small, [merged([...small, plain(3, 5_000)])])).toEqual(small);
    expect(withStandIns(small, [merged([plain(1, 9), plain(2, 10)])])).toEqual(small);
  });
});
