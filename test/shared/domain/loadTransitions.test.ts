import { DomainError } from "@pdp/basics/errors";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LoadFileRecord, LoadRecord } from "#shared/domain/loads/load.ts";
import * as transitions from "#shared/domain/loads/loadTransitions.ts";
import { requireAttempt } from "#shared/history/requireAttempt.ts";

const stamp = { by: "user_1", at: "2026-01-01T00:00:00.000Z" };
const empty = transitions.createLoad("1", { kind: "PROJECT", project_id: "2" }, {}, stamp);

const file = (id: string) => ({ id, size: 1, errors: [`${id} is wrong.`], problem_count: 2 });
const planned = (filesOfTables: number) => ({ tables: {}, filesOfTables, warnings: [] });
const MOVES = ["file", "remove", "finalize", "settle", "fail", "retry", "undo", "redo", "delete"] as const;
type Move = (typeof MOVES)[number];

function apply(load: LoadRecord, move: Move): LoadRecord {
  switch (move) {
    case "file":
      return transitions.addFile(load, file(String(load.file_count + 1)), stamp);
    case "remove":
      if (load.file_count === 0) return load;
      return transitions.removeFile(load, stored(String(load.file_count)), [], stamp);
    case "finalize":
      return transitions.finalize(load, planned(load.file_count), stamp);
    case "retry":
      return transitions.retry(load, planned(load.file_count), stamp);
    case "settle":
      return load.action === null || load.action === "DELETE"
        ? load
        : transitions.completeLoad(load, stamp.at);
    case "fail":
      return load.action === null || load.action === "DELETE"
        ? load
        : transitions.failLoad(load, { errors: ["no"] }, stamp.at);
    case "undo":
      return transitions.undo(load, stamp);
    case "redo":
      return transitions.redo(load, stamp);
    case "delete":
      return transitions.requestDeletion(load, stamp);
  }
}

const moves = fc.array(fc.constantFrom<Move>(...MOVES), { maxLength: 30 });

function stored(id: string, fields: Partial<LoadFileRecord> = {}): LoadFileRecord {
  const named = { id, filepath: `${id}.csv`, table_reference: "t", source_file_id: null, description: null };
  return { ...named, created_at: stamp.at, created_by: stamp.by, size: 1, problem_count: 2, ...fields };
}

