import type { Generator } from "../../../../shared/science/design/generators.ts";

interface Stated {
  alias?: string;
  requirements?: { operator: "none" | "any" | "all"; motifs: string[]; ranges?: [number, number][] }[];
  discouraged?: [number, number][];
  min?: number;
  max?: number;
  /** True if a start methionine may mutate. */
  start?: boolean;
}

/** Generator parameters as they arrive after validation. */
export function generator(
  template: string,
  { alias, requirements, discouraged, min, max, start }: Stated = {},
): Generator {
  return {
    type: "MODEL_BASED",
    template: { kind: "MONOMER", assembly: { monomer: template }, sampler: { artifact_id: "1" } },
    requirements: requirements?.map(({ operator, motifs, ranges }) => ({
      operator,
      motifs,
      apply_to: { ranges: ranges === undefined ? {} : { [alias ?? "monomer"]: ranges } },
    })),
    discourage_mutations:
      discouraged === undefined ? null : { ranges: { [alias ?? "monomer"]: discouraged } },
    min_mutations: min,
    max_mutations: max,
    allow_start_mutation: start,
    alias: alias ?? null,
  };
}
