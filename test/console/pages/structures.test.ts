import { readStructure } from "@pdp/formats/proteins";
import { describe, expect, it } from "vitest";
import { drawnFile, drawnKey } from "#console/pages/structures/drawnFile.ts";
import { locateResidues, residueKey } from "#console/pages/structures/locateResidues.ts";
import { longestChain } from "#console/pages/structures/longestChain.ts";
import { computedTracks, measuredTrack } from "#console/pages/structures/pictureTracks.ts";
import { CONFIDENCE, hexOf, siteTrack, trackColor } from "#console/pages/structures/residueTracks.ts";
import {
  knownScores,
  type ScoredSubstitution,
  scoredChains,
  scoredReference,
  scoredSites,
  scoreMap,
} from "#console/pages/structures/scoreMap.ts";
import { legendOf } from "#console/pages/table/heatmap/legendWords.ts";
import { RESIDUES } from "#console/pages/table/heatmap/substitutions.ts";
import { firstPlateRequest } from "#console/pages/tasks/firstPlate/firstPlateRequest.ts";
import { isWithoutMeasurements } from "#console/pages/tasks/isWithoutMeasurements.ts";
import {
  STRUCTURES,
  type StructureName,
  storedStructure,
  storedText,
} from "../../shared/science/inverseFolding/structureFiles.ts";

const row = (position: number, wild: string, residue: string, score: number | null): ScoredSubstitution => ({
  ...{ position, wild_type: wild, residue },
  ...{ structure_score: score, homolog_score: null, plausibility: (score ?? 0) - 1 },
});
/** Two residues with a gap between their numbers; the structure does not show the second one. */
const ROWS = [row(7, "M", "A", -2), row(7, "M", "G", 1), row(12, "K", "A", null), row(12, "K", "G", null)];

describe("the heatmap of scores", () => {
  it("has a cell for each score, in the numbers of the table, and none where the structure shows no residue", () => {
    const map = scoreMap(ROWS, "structure_score");
    expect([map.reference, map.numbers, map.center]).toEqual(["MK", [7, 12], 0]);
    expect(map.cells[RESIDUES.indexOf("A")]).toEqual({ mean: -2, rows: 1 });
    expect(map.cells.filter((cell) => cell !== null)).toHaveLength(2);
    expect(map.sites).toEqual([-0.5, null]);
  });

  it("offers only scores that at least one substitution has", () => {
    expect(knownScores(ROWS)).toEqual(["structure_score", "plausibility"]);
    expect(knownScores([])).toEqual([]);
  });

  it("says more or less likely, and no score, instead of words for measurements", () => {
    const { worst, best, middle, marks } = legendOf(scoreMap(ROWS, "structure_score"), true);
    expect([worst, best, middle]).toEqual([
      "less likely (-2 or less)",
      "more likely (1)",
      "0, as likely as the reference",
    ]);
    expect(marks).toEqual(["● residue of the reference", "╱ no score"]);
  });
});

describe("the residues of a structure", () => {
  it("have a position in the reference, whatever the numbers in the file", async () => {
    const structure = await storedStructure("selenomethionine-1a8o");
    const sequence = structure.residues.map(({ letter }) => letter).join("");
    const located = locateResidues(structure, `GG${sequence}`);
    expect(located[0]).toMatchObject({ key: "A 151", number: "151", letter: "M", index: 2 });
    expect(located.at(-1)).toMatchObject({ key: "A 220", index: sequence.length + 1 });
  });

  it("have no position without a reference or in another protein", async () => {
    const structure = await storedStructure("selenomethionine-1a8o");
    for (const reference of [null, "W".repeat(80)])
      expect(new Set(locateResidues(structure, reference).map(({ index }) => index))).toEqual(
        new Set([null]),
      );
  });

  it("share a position if they are copies of one protein", async () => {
    const structure = await storedStructure("two-chains-4gyt");
    const chain = structure.residues.filter((residue) => residue.chain === "A");
    const located = locateResidues(structure, chain.map(({ letter }) => letter).join(""));
    const chains = located.filter(({ index }) => index === 50).map((residue) => residue.chain);
    expect(chains.toSorted()).toEqual(["A", "B"]);
  });
});

