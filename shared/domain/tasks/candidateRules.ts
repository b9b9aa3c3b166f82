import type { BrokenRule } from "#shared/domain/brokenRules.ts";
import { brokenGeneratorRules } from "./generatorRules.ts";

interface Template {
  assembly: { monomer: string };
}
type Model = Omit<Parameters<typeof brokenGeneratorRules>[0], "template">;
type Member =
  | ({ type: "MODEL_BASED" } & Model)
  | { type: "EXPLICIT"; sequences: string[] }
  | ({ type: "COMBINATORIAL"; positions: { position: number; residues: string }[] } & Model);
type Single = { template: Template } & Member;
interface Combination {
  type: "PARALLEL" | "SEQUENTIAL";
  template: Template;
  generators: Member[];
}
type Candidates = Single | Combination;

/** Maximum number of listed sequences that another generator goes on from. */
const MAX_STARTS = 50;

/** Returns the contradictions between the parameters of a generator of any type. */
export function brokenCandidateRules(generator: Candidates): BrokenRule[] {
  const { template } = generator;
  if (!("generators" in generator)) return memberRules(generator, template);
  const isSequential = generator.type === "SEQUENTIAL";
  return generator.generators.flatMap((member, index) => {
    const place = ["generators", index];
    const broken = [...memberRules(member, template)];
    if (isSequential && member.type === "EXPLICIT") broken.push(...sequentialRules(member, index));
    return broken.map(({ path, message }) => ({ path: [...place, ...path], message }));
  });
}

function sequentialRules({ sequences }: { sequences: string[] }, index: number): BrokenRule[] {
  if (index > 0) {
    return [{ path: ["type"], message: "In a sequential combination, an EXPLICIT generator comes first" }];
  }
  if (sequences.length <= MAX_STARTS) return [];
  const message = `Other generators go on from at most ${MAX_STARTS} sequences, and these are ${sequences.length}`;
  return [{ path: ["sequences"], message }];
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

function lengthRules(sequences: readonly string[], { assembly }: Template): BrokenRule[] {
  const expected = assembly.monomer.length;
  return sequences.flatMap(({ length }, index) => {
    if (length === expected) return [];
    const message = `It has ${length} residues, and the template ${expected}: they must be as long`;
    return [{ path: ["sequences", index], message }];
  });
}

function siteRules(member: Extract<Member, { type: "COMBINATORIAL" }>, template: Template): BrokenRule[] {
  const { length } = template.assembly.monomer;
  const seen = new Set<number>();
  const broken = member.positions.flatMap(({ position }, index): BrokenRule[] => {
    const path = ["positions", index, "position"];
    if (position >= length)
      return [{ path, message: `The position ${position} is behind the template's last one, ${length - 1}` }];
    if (seen.has(position)) return [{ path, message: `The position ${position} is given twice` }];
    seen.add(position);
    return [];
  });
  if (broken.length > 0) return broken;
  const most = member.max_mutations ?? Math.max(1, member.positions.length);
  return brokenGeneratorRules({ ...member, max_mutations: most, template });
}
