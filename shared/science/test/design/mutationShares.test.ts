import fc from "fast-check";
import { expect, it } from "vitest";
import {
  ANY_SHARES,
  mutationShares,
  poolShares,
  type ShareLimit,
  sharesInTurn,
} from "../../design/mutationShares.ts";
import { residueIndices } from "../../sequences/aminoAcids.ts";

const TEMPLATE = residueIndices("MKVLA");
const FIRM = { share: 0.5, isFirm: true };

/** Selects from ranked designs as a batch does. */
function select(ranked: readonly string[], wanted: number, limit: ShareLimit): string[] {
  const candidates = ranked.map((sequence) => ({ sequence: residueIndices(sequence) }));
  const chosen = new Set<number>();
  for (const shares of sharesInTurn(limit, wanted, { template: TEMPLATE, candidates })) {
    for (const [at, { sequence }] of candidates.entries()) {
      if (chosen.size === wanted) break;
      if (chosen.has(at) || !shares.allows(sequence)) continue;
      shares.add(sequence);
      chosen.add(at);
    }
  }
  return [...chosen].map((at) => ranked[at] as string);
}

it("a substitution is in at most its share of a batch", () => {
  const ranked = ["MRVLA", "MRILA", "MRVLC", "MKILA", "MKVIA", "MKVLC"];
  const chosen = select(ranked, 4, FIRM);
  expect(chosen).toEqual(["MRVLA", "MRILA", "MKILA", "MKVIA"]);
});

it("a firm share leaves a batch short, and any other fills it up", () => {
  const ranked = ["MRVLA", "MRILA", "MRVLC", "MKVLA"];
  expect(select(ranked, 4, { share: 0.25, isFirm: true })).toEqual(["MRVLA", "MKVLA"]);
  const filled = select(ranked, 4, { share: 0.25, isFirm: false });
  expect(filled.toSorted()).toEqual(ranked.toSorted());
});

const counted = (...sequences: string[]) => ({
  template: TEMPLATE,
  candidates: sequences.map((sequence) => ({ sequence: residueIndices(sequence) })),
});

it("a mutation that all candidates have is not limited", () => {
  const designs = counted("RKVLA", "RKILA", "RKVLC");
  const shares = mutationShares(FIRM, 2, designs);
  for (const { sequence } of designs.candidates) {
    expect(shares.allows(sequence)).toBe(true);
    shares.add(sequence);
  }
});

it("exempt designs are not limited", () => {
  const designs = counted("MRVLA", "MKILA");
  const shares = mutationShares({ ...FIRM, isExempt: () => true }, 2, designs);
  const [{ sequence } = { sequence: TEMPLATE }] = designs.candidates;
  for (let count = 0; count < 3; count += 1) shares.add(sequence);
  expect(shares.allows(sequence)).toBe(true);
});

it("an insertion is limited in a batch, but not in a pool", () => {
  const designs = counted("MRKVLA", "MKILA");
  const [{ sequence } = { sequence: TEMPLATE }] = designs.candidates;
  const [batch = ANY_SHARES] = sharesInTurn(FIRM, 2, designs);
  const [pool = ANY_SHARES] = poolShares(FIRM, 2, designs);
  for (const shares of [batch, pool]) shares.add(sequence);
  expect([batch.allows(sequence), pool.allows(sequence)]).toEqual([false, true]);
});

it("without a limit, a batch is filled once", () => {
  expect(sharesInTurn(undefined, 4, counted())).toHaveLength(1);
});

it("no batch exceeds its share, whatever the candidates", () => {
  const sequence = fc.tuple(...[..."MKVLA"].map((usual) => fc.constantFrom(usual, "C", "D")));
  fc.assert(
    fc.property(
      fc.uniqueArray(
        sequence.map((letters) => letters.join("")),
        { minLength: 2, maxLength: 30 },
      ),
      fc.integer({ min: 1, max: 12 }),
      fc.constantFrom(0.2, 0.5, 0.9),
      (ranked, wanted, share) => {
        const chosen = select(ranked, wanted, { share, isFirm: true });
        const maxCount = Math.max(1, Math.ceil(share * wanted));
        for (const [at, usual] of [..."MKVLA"].entries()) {
          for (const letter of "CD") {
            if (letter === usual || ranked.every((design) => design[at] === letter)) continue;
            expect(chosen.filter((design) => design[at] === letter).length).toBeLessThanOrEqual(maxCount);
          }
        }
      },
    ),
    { seed: 7 },
  );
});
