import type { Generator } from "../generatorParameters.ts";
import type { StatedRanges, TemplateV1 } from "./templates.ts";

type Requirement = NonNullable<Generator["requirements"]>[number];
type Range = [from: number, to: number];

interface ArtifactRef {
  artifact_id: string;
}

/** Returns the generator of version 2 for a template of version 1. */
export function generatorOf(template: TemplateV1, sampler: ArtifactRef): Generator {
  const { template_id: alias, sequence, min_mutations, max_mutations } = template;
  return {
    type: "MODEL_BASED",
    template: { kind: "MONOMER", assembly: { monomer: sequence }, sampler },
    requirements: requirementsOf(template),
    discourage_mutations: null,
    min_mutations,
    max_mutations,
    alias,
  };
}

/** Returns the requirements of version 2 for the blocked and required parts of a template of version 1. */
export function requirementsOf(template: TemplateV1): Requirement[] {
  const { sequence } = template;
  // Version 2 applies a requirement without ranges to the whole sequence; version 1 then blocks nothing.
  const requirement = (ranges: Range[], motif: string, operator: "none" | "all"): Requirement[] =>
    ranges.length === 0 ? [] : [{ apply_to: { ranges: { monomer: ranges } }, motifs: [motif], operator }];
  const whole: Range[] = [[0, sequence.length]];
  return [
    ...[...rangesByLetter(template)].flatMap(([letter, ranges]) =>
      requirement(withoutLetter(merged(ranges), letter, sequence), letter, "none"),
    ),
    ...template.blocked_motifs.flatMap(({ blocked_motif: motif, ranges }) =>
      requirement(rangesOf(ranges, sequence), motif, "none"),
    ),
    ...(template.blocked_regexps ?? []).flatMap((motif) => requirement(whole, motif, "none")),
    ...(template.must_match_regexps ?? []).flatMap((motif) => requirement(whole, motif, "all")),
  ];
}

function rangesByLetter({ blocked_aas: blocked, sequence }: TemplateV1): Map<string, Range[]> {
  const byLetter = new Map<string, Range[]>();
  for (const { blocked_aas: letters, ranges } of blocked)
    for (const letter of new Set([letters].flat().join("")))
      byLetter.set(letter, [...(byLetter.get(letter) ?? []), ...rangesOf(ranges, sequence)]);
  return byLetter;
}

/** Returns the same positions as ranges that do not overlap, so that each position is read once. */
function merged(ranges: readonly Range[]): Range[] {
  const parts: Range[] = [];
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = parts.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else parts.push([from, to]);
  }
  return parts;
}

function rangesOf(ranges: StatedRanges, { length }: string): Range[] {
  if (ranges === null) return [[0, length]];
  const stated = Array.isArray(ranges) ? ranges : Object.values(ranges).flat();
  // A range may end after the template, but not begin there.
  return stated.map(([from, to]): Range => [from, from < length ? Math.min(to, length) : to]);
}

/** Returns the parts of ranges in which the template has other letters: a blocked letter that it has may stay. */
function withoutLetter(ranges: readonly Range[], letter: string, sequence: string): Range[] {
  return ranges.flatMap(([from, to]) => {
    const parts: Range[] = [];
    let start = from;
    for (let at = from; at < Math.min(to, sequence.length); at += 1) {
      if (sequence[at] !== letter) continue;
      if (start < at) parts.push([start, at]);
      start = at + 1;
    }
    if (start < to) parts.push([start, to]);
    return parts;
  });
}
