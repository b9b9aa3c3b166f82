import { differenceInLooks, misleadingCharacter } from "@pdp/basics/columns";
import { describe, expect, test } from "vitest";
import { column, ingest, useFolder } from "../../../test/shared/formats/ingesting.ts";

useFolder();

describe("look-alike column names", () => {
  test.each([
    ["Activity\u00a0(nM)", "Activity (nM)", "it contains a no-break space (U+00A0)"],
    ["Activity (\u03bcM)", "Activity (\u00b5M)", "it contains a Greek mu (U+03BC)"],
    ["Activity (\u00b5M)", "Activity (\u03bcM)", "it contains a micro sign (U+00B5)"],
    ["tm\u200b", "tm", "it contains an invisible character (U+200B)"],
    ["\uff54m", "tm", 'it contains a full-width "t" (U+FF54)'],
    ["\u0430ctivity", "activity", 'it contains a Cyrillic letter that looks like "a" (U+0430)'],
    ["activity", "\u0430ctivity", `the table's name contains a Cyrillic letter that looks like "a" (U+0430)`],
  ])("%s and %s: %s", (name, other, words) => {
    expect(differenceInLooks(name, other)).toContain(words);
  });

  test("look-alike names are treated as different names", () => {
    expect(differenceInLooks("activity", "activities")).toBeUndefined();
    expect(differenceInLooks("tm", "tm")).toBeUndefined();
    expect(misleadingCharacter("активность")).toBeUndefined();
    expect(misleadingCharacter("tm\u200b")).toContain("invisible");
  });

  test("look-alike names are reported as one problem that names the character", async () => {
    const columns = [
      column("activity_um", "FLOAT64", { source_name: "Activity (\u00b5M)" }),
      column("tm", "FLOAT64"),
    ];
    const reason =
      'the name looks like the column "Activity (µM)" but differs: it contains a Greek mu (U+03BC) where the table uses a different character; use the same name, or set this name as the column\'s "source_name".';
    const csv = await ingest("CSV", "Activity (\u03bcM),tm\n1.5,2\n", columns);
    expect(csv.sentences).toEqual([`variants.csv, line 1, column "Activity (μM)": ${reason}`]);
    const json = await ingest("NDJSON", '{"Activity (\u03bcM)":1.5,"tm":2}\n', columns);
    expect(json.sentences).toContain(`variants.ndjson, line 1, column "Activity (μM)": ${reason}`);
  });
});
