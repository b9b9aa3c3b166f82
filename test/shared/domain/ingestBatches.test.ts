import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  areSmall,
  ingestBatches,
  MAX_BATCH_BYTES,
  MAX_BATCH_FILES,
} from "#shared/domain/loads/ingestBatches.ts";
import type { LoadFile } from "#shared/domain/loads/load.ts";

const fileOf = (id: number, size: number, table: string | null): LoadFile => ({
  ...{ id: String(id), created_at: "", created_by: "", filepath: `${id}.csv`, size },
  ...{ table_reference: table, source_file_id: null, description: null },
});

describe("batches of a load's files", () => {
  it("every file is in one bounded batch of its table", () => {
    const any = fc.array(
      fc.tuple(
        fc.oneof(fc.nat(2_000), fc.nat(2 * MAX_BATCH_BYTES)),
        fc.constantFrom("text", "text", "compressed", null),
      ),
      { maxLength: 1_000 },
    );
    fc.assert(
      fc.property(any, (all) => {
        const files = all.map(([size, table], id) => fileOf(id, size, table));
        const batches = ingestBatches(files, (table) => (table === "text" ? "CSV" : "XLSX"));
        for (const table of ["text", "compressed"]) {
          const own = files.filter((file) => file.table_reference === table).map(({ id }) => id);
          const found = batches.flat().filter((file) => file.table_reference === table);
          expect(found.map(({ id }) => id).sort()).toEqual(own.sort());
        }
        for (const batch of batches) {
          expect(new Set(batch.map((file) => file.table_reference)).size).toBe(1);
          expect(batch.length).toBeLessThanOrEqual(MAX_BATCH_FILES);
          const factor = batch[0]?.table_reference === "text" ? 1 : 16;
          const bytes = batch.reduce((sum, { size }) => sum + factor * size, 0);
          if (batch.length > 1) expect(bytes).toBeLessThanOrEqual(MAX_BATCH_BYTES);
        }
      }),
    );
  });

  it("a thousand small files use the minimum number of batches, even with large files between them", () => {
    const files = Array.from({ length: 1_000 }, (_, id) => fileOf(id, id % 100 === 50 ? 9e6 : 300, "text"));
    expect(
      ingestBatches(files, () => "CSV")
        .map(({ length }) => length)
        .sort((a, b) => b - a),
    ).toEqual([250, 250, 250, 240, ...Array.from({ length: 10 }, () => 1)]);
  });

  it("a load is small if it has at most two batches with two megabytes of text in total", () => {
    const isSmall = (files: LoadFile[], format: "CSV" | "XLSX" = "CSV"): boolean =>
      areSmall(
        ingestBatches(files, () => format),
        () => format,
      );
    const MB = 2 ** 20;
    expect(isSmall([])).toBe(false);
    expect(isSmall([fileOf(1, MB, "a"), fileOf(2, MB, "b"), fileOf(3, 9 * MB, null)])).toBe(true);
    expect(isSmall([fileOf(1, MB, "a"), fileOf(2, MB + 1, "b")])).toBe(false);
    expect(isSmall([fileOf(1, 1, "a"), fileOf(2, 1, "b"), fileOf(3, 1, "c")])).toBe(false);
    const compressed = (size: number) => ({ ...fileOf(1, size, "a"), is_compressed: true as const });
    expect(isSmall([compressed(MB / 8)])).toBe(true);
    expect(isSmall([compressed(MB / 8 + 1)])).toBe(false);
    expect(isSmall([fileOf(1, MB / 8, "a")], "XLSX")).toBe(true);
    expect(isSmall([fileOf(1, MB / 8 + 1, "a")], "XLSX")).toBe(false);
  });
});
