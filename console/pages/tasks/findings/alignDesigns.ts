import {
  type Change,
  chainsOf,
  haveSameChains,
  type Numbering,
  positionInChain,
  readMutations,
} from "@pdp/basics/proteins";
import type { Design } from "#client/orderList/design.ts";
import { DELETED } from "../../../plots/logoLetters.ts";
import { type DomainResidue, domainResidues } from "../../antibody/domainResidues.ts";

/** Position that at least one design changes. */
export interface AlignedSite {
  /** Index of the residue in the template; insertions are halfway between two residues. */
  at: number;
  /** Residues of all templates and their number, such as `V29`, `V/I29` or `H:V29`; `29+` for residues inserted after number 29. */
  name: string;
  /** IMGT number and region of antibodies; null for other proteins, and outside variable domains. */
  imgt: DomainResidue | null;
  /** Number of designs that change it. */
  changed: number;
}

/** Design with its residues at the sites of an alignment. */
export interface AlignedDesign {
  design: Design;
  /** Residue at each site: `DELETED` if the design does not have it; empty, or several letters, for an insertion. */
  residues: readonly string[];
  /** Residue of the template at each site; empty for an insertion. */
  template: readonly string[];
}

/** Designs of one template, or of templates whose chains have the same lengths, at the positions that they change. */
export interface Alignment {
  /** In the order of the template. */
  sites: readonly AlignedSite[];
  designs: readonly AlignedDesign[];
  /** Number of changed positions, including those that are not listed in `sites`. */
  changedSites: number;
  /** Number of designs that are omitted because their template has another length. */
  leftOut: number;
}

/** Maximum number of sites; the most frequently changed ones are kept. */
const MAX_SITES = 50;

/** Aligns designs by the positions of their template. Their mutations are numbered by `numbering`. */
export function alignDesigns(designs: readonly Design[], numbering: Numbering): Alignment {
  const first = designs[0]?.parent ?? "";
  const aligned = designs.filter(({ parent }) => haveSameChains(parent, first));
  const residues = domainResidues(first);
  const changes = aligned.map((design) => changesOf(design, numbering));
  const counts = new Map<number, number>();
  for (const change of changes) for (const at of change.keys()) counts.set(at, (counts.get(at) ?? 0) + 1);
  const sites = [...counts]
    .sort(([a, first], [b, second]) => second - first || a - b)
    .slice(0, MAX_SITES)
    .sort(([a], [b]) => a - b)
    .map(([at, changed]) => ({
      at,
      name: siteName(at, aligned, numbering),
      imgt: residues[at] ?? null,
      changed,
    }));
  return {
    sites,
    designs: aligned.map((design, index) => ({
      design,
      residues: sites.map(({ at }) => changes[index]?.get(at) ?? design.parent[at] ?? ""),
      template: sites.map(({ at }) => design.parent[at] ?? ""),
    })),
    changedSites: counts.size,
    leftOut: designs.length - aligned.length,
  };
}

/** Returns the new residues of a design by index in the template; an insertion before index 5 is at 4.5. */
function changesOf({ sequence, parent, mutations }: Design, numbering: Numbering): Map<number, string> {
  if (haveSameChains(sequence, parent)) {
    return new Map(
      [...sequence].flatMap((residue, at) => (residue === parent[at] ? [] : [[at, residue] as const])),
    );
  }
  return new Map(
    chainsOf(parent).flatMap(({ prefix, start }) => {
      const chainMutations =
        prefix === "" ? [mutations] : mutations.split(" ").filter((mutation) => mutation.startsWith(prefix));
      const read = readMutations(chainMutations.map((mutation) => mutation.slice(prefix.length)).join(";"));
      const changes = "changes" in read ? read.changes : [];
      return changes
        .flatMap((change) => residuesOf(change, numbering))
        .map(([at, residue]) => [start + at, residue] as const);
    }),
  );
}

/** Returns the residues that a change introduces, by index in the template. */
function residuesOf(change: Change, numbering: Numbering): (readonly [at: number, residue: string])[] {
  switch (change.kind) {
    case "SUBSTITUTION":
      return [[numbering.indexOf(change.site.position), change.to]];
    case "DELETION": {
      const [from, to] = [change.start, change.end].map(({ position }) => numbering.indexOf(position));
      if (from === undefined || to === undefined) return [];
      return Array.from({ length: to - from + 1 }, (_, offset) => [from + offset, DELETED] as const);
    }
    case "INSERTION":
      return [[numbering.indexOf(change.end.position) - 0.5, change.residues]];
    default:
      return [];
  }
}

function siteName(at: number, designs: readonly Design[], numbering: Numbering): string {
  const { chain, at: inChain } = positionInChain(designs[0]?.parent ?? "", at);
  if (!Number.isInteger(at)) return `${chain.prefix}${numbering.positionAt(Math.floor(inChain))}+`;
  const residues = new Set(designs.map(({ parent }) => parent[at] ?? ""));
  return `${chain.prefix}${[...residues].join("/")}${numbering.positionAt(inChain)}`;
}