describe("the file that is drawn", () => {
  it.each(STRUCTURES)(
    "has every complete residue of %s, at its distance to the others, and every ligand",
    async (name) => {
      const structure = await storedStructure(name);
      const { text, keys } = drawnFile(structure);
      const drawn = await readStructure([Buffer.from(text)]);
      const complete = structure.residues.filter(({ backbone }) => backbone !== null);
      expect(drawn.residues).toHaveLength(complete.length);
      expect(drawn.others).toHaveLength(structure.others.length);
      const [first, second] = [drawn.residues[0]!.backbone!, complete[0]!.backbone!];
      for (const [index, { chain, number, backbone }] of drawn.residues.entries()) {
        const own = complete[index]!;
        expect(keys.get(drawnKey(chain, number))).toBe(residueKey(own.chain, own.position));
        backbone!.forEach((value, axis) => {
          const shift = first[axis % 3]! - second[axis % 3]!;
          expect(value - own.backbone![axis]!).toBeCloseTo(shift, 2);
        });
      }
    },
  );

  it("interrupts a chain where residues are missing, and keeps residues with insertion codes apart", async () => {
    const numbersOf = async (name: StructureName) => {
      const { text } = drawnFile(await storedStructure(name));
      return (await readStructure([Buffer.from(text)])).residues.map(({ number }) => number);
    };
    const gaps = await numbersOf("gaps-2xhe");
    expect(gaps.at(-1)).toBeGreaterThan(gaps.length);
    const { residues } = await storedStructure("insertion-codes-4zhl");
    expect(drawnFile({ residues, others: [] }).keys.size).toBe(
      residues.filter(({ backbone }) => backbone !== null).length,
    );
  });

  it("fits its columns, however far the structure is from the origin, and however many residues a chain has", async () => {
    const at = (index: number) => 90_000 + 3.8 * (index % 100);
    const residues = Array.from({ length: 12_000 }, (_, index) => ({
      ...{
        chain: "long name",
        position: String(index),
        number: index,
        name: "GLY",
        letter: "G",
        confidence: 1,
        atoms: [],
        elements: [],
      },
      backbone: Array.from({ length: 12 }, (_, axis) => at(index) + axis / 10),
    }));
    const { text, keys } = drawnFile({ residues, others: [] });
    expect(keys.size).toBe(12_000);
    expect(
      new Set(
        text
          .trimEnd()
          .split("\n")
          .slice(0, -1)
          .map((line) => line.length),
      ),
    ).toEqual(new Set([78]));
  });
});

describe("the longest chain of a structure", () => {
  it("keeps its numbers, with gaps, if they increase", async () => {
    const { residues } = await storedStructure("gaps-2xhe");
    const chain = await longestChain(storedText("gaps-2xhe"));
    const [first] = residues;
    expect(chain.positions).toHaveLength(chain.monomer.length);
    expect(chain.positions?.[0]).toBe(first?.number);
    expect(chain.positions?.at(-1)).toBeGreaterThan((first?.number ?? 0) + chain.monomer.length - 1);
  });

  it("has no numbers if insertion codes repeat them", async () => {
    const chain = await longestChain(storedText("insertion-codes-4zhl"));
    expect(chain.monomer.length).toBeGreaterThan(50);
    expect(chain).not.toHaveProperty("positions");
  });
});

describe("the colors of residues", () => {
  const residue = { key: "A 1", chain: "A", number: "1", letter: "M", confidence: 100, index: 0 };

  it("run from red through white at the median to blue", () => {
    const track = siteTrack({ label: "mean score", sites: [-4, -2, 0, null], low: "little", high: "much" });
    const colors = [0, 1, 2].map((index) => trackColor(track, { ...residue, index }));
    expect(colors).toEqual(["#b2182b", "#f7f7f7", "#2166ac"]);
    expect(track.legend.middle).toBe("the median (-2)");
  });

  it("are absent for residues without a value, or without a position", () => {
    const track = siteTrack({ label: "mean score", sites: [1, null], low: "little", high: "much" });
    expect(trackColor(track, { ...residue, index: 1 })).toBeNull();
    expect(trackColor(track, { ...residue, index: null })).toBeNull();
    expect(trackColor(track, { ...residue, index: 9 })).toBeNull();
  });

  it("show the confidence only of predicted structures", () => {
    expect(Object.keys(computedTracks({ scores: null }, true))).toEqual(["confidence"]);
    expect(computedTracks({ scores: null }, false)).toEqual({});
    expect(trackColor(CONFIDENCE, { ...residue, confidence: 30 })).toBe("#b2182b");
  });

  it("show the mean of the measured substitutions at a position, relative to the reference", () => {
    const measured = [
      { sequence: "MK", value: 5, mutations: null },
      { sequence: "AK", value: 1, mutations: null },
      { sequence: "GK", value: 3, mutations: null },
    ];
    const track = measuredTrack("activity", measured, "MK");
    expect(track.valueOf(residue)).toBe(2);
    expect(track.valueOf({ ...residue, index: 1 })).toBeNull();
    expect(track.legend.middle).toBe("the reference");
    expect(track.goodnessOf(5)).toBe(0);
  });

  it("are converted to the notation that the picture reads", () => {
    expect(hexOf("rgb(178 24 43)")).toBe("#b2182b");
    expect(hexOf("rgb(0, 10, 255)")).toBe("#000aff");
  });
});

