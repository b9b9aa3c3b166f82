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
  it("results are matched by name, in any spelling", () => {
    const { tsv, ...found } = match("name\tactivity\nD001\t1,24\nd2\t0,5\nreference\t1\n\nX9\t3\n");
    expect(found).toEqual({ rows: 3, by: "name", unknown: ["X9"] });
    expect(tsv).toBe(
      [
        "name\tactivity\tsequence\tmutations",
        `D001\t1,24\t${first?.sequence}\tA4D;P35I`,
        `d2\t0,5\t${second?.sequence}\tD64E`,
        `reference\t1\t${first?.parent}\tWT`,
        "",
      ].join("\n"),
    );
  });

  it("results are matched by well, and the name is shown", () => {
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

  it("results are matched by plate and well if the order has several plates", () => {
    const both = [...wells, ...wells.map((well) => ({ ...well, plate: 2 }))];
    const found = matchResults("plate,well,activity\nPlate 2,A01,1\n3,A01,2", order, both, columns);
    expect(found).toMatchObject({ rows: 1, unknown: ["3 A01"] });
    expect(() => matchResults("well,activity\nA01,1", order, both, columns)).toThrow(
      'The order has 2 plates. Add a column "plate" that states the plate of each well.',
    );
  });

  it.each([
    ["name\tactivity", "Results must have a header line with column names, followed by rows."],
    ["D001\t1\nD002\t2", 'The first line must contain the column names, such as "name" and "activity".'],
    [
      "a\tb\nx\t1",
      "No column identifies this order's proteins by name, such as D001, or by well, such as A01. Use the name prefix of the order list.",
    ],
    ["name\tsequence\nD001\tMK", 'The results already have a column "sequence". Import them as they are.'],
  ])("results are rejected with a message: %j", (text, sentence) => {
    expect(() => match(text)).toThrow(sentence);
  });

  it("missing columns are added to results, and existing ones are recognized by their cells", () => {
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
    expect(() => headerOf(sequences, columns)).toThrow('The results already have a column "protein"');
    expect(() => headerOf(coded, { sequence: null, mutations: "code" })).toThrow(
      'The results already have a column "Mutation(s)"',
    );
  });

  it("every cell of every matched row is kept", () => {
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

  it("results of designs with two chains get a column for each", () => {
    const { designs, bestSoFar } = vectors.pairs;
    const pairs = orderRows(readDesigns(designs), { bestSoFar });
    const sequence = { vh: "heavy", vl: "light" };
    const { tsv } = matchResults("name\tKD\nD001\t1\nD002\t2\n", pairs, [], { sequence, mutations: null });
    expect(tsv.split("\n")).toEqual([
      "name\tKD\theavy\tlight",
      "D001\t1\tEVQLVES\tDIQMTQS",
      "D002\t2\tEVKLVES\t",
      "",
    ]);
  });
});
