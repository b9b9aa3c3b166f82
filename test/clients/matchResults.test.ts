import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDesigns } from "#client/orderList/design.ts";
import { matchResults } from "#client/orderList/matchResults.ts";
import { orderRows } from "#client/orderList/orderRows.ts";
import { plates } from "#client/orderList/plates.ts";
import vectors from "./orderListVectors.json" with { type: "json" };

const order = orderRows(readDesigns(vectors.designs), { reference: true, bestSoFar: vectors.bestSoFar });
const wells = plates(order, { wells: 96, fill: "columns" });
const columns = { sequence: "sequence", mutations: "mutations" };
const [first, second] = vectors.designs;
const match = (text: string) => matchResults(text, order, wells, columns);

describe("results of an order", () => {
  it("results match by name, in any spelling", () => {
    const { tsv, ...found } = match("name\tactivity\nD001\t1,24\nd2\t0,5\nreference\t1\n\nX9\t3\n");
    expect(found).toEqual({ rows: 3, by: "name", unknown: ["X9"] });
    expect(tsv).toBe(
      [
        "name\tactivity\tsequence\tmutations",
        `D001\t1,24\t${first?.sequence}\tA4D;P35I`,
        `d2\t0,5\t${second?.sequence}\tD64E`,
        `reference\t1\t${first?.parent}\t`,
        "",
      ].join("\n"),
    );
  });

  it("results match by well, and the name is shown", () => {
    const { tsv, by, unknown } = match("Well;Signal\r\nA1;7\r\nb01;8\r\nH12;9\r\nC05;1\r\n");
    expect([by, unknown]).toEqual(["well", ["C05"]]);
    expect(tsv.split("\n").map((line) => line.split("\t").slice(0, 3))).toEqual([
      ["Well", "Signal", "name"],
      ["A1", "7", "D001"],
      ["b01", "8", "D002"],
      ["H12", "9", "best"],
      [""],
    ]);
  });

  it("results match by plate and well if there are several plates", () => {
    const both = [...wells, ...wells.map((well) => ({ ...well, plate: 2 }))];
    const found = matchResults("plate,well,activity\nPlate 2,A01,1\n3,A01,2", order, both, columns);
    expect(found).toMatchObject({ rows: 1, unknown: ["3 A01"] });
    expect(() => matchResults("well,activity\nA01,1", order, both, columns)).toThrow(
      'The order has 2 plates: a column "plate" has to say which one a well is on.',
    );
  });

  it.each([
    ["name\tactivity", "Results are a line with the names of the columns, and rows below it."],
    ["D001\t1\nD002\t2", 'The first line has to name the columns, such as "name" and "activity".'],
    [
      "a\tb\nx\t1",
      "No column names the proteins of this order, as D001 or as a well such as A01. Names begin as in the order list.",
    ],
    ["name\tsequence\nD001\tMK", 'The results have a column "sequence" already: import them as they are.'],
  ])("are refused with a sentence: %j", (text, sentence) => {
    expect(() => match(text)).toThrow(sentence);
  });

  it("get the columns that they lack: their own are recognized by their cells", () => {
    const headerOf = (text: string, wanted: Parameters<typeof matchResults>[3]) =>
      matchResults(text, order, wells, wanted).tsv.split("\n", 1)[0];
    const coded = "name\tMutation(s)\tactivity\nD001\tA4D/P35I\t1\nD002\tp.Asp64Glu\t2";
    expect(headerOf(coded, columns)).toBe("name\tMutation(s)\tactivity\tsequence");
    expect(headerOf("name\tactivity\nD001\t1", { sequence: null, mutations: "code" })).toBe(
      "name\tactivity\tcode",
    );
    const named = "name\tmutant\nD001\tfirst\nD002\tsecond";
    expect(headerOf(named, { sequence: "seq", mutations: "codes" })).toBe("name\tmutant\tseq\tcodes");
    const sequences = `name\tprotein\nD001\t${first?.sequence}\nD002\t${second?.sequence}`;
    expect(() => headerOf(sequences, columns)).toThrow('The results have a column "protein" already');
    expect(() => headerOf(coded, { sequence: null, mutations: "code" })).toThrow(
      'The results have a column "Mutation(s)" already',
    );
  });

  it("keep every cell of every row that is found", () => {
    const cell = fc.string({ unit: "grapheme-ascii", maxLength: 8 }).filter((text) => !/["\t]/.test(text));
    const row = fc.tuple(fc.constantFrom("D001", "D002", "D1000", "nobody"), cell, cell);
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 30 }), (rows) => {
        const known = rows.filter(([name]) => name !== "nobody");
        fc.pre(known.length * 2 >= rows.length);
        const text = ["name\ta\tb", ...rows.map((cells) => cells.join("\t"))].join("\n");
        const { tsv, ...found } = match(text);
        expect(found).toEqual({
          rows: known.length,
          by: "name",
          unknown: rows.filter((one) => !known.includes(one)).map(() => "nobody"),
        });
        const read = tsv
          .trimEnd()
          .split("\n")
          .slice(1)
          .map((line) => line.split("\t").slice(0, 3));
        expect(read).toEqual(known.map((cells) => cells.map((text) => text.trim())));
      }),
    );
  });
});
