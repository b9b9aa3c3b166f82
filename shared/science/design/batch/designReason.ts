import { FROM_ONE, type Numbering } from "#shared/domain/mutations/numbering.ts";
import { AMINO_ACID_COUNT, residueLetters } from "#shared/science/sequences/aminoAcids.ts";
import { mutatedPositions } from "../designSpace.ts";
import type { DesignPurpose } from "./selectBatch.ts";

/** In how many measured variants each substitution of a template occurs. */
export type SeenCounts = ReadonlyMap<number, number>;

/** Counts the substitutions of the template in measured sequences of its length. */
export function countSeen(template: Uint8Array, measured: readonly Uint8Array[]): SeenCounts {
  const counts = new Map<number, number>();
  for (const sequence of measured) {
    for (const position of mutatedPositions(template, sequence)) {
      const key = position * AMINO_ACID_COUNT + sequence[position]!;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}

/**
 * Says what a design is made of, and in how many measured variants each of its substitutions was seen: "combines G82Q and
 * A61C, each seen 3 times". Designs that are there to learn begin with "to learn: ".
 */
export function designReason(
  template: Uint8Array,
  sequence: Uint8Array,
  seen: SeenCounts,
  purpose: DesignPurpose,
  numbering = FROM_ONE,
): string {
  const parts = mutatedPositions(template, sequence).map((position) => ({
    name: changeName(template, sequence, position, numbering),
    times: seen.get(position * AMINO_ACID_COUNT + sequence[position]!) ?? 0,
  }));
  return `${purpose === "EXPLORE" ? "to learn: " : ""}${composition(parts)}`;
}

function composition(parts: readonly { name: string; times: number }[]): string {
  const [first] = parts;
  if (first === undefined) return "the template";
  if (parts.length === 1) return `${first.name}, ${timesText(first.times)}`;
  if (parts.every(({ times }) => times === first.times)) {
    return `combines ${joined(parts.map(({ name }) => name))}, ${first.times === 0 ? "none of them measured yet" : `each ${timesText(first.times)}`}`;
  }
  return `combines ${joined(parts.map(({ name, times }) => `${name} (${timesText(times)})`))}`;
}

function timesText(times: number): string {
  if (times === 0) return "not measured yet";
  return times === 1 ? "seen once" : `seen ${times} times`;
}

function joined(names: readonly string[]): string {
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** Names the substitutions of a template, such as V39A. */
export function changeNames(template: Uint8Array, sequence: Uint8Array, numbering = FROM_ONE): string[] {
  return mutatedPositions(template, sequence).map((position) =>
    changeName(template, sequence, position, numbering),
  );
}

function changeName(
  template: Uint8Array,
  sequence: Uint8Array,
  position: number,
  numbering: Numbering,
): string {
  const [from, to] = [template, sequence].map((one) => residueLetters(one.subarray(position, position + 1)));
  return `${from}${numbering.positionAt(position)}${to}`;
}
