import { expect, test } from "vitest";
import { ALL_SHEETS, chosenPart, chosenSheet, withSheets } from "#console/pages/import/chosenPart.ts";
import type { Preview } from "#console/pages/import/importDraft.ts";

const sheetsChosen = (...chosen: boolean[]) =>
  ({
    sheets: chosen.map((isChosen, index) => ({ name: `Plate ${index + 1}`, chosen: isChosen })),
    sections: [],
  }) as unknown as Preview;

test("a preview that joins several sheets keeps them all when it is read again", () => {
  const sheets = (...chosen: boolean[]) => chosenSheet(sheetsChosen(...chosen));
  expect([sheets(true, true, false), sheets(false, true), sheets(false)]).toEqual([
    ALL_SHEETS,
    "Plate 2",
    undefined,
  ]);
});

test("the part that a preview shows is its sheet and its section, if it has several", () => {
  const sections = [
    { name: "Plate 1", header_row: 3, chosen: false },
    { name: "Plate 2", header_row: 14, chosen: true },
  ];
  expect(chosenPart({ ...sheetsChosen(false, true), sections } as Preview)).toEqual({
    sheet: "Plate 2",
    header_row: "14",
  });
  expect(chosenPart(sheetsChosen())).toEqual({});
});

test("a sheet without cells keeps the list of sheets, so that another one can be chosen", () => {
  const previous = sheetsChosen(true, false);
  expect(withSheets(sheetsChosen(), previous, "Plate 2")).toEqual(sheetsChosen(false, true));
  expect(withSheets(sheetsChosen(true), previous, "Plate 2")).toEqual(sheetsChosen(true));
  expect(withSheets(sheetsChosen(), null, undefined)).toEqual(sheetsChosen());
});
