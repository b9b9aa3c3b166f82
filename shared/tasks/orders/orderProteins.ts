import { invalidField } from "@pdp/basics/errors";
import { chainsOf } from "@pdp/basics/proteins";
import { type DegenerateCodon, degenerateCodon } from "@pdp/science/dna";
import type { CodonRequest } from "#shared/domain/orders/codonFields.ts";
import type { OrderWell } from "#shared/domain/orders/plateLayout.ts";
import type { StoredLayout } from "#shared/history/orderLayouts.ts";

/** Maximum number of DNA sequences in which a mixture of codons may result. */
const MAX_MIXED = 81;

/** Protein of an order. */
export interface OrderedProtein extends Pick<OrderWell, "name" | "mutations"> {
  role: Exclude<OrderWell["role"], "BLANK">;
  sequence: string;
}

/** Returns each protein of a layout once. */
export function orderProteins({ wells }: StoredLayout): OrderedProtein[] {
  const proteins = new Map(
    wells.flatMap(({ name, role, mutations, sequence }) =>
      sequence === null || role === "BLANK" ? [] : [[name, { name, role, mutations, sequence }] as const],
    ),
  );
  return [...proteins.values()];
}

/** Returns the parent of the designs. Throws 422, naming the field that requires it, if there is none. */
export function parentProtein({ parent, wells }: StoredLayout, field: string): string {
  const protein = parent ?? wells.find(({ role }) => role === "PARENT")?.sequence ?? null;
  if (protein !== null && chainsOf(protein).length > 1)
    throw invalidField(["body", field], "The parent has two chains; this is possible for one chain only");
  if (protein !== null) return protein;
  throw invalidField(
    ["body", field],
    "The order has no parent, or several. Create it from designs with one parent in the column `parent`, or with a control PARENT",
  );
}

/** Degenerate codons of a library with their positions in the parent, starting at 0. */
export function codonsOfLibrary(
  library: NonNullable<CodonRequest["library"]>,
  parent: string,
): { position: number; codon: DegenerateCodon }[] {
  const sites = library.map(({ position, codons }, index) => {
    if (position > parent.length)
      throw invalidField(
        ["body", "library", index, "position"],
        `The parent has ${parent.length} residues, but the position is ${position}`,
      );
    return { position: position - 1, codon: degenerateCodon(codons) as DegenerateCodon };
  });
  const mixed = sites.reduce((count, { codon }) => count * codon.parts.length, 1);
  if (mixed > MAX_MIXED)
    throw invalidField(
      ["body", "library"],
      `The mixtures of codons result in ${mixed} sequences; at most ${MAX_MIXED} are written. Use codons such as NNK at some of the positions`,
    );
  return sites;
}

/** Returns the name of a library in an order, which no well has. */
export function libraryName({ wells }: StoredLayout): string {
  const names = wells.map(({ name }) => name.toLowerCase());
  let name = "library";
  while (names.some((other) => other.startsWith(name))) name = `degenerate-${name}`;
  return name;
}
