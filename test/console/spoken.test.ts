import { expect, test } from "vitest";
import { spoken } from "#console/parts/spoken.ts";
import { excludedWarning } from "../../shared/formats/rowRules.ts";

test("instructions for programs are removed from a message, and long values are truncated", () => {
  const sequence = "MKTAYIAKQR".repeat(20);
  expect(spoken(`plate.csv, line 2, column "s": "${sequence}" has "X" at position 7.`)).toBe(
    `plate.csv, line 2, column "s": "${sequence.slice(0, 60)}…" has "X" at position 7.`,
  );
  expect(
    spoken(
      'a.csv: "n.d." is not a number; leave the cell empty or set "missing_values": ["n.d."] for the table "t".',
    ),
  ).toBe('a.csv: "n.d." is not a number; leave the cell empty.');
  expect(spoken("a.csv: 1 row has a problem and was skipped; load:downloadErrors lists the reasons.")).toBe(
    "a.csv: 1 row has a problem and was skipped.",
  );
  expect(spoken(`a.csv: ${excludedWarning(1)}.`)).toBe("a.csv: 1 row was excluded.");
});
