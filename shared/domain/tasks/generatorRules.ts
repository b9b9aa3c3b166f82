import { chainsOf, isPattern, joinRanges, residueCount } from "@pdp/basics/proteins";
import type { BrokenRule } from "@pdp/basics/schemas";
import { DEFAULT_MAXIMUM, DEFAULT_MINIMUM, keptStarts } from "@pdp/science/designs";

type Ranges = Record<string, [number, number][]>;

/** Generator parameters that these rules read. */
interface Generator {
  alias?: string | null | undefined;
  template: { assembly: { monomer: string } };
  min_mutations?: number | null | undefined;
  max_mutations?: number | null | undefined;
  allow_start_mutation?: boolean | null | undefined;
  discourage_mutations?: { ranges: Ranges } | null | undefined;
  requirements?: { operator: string; motifs: string[]; apply_to: { ranges: Ranges } }[] | null | undefined;
}

/** Returns the contradictions between a generator's parameters that exist regardless of the template and the model. */
export function brokenGeneratorRules(generator: Generator): BrokenRule[] {
  const { requirements, discourage_mutations: discouraged } = generator;
  const broken = rangeRules(generator, discouraged?.ranges ?? {}, ["discourage_mutations", "ranges"]);
  for (const [index, { apply_to }] of (requirements ?? []).entries())
    broken.push(...rangeRules(generator, apply_to.ranges, ["requirements", index, "apply_to", "ranges"]));
  return broken.length > 0 ? broken : [...mutationRules(generator), ...motifRules(generator)];
}

/** Returns the ranges that name unknown chains or extend beyond the template. */
export function rangeRules(
  { alias, template }: Generator,
  ranges: Ranges,
  path: (string | number)[],
): BrokenRule[] {
  const chains = chainsOf(template.assembly.monomer);
  const lengths = new Map(chains.map(({ name, start, end }) => [name as string, end - start]));
  // The alias is another name of a single chain.
  const [only] = chains;
  if (alias && only && chains.length === 1) lengths.set(alias, only.end);
  const names = chains.length === 1 ? [...lengths.keys()].reverse() : [...lengths.keys()];
  return Object.entries(ranges).flatMap(([name, pairs]): BrokenRule[] => {
    const length = lengths.get(name);
    if (length === undefined) {
      const known = names.map((name) => `"${name}"`).join(" or ");
      return [
        {
          path: [...path, name],
          message: `There is no chain with this name. Ranges can be given for ${known}`,
        },
      ];
    }
    return pairs.flatMap(([, to], index) => {
      if (to <= length) return [];
      const message = `The range ends at ${to}, after the ${chains.length === 1 ? "template" : "chain"}'s ${length} residues`;
      return [{ path: [...path, name, index], message }];
    });
  });
}

function mutationRules(generator: Generator): BrokenRule[] {
  const { min_mutations, max_mutations, template } = generator;
  const minimum = min_mutations ?? DEFAULT_MINIMUM;
  const maximum = max_mutations ?? DEFAULT_MAXIMUM;
  const path = ["min_mutations"];
  if (minimum > maximum) {
    const stated = max_mutations == null ? `${maximum} (the default)` : `${maximum}`;
    return [{ path, message: `min_mutations, ${minimum}, must not exceed max_mutations, ${stated}` }];
  }
  const length = residueCount(template.assembly.monomer);
  const free = length - keptStarts(generator).length;
  if (minimum <= free) return [];
  const message =
    `Designs with at least ${minimum} ${minimum === 1 ? "mutation" : "mutations"} were requested, but only ${free} of the template's ${length} positions can be ` +
    `mutated: lower min_mutations${free < length ? ", or set allow_start_mutation" : ""}`;
  return [{ path, message }];
}

/** Checks that each required motif fits into one of the ranges. */
function motifRules({ requirements, template }: Generator): BrokenRule[] {
  return (requirements ?? []).flatMap(({ operator, motifs, apply_to }, index): BrokenRule[] => {
    const stated = joinRanges(apply_to.ranges, template.assembly.monomer);
    if (motifs.some(isPattern) && doOverlap(stated)) {
      const message =
        "These ranges overlap. Merge them, because a regular expression is searched once in each range";
      return [{ path: ["requirements", index, "apply_to", "ranges"], message }];
    }
    if (operator === "none") return [];
    const longest =
      stated.length === 0
        ? Math.max(...chainsOf(template.assembly.monomer).map(({ start, end }) => end - start))
        : Math.max(...stated.map(([from, to]) => to - from));
    const path = ["requirements", index, "motifs"];
    const tooLong = [...motifs.entries()].filter(([, motif]) => !isPattern(motif) && motif.length > longest);
    if (operator === "any" && tooLong.length < motifs.length) return [];
    return tooLong.map(([at, motif]) => ({
      path: [...path, at],
      message: `The motif has ${motif.length} residues but its longest range has only ${longest}: it cannot occur anywhere`,
    }));
  });
}

function doOverlap(ranges: readonly [number, number][]): boolean {
  const ordered = ranges.toSorted(([a], [b]) => a - b);
  return ordered.some(([from], index) => index > 0 && from < (ordered[index - 1]?.[1] ?? 0));
}