describe("a training without measurements", () => {
  const options = { project: "1", round: null, name: null, earlier: {} };

  it("states the structure and the reference with its numbers", () => {
    const reference = { monomer: "MK", first_position: 5 };
    expect(firstPlateRequest({ ...options, reference, structure: "9", homologs: "" })).toEqual({
      context: { kind: "PROJECT", project_id: "1" },
      parameters: {
        data: { kind: "MONOMER" },
        structure: { artifact_id: "9" },
        reference: { monomer: "MK", first_position: 5 },
      },
    });
  });

  it("is repeated with other related proteins, or with none", () => {
    const earlier = {
      data: { kind: "MONOMER", homologs: { kind: "TABLE", table: "old" } },
      structure: { artifact_id: "9" },
      seed: 3,
    };
    const reference = { monomer: "MK" };
    const again = firstPlateRequest({ ...options, earlier, reference, structure: "", homologs: "new" });
    expect(again.parameters).toEqual({
      data: { kind: "MONOMER", homologs: { kind: "TABLE", table: "new" } },
      reference: { monomer: "MK" },
      seed: 3,
    });
    const without = firstPlateRequest({ ...options, earlier, reference, structure: "8", homologs: "" });
    expect(without.parameters).toMatchObject({ data: { kind: "MONOMER" }, structure: { artifact_id: "8" } });
    expect(without.parameters).not.toHaveProperty("data.homologs");
  });

  it("is recognized by its data", () => {
    const training = (parameters: object) =>
      isWithoutMeasurements({ type: "train/v2", parameters } as Parameters<typeof isWithoutMeasurements>[0]);
    expect(training({ data: { kind: "MONOMER" } })).toBe(true);
    expect(training({ data: { kind: "MONOMER", dataset: { kind: "TABLE" } } })).toBe(false);
    expect(training({ dataset: { kind: "TABLE" } })).toBe(false);
    expect(training({ data: null, dataset: { kind: "TABLE" } })).toBe(false);
  });
});

describe("scores of two chains", () => {
  const row = (chain: "vh" | "vl", position: number, wildType: string, structureScore: number) => ({
    chain,
    position,
    wild_type: wildType,
    residue: "W",
    structure_score: structureScore,
    homolog_score: null,
    plausibility: structureScore,
  });
  const rows = [row("vh", 1, "A", -1), row("vl", 1, "F", -2), row("vh", 2, "C", -3), row("vl", 2, "G", -4)];

  it("are divided by chain, and joined like the reference", () => {
    expect(scoredChains(rows).map(({ name, start, rows: own }) => [name, start, own.length])).toEqual([
      ["vh", 0, 2],
      ["vl", 3, 2],
    ]);
    expect(scoredReference(rows)).toEqual({ sequence: "AC/FG", numbers: [1, 2, undefined, 1, 2] });
    expect(scoredSites(rows, "structure_score")).toEqual([-1, -3, null, -2, -4]);
  });

  it("of one of the chains keep its place", () => {
    const light = rows.filter(({ chain }) => chain === "vl");
    expect(scoredReference(light).sequence).toBe("/FG");
    expect(scoredSites(light, "structure_score")).toEqual([null, -2, -4]);
    expect(scoredReference(rows.filter(({ chain }) => chain === "vh")).sequence).toBe("AC/");
  });

  it("scores of one chain are unchanged", () => {
    const single = rows.filter(({ chain }) => chain === "vh").map(({ chain: _, ...rest }) => rest);
    expect(scoredChains(single)).toEqual([{ name: null, start: 0, rows: single }]);
    expect(scoredReference(single)).toEqual({ sequence: "AC", numbers: [1, 2] });
  });
});
