import { readWells } from "@pdp/formats/layouts";
import { writeXlsx } from "hucre";
import { expect, test } from "vitest";
import { type MeasuredWells, orderResults } from "#client/orderList/orderResults.ts";
import type { Order } from "#client/orders.ts";

type Well = Order["wells"][number];
const NAMES = { sequence: "sequence", mutations: "mutations", value: "activity" };
const well = (plate: number, name: string, at: string, changes: Partial<Well> = {}): Well => ({
  ...{ plate, well: at, name, role: "DESIGN", mutations: "A2G", sequence: "MG" },
  ...changes,
});
const WELLS = [
  well(1, "D001", "A01"),
  well(1, "parent", "A02", { role: "PARENT", mutations: "", sequence: "MA" }),
  well(1, "blank", "A03", { role: "BLANK", mutations: "", sequence: null }),
  well(2, "D002", "A01", { mutations: "A2V", sequence: "MV" }),
];
const grid = (base: number) =>
  [",1,2,3,4,5,6,7,8,9,10,11,12", ..."ABCDEFGH"].map((line, row) =>
    row === 0
      ? line
      : `${line},${Array.from({ length: 12 }, (_, column) => base + 12 * row + column).join(",")}`,
  );
const lines = (wells: MeasuredWells, order = WELLS, names: Parameters<typeof orderResults>[2] = NAMES) =>
  orderResults(wells, { wells: order }, names).tsv.trimEnd().split("\n");

test("grids of a text file are joined with the plates of an order", async () => {
  const text = ["Plate 1", ...grid(100), "", "Plate 2", ...grid(200), ""].join("\n");
  const wells = await readWells("export.csv", Buffer.from(text));
  expect(lines(wells)).toEqual([
    "plate\twell\tname\trole\tmutations\tsequence\tactivity",
    "1\tA01\tD001\tdesign\tA2G\tMG\t112",
    "1\tA02\tparent\tparent\tWT\tMA\t113",
    "1\tA03\tblank\tblank\t\t\t114",
    "2\tA01\tD002\tdesign\tA2V\tMV\t212",
  ]);
  expect(orderResults(wells, { wells: WELLS }, NAMES)).toMatchObject({ rows: 4, missing: 0, empty: 188 });
});

test("each of several reads becomes a column, and a table with mutations gets no sequence", async () => {
  const text = ["OD600", ...grid(0), "", "GFP", ...grid(100), ""].join("\n");
  const wells = await readWells("plate_1.csv", Buffer.from(text));
  const own = WELLS.filter(({ plate }) => plate === 1);
  expect(lines(wells, own, { ...NAMES, sequence: null })).toEqual([
    "plate\twell\tname\trole\tmutations\tOD600\tGFP",
    "1\tA01\tD001\tdesign\tA2G\t12\t112",
    "1\tA02\tparent\tparent\tWT\t13\t113",
    "1\tA03\tblank\tblank\t\t14\t114",
  ]);
});

test("a design without stated mutations is not mistaken for the parent", async () => {
  const wells = await readWells("plate_1.csv", Buffer.from(["Plate 1", ...grid(0), ""].join("\n")));
  const own = [
    well(1, "D001", "A01", { mutations: "" }),
    well(1, "parent", "A02", { role: "PARENT", mutations: "", sequence: "MA" }),
    well(1, "D002", "A03", { mutations: "", sequence: "MA" }),
  ];
  expect(lines(wells, own).map((line) => line.split("\t").slice(2, 6))).toEqual([
    ["name", "role", "mutations", "sequence"],
    ["D001", "design", "", "MG"],
    ["parent", "parent", "WT", "MA"],
    ["D002", "design", "WT", "MA"],
  ]);
});

test("the results of an antibody have a column for each chain of the table", async () => {
  const wells = await readWells("plate_1.csv", Buffer.from(["Plate 1", ...grid(0), ""].join("\n")));
  const own = [
    well(1, "D001", "A01", { mutations: "H:A2G", sequence: "EVQ/DIQ" }),
    well(1, "D002", "A02", { sequence: "EVG/" }),
  ];
  expect(lines(wells, own, { ...NAMES, sequence: { vh: "heavy", vl: "light" } })).toEqual([
    "plate\twell\tname\trole\tmutations\theavy\tlight\tactivity",
    "1\tA01\tD001\tdesign\tH:A2G\tEVQ\tDIQ\t12",
    "1\tA02\tD002\tdesign\tA2G\tEVG\t\t13",
  ]);
  expect(lines(wells, own, { ...NAMES, sequence: { vh: "heavy", vl: null } })[1]).toMatch(/\tEVQ\t12$/);
});

test("a list of wells keeps its columns, in addition to those of the layout", async () => {
  const rows = ["A1", "A2", "A3", "B1", "B2", "B3"].map((at, index) =>
    `${at};s${index};${index / 2}`.replace(".", ","),
  );
  const wells = await readWells("list.csv", Buffer.from(["Well;Name;Activity", ...rows].join("\n")));
  const own = WELLS.filter(({ plate }) => plate === 1);
  expect(lines(wells, own)).toEqual([
    "plate\twell\tname\trole\tmutations\tsequence\tName (measured)\tActivity",
    "1\tA01\tD001\tdesign\tA2G\tMG\ts0\t0",
    "1\tA02\tparent\tparent\tWT\tMA\ts1\t0,5",
    "1\tA03\tblank\tblank\t\t\ts2\t1",
  ]);
});

test("sheets that measure the same wells are refused, and none is dropped", async () => {
  const list = (base: number) => [
    ["Plate", "Well", "Activity"],
    ...["A1", "A2", "A3", "B1", "B2", "B3"].map((at, index) => ["1", at, base + index]),
  ];
  const workbook = await writeXlsx({
    sheets: [
      { name: "first", rows: list(1) },
      { name: "second", rows: list(100) },
    ],
  });
  await expect(readWells("export.xlsx", Buffer.from(workbook))).rejects.toThrow(
    'its sheets "first" and "second" are lists of the same wells',
  );
});

test("plates that the order does not have are refused, and nothing is guessed", () => {
  const header = ["plate", "well", "value"];
  const wells = (...plates: string[]) => ({ header, rows: plates.map((plate) => [plate, "A1", "1"]) });
  expect(() => lines(wells("a", "b", "c"))).toThrow(
    'The measurements have the plates "a", "b", "c", and the order has 1, 2. Name the sheets or the grids like the plates of the order, such as "Plate 1".',
  );
  // Programs that write 2 as 2.0, such as pandas, do not change its number.
  expect(lines(wells("2.0", "1.0"))).toEqual(lines(wells("2", "1")));
  // As many plates as the order, in their order.
  expect(lines(wells("left", "right"))).toHaveLength(3);
  expect(() => lines(wells("1"), [well(1, "D001", "B02")])).toThrow(
    "None of the measured wells belongs to this order.",
  );
  const list = [{ ...well(1, "D001", "A01"), plate: null, well: null }];
  expect(() => lines(wells("1"), list)).toThrow("The order is a list without wells.");
});
