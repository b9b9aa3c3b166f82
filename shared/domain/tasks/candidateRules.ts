import { chainLengths, haveSameChains, layoutOf } from "@pdp/basics/proteins";
import type { BrokenRule } from "@pdp/basics/schemas";
import { leavesOf, MAX_STARTS } from "@pdp/science/designs";
import { type CandidateTree, candidateTree, type GeneratorLeaf } from "./candidateTree.ts";
import type { CandidateGenerator, Library } from "./ensembleParameters.ts";
import type { Member } from "./generatorParameters.ts";
import { brokenGeneratorRules, rangeRules } from "./generatorRules.ts";

const MAX_DEPTH = 5;
const MAX_GENERATORS = 50;

/** Returns the contradictions between the parameters of a generator of any type. */
export function brokenCandidateRules(generator: CandidateGenerator): BrokenRule[] {
  const tree = candidateTree(generator);
  const broken = [...sizeRules(tree), ...libraryRules(generator)];
  if (broken.length > 0) return broken;
  const leaves = leavesOf(tree);
  return [...orderRules(tree), ...templateRules(leaves), ...leaves.flatMap(leafRules)];
}

function sizeRules(tree: CandidateTree): BrokenRule[] {
  const path = [...tree.loc, "ensemble"];
  if (depthOf(tree) > MAX_DEPTH)
    return [{ path, message: `Combinations can be nested at most ${MAX_DEPTH} levels deep` }];
  const count = leavesOf(tree).length;
  if (count <= MAX_GENERATORS) return [];
  return [{ path, message: `At most ${MAX_GENERATORS} generators can be combined, but ${count} were given` }];
}

function depthOf(tree: CandidateTree): number {
  return tree.node === "GENERATOR" ? 0 : 1 + Math.max(...tree.members.map(depthOf));
}

/** Returns the problems in the ranges of library generators. */
function libraryRules(generator: CandidateGenerator, loc: (string | number)[] = []): BrokenRule[] {
  if ("ensemble" in generator)
    return generator.ensemble.flatMap((member, at) => libraryRules(member, [...loc, "ensemble", at]));
  if (!("allowed_mutations" in generator)) return [];
  const { alias, template, allowed_mutations: allowed }: Library = generator;
  return allowed.flatMap(({ in_range }, at) =>
    rangeRules({ alias, template: { assembly: template } }, in_range.ranges, [
      ...loc,
      "allowed_mutations",
      at,
      "in_range",
      "ranges",
    ]),
  );
}

/** Returns the problems with listed sequences in chained combinations. */
function orderRules(tree: CandidateTree, isFirst = true, isContinued = false): BrokenRule[] {
  if (tree.node !== "GENERATOR") {
    const isChain = tree.node === "CHAINED";
    const last = tree.members.length - 1;
    return tree.members.flatMap((member, at) =>
      orderRules(member, isFirst && (!isChain || at === 0), isContinued || (isChain && at < last)),
    );
  }
  const { loc, member } = tree;
  if (member.type !== "EXPLICIT") return [];
  if (!isFirst) {
    return [
      {
        path: [...loc, "type"],
        message: "In a chained combination, an EXPLICIT generator must come first",
      },
    ];
  }
  const { length } = member.sequences;
  if (!isContinued || length <= MAX_STARTS) return [];
  const message = `Other generators can continue from at most ${MAX_STARTS} sequences, but ${length} were given`;
  return [{ path: [...loc, "sequences"], message }];
}

/** Returns the templates that differ in length from the first one. */
function templateRules(leaves: readonly GeneratorLeaf[]): BrokenRule[] {
  const first = leaves.find(({ monomer }) => monomer !== null)?.monomer ?? "";
  return leaves.flatMap(({ monomer, templateLoc }) => {
    if (monomer === null || haveSameChains(monomer, first)) return [];
    const message = `It has ${chainLengths(monomer)} residues but the first template has ${chainLengths(first)}: they must have the same length`;
    return [{ path: templateLoc, message }];
  });
}

function leafRules({ member, monomer, loc, keepsResidues }: GeneratorLeaf): BrokenRule[] {
  if (monomer === null) return [];
  if (member.type === "COMBINATORIAL" && !keepsResidues && layoutOf(monomer).length > 1) {
    const message = `${ONE_CHAIN_ONLY} \`allowed_mutations\` with ranges of \`vh\` and \`vl\``;
    return [{ path: [...loc, "positions"], message }];
  }
  if (loc.length > 0 && "allow_indels" in member && member.allow_indels === true) {
    const message = "Generators in a combination can only propose substitutions: remove allow_indels";
    return [{ path: [...loc, "allow_indels"], message }];
  }
  return memberRules(member, { assembly: { monomer } }).map(({ path, message }) => ({
    path: [...loc, ...path],
    message,
  }));
}

interface Template {
  assembly: { monomer: string };
}

function memberRules(member: Member, template: Template): BrokenRule[] {
  switch (member.type) {
    case "MODEL_BASED":
      return brokenGeneratorRules({ ...member, template });
    case "EXPLICIT":
      return lengthRules(member.sequences, template);
    case "COMBINATORIAL":
      return siteRules(member, template);
  }
}

/** Message for generators that state positions or sequences of one chain. */
const ONE_CHAIN_ONLY = "This form is for one chain. With two chains, use";

function lengthRules(sequences: readonly string[], { assembly }: Template): BrokenRule[] {
  if (layoutOf(assembly.monomer).length > 1)
    return [{ path: ["sequences"], message: `${ONE_CHAIN_ONLY} \`source\` with rows of \`vh\` and \`vl\`` }];
  const expected = assembly.monomer.length;
  return sequences.flatMap(({ length }, index) => {
    if (length === expected) return [];
    const message = `It has ${length} residues but the template has ${expected}: they must have the same length`;
    return [{ path: ["sequences", index], message }];
  });
}

function siteRules(member: Extract<Member, { type: "COMBINATORIAL" }>, template: Template): BrokenRule[] {
  const { length } = template.assembly.monomer;
  const seen = new Set<number>();
  const broken = member.positions.flatMap(({ position }, index): BrokenRule[] => {
    const path = ["positions", index, "position"];
    if (position >= length)
      return [
        { path, message: `The position ${position} exceeds the template's last position, ${length - 1}` },
      ];
    if (seen.has(position)) return [{ path, message: `The position ${position} is given twice` }];
    seen.add(position);
    return [];
  });
  if (broken.length > 0) return broken;
  const maxMutations = member.max_mutations ?? Math.max(1, member.positions.length);
  return brokenGeneratorRules({ ...member, max_mutations: maxMutations, template });
}