describe("the states of a load", () => {
  it("the rules hold for any order of events", () => {
    fc.assert(
      fc.property(moves, (sequence) => {
        let load = empty;
        for (const move of sequence) {
          const before = load;
          try {
            load = apply(load, move);
          } catch (error) {
            expect(error).toBeInstanceOf(DomainError);
            continue;
          }
          if (before.committed) expect(load.committed).toBe(true);
          if (load.committed) expect(load.state).not.toBe("DELETING");
          if (load.state === "FAILED") expect(load.committed).toBe(false);
          if (load.state === "COMPLETED") expect(load.committed).toBe(true);
          if (load.state === "PENDING" && load.file_count > 0) {
            expect([load.errors.length, load.problem_count]).toEqual([load.file_count, 2 * load.file_count]);
          }
          if (["undo", "redo", "finalize", "retry", "delete"].includes(move))
            expect(load.attempt).toBe(before.attempt + 1);
          expect(load.action !== null).toBe(load.state === "LOADING" || load.state === "DELETING");
        }
      }),
      { numRuns: 500 },
    );
  });

  it("a load stays active while its undo runs, and then becomes inactive", () => {
    const completed = transitions.completeLoad(
      transitions.finalize(transitions.addFile(empty, file("1"), stamp), planned(1), stamp),
      stamp.at,
    );
    const undoing = transitions.undo(completed, stamp);
    expect(undoing).toMatchObject({ state: "LOADING", is_active: true });
    expect(transitions.completeLoad(undoing, stamp.at)).toMatchObject({
      state: "COMPLETED",
      is_active: false,
    });
    expect(transitions.failLoad(undoing, { errors: ["why"] }, stamp.at)).toMatchObject({
      state: "COMPLETED",
      is_active: true,
      errors: ["why"],
    });
  });

  it("every version shows the round that a load had then, after any moves", () => {
    const roundIds = fc.constantFrom("7", "8", null);
    fc.assert(
      fc.property(fc.array(roundIds, { maxLength: 12 }), (rounds) => {
        let load: LoadRecord = { ...empty, state: "COMPLETED", committed: true };
        const shown: (string | null)[] = [null];
        for (const [index, round_id] of rounds.entries()) {
          const kind =
            round_id === null ? { kind: "PROJECT" as const } : { kind: "ROUND" as const, round_id };
          load = transitions.moveLoad(load, { ...kind, project_id: "2" }, String(20 + 2 * index), stamp);
          shown.push(round_id, round_id);
        }
        expect(shown.map((_, at) => transitions.roundAt(load, String(19 + at)))).toEqual(shown);
      }),
      { numRuns: 200 },
    );
  });

  it("a load is moved at most 100 times once its rows are in the history", () => {
    let load: LoadRecord = { ...empty, state: "COMPLETED", committed: true };
    const to = { kind: "PROJECT", project_id: "2" } as const;
    for (let move = 0; move < 100; move += 1) load = transitions.moveLoad(load, to, String(move), stamp);
    expect(() => transitions.moveLoad(load, to, "100", stamp)).toThrow(
      expect.objectContaining({ code: "load_moves" }),
    );
    expect(() => transitions.moveLoad({ ...load, action: "UNDO" }, to, "100", stamp)).toThrow("has ended");
  });

  it("a load without a file for a table cannot be finalized", () => {
    expect(() => transitions.finalize(empty, planned(0), stamp)).toThrow("no file");
  });

  it("removing a file removes its errors and keeps other errors", () => {
    const two = transitions.addFile(transitions.addFile(empty, file("1"), stamp), file("2"), stamp);
    const one = transitions.removeFile(two, stored("1"), [stored("1"), stored("2")], stamp);
    expect(one).toMatchObject({ errors: ["2 is wrong."], problem_count: 2, file_count: 1, removed_files: 1 });
  });

  it("the source of another file cannot be removed", () => {
    const two = transitions.addFile(transitions.addFile(empty, file("1"), stamp), file("2"), stamp);
    const files = [stored("1"), stored("2", { source_file_id: "1" })];
    expect(() => transitions.removeFile(two, stored("1"), files, stamp)).toThrow("remove that file first");
    expect(transitions.removeFile(two, stored("2"), files, stamp).file_count).toBe(1);
  });

  it("only a failed load can be retried, with new warnings", () => {
    const loading = transitions.finalize(transitions.addFile(empty, file("1"), stamp), planned(1), stamp);
    const failed = transitions.failLoad(
      loading,
      { errors: ["no"], warnings: ["w"], problemCount: 7 },
      stamp.at,
    );
    expect(failed).toMatchObject({ state: "FAILED", warnings: ["w"], problem_count: 7 });
    const again = transitions.retry(failed, { ...planned(1), warnings: ["other"] }, stamp);
    expect(again).toMatchObject({
      state: "LOADING",
      errors: [],
      warnings: ["other"],
      problem_count: 0,
      attempt: 2,
      first_attempt: 2,
    });
    expect(() => transitions.retry(again, planned(1), stamp)).toThrow("only a FAILED load can be retried");
  });

  it("errors are shown only while no work is running", () => {
    const loading = transitions.finalize(transitions.addFile(empty, file("1"), stamp), planned(1), stamp);
    expect(() => transitions.requireSettled(loading)).toThrow(
      "its errors are available once it has finished",
    );
    expect(() => transitions.requireSettled(empty)).not.toThrow();
  });
});

describe("a load that is being deleted", () => {
  it("a second deletion is rejected, and older attempts are stale", () => {
    const deleting = transitions.requestDeletion(empty, stamp);
    expect(() => transitions.requestDeletion(deleting, stamp)).toThrow(
      expect.objectContaining({ code: "load_deleting" }),
    );
    expect(() => requireAttempt(deleting, deleting.attempt)).not.toThrow();
    expect(() => requireAttempt(deleting, deleting.attempt - 1)).toThrow(
      expect.objectContaining({ code: "stale_attempt" }),
    );
  });
});
