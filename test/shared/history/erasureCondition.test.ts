import type { Column } from "@pdp/basics/columns";
import { describe, expect, it } from "vitest";
import { erasureCondition } from "#shared/history/erasure/erasureCondition.ts";
import { column } from "#test/shared/engines/parquetLake.ts";

const COLUMNS: Column[] = [column("activity", "FLOAT64"), column("note", "STRING")];

const refusal = (where: string): Promise<string> =>
  erasureCondition("variants", COLUMNS, where).then(
    () => "accepted",
    (error: Error) => error.message,
  );

describe("the condition of an erasure", () => {
  it("the condition is one expression on a row's columns and origin, optionally with a trailing comment", async () => {
    for (const where of [
      "activity < 0.5",
      `"$load_id" = 17 AND "$line" BETWEEN 2 AND 9 -- plate 3`,
      "note IN ('a', 'b') OR note LIKE 'x%' /* both */",
      "contains(split(note, ','), 'a')",
    ]) {
      expect([where, await refusal(where)]).toEqual([where, "accepted"]);
    }
  });

  it.each([
    ["random() < 0.5", "changes with each call of random"],
    ["activity > 1 AND note < CAST(current_date AS VARCHAR)", "changes with each call of current_date"],
    ["activity = (SELECT max(activity) FROM variants)", "reads other rows"],
    ["EXISTS (SELECT 1)", "reads other rows"],
    ["note IN (SELECT note FROM variants)", "reads other rows"],
    ["row_number() OVER () = 1", "reads other rows"],
    ["activity + 1", "not a Boolean expression"],
    ["true) AS a, (false", "not a single SQL expression"],
    ["count(*) > 1", ""],
    ["missing = 1", "missing"],
    ["true) FROM variants --", ""],
  ])("the condition %s is refused", async (where, reason) => {
    const message = await refusal(where);
    expect(message).not.toBe("accepted");
    expect(message).toContain(reason);
  });
});
