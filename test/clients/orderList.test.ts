import { applyMutations, FROM_ONE, Numbering, readMutations } from "@pdp/basics/proteins";
import { eachRow, XlsxSheet } from "@pdp/formats/xlsx";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Design, readDesigns } from "#client/orderList/design.ts";
import { orderCells, orderCsv } from "#client/orderList/orderCsv.ts";
import { orderFasta } from "#client/orderList/orderFasta.ts";
import { mutationsBetween, type OrderRow, orderRows } from "#client/orderList/orderRows.ts";
import { pickDesigns } from "#client/orderList/pickDesigns.ts";
import { type PlateOptions, plateCells, plateCsv, plates, wellsByName } from "#client/orderList/plates.ts";
import { orderWorkbook } from "#console/pages/designs/orderWorkbook.ts";
import { plateWells } from "#shared/domain/orders/plateWells.ts";
import type { XlsxValue } from "../../shared/formats/xlsx/xlsxValue.ts";
import vectors from "./orderListVectors.json" with { type: "json" };

const designs = readDesigns(vectors.designs);
const order = orderRows(designs, { reference: true, bestSoFar: vectors.bestSoFar });

const TEMPLATE = "MKTAYIAK";
const residue = fc.constantFrom(..."ACDEFGHIKLMNPQRSTVWY");
const anyDesigns: fc.Arbitrary<Design[]> = fc
  .uniqueArray(
    fc.tuple(fc.integer({ min: 1, max: 5000 }), fc.array(residue, { minLength: 8, maxLength: 8 })),
    {
      selector: ([rank]) => rank,
      maxLength: 500,
    },
  )
  .map((all) =>
    readDesigns(
      all.map(([rank, letters]) => {
        const sequence = letters.join("");
        return { rank, sequence, mutations: mutationsBetween(TEMPLATE, sequence), parent: TEMPLATE };
      }),
    ),
  );
const anyPlate: fc.Arbitrary<PlateOptions> = fc.record({
  wells: fc.constantFrom(96 as const, 384 as const),
  fill: fc.constantFrom("rows" as const, "columns" as const),
  freeEdge: fc.boolean(),
  controlWells: fc.integer({ min: 0, max: 8 }),
});

