import type { Generator } from "../generatorParameters.ts";
import type { StatedRanges } from "./commonFields.ts";
import type { TemplateV1 } from "./parameters.ts";

type Requirement = NonNullable<Generator["requirements"]>[number];
type Range = [from: number, to: number];

/** Returns the requirements of version 2 for the blocked and required parts of a template of version 1. */
export function requirementsOf(template: TemplateV1): Requirement[] {
  const { sequence } = template;
  const requirement = (ranges: Range[], motif: string, operator: "none" | "all"): Requirement => ({
    apply_to: { ranges: { monomer: ranges } },
    motifs: [motif],
    operator,
  });
  const whole: Range[] = [[0, sequence.length]];
  return [
    ...(template.blocked_aas ?? []).flatMap(({ blocked_aas: letters, ranges }) =>
      [...new Set([letters].flat().join(""))].flatMap((letter) => {
        const mutable = withoutLetter(rangesOf(ranges, sequence), letter, sequence);
        return mutable.length === 0 ? [] : [requirement(mutable, letter, "none")];
      }),
    ),
    ...(template.blocked_motifs ?? []).map(({ blocked_motif: motif, ranges }) =>
      requirement(rangesOf(ranges, sequence), motif, "none"),
    ),
    ...(template.blocked_regexps ?? []).map((motif) => requirement(whole, motif, "none")),
    ...(template.must_match_regexps ?? []).map((motif) => requirement(whole, motif, "all")),
  ];
}

function rangesOf(ranges: StatedRanges, { length }: string): Range[] {
  if (ranges === null) return [[0, length]];
  const stated = Array.isArray(ranges) ? ranges : Object.values(ranges).flat();
  return stated.map(([from, to]): Range => [from, Math.min(to, length)]).filter(([from, to]) => from < to);
}

/** Returns the parts of ranges in which the template has other letters: a blocked letter that it has may stay. */
function withoutLetter(ranges: readonly Range[], letter: string, sequence: string): Range[] {
  return ranges.flatMap(([from, to]) => {
    const parts: Range[] = [];
    let start = from;
    for (let at = from; at <= to; at += 1) {
      if (at < to && sequence[at] !== letter) continue;
      if (start < at) parts.push([start, at]);
      start = at + 1;
    }
    return parts;
  });
}
