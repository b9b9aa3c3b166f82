import { createRandom } from "@pdp/basics/statistics";
import { describe, expect, it } from "vitest";
import { generator } from "../../../../test/shared/science/design/generators.ts";
import { linearPredictor } from "../../../../test/shared/science/design/linearPredictor.ts";
import { countSeen, designReason } from "../../design/batch/designReason.ts";
import { selectBatch } from "../../design/batch/selectBatch.ts";
import { scoreCandidates } from "../../design/candidates.ts";
import { designChanges } from "../../design/designChanges.ts";
import { objectiveGoal } from "../../design/designLevels.ts";
import { designSpace, isFeasible, mutatedPositions } from "../../design/designSpace.ts";
import { combineSubstitutions, goodSubstitutions } from "../../design/goodSubstitutions.ts";
import { ANY_SHARES, sharesInTurn } from "../../design/mutationShares.ts";
import { fitSampler } from "../../sampler/fitSampler.ts";
import { residueIndices, residueLetters } from "../../sequences/aminoAcids.ts";

const TEMPLATE = "MKTAYIAKQRQISFVKSHFSRQ";
const template = residueIndices(TEMPLATE);
const TRYPTOPHAN = 18;
const random = createRandom("library");
const library = Array.from({ length: 500 }, () => Uint8Array.from({ length: 22 }, () => random.integer(20)));
const tryptophans = (sequence: Uint8Array): number =>
  sequence.filter((residue) => residue === TRYPTOPHAN).length;
const scorer = new Map([["activity", linearPredictor("activity", library, library.map(tryptophans))]]);
const objective = objectiveGoal(
  { measure: { assay_id: "activity", direction: "MAXIMIZE" }, reference: 0 },
  scorer,
  22,
);
const space = designSpace(generator(TEMPLATE, { max: 3 }));
const goals = {
  space,
  sampler: (await fitSampler({ reference: template })).sampler,
  objective,
  constraints: [],
  filters: [],
};

describe("good substitutions", () => {
  const good = goodSubstitutions(goals, space, createRandom(1));

  it("good substitutions are those of the best predicted single mutants", () => {
    expect(good.slice(0, 10).map(({ residue }) => residue)).toEqual(Array(10).fill(TRYPTOPHAN));
  });

  it("good substitutions combine into distinct feasible designs, mostly several at a time", () => {
    const designs = combineSubstitutions(space, good, [], 100, createRandom(1));
    expect(new Set(designs.map((design) => residueLetters(design))).size).toBe(100);
    expect(designs.every((design) => isFeasible(space, design))).toBe(true);
    expect(Math.max(...designs.map(tryptophans))).toBe(3);
  });
});

describe("a batch", () => {
  const designs = combineSubstitutions(
    space,
    goodSubstitutions(goals, space, createRandom(1)),
    [],
    600,
    createRandom(2),
  );
  const candidates = scoreCandidates(goals, designs);
  const select = (exploration: number, shares = [ANY_SHARES]) =>
    selectBatch(
      candidates,
      { template, objective, wanted: 24, hitRedundancy: 24, exploration, shares },
      createRandom(1),
    );

  it("a limit that must be exceeded does not turn expected designs into exploratory ones", () => {
    const shares = sharesInTurn({ share: 0.05, isFirm: false }, 24, { template, candidates });
    expect(select(0.25, shares).filter(({ purpose }) => purpose === "EXPLORE")).toHaveLength(6);
  });

  it("the number of exploratory designs is proportional to the exploration setting", () => {
    for (const [exploration, wanted] of [
      [0, 0],
      [0.25, 6],
      [1, 24],
    ] as const) {
      const batch = select(exploration);
      expect(batch).toHaveLength(24);
      expect(batch.filter(({ purpose }) => purpose === "EXPLORE")).toHaveLength(wanted);
      expect(new Set(batch.map(({ sequence }) => residueLetters(sequence))).size).toBe(24);
    }
  });

  it("exploiting designs have better predictions, and each substitution occurs in at most a third of them", () => {
    const batch = select(0.5);
    const mean = (purpose: string): number => {
      const chosen = batch.filter((design) => design.purpose === purpose);
      return chosen.reduce((sum, design) => sum + design.mean / chosen.length, 0);
    };
    expect(mean("EXPLOIT")).toBeGreaterThan(mean("EXPLORE"));
    const uses = new Map<string, number>();
    for (const { sequence, purpose } of batch) {
      if (purpose === "EXPLORE") continue;
      for (const at of mutatedPositions(template, sequence)) {
        const key = `${at} ${sequence[at]}`;
        uses.set(key, (uses.get(key) ?? 0) + 1);
      }
    }
    expect(Math.max(...uses.values())).toBeLessThanOrEqual(4);
  });
});

describe("the reason of a design", () => {
  const seen = countSeen(template, ["MATAYIAKQRQISFVKSHFSRQ", "MATAYIAKQRQISFVKSHFSRW"].map(residueIndices));
  const reason = (design: string, purpose: "EXPLOIT" | "EXPLORE" = "EXPLOIT") =>
    designReason(designChanges(template, residueIndices(design)), seen, purpose);

  it("the reason names the combined substitutions and states how often each was seen", () => {
    expect(reason("MATAYIAKQRQISFVKSHFSRW")).toBe("combines K2A (seen 2 times) and Q22W (seen once)");
    expect(reason("MKTAYIAKQRQISFVKSHFSRW")).toBe("Q22W, seen once");
    expect(reason("MKCCYIAKQRQISFVKSHFSRQ", "EXPLORE")).toBe(
      "to learn: combines T3C and A4C, none of them measured yet",
    );
  });
});