describe("an order list", () => {
  test("the order list matches the shared vectors", () => {
    expect(orderCsv(orderRows(designs))).toBe(vectors.order.join("\n"));
    expect(orderFasta(order)).toBe(vectors.fasta.join("\n"));
    for (const { options, csv, wellsWithDesigns } of vectors.plates) {
      const wells = plates(order, options as PlateOptions);
      if (csv) expect(plateCsv(wells)).toBe(csv.join("\n"));
      if (wellsWithDesigns) {
        const own = wells.filter(({ kind }) => kind === "design");
        expect(own.map(({ plate, well }) => `${plate} ${well}`)).toEqual(wellsWithDesigns);
      }
    }
  });

  test("proteins with two chains have a column and a FASTA record for each", () => {
    const { pairs } = vectors;
    const rows = orderRows(readDesigns(pairs.designs), { bestSoFar: pairs.bestSoFar });
    expect(orderCsv(rows)).toBe(pairs.order.join("\n"));
    expect(orderFasta(rows)).toBe(pairs.fasta.join("\n"));
    expect(plateCsv(plates(rows, { wells: 96 }))).toBe(pairs.plate.join("\n"));
  });

  test("a warning about predictions is in every file with designs, but not beside controls", async () => {
    const { warning, order: csv, fasta } = vectors.warned;
    const warned = readDesigns(vectors.designs.map((design) => ({ ...design, warning })));
    expect(orderCsv(orderRows(warned))).toBe(csv.join("\n"));
    const rows = orderRows(warned, { reference: true, bestSoFar: vectors.bestSoFar });
    expect(orderFasta(rows)).toBe(fasta.join("\n"));
    const sheet = await XlsxSheet.open(Buffer.from(await orderWorkbook(rows, [], 96)), {
      sheet: "Order list",
    });
    const cells: XlsxValue[][] = [];
    for await (const { values } of eachRow(sheet)) cells.push([...values]);
    const column = cells[0]?.indexOf("warning") ?? -1;
    expect(cells.slice(1, 5).map((row) => row[column])).toEqual([warning, warning, warning, null]);
  });

  test("the workbook has the same contents, with numeric cells and plates shown as grids", async () => {
    const wells = plates(order, { wells: 96, controlWells: 2 });
    const bytes = Buffer.from(await orderWorkbook(order, wells, 96));
    const read = async (sheet: string): Promise<XlsxValue[][]> => {
      const rows: XlsxValue[][] = [];
      for await (const { values } of eachRow(await XlsxSheet.open(bytes, { sheet }))) rows.push([...values]);
      return rows;
    };
    // Empty cells are read as missing.
    const filled = (cells: readonly (readonly unknown[])[]) =>
      cells.map((row) => {
        const read = row.map((cell) => (cell === "" ? null : cell));
        return read.slice(0, read.findLastIndex((cell) => cell !== null) + 1);
      });
    const listed = (await read("Order list")).map((row) => row.slice(0, orderCells(order)[0]?.length));
    expect(filled(listed)).toEqual(filled(orderCells(order)));
    expect(await read("Plate map")).toEqual(filled(plateCells(wells)));
    const plate = await read("Plate 1");
    expect(plate.map((row) => row[0])).toEqual([null, ..."ABCDEFGH"]);
    for (const { well, name } of wells) {
      expect(plate["ABCDEFGH".indexOf(well.slice(0, 1)) + 1]?.[Number(well.slice(1))]).toBe(name);
    }
    expect(plate.flat().filter((cell) => cell !== null)).toHaveLength(12 + 8 + wells.length);
    const alone = Buffer.from(await orderWorkbook(order, [], 96));
    expect((await XlsxSheet.open(alone)).warnings).toEqual([]);
    const [long] = order.map((row) => ({ ...row, sequence: "M".repeat(32_768) }));
    await expect(orderWorkbook(long ? [long] : [], [], 96)).rejects.toThrow("use CSV");
  });

  test("each row has a unique name based on its rank, for any number of designs", () => {
    fc.assert(
      fc.property(anyDesigns, fc.nat(500), (all, count) => {
        const rows = orderRows(all, { reference: true, bestSoFar: "MKTAYIAA" });
        expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
        const names = new Map(rows.map(({ name, sequence }) => [name, sequence]));
        for (const by of ["rank", "probability", "diversity"] as const) {
          const picked = pickDesigns(all, count, by);
          expect(picked.length).toBe(Math.min(count, all.length));
          for (const { name, sequence } of orderRows(picked)) expect(names.get(name)).toBe(sequence);
        }
      }),
      { numRuns: 30 },
    );
  });

  test("the workbook explains the position, purpose and reason of each protein", async () => {
    const made = readDesigns(
      vectors.designs.map((design, index) => ({
        ...design,
        purpose: index === 0 ? "EXPLOIT" : "EXPLORE",
        reason: index === 0 ? "A4D, seen once" : "to learn: D64E, not measured yet",
      })),
    );
    const rows = orderRows(made, { reference: true });
    const wells = plates([...rows], { wells: 96, controlWells: 2 });
    const sheet = await XlsxSheet.open(Buffer.from(await orderWorkbook(rows, wells, 96)), {
      sheet: "Order list",
    });
    const read: XlsxValue[][] = [];
    for await (const { values } of eachRow(sheet)) read.push(values.slice(-3));
    expect(read[0]).toEqual(["wells", "purpose", "reason"]);
    expect(read[1]).toEqual(["A01", "best guess", "A4D, seen once"]);
    expect(read[2]).toEqual(["A02", "to learn", "to learn: D64E, not measured yet"]);
    expect(read.at(-1)?.slice(-2)).toEqual(["H11 H12", "control"]);
    const [renumbered] = orderRows(made, { numbering: 24 });
    expect(renumbered).toMatchObject({ mutations: "A27D;P58I", reason: "A27D, seen once" });
    const two = [
      { plate: 1, well: "A01" },
      { plate: 2, well: "B01" },
    ];
    const placed = two.map(
      (place) => ({ ...place, name: "D1", kind: "design", mutations: "", sequence: "" }) as const,
    );
    expect(wellsByName(placed).get("D1")).toBe("1:A01 2:B01");
  });

  test("the template appears once if no better variant has been measured", () => {
    const rows = orderRows(designs, { reference: true, bestSoFar: designs[0]?.parent ?? null });
    expect(rows.slice(designs.length).map(({ name }) => name)).toEqual(["reference"]);
  });

  test("positions use residue numbers, whatever numbering the table uses", () => {
    const [template = ""] = designs.map(({ parent }) => parent);
    const bestSoFar = `${template.slice(0, 1)}W${template.slice(2)}`;
    const plain = orderRows(designs, { reference: true, bestSoFar });
    const shifted = orderRows(designs, { reference: true, bestSoFar, numbering: 24 });
    const positions = (rows: typeof plain) =>
      rows.map(({ mutations }) => (mutations.match(/\d+/g) ?? []).map(Number));
    expect(positions(shifted)).toEqual(positions(plain).map((all) => all.map((at) => at + 23)));
    expect(shifted.map(({ sequence, name }) => [sequence, name])).toEqual(
      plain.map(({ sequence, name }) => [sequence, name]),
    );
    const gapped = new Numbering({ positions: [...template].map((_, at) => (at < 6 ? at - 2 : at + 20)) });
    const renumbered = (from: OrderRow[], written: Numbering, numbering: Numbering) =>
      orderRows(
        designs.map((one, at) => ({ ...one, mutations: from[at]?.mutations ?? "" })),
        { written, numbering },
      );
    const inGaps = renumbered(plain, FROM_ONE, gapped);
    expect(inGaps[0]?.mutations).toBe("A1D;P54I");
    expect(renumbered(inGaps, gapped, FROM_ONE).map(({ mutations }) => mutations)).toEqual(
      designs.map(({ mutations }) => mutations),
    );
    expect(() => orderRows(designs, { numbering: 1.5 })).toThrow("must be an integer, such as 1 or 24");
  });

  test("insertions and deletions have the same numbers in mutations and reasons, including at the ends", () => {
    const positions = [24, 25, 26, 27, 28, 29, 30, 35];
    const gapped = new Numbering({ positions });
    const renumbered = (mutations: string, written: Numbering, numbering: Numbering) => {
      const reason = `to learn: combines ${mutations.split(";").join(" (seen 2 times) and ")} (not measured yet)`;
      const [row] = readDesigns([{ rank: 1, sequence: "MKTYIAK", mutations, parent: TEMPLATE, reason }]);
      const [ordered] = orderRows(row ? [row] : [], { written, numbering });
      const expected = ordered?.mutations.split(";").join(" (seen 2 times) and ");
      expect(ordered?.reason).toBe(`to learn: combines ${expected} (not measured yet)`);
      return ordered?.mutations;
    };
    const [plain, numbered] = [
      "0_M1insG;A4del;Y5_I6insGS;K8_9insW",
      "23_M24insG;A27del;Y28_I29insGS;K35_36insW",
    ];
    expect(renumbered(plain, FROM_ONE, gapped)).toBe(numbered);
    expect(renumbered(numbered, gapped, FROM_ONE)).toBe(plain);
    expect(renumbered(plain, FROM_ONE, new Numbering({ first_position: -1 }))).toBe(
      "-2_M-1insG;A2del;Y3_I4insGS;K6_7insW",
    );
  });

  test("if the best variant has a different length, it is listed with insertions and deletions that can be read back", () => {
    const numbering = new Numbering({ positions: [24, 25, 26, 27, 28, 29, 30, 35] });
    const bestOf = (bestSoFar: string) => orderRows(ONE, { bestSoFar, numbering }).at(-1)?.mutations;
    const ONE = readDesigns([{ rank: 1, sequence: "MKTAYIAR", mutations: "K8R", parent: TEMPLATE }]);
    expect(bestOf("MKTYIAR")).toBe("A27del;K35R");
    expect(bestOf("MRTAGSYIAK")).toBe("K25R;A27_Y28insGS");
    expect(bestOf("GMKTAYIAK")).toBe("23_M24insG");
    expect(bestOf(`${TEMPLATE}HH`)).toBe("K35_36insHH");
    const anySequence = fc.array(residue, { minLength: 1, maxLength: 12 }).map((all) => all.join(""));
    fc.assert(
      fc.property(anySequence, (bestSoFar) => {
        const read = readMutations(bestOf(bestSoFar) || "WT");
        const changes = "changes" in read ? read.changes : [];
        expect(applyMutations(changes, { sequence: TEMPLATE, numbering })).toEqual({ sequence: bestSoFar });
      }),
      { seed: 95, numRuns: 300 },
    );
  });

  test("ambiguous prefixes and rows that are not designs are rejected", () => {
    for (const prefix of ["", "=D", "1", "D 1", "D>"]) {
      expect(() => orderRows(designs, { prefix })).toThrow("is not a valid name prefix");
    }
    expect(orderRows(designs, { prefix: "R2-" })[0]?.name).toBe("R2-001");
    expect(() => readDesigns([{ rank: 1, sequence: "MK" }])).toThrow('the column "mutations" is missing');
    expect(() => readDesigns([{ ...vectors.designs[0], rank: "x" }])).toThrow('"x" is not a rank');
    expect(() => readDesigns([vectors.designs[0], vectors.designs[0]] as never)).toThrow(
      "Two designs have rank 1.",
    );
  });
});

