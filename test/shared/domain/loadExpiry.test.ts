import { describe, expect, it } from "vitest";
import type { LoadRecord, LoadTable } from "#shared/domain/loads/load.ts";
import { expiryOf, isExpired, lastExpiredCreation } from "#shared/domain/loads/loadExpiry.ts";
import { addFile, addTable, createLoad, finalize, removeFile } from "#shared/domain/loads/loadTransitions.ts";
import { stagedBytesOf, tooManyStagedBytes } from "#shared/domain/loads/stagedBytes.ts";

const CONTEXT = { kind: "PROJECT", project_id: "1" } as const;
const CREATED = { by: "user_1", at: "2026-03-01T00:00:00.000Z" };
const LATER = { by: "user_1", at: "2026-03-05T00:00:00.000Z" };
const ON_TIME = { by: "user_1", at: "2026-03-11T23:59:59.999Z" };
const TOO_LATE = { by: "user_1", at: "2026-03-12T00:00:00.000Z" };
const TABLE = { columns: [], format: "CSV", table_id: null } satisfies LoadTable;
const FILE = { id: "9", size: 70, errors: [], problem_count: 0 };

const load = (): LoadRecord =>
  addFile(createLoad("7", CONTEXT, { variants: { ...TABLE } }, CREATED), FILE, LATER);
const PLAN = { tables: { variants: { ...TABLE } }, filesOfTables: 1, warnings: [] };

describe("a pending load", () => {
  it("a load expires 7 days after its last change, not after its creation", () => {
    expect(expiryOf(createLoad("7", CONTEXT, {}, CREATED))).toBe("2026-03-08T00:00:00.000Z");
    expect(expiryOf(load())).toBe("2026-03-12T00:00:00.000Z");
    expect(isExpired(load(), ON_TIME.at)).toBe(false);
    expect(isExpired(load(), TOO_LATE.at)).toBe(true);
    expect(lastExpiredCreation(TOO_LATE.at)).toBe(Date.parse("2026-03-05T00:00:00.000Z"));
  });

  it("a load can be finalized until its expiry, but not changed afterwards", () => {
    expect(finalize(load(), PLAN, ON_TIME).state).toBe("LOADING");
    const removed = { ...FILE, filepath: "a.csv", created_at: "", created_by: "" };
    const late = [
      () => finalize(load(), PLAN, TOO_LATE),
      () => addFile(load(), FILE, TOO_LATE),
      () => addTable(load(), "second", { ...TABLE }, TOO_LATE),
      () =>
        removeFile(
          load(),
          { ...removed, table_reference: null, source_file_id: null, description: null },
          [],
          TOO_LATE,
        ),
    ];
    for (const change of late) {
      expect(change).toThrow(
        "The load 7 expired at 2026-03-12T00:00:00.000Z, 7 days after its last change. Create a new load and upload the files again.",
      );
    }
  });

  it("a load in any other state has no expiry", () => {
    const loading = finalize(load(), PLAN, ON_TIME);
    expect(expiryOf(loading)).toBeNull();
    expect(isExpired(loading, "2030-01-01T00:00:00.000Z")).toBe(false);
  });
});

describe("staged bytes", () => {
  it("staged bytes are those of pending and failed loads that were never committed", () => {
    const staged = (fields: Partial<LoadRecord>): number => stagedBytesOf({ ...load(), ...fields });
    expect(staged({})).toBe(70);
    expect(staged({ state: "FAILED" })).toBe(70);
    for (const state of ["LOADING", "DELETING", "COMPLETED"] as const) expect(staged({ state })).toBe(0);
    expect(staged({ state: "FAILED", committed: true })).toBe(0);
  });

  it("a load without files has 0 staged bytes, and the counter is never negative", () => {
    const { bytes: _, ...older } = load();
    expect(stagedBytesOf(older)).toBe(0);
    const file = { ...FILE, filepath: "a.csv", created_at: "", created_by: "", table_reference: null };
    const without = removeFile(older, { ...file, source_file_id: null, description: null }, [], ON_TIME);
    expect(stagedBytesOf(without)).toBe(0);
  });

  it("too many staged bytes are rejected with both sizes and advice", () => {
    expect(tooManyStagedBytes(19_999_999_000, 20_000_000_000).message).toBe(
      "The PENDING and FAILED loads of this workspace contain files of 19,999,999,000 bytes in total, so this file would exceed the limit of 20,000,000,000 bytes. Finalize or delete some of these loads, then upload the file again.",
    );
  });
});
