import { writeFile } from "node:fs/promises";
import { isReserved } from "@pdp/trino/parse";
import { writeXlsx } from "hucre";
import { describe, expect, test } from "vitest";
import { previewFile } from "#shared/proposals/previewFile.ts";
import { wholeNumberType } from "#shared/proposals/wholeNumberType.ts";
import { newPath, useFolder } from "../formats/ingesting.ts";

useFolder();

const SOME = ["95", "80", null, "80"];

describe("a column of integers", () => {
  test.each([
    ["inhibition", "FLOAT64"],
    ["plate_inhibition", "FLOAT64"],
    ["activity_1", "FLOAT64"],
    ["activity_rep2", "FLOAT64"],
    ["rep1", "FLOAT64"],
    ["rep_1", "FLOAT64"],
    ["od600", "FLOAT64"],
    ["IC50", "FLOAT64"],
    ["cells_per_ml", "FLOAT64"],
    ["whatever", "FLOAT64"],
    ["inhibition_plate", "INT64"],
    ["variantId", "INT64"],
    ["plate", "INT64"],
    ["replicate", "INT64"],
    ["read_counts", "INT64"],
    ["reads", "INT64"],
    ["n_mutations", "INT64"],
    ["number_of_copies", "INT64"],
    ["is_hit", "INT64"],
    ["length", "INT64"],
  ])("the type of a column follows from its name: %s is %s", (name, type) => {
    expect(wholeNumberType(name, null, SOME)).toBe(type);
  });

  test("the type of a column with a neutral name follows from its numbers", () => {
    expect(wholeNumberType("x", null, ["7", "8", "9"])).toBe("INT64");
    expect(wholeNumberType("x", null, ["0", "1", "1"])).toBe("INT64");
    expect(wholeNumberType("x", null, ["9", "8", "7"])).toBe("FLOAT64");
    expect(wholeNumberType("activity", null, ["7", "8", "9"])).toBe("FLOAT64");
  });

  test("integers beyond FLOAT64's precision are INT64, and a unit in the header means FLOAT64", () => {
    expect(wholeNumberType("activity", null, ["9007199254740993", "1"])).toBe("INT64");
    expect(wholeNumberType("plate", "mM", SOME)).toBe("FLOAT64");
    expect(wholeNumberType("reads", "counts", SOME)).toBe("INT64");
  });
});

describe("the preview proposes FLOAT64 for integer measurements and INT64 for ids", () => {
  const TYPES = [
    ["plate", "INT64"],
    ["inhibition", "FLOAT64"],
  ];

  async function typesOf(content: string | Uint8Array) {
    const path = newPath("bin");
    await writeFile(path, content);
    const { columns, problems } = await previewFile({ path, name: "first", isCut: false }, isReserved);
    expect(problems).toEqual([]);
    return columns.map(({ name, type }) => [name, type]);
  }

  test("CSV gets FLOAT64 for measurements and INT64 for ids", async () => {
    expect(await typesOf("plate,inhibition\n1,95\n1,80\n")).toEqual(TYPES);
  });

  test("names that SQL reserves still determine the type", async () => {
    expect(await typesOf("start,end,group,order,limit value\n3,40,2,7,50\n5,44,2,9,80\n")).toEqual([
      ["start", "INT64"],
      ["end_value", "INT64"],
      ["group_value", "INT64"],
      ["order_value", "INT64"],
      ["limit_value", "FLOAT64"],
    ]);
  });

  test("JSON lines, including lists, get FLOAT64 for measurements and INT64 for ids", async () => {
    const path = newPath("bin");
    await writeFile(
      path,
      '{"plate":1,"inhibition":95,"signal":[9,2]}\n{"plate":1,"inhibition":80,"signal":[]}\n',
    );
    const { columns, config } = await previewFile({ path, name: "first", isCut: false }, isReserved);
    expect(columns.slice(0, 2).map(({ name, type }) => [name, type])).toEqual(TYPES);
    expect(config?.columns[2]).toMatchObject({ type: "ARRAY", item_type: { type: "FLOAT64" } });
  });

  test("a workbook gets FLOAT64 for measurements and INT64 for ids", async () => {
    const rows = [
      ["plate", "inhibition"],
      [1, 95],
      [1, 80],
    ];
    expect(await typesOf(await writeXlsx({ sheets: [{ name: "Data", rows }] }))).toEqual(TYPES);
  });
});
