import { chainsOf, type Numbering } from "@pdp/basics/proteins";

/** Returns the substitutions in a sequence relative to another one with the same positions: `A12V`, or `H:A12V` of two chains. */
export function writeChanges(sequence: string, reference: string, numbering: Numbering): string[] {
  return changedSites(sequence, reference, numbering).map(({ code }) => code);
}

/** Returns the substitutions in a sequence with their indices. The numbers of each chain start again. */
export function changedSites(
  sequence: string,
  reference: string,
  numbering: Numbering,
): { index: number; code: string }[] {
  return chainsOf(reference).flatMap(({ prefix, start, end }) =>
    Array.from({ length: end - start }, (_, offset) => start + offset).flatMap((index) =>
      sequence[index] === reference[index]
        ? []
        : [
            {
              index,
              code: `${prefix}${reference[index]}${numbering.positionAt(index - start)}${sequence[index]}`,
            },
          ],
    ),
  );
}