describe("FASTA", () => {
  test("FASTA contains every sequence under its name", () => {
    fc.assert(
      fc.property(anyDesigns, (all) => {
        const rows = orderRows(all, { reference: true });
        const records = orderFasta(rows).split(/^>/m).slice(1);
        const read = records.map((record) => {
          const [title = "", ...lines] = record.split("\n");
          return [title.split(" ")[0], lines.join("")];
        });
        expect(read).toEqual(rows.map(({ name, sequence }) => [name, sequence]));
      }),
      { numRuns: 30 },
    );
  });
});

describe("plates", () => {
  test("every design appears once, in well order, and controls always fill the same last wells", () => {
    fc.assert(
      fc.property(anyDesigns, anyPlate, (all, options) => {
        const rows = orderRows(all, { reference: true, bestSoFar: "MKTAYIAA" });
        const filled = plates(rows, options);
        const wells = plateWells(options);
        expect(new Set(filled.map(({ plate, well }) => `${plate} ${well}`)).size).toBe(filled.length);
        const places = filled.map(({ plate, well }) => plate * wells.length + wells.indexOf(well));
        expect(places).toEqual(places.toSorted((a, b) => a - b));
        expect(filled.every(({ well }) => wells.includes(well))).toBe(true);
        const own = filled.filter(({ kind }) => kind === "design");
        expect(own.map(({ name }) => name)).toEqual(
          rows.flatMap(({ kind, name }) => (kind === "design" ? [name] : [])),
        );
        const perPlate = 2 * (options.controlWells ?? 1);
        for (let plate = 1; plate <= (filled.at(-1)?.plate ?? 0); plate += 1) {
          const controls = filled.filter((well) => well.plate === plate && well.kind !== "design");
          expect(controls.map(({ well }) => well)).toEqual(perPlate === 0 ? [] : wells.slice(-perPlate));
        }
      }),
      { numRuns: 60 },
    );
  });

  test("wells are named by row and column, with or without edge wells", () => {
    expect(plateWells({ wells: 96 }).slice(11, 14)).toEqual(["A12", "B01", "B02"]);
    expect(plateWells({ wells: 384, fill: "columns" }).slice(15, 18)).toEqual(["P01", "A02", "B02"]);
    expect(plateWells({ wells: 384, freeEdge: true }).length).toBe(14 * 22);
    expect(() => plates(order, { wells: 96, controlWells: 48 })).toThrow("leave no wells for designs");
  });
});

describe("choosing designs", () => {
  test("selection by diversity starts with the best design, then adds the one farthest from it", () => {
    const of = (rank: number, sequence: string) => ({ rank, sequence, mutations: "", parent: "AAAA" });
    const all = readDesigns([of(1, "AAAC"), of(2, "AAAD"), of(3, "CCCC"), of(4, "DDAA")]);
    expect(pickDesigns(all, 3, "diversity").map(({ rank }) => rank)).toEqual([1, 3, 4]);
  });
  test("selection by probability chooses designs that meet all constraints", () => {
    expect(pickDesigns(designs, 1, "probability").map(({ rank }) => rank)).toEqual([2]);
  });
});
