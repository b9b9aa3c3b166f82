import { expect, test } from "vitest";
import { ALL_SHEETS, chosenSheet } from "#console/pages/import/chosenPart.ts";
import type { Preview } from "#console/pages/import/importDraft.ts";

test("a preview that joins several sheets keeps them all when it is read again", () => {
  const sheets = (...chosen: boolean[]) =>
    chosenSheet({ sheets: chosen.map((one, at) => ({ name: `Plate ${at + 1}`, chosen: one })) } as Preview);
  expect([sheets(true, true, false), sheets(false, true), sheets(false)]).toEqual([
    ALL_SHEETS,
    "Plate 2",
    undefined,
  ]);
});
