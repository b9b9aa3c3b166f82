import { writeXlsx } from "hucre";
import { expect, test } from "vitest";
import { isOpen } from "#shared/proposals/decisions.ts";
import { useFolder } from "../formats/ingesting.ts";
import { loadByPreview } from "./loadByPreview.ts";

useFolder();

const lines = (...texts: string[]) => `${texts.join("\n")}\n`;

/** Files with a choice: subject and certainty of the decision, and a part of its reason. */
const CHOICES: Record<string, [content: string, subject: string, certainty: string, reason: RegExp]> = {
  "rows without names": [
    lines("s1\t1.5\tA5G", "s2\t2.5\tK7R", "s3\t3.5\tL9P"),
    "HEADER",
    "GUESS",
    /Line 1 looks like data/,
  ],
  "names of a known format": [
    lines("chr1\t10\t100\tgene1\t5\t+", "chr1\t29\t39\tgene2\t2\t-", "chr2\t50\t80\tgene3\t6\t+"),
    "HEADER",
    "LIKELY",
    /names of this format/,
  ],
  "names in two rows": [
    lines(",Kd,Kd,Tm", "variant,rep1,rep2,rep1", "A5G,1.5,1.6,50", "K7R,2.5,2.6,51"),
    "HEADER",
    "LIKELY",
    /rows 1 to 2, and are joined/,
  ],
  "one of several sections": [
    lines("[Raw]", "well,od", "A1,0.5", "", "[Results]", "well,kd", "A1,1.5", "B1,2.5"),
    "SECTION",
    "LIKELY",
    /The file contains 2 tables; \[Results\] is read/,
  ],
  "a table above another one": [
    lines("no,ct", "1,18.5", "2,19.5", "", "no,tm", "1,50.5", "2,51.5"),
    "SECTION",
    "LIKELY",
    /The file contains 2 tables; the table from line 1 is read/,
  ],
  "rows without their last cells": [
    lines("a,b,c", "x1,1,2", "x2,1", "x3,1", "x4,1"),
    "ROWS",
    "LIKELY",
    /3 rows have fewer cells/,
  ],
  "units below the header": [lines("a,kd", ",nM", "x1,1.5", "x2,2.5"), "ROWS", "LIKELY", /contains units/],
  "summaries below the rows": [
    lines("a,kd", "x1,1.5", "x2,2.5", "x3,3.5", "Mean,2.5"),
    "ROWS",
    "LIKELY",
    /The last row is not loaded/,
  ],
  "a limit among numbers": [
    lines("a,kd", "x1,1.5", "x2,<2.5", "x3,3.5", "x4,4.5", "x5,5.5"),
    "COLUMN",
    "LIKELY",
    /kd: numbers: 1 cell with a limit/,
  ],
  "a word for a missing value": [
    lines("a,kd", "x1,1.5", "x2,not measured", "x3,3.5"),
    "MISSING",
    "LIKELY",
    /kd: "not measured" is read as a missing value/,
  ],
  "a number with two readings": [
    lines("a,kd", 'x1,"1,234"', 'x2,"2,345"', 'x3,"3,456"'),
    "COLUMN",
    "GUESS",
    /can be read with/,
  ],
};

test.each(Object.entries(CHOICES))(
  "%s are reported as a decision with its certainty and alternatives",
  async (_, [content, subject, certainty, reason]) => {
    const { preview } = await loadByPreview(content);
    const decision = preview.decisions.find((one) => one.subject === subject && reason.test(one.reason));
    expect(decision?.certainty ?? preview.decisions).toBe(certainty);
    // Decisions about columns are shown with the columns; all others are among the warnings.
    if (subject !== "COLUMN" && subject !== "MISSING") expect(preview.warnings).toContain(decision?.reason);
    else expect(decision?.alternatives.length).toBeGreaterThan(0);
  },
);

test("the choice of a workbook's sheet is a decision that lists the other sheets", async () => {
  const table = (value: number) => [
    ["a", "kd"],
    ["x1", value],
    ["x2", value + 1],
  ];
  const sheets = ["Results", "Round 2", "Notes"].map((name, at) => ({ name, rows: table(at + 0.5) }));
  const { preview } = await loadByPreview(await writeXlsx({ sheets }), "rounds.xlsx");
  expect(preview.decisions).toEqual([
    {
      subject: "SHEET",
      name: "Results",
      certainty: "LIKELY",
      reason: 'Only the sheet "Results" is read; "Round 2" is not. To read it, choose the sheet.',
      alternatives: ["Round 2"],
    },
  ]);
});

test("a table without exceptions has no decision to show", async () => {
  const { preview } = await loadByPreview(lines("a,kd", "x1,1.5", "x2,NA", "x3,3.5"));
  expect(preview.decisions.filter(isOpen)).toEqual([]);
});

test("a proposal that fails its check has options for each refused column", async () => {
  const values = ["1.5", "1O.5", "3.5", "4.5", "5.5", "6.5"];
  const { preview } = await loadByPreview(lines("a,kd", ...values.map((value, at) => `x${at},${value}`)));
  expect(preview.problems).toHaveLength(1);
  const refused = preview.problem_groups.map(({ column }) => column);
  for (const name of refused) {
    const column = preview.columns.find((one) => one.source_name === name || one.name === name);
    expect(column?.proposals.map(({ title }) => title)).toEqual([
      "Keep other text in kd_text",
      "Load kd as text",
    ]);
  }
  expect(preview.decisions).toMatchObject([{ subject: "COLUMN", name: "kd", certainty: "GUESS" }]);
});

test.each(["#FIELD!", "#SPILL!", "#CALC!", "#DIV/0!"])(
  "%s, which a spreadsheet writes in place of numbers, is a missing value however often it occurs",
  async (word) => {
    const values = ["1.5", word, word, word, "2.5"];
    const { preview, rows } = await loadByPreview(
      lines("a,kd", ...values.map((value, at) => `x${at},${value}`)),
    );
    expect(rows?.map(([, value]) => value)).toEqual([1.5, null, null, null, 2.5]);
    expect(preview.decisions).toMatchObject([{ subject: "MISSING", name: "kd" }]);
  },
);
