import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DomainError } from "#shared/domain/errors.ts";
import type { LoadRecord } from "#shared/domain/loads/load.ts";
import * as transitions from "#shared/domain/loads/loadTransitions.ts";

const stamp = { by: "user_1", at: "2026-01-01T00:00:00.000Z" };
const empty = transitions.createLoad("1", { kind: "PROJECT", project_id: "2" }, {}, stamp);

type Move = "file" | "finalize" | "settle" | "fail" | "undo" | "redo" | "delete";

function apply(load: LoadRecord, move: Move): LoadRecord {
  switch (move) {
    case "file":
      return transitions.addFile(load, [], stamp);
    case "finalize":
      return transitions.finalize(load, {}, load.file_count, stamp);
    case "settle":
      return load.action === null || load.action === "DELETE"
        ? load
        : transitions.completeLoad(load, stamp.at);
    case "fail":
      return load.action === null || load.action === "DELETE"
        ? load
        : transitions.failLoad(load, ["no"], [], stamp.at);
    case "undo":
      return transitions.undo(load, stamp);
    case "redo":
      return transitions.redo(load, stamp);
    case "delete":
      return transitions.requestDeletion(load, stamp);
  }
}

const moves = fc.array(
  fc.constantFrom<Move>("file", "finalize", "settle", "fail", "undo", "redo", "delete"),
  {
    maxLength: 30,
  },
);

describe("a load's life", () => {
  it("keeps its rules in every order of events", () => {
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
          if (["undo", "redo", "finalize", "delete"].includes(move))
            expect(load.attempt).toBe(before.attempt + 1);
          expect(load.action !== null).toBe(load.state === "LOADING" || load.state === "DELETING");
        }
      }),
      { numRuns: 500 },
    );
  });

  it("stays active while its undo runs, and is inactive once that is settled", () => {
    const completed = transitions.completeLoad(
      transitions.finalize(transitions.addFile(empty, [], stamp), {}, 1, stamp),
      stamp.at,
    );
    const undoing = transitions.undo(completed, stamp);
    expect(undoing).toMatchObject({ state: "LOADING", is_active: true });
    expect(transitions.completeLoad(undoing, stamp.at)).toMatchObject({
      state: "COMPLETED",
      is_active: false,
    });
    expect(transitions.failLoad(undoing, ["why"], [], stamp.at)).toMatchObject({
      state: "COMPLETED",
      is_active: true,
      errors: ["why"],
    });
  });

  it("cannot be finalized without a file for a table", () => {
    expect(() => transitions.finalize(empty, {}, 0, stamp)).toThrow("no file");
  });
});
