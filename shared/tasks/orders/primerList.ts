import {
  type DesignPrimers,
  dimerEnergy,
  hairpinEnergy,
  type Primer,
  type PrimerOptions,
} from "@pdp/science/dna";
import { type PlateSize, plateWells } from "#shared/domain/orders/plateWells.ts";
import type { PrimedDesign, PrimerRow } from "#shared/domain/orders/primersRequest.ts";

/** Free energies in kcal/mol below which hairpins and dimers are mentioned. */
const STABLE_HAIRPIN = -3;
const STABLE_DIMER = -9;

type Named = Omit<PrimerRow, "plate" | "well">;

/** Primers of several designs, each once: the name of a primer is that of the first design that needs it. */
export class PrimerList {
  readonly #options: PrimerOptions;
  readonly #bySequence = new Map<string, Named>();

  constructor(options: PrimerOptions) {
    this.#options = options;
  }

  /** Adds the primers of a design, and returns its reactions. */
  add(name: string, designed: DesignPrimers): Omit<PrimedDesign, "role" | "share"> {
    if ("problem" in designed)
      return { name, product_bases: null, reactions: [], warnings: [], problem: designed.problem };
    const { minTm, method } = this.#options;
    const used: Named[] = [];
    const reactions = designed.pairs.map((pair, index) => {
      const forward = this.#named(`${name}-F${index + 1}`, pair.forward);
      const reverse = this.#named(`${name}-R${index + 1}`, pair.reverse);
      used.push(forward, reverse);
      return {
        forward: forward.name,
        reverse: reverse.name,
        tm: Math.min(forward.tm, reverse.tm),
        dimer: dimerEnergy(forward.sequence, reverse.sequence),
      };
    });
    const warnings = used.flatMap((primer) => warningsOf(primer, minTm));
    // Overlapping primers pair with each other by design.
    if (method === "BACK_TO_BACK")
      for (const { forward, reverse, dimer } of reactions)
        if (dimer < STABLE_DIMER) warnings.push(`${forward} and ${reverse} form a dimer.`);
    for (const site of designed.newSites) warnings.push(`The product has a new site of ${site}.`);
    return { name, product_bases: designed.bases, reactions, warnings, problem: null };
  }

  /** Returns all primers, with their wells if a format is given. */
  rows(format: PlateSize | null): PrimerRow[] {
    const wells = format === null ? [] : plateWells({ wells: format });
    return [...this.#bySequence.values()].map((primer, index) => ({
      ...primer,
      plate: format === null ? null : 1 + Math.floor(index / format),
      well: wells[index % wells.length] ?? null,
    }));
  }

  #named(name: string, { sequence, annealing, tm }: Primer): Named {
    const known = this.#bySequence.get(sequence);
    if (known) return known;
    const hairpin = hairpinEnergy(sequence);
    const primer = { name, sequence, annealing, tm, hairpin, self_dimer: dimerEnergy(sequence, sequence) };
    this.#bySequence.set(sequence, primer);
    return primer;
  }
}

function warningsOf({ name, tm, hairpin, self_dimer }: Named, minTm: number): string[] {
  return [
    ...(tm < minTm ? [`${name} melts below the requested temperature.`] : []),
    ...(hairpin < STABLE_HAIRPIN ? [`${name} folds into a hairpin.`] : []),
    ...(self_dimer < STABLE_DIMER ? [`${name} forms a dimer with itself.`] : []),
  ];
}
