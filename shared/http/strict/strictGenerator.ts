import { type Fields, literal, NoKnownForm, type ShownTask, strictSource } from "./strictSources.ts";

/** Default limits on the mutations of a MODEL_BASED generator. */
const MIN_MUTATIONS = 1;
const MAX_MUTATIONS = 8;

type Range = readonly [from: number, to: number];

/** Returns a generator in a form that every client knows: with sources and ranges instead of lists, and all fields stated. */
export function strictGenerator(task: ShownTask, generator: unknown, path = "generator"): Fields {
  const stated = generator as Fields;
  const alias = stated.alias ?? null;
  const requirements = (stated.requirements ?? []) as Fields[];
  if (requirements.some(({ operator }) => operator === "keep")) throw new NoKnownForm();
  switch (stated.type) {
    case "MODEL_BASED":
      return {
        ...stated,
        requirements,
        discourage_mutations: stated.discourage_mutations ?? null,
        min_mutations: stated.min_mutations ?? MIN_MUTATIONS,
        max_mutations: stated.max_mutations ?? MAX_MUTATIONS,
        alias,
      };
    case "EXPLICIT":
      return { type: "EXPLICIT", source: candidates(task, stated, path), alias };
    case "COMBINATORIAL":
      return { ...library(stated), requirements, alias };
    case "PARALLEL":
    case "SEQUENTIAL":
      return { type: stated.type, ensemble: membersOf(task, stated, path), alias };
    default:
      throw new NoKnownForm();
  }
}

function candidates(task: ShownTask, { source, sequences }: Fields, path: string): Fields {
  if (sequences !== undefined) return { kind: "MONOMER", source: literal(sequences) };
  return strictAssemblies(task, source, `${path}.source`);
}

/** Returns sequences that are read from a source. */
export function strictAssemblies(task: ShownTask, assemblies: unknown, path: string): Fields {
  const stated = assemblies as Fields;
  return { ...stated, source: strictSource(task, stated.source, `${path}.source`) };
}

/** Returns a COMBINATORIAL generator with ranges; each listed position becomes a range. */
function library({ positions, template, allowed_mutations: allowed, ...stated }: Fields): Fields {
  if (positions === undefined) {
    const ranges = (allowed as { in_range: { ranges: Record<string, readonly Range[]> } }[]).flatMap(
      ({ in_range: range }) => Object.values(range.ranges).flat(),
    );
    const count = ranges.reduce((sum, [from, to]) => sum + to - from, 0);
    const max_mutations = stated.max_mutations ?? count;
    return { ...stated, template, allowed_mutations: allowed, max_mutations };
  }
  const sites = positions as { position: number; residues: string }[];
  return {
    ...stated,
    template: (template as Fields).assembly,
    allowed_mutations: sites.map(({ position, residues }) => ({
      in_range: { ranges: { monomer: [[position, position + 1]] } },
      amino_acids: [...residues],
    })),
    max_mutations: stated.max_mutations ?? sites.length,
  };
}

function membersOf(task: ShownTask, { ensemble, generators, template }: Fields, path: string): Fields[] {
  if (ensemble !== undefined) {
    return (ensemble as unknown[]).map((each, index) =>
      strictGenerator(task, each, `${path}.ensemble.${index}`),
    );
  }
  return (generators as Fields[]).map((each, index) =>
    strictGenerator(task, { ...each, template }, `${path}.generators.${index}`),
  );
}
