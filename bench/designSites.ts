import { createRandom } from "@pdp/basics/statistics";
import { openThreads } from "@pdp/science/linearAlgebra";
import { residueIndices, residueLetters } from "@pdp/science/sequences";
import { codeOf, fourSites } from "./panel/fourSites.ts";
import { benchProgram } from "./support/benchProgram.ts";
import { meanAndError } from "./support/meanAndError.ts";
import { siteCampaign } from "./support/siteCampaign.ts";

const SUMMARY = `Campaigns on generated landscapes of four sites, each with a landscape of its own: 96 variants at random, then four rounds
of 96 that engineer designs, the scorer retrained for each.`;

const DEFAULTS = { seeds: 20, first: 0, threads: 2, rugged: 0 };
/** Fixed residues that precede the sites. */
const BEFORE = "MKTAYIAK";

if (import.meta.main) await benchProgram(SUMMARY, DEFAULTS, main);

async function main({ seeds, first, threads: count, rugged }: typeof DEFAULTS): Promise<void> {
  const threads = await openThreads(count);
  const shares: number[] = [];
  for (let seed = first; seed < first + seeds; seed += 1) {
    const start = performance.now();
    const { reference, values } = fourSites(
      createRandom(`four sites ${seed}`),
      rugged > 0 ? "rugged" : "smooth",
    );
    const best = values.reduce((most, value) => (value > most ? value : most), 0);
    const landscape = {
      reference: BEFORE + residueLetters(reference),
      sites: [0, 1, 2, 3].map((site) => BEFORE.length + site),
      fitnessOf: (sequence: string) => values[codeOf(residueIndices(sequence.slice(BEFORE.length)))]!,
    };
    const bests = await siteCampaign(landscape, { seed, threads });
    shares.push(bests.at(-1)! / best);
    console.log(
      `seed ${seed}: ${bests.map((one) => (one / best).toFixed(3)).join(" ")}, ` +
        `${((performance.now() - start) / 1000).toFixed(0)} s`,
    );
  }
  await threads.close();
  console.log(
    `best found / best of all: mean ${meanAndError(shares)} of ${seeds} seeds, ` +
      `${shares.filter((share) => share === 1).length} times the very best`,
  );
}
